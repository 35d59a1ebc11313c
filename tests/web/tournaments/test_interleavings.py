"""Events that change while a page waits, and acts that come at the same time."""

import asyncio
import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from tests.web.conftest import LocalServer
from tests.web.interleaving import Gate
from tests.web.tournaments.online_event import advance, game_of, resign
from tests.web.tournaments.people import Arbiter, begin, main_text, player, started

from charkoni.tournament.director import Director
from charkoni.tournament.formats.csv_files import csv_text
from charkoni.web.http.sessions import new_id
from charkoni.web.tournaments import calls, events, members, page_cache, permissions
from charkoni.web.tournaments.calls import CALL, Call
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.festivals import OpenFestival
from charkoni.web.tournaments.online import games
from charkoni.web.tournaments.online.rounds import _enter_result


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


# --- games of tables --------------------------------------------------------------------------------------------------


def test_a_game_is_recorded_once_though_both_players_begin_at_once(local_server: LocalServer) -> None:
    arbiter, hub = started(local_server), local_server.hub
    event = arbiter.event

    async def both() -> list[str]:
        phones = (games.begin_recording(hub, event, 1, 1, new_id(20)) for _ in range(2))
        return await asyncio.gather(*phones)

    one, other = local_server.run(both)
    assert one == other == event.mapping("games")["1:1"]


def test_tables_that_are_exchanged_keep_their_results(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter = begin(local_server, "Ada", "Boris", "Ece", "Gül", boards="online")
    people = {entry: player(arbiter, entry) for entry in (1, 2, 3, 4)}
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    advance(arbiter)
    board = arbiter.state.rounds[0].boards[0]
    resign(people, board.mover, game_of(arbiter), 0)  # the server has not seen it yet
    gate = Gate(monkeypatch, OpenEvent, "update")
    exchange = partial(arbiter.done, "swap-tables", **{"board": "1", "with": "2", "reason": "light"})
    gate.try_both(exchange, partial(advance, arbiter))
    advance(arbiter)
    ended = [each for each in arbiter.state.rounds[0].boards if each.result]
    assert [(each.number, each.first) for each in ended] == [(2, board.first)]


def test_a_result_is_not_entered_for_others_at_the_table(six: Arbiter) -> None:
    six.publish_next()
    one, other, _ = six.state.rounds[0].boards
    enter = partial(_enter_result, number=1, text="1", reason="", gone=())
    six.local_server.run(six.event.run, partial(enter, board=replace(one, number=other.number)))
    six.local_server.run(six.event.run, partial(enter, board=one))
    assert [bool(board.result) for board in six.state.rounds[0].boards] == [True, False, False]


# --- files ------------------------------------------------------------------------------------------------------------


def test_an_event_that_is_deleted_while_it_is_opened_is_gone(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter = begin(local_server, "Ada")
    tournaments: Any = local_server.client.app.state.tournaments  # type: ignore[attr-defined]
    path, all_events = arbiter.event.path, tournaments.events
    all_events._open.pop(arbiter.id).director.close()
    gate = Gate(monkeypatch, events, "_opened", is_after=True)
    gate.try_both(
        partial(local_server.run, all_events.get, arbiter.id), partial(local_server.run, all_events.delete, arbiter.id)
    )
    assert arbiter.id not in all_events.open_ids() and not path.exists()
    assert local_server.visitor().get(f"/t/{arbiter.id}").status_code == 404


def test_a_file_that_cannot_be_closed_keeps_nobody_from_another_event(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = begin(local_server, "Ada"), begin(local_server, "Boris")
    monkeypatch.setattr(events, "MOST_FILES", 0)
    tournaments: Any = local_server.client.app.state.tournaments  # type: ignore[attr-defined]
    tournaments.events._open.pop(other.id).director.close()

    async def fail() -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(one.event, "release", fail)
    assert other.get("/entries").status_code == 200


def test_two_festivals_of_one_name_at_once_have_files_of_their_own(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch, OpenFestival, "run")
    chiefs = [(begin(local_server, "Ada", name="U12"), begin(local_server, "Ece", name="U16")) for _ in range(2)]
    for one, other in chiefs:
        link = other.link("chief")
        assert one.visitor.post(link, page=link, name="Dana").status_code == 303
    begun = (partial(one.do, "festival", name="Naming", **{f"with-{other.id}": "1"}) for one, other in chiefs)
    answers = gate.try_both(*begun)
    assert {answer.headers["location"] for answer in answers} == {"/festival/naming/desk", "/festival/naming1/desk"}
    for name in ("naming", "naming1"):
        chiefs[0][0].event.path.with_name(f"{name}.festival").unlink()


def test_two_events_that_note_a_member_at_once_are_both_noted(local_server: LocalServer) -> None:
    aigul = local_server.visitor()
    assert aigul.post("/me/passphrase", page="/me", name="Aigul of Naryn").status_code == 200
    hub, both = local_server.hub, [begin(local_server, "Ada"), begin(local_server, "Boris")]
    person = local_server.run(hub.people.persons.named, "Aigul of Naryn")
    for arbiter in both:
        local_server.run(permissions.seat, arbiter.event, person, 1)
    found = [arbiter.event for arbiter in both]

    async def follow() -> str:
        await asyncio.gather(*(members.follow(hub, event) for event in found))
        return await hub.store.value(members.EVENTS + person) or ""

    assert set(local_server.run(follow).split()) == {arbiter.id for arbiter in both}
