"""What follows a member from device to device."""

import json
from functools import partial
from types import SimpleNamespace

import pytest
from tests.web.conftest import LocalServer, Visitor
from tests.web.interleaving import Gate
from tests.web.pages.people.test_sign_in import join, sign_in

from charkoni.web.pages.people.kept import MOST_DONE, Kept


def exchange(visitor: Visitor, is_new: bool = False, **kept: object) -> Kept:
    answer = visitor.post("/me/kept.json", kept=json.dumps(kept), **({"is_new": "1"} if is_new else {}))
    assert answer.status_code == 200, answer.text
    return Kept.model_validate_json(answer.text)


def test_lessons_puzzles_and_settings_are_on_every_device(local_server: LocalServer) -> None:
    desk, phone = local_server.visitor(), local_server.visitor()
    _, key = join(desk)
    exchange(desk, lessons=["a-1"], puzzles=["p"], settings={"volume": 0.2, "motion": "off"})
    sign_in(phone, key)
    got = exchange(phone, is_new=True, lessons=["b-2"], settings={"volume": 0.9, "quick": True})
    assert (got.lessons, got.puzzles) == (["a-1", "b-2"], ["p"])
    assert got.settings == {"volume": 0.2, "motion": "off", "quick": True}, "what is known goes before a new device"
    exchange(phone, settings={"volume": 0.5})
    assert exchange(desk, lessons=["a-1"]).settings["volume"] == 0.5


def test_two_devices_that_send_at_once_keep_what_both_have(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, phone = local_server.visitor(), local_server.visitor()
    _, key = join(desk)
    sign_in(phone, key)
    store, persons = local_server.hub.store, local_server.hub.people.persons
    database = SimpleNamespace(rows=store.rows, read=store.read, scalar=store.scalar, write=store.write)
    monkeypatch.setattr(persons, "_database", database)
    gate = Gate(monkeypatch, database, "write")
    gate.try_both(partial(exchange, desk, lessons=["a-1"]), partial(exchange, phone, lessons=["b-2"]))
    assert sorted(exchange(desk).lessons) == ["a-1", "b-2"]


def test_language_and_theme_come_with_the_sign_in(local_server: LocalServer) -> None:
    desk, phone = local_server.visitor(), local_server.visitor()
    _, key = join(desk)
    desk.post("/settings", lang="tr", theme="dark")
    exchange(desk, lessons=["a-1"])
    sign_in(phone, key)
    assert (phone.cookies["charkoni_lang"], phone.cookies["charkoni_theme"]) == ("tr", "dark")


def test_what_does_not_fit_is_refused_and_guests_keep_their_own(local_server: LocalServer) -> None:
    guest, member = local_server.visitor(), local_server.visitor()
    guest.new_game(opponent="here")
    assert guest.post("/me/kept.json", kept="{}").status_code == 404
    join(member)
    many = [str(number) for number in range(MOST_DONE + 1)]
    for wrong in (
        "",
        "[]",
        '{"lessons": 1}',
        json.dumps({"puzzles": many}),
        '{"settings": {"a": {"b": 1}}}',
        '{"lessons": ["%s"]}' % ("x" * 61),
    ):
        assert member.post("/me/kept.json", kept=wrong).json()["code"] == "BAD_MESSAGE"
    assert exchange(member).lessons == []
