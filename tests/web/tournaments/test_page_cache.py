"""The cache of pages: rows are reused while they are true, and recomputed while pages show the earlier ones."""

import threading
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import started

from charkoni.tournament import simulate
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.rounds import Result
from charkoni.tournament.standings.ranking import standings
from charkoni.tournament.standings.round_tables import table_rows
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.page_cache import Snapshot


def snapshot_of(state: Tournament, before: Snapshot | None = None) -> Snapshot:
    """Return the snapshot of an event in a state."""
    event: Any = SimpleNamespace(state=state)
    return Snapshot(event, before)


def test_tables_and_standings_that_follow_a_result_are_those_made_anew() -> None:
    state = simulate.tournament("kept", 12, 4)
    before = snapshot_of(state)
    before.tables(4), before.tables(2), before.standings().lines
    last = state.rounds[-1]
    later = state.with_board(last, replace(last.boards[0], result=Result("=", "=")))
    now = snapshot_of(later, before)
    assert now.tables(4) == table_rows(later, 4) != before.tables(4)
    assert now.tables(2) == table_rows(later, 2)
    assert now.standings().lines == standings(later) != before.standings().lines
    assert now.tables(4)[1] is before.tables(4)[1]  # what a result leaves as it is, is not made again
    renamed = replace(later, people={**later.people, "p1": Person("Renamed")})
    assert snapshot_of(renamed, now).tables(2) == table_rows(renamed, 2) != now.tables(2)
    earlier = later.with_board(later.rounds[0], replace(later.rounds[0].boards[0], result=Result("0", "0")))
    assert snapshot_of(earlier, now).tables(4) == table_rows(earlier, 4) != now.tables(4)  # points before the round


def test_a_page_shows_the_earlier_value_during_a_computation(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    event, gate = arbiter.event, threading.Event()

    def version(current: Snapshot) -> int:
        return current.state.version

    def slow(current: Snapshot) -> int:
        assert gate.wait(60)
        return current.state.version

    async def made() -> None:
        work = event.cache.get(("work", "test"))
        if work is not None:
            await work

    async def run_cached(compute: Callable[[Snapshot], int]) -> int:
        return await page_cache.cached(page_cache.snapshot(event), "test", compute)

    first = local_server.run(run_cached, version)
    arbiter.done("result", round=1, board=1, result="1")
    assert local_server.run(run_cached, slow) == first
    arbiter.done("result", round=1, board=1, result="0")
    assert local_server.run(run_cached, version) == first  # the first work is still going on
    shown = event.page_version
    gate.set()
    local_server.run(made)
    assert event.page_version > shown  # pages are notified
    local_server.run(run_cached, version)
    local_server.run(made)
    assert local_server.run(run_cached, version) == event.state.version > first
