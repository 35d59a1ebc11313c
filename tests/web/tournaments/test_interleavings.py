"""Events that change while a page waits, and acts that come at the same time."""

import asyncio
import re
from functools import partial
from typing import Any

import pytest
from tests.web.conftest import LocalServer
from tests.web.interleaving import Gate
from tests.web.tournaments.people import Arbiter, begin, main_text

from charkoni.tournament.director import Director
from charkoni.tournament.formats.csv_files import csv_text
from charkoni.web.tournaments import calls, page_cache, permissions
from charkoni.web.tournaments.calls import CALL, Call
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.online import games


def test_nobody_sees_a_list_that_is_only_tried(six: Arbiter, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch, Director, "_enter_each", is_after=True)
    listed = csv_text([("name", "rating"), ("Zoe Quill", 1500)])
    with gate.holding(partial(six.do, "preview", list=listed)) as answer:
        assert six.event.director.state.entries != six.event.state.entries  # Zoe is entered, and not yet taken back
        assert "Zoe Quill" not in six.get("/entries").text and six.get("/data/event.json").json()["entries"] == 6
        assert "Zoe Quill" not in six.get("/desk/log").text
    assert answer.result().status_code == 200 and "Zoe Quill" in answer.result().text
    six.enter("Yan")  # the same version of the event again
    assert "Yan" in six.get("/entries").text and "Zoe Quill" not in six.get("/entries").text


def test_a_page_made_before_a_result_asks_for_what_follows(seven: Arbiter, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch, page_cache, "round_tables", is_after=True)
    with gate.holding(partial(seven.get, "/round/1")) as answer:
        seven.done("result", round=1, board=1, result="1")
    shown = re.search(r'data-shown="(\d+)"', answer.result().text)
    assert shown and int(shown[1]) < seven.event.page_version
    latest = re.search(r'data-shown="(\d+)"', seven.get("/round/1").text)
    assert latest and int(latest[1]) == seven.event.page_version


@pytest.mark.parametrize("path", ["/desk/round/1/board/2", "/round/1/board/2"])
def test_a_table_whose_round_is_taken_back_meanwhile_is_shown_as_it_was(
    path: str, seven: Arbiter, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch, games, "played")
    with gate.holding(partial(seven.get, path)) as answer:
        while seven.state.rounds:
            seven.done("undo", reason="wrong list")
    assert answer.result().status_code == 200
    assert seven.get(path).status_code == 404


def test_who_calls_twice_at_once_is_one_call(seven: Arbiter) -> None:
    event = seven.event

    async def both() -> None:
        await asyncio.gather(*(calls.add(event, Call(str(n), CALL, "Ada", 1, "come", n)) for n in (1, 2)))

    seven.local_server.run(both)
    assert len(calls.open_calls(event)) == 1


def test_a_call_is_answered_once(seven: Arbiter, monkeypatch: pytest.MonkeyPatch) -> None:
    seven.local_server.run(calls.add, seven.event, Call("one", CALL, "Ada", 1, "come", 1))
    other = seven.colleague("arbiter", "Olga")
    gate = Gate(monkeypatch, OpenEvent, "update")
    with gate.holding(partial(seven.do, "answer", call="one")) as answer:
        assert other.do("answer", call="one").status_code == 303
    assert answer.result().status_code == 409 and "answered already" in main_text(answer.result())


def test_a_link_that_two_devices_open_at_once_is_of_one_of_them(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter = begin(local_server, "Ada", "Boris")
    found = re.search(rf"/t/{arbiter.id}/me/1/[\w-]+", arbiter.get("/desk/entry/1").text)
    assert found
    phone, other = local_server.visitor(), local_server.visitor()
    gate = Gate(monkeypatch, OpenEvent, "update")
    with gate.holding(partial(phone.post, found[0], page=found[0])) as answer:
        assert other.post(found[0], page=found[0]).status_code == 303
    assert answer.result().status_code == 409 and "another device" in main_text(answer.result())


def test_of_two_roles_given_at_once_the_higher_one_stays(six: Arbiter) -> None:
    event = six.event

    async def both() -> None:
        roles = (permissions.appoint(event, "guest", role, "Olga") for role in ("arbiter", "helper"))
        await asyncio.gather(*roles)

    six.local_server.run(both)
    assert permissions.member(event, "guest").role == "arbiter"


def test_who_enters_again_by_the_same_form_plays_for_nobody_else(local_server: LocalServer) -> None:
    arbiter = begin(local_server)
    phone, other, page = local_server.visitor(), local_server.visitor(), f"/t/{arbiter.id}/me"
    for visitor, name in ((phone, "Ada"), (other, "Boris"), (phone, "Ada")):  # the first answer was lost
        assert visitor.post(f"{page}/enter", page=page, name=name, key=f"key of {name}").status_code == 303
    assert len(arbiter.state.entries) == 2
    assert "Ada" in main_text(phone.get(page)) and "Boris" not in main_text(phone.get(page))
    assert sorted(arbiter.event.mapping("players").values()) == [[1], [2]]


def test_values_are_those_of_the_file_whoever_is_answered_first(six: Arbiter, monkeypatch: pytest.MonkeyPatch) -> None:
    event, run = six.event, six.local_server.run
    gate = Gate(monkeypatch, asyncio, "to_thread", is_after=True)

    def of_file() -> Any:
        return run(event.run, lambda director: director.store.value("name"))

    with gate.holding(lambda: run(event.set_value, "name", "older")):
        run(event.set_value, "name", "newer")
    assert event.value("name") == "newer" == of_file()
