"""Notices of rounds: who is told when a pairing is published, whatever dies meanwhile, and until when."""

import asyncio
import time
from typing import Any

import pytest
from sqlalchemy import select
from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, begin, player

from charkoni.core.translations import Words
from charkoni.web.notices.kinds import LASTS_MS
from charkoni.web.notices.outbox import Outbox
from charkoni.web.store import StoreError
from charkoni.web.store.tables import NoticeRow, notices
from charkoni.web.tournaments import permissions, round_notices
from charkoni.web.tournaments.online.rounds import AWAY_S


@pytest.fixture
def arbiter(local_server: LocalServer) -> Arbiter:
    """An event of three that is about to begin, in the present."""
    local_server.time.wall_ms = round(time.time() * 1000)
    found = begin(local_server, "Ada", "Boris", "Ece", name="Club cup")
    found.done("close-list", rounds="3")
    return found


def outbox_of(arbiter: Arbiter) -> Outbox:
    app: Any = arbiter.local_server.client.app
    outbox: Outbox = app.state.notices.outbox
    return outbox


def rows(arbiter: Arbiter) -> dict[int, NoticeRow]:
    """Follow the event, and return the notices that are stored, by entry."""
    server = arbiter.local_server
    server.run(round_notices.follow, server.hub, outbox_of(arbiter), arbiter.event)
    found = server.run(server.hub.store.rows, select(notices).where(notices.c.about == f"t/{arbiter.id}"), NoticeRow)
    return {permissions.entries_of(arbiter.event, row.person)[0]: row for row in found}


def titles(arbiter: Arbiter, entry: int) -> dict[str, bool]:
    """Return what is true for the player of an entry, and whether he looks at his page."""
    person = permissions.guest_of(arbiter.event, entry)
    found = arbiter.local_server.run(outbox_of(arbiter).waiting, person)
    said = {each: each.say(Words("en"), 0) for each in found.values()}
    assert all(each[1:] == ("Club cup", "") for each in said.values())
    assert all(each.path == f"/t/{arbiter.id}/me" for each in said)
    return {text.title: each.is_seen for each, text in said.items()}


def test_players_are_told_their_tables_until_the_result(arbiter: Arbiter, monkeypatch: pytest.MonkeyPatch) -> None:
    for entry in (1, 3):
        player(arbiter, entry)
    assert rows(arbiter) == {}
    arbiter.draft()
    assert rows(arbiter) == {}, "a draft is the arbiters'"
    arbiter.done("publish")
    assert rows(arbiter).keys() == {1, 3}, "nobody plays for entry 2"
    (board,) = (each for each in arbiter.state.rounds[0].boards if not each.is_bye)
    names = [arbiter.state.name(entry) for entry in board.seats]
    bye = next(each.first for each in arbiter.state.rounds[0].boards if each.is_bye)
    of_bye, of_table = f"Round 1: {arbiter.state.name(bye)} has the bye", f"Round 1, table 1: {names[0]} – {names[1]}"
    for entry in (1, 3):
        assert titles(arbiter, entry) == {of_bye if entry == bye else of_table: False}
    arbiter.event.last_seen[3] = arbiter.local_server.run(now)
    assert [*titles(arbiter, 3).values()] == [True]
    arbiter.event.last_seen[3] -= AWAY_S + 1
    assert [*titles(arbiter, 3).values()] == [False]
    monkeypatch.setattr(round_notices, "at_boards", lambda hub, event: {3})
    assert [*titles(arbiter, 3).values()] == [True] and [*titles(arbiter, 1).values()] == [False]
    arbiter.done("start-clock", round=1)
    arbiter.done("results", results="1 1")
    assert [entry for entry in (1, 3) if titles(arbiter, entry)] == [entry for entry in (1, 3) if entry == bye]
    arbiter.done("close", round=1)
    assert titles(arbiter, 1) == titles(arbiter, 3) == {}


async def now() -> float:
    return asyncio.get_running_loop().time()


def test_a_round_is_told_once_and_a_new_pairing_again(arbiter: Arbiter) -> None:
    player(arbiter, 1)
    arbiter.draft()
    arbiter.done("publish")
    (row,) = rows(arbiter).values()
    server, outbox = arbiter.local_server, outbox_of(arbiter)
    assert server.run(outbox.give, [row], "c") == [row]
    assert rows(arbiter)[1].sent == " c", "followed again, as after a restart: told once"
    server.run(outbox.drop, [row])
    server.time.wall_ms += LASTS_MS + 60_000
    assert rows(arbiter) == {}, "no news any more"
    server.time.wall_ms -= LASTS_MS + 60_000
    assert rows(arbiter)[1].at == row.at
    arbiter.done("unpublish", round=1, reason="wrong list")
    assert titles(arbiter, 1) == {}
    arbiter.draft()
    arbiter.done("publish")
    again = rows(arbiter)[1]
    assert (again.at > row.at, again.sent) == (True, "")
    assert server.run(outbox.waiting, row.person, [row]) == {}, "the pairing before"


def test_a_damaged_file_hides_no_other_notice(arbiter: Arbiter) -> None:
    player(arbiter, 1)
    arbiter.draft()
    arbiter.done("publish")
    (row,) = rows(arbiter).values()
    server, outbox = arbiter.local_server, outbox_of(arbiter)
    (server.hub.settings.events_folder / "damaged0.tournament").write_bytes(b"x" * 100)
    server.run(server.hub.store.write, lambda connection: outbox.tell(connection, [row.person], row.kind, "t/damaged0"))
    assert list(server.run(outbox.waiting, row.person)) == [row]


def test_a_database_that_is_away_is_waited_for(arbiter: Arbiter, monkeypatch: pytest.MonkeyPatch) -> None:
    player(arbiter, 1)
    store, tries = arbiter.local_server.hub.store, []
    write = store.write

    async def failing(work: Any, goes_first: bool = False) -> Any:
        tries.append(work)
        if len(tries) < 3:
            raise StoreError("away")
        return await write(work, goes_first)

    monkeypatch.setattr(round_notices, "RETRY_S", 0.01)
    arbiter.draft()
    monkeypatch.setattr(store, "write", failing)
    arbiter.done("publish")
    assert rows(arbiter).keys() == {1} and len(tries) >= 3
