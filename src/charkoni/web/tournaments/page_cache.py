"""The cache of pages: rows that several pages of an event share, updated by parts after a result."""

import asyncio
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from charkoni.core.translations import Words
from charkoni.tournament.model.rounds import Board
from charkoni.tournament.standings.crosstable import Crosstable
from charkoni.tournament.standings.rank_list import Rank, indexed_crosstable, ranks_of
from charkoni.tournament.standings.ranking import Standings
from charkoni.tournament.standings.round_tables import TableRow, points_before, table_row
from charkoni.web.engine.warm import freeze_heap
from charkoni.web.tournaments import event_rows
from charkoni.web.tournaments.event_rows import EntryRow
from charkoni.web.tournaments.events import OpenEvent

T = TypeVar("T")

WAIT_S = 0.08
"""How many seconds a page waits for rows that are computed, before it shows the previous ones."""

LARGE = 200
"""From how many entries on the garbage collector takes noticeable time to traverse the rows of an event."""


RoundRows = tuple[tuple[object, ...], Mapping[int, str], Mapping[int, tuple[Board, TableRow]]]
"""The tables of a round: what of the event they show besides boards, points before it, rows by board number."""


class Snapshot:
    """One version of an event, which stays the same while a page waits, and the rows computed from it, each once.

    whole: the state with a draft.  state: the public one.  The snapshot of the next version takes over all rows that a
    result does not change.
    """

    def __init__(self, event: OpenEvent, before: "Snapshot | None" = None) -> None:
        self.event, self.whole = event, event.state
        self.state = replace(self.whole, rounds=self.whole.paired)
        self._locks = threading.Lock(), threading.Lock()
        self._standings: dict[int, Standings] = {}
        self._tables: dict[int, RoundRows] = {} if before is None else dict(before._tables)
        self._last: Standings | None = None
        """Those after all closed rounds of the version before, or of an earlier one."""
        if before is not None:
            self._last = before._standings.get(before.state.closed, before._last)

    def standings(self, after: int = 0) -> Standings:
        """Return the standings after some rounds, 0 for all that are closed."""
        last = self.state.closed
        after = after or last
        with self._locks[0]:
            if after not in self._standings:
                before = self._last if after == last else None
                self._standings[after] = Standings(self.state, after, before)
            return self._standings[after]

    def tables(self, number: int) -> list[TableRow]:
        """Return the tables of a round."""
        state = self.state
        key = (state.settings, state.entries, state.people, state.rounds[: number - 1])
        with self._locks[1]:
            known_key, points, known = self._tables.get(number, ((), {}, {}))
            if known_key != key:
                points, known = points_before(state, number), {}
            rows: dict[int, tuple[Board, TableRow]] = {}
            for board in state.rounds[number - 1].boards:
                old = known.get(board.number)
                if old is None or old[0] is not board:
                    old = board, table_row(state, points, board)
                rows[board.number] = old
            self._tables[number] = key, points, rows
            return [row for _, row in rows.values()]


def snapshot(event: OpenEvent) -> Snapshot:
    """Return the snapshot of the present version."""
    current: Snapshot | None = event.cache.get("snapshot")
    if current is None or current.whole is not event.state:
        current = event.cache["snapshot"] = Snapshot(event, current)
    return current


async def cached(current: Snapshot, name: str, compute: Callable[[Snapshot], T], rounds: int | None = None) -> T:
    """Return a value computed from the public state; waits at most WAIT_S when there is an earlier value.

    When the computation takes longer, the earlier value is returned, and pages are refreshed once it is done.
    name: the key in the cache.  rounds: how many rounds the value depends on, None for all.
    """
    event, state = current.event, current.state
    key = (
        state.settings, state.entries, state.people, state.prohibitions, state.initial, state.boosts,
        state.rounds[:rounds],
    )  # fmt: skip

    async def computed() -> None:
        try:
            event.cache[name] = (key, await asyncio.to_thread(compute, current))
        finally:
            event.cache.pop(("work", name), None)

    until = asyncio.get_running_loop().time() + WAIT_S
    while True:
        old = event.cache.get(name)
        if old and old[0] == key:
            return old[1]  # type: ignore[no-any-return]  # cached by a call with the same name
        work = event.cache.get(("work", name))
        if work is None:
            work = event.cache["work", name] = asyncio.create_task(computed())
        try:
            async with asyncio.timeout_at(until if old else None):
                await asyncio.shield(work)
        except TimeoutError:
            work.add_done_callback(lambda _: event.notify())
            return old[1]  # type: ignore[index,no-any-return]  # without an old value nothing times out


# --- rows -------------------------------------------------------------------------------------------------------------


async def ranks(current: Snapshot, after: int = 0) -> list[Rank]:
    """Return the rows of the standings after some rounds, 0 for all that are closed."""
    return await cached(current, f"ranks-{after}", lambda of: ranks_of(of.standings(after)), after or None)


async def round_tables(current: Snapshot, number: int) -> list[TableRow]:
    """Return the tables of a round."""
    return await cached(current, f"tables-{number}", lambda of: of.tables(number), number)


async def current_round_tables(current: Snapshot, number: int) -> list[TableRow]:
    """Return the tables of a round in this very version, without a limit of time; for arbiters and players."""
    return await asyncio.to_thread(current.tables, number)


async def current_table(current: Snapshot, number: int, table: int) -> TableRow:
    """Return one table of a round in this very version."""
    return (await current_round_tables(current, number))[table - 1]


async def standings(current: Snapshot, after: int = 0) -> Standings:
    """Return the standings after some rounds, 0 for all that are closed."""
    return await cached(current, f"standings-{after}", lambda of: of.standings(after), after or None)


async def entries(current: Snapshot, words: Words) -> list[EntryRow]:
    """Return the list of entries, sorted by name."""
    return await cached(current, f"entries-{words.language}", lambda of: event_rows.entry_rows(words, of.state), 0)


async def crosstable(current: Snapshot) -> tuple[Crosstable, dict[str, int]]:
    """Return the crosstable, and the ids of the entries by their numbers in it."""
    return await cached(current, "crosstable", lambda of: indexed_crosstable(of.standings()))


async def warm(event: OpenEvent) -> None:
    """Compute the rows of the most frequent pages ahead of their first request."""
    current = snapshot(event)
    number = len(current.state.rounds)
    if number:
        await ranks(current)
        await round_tables(current, number)
        await crosstable(current)
        if len(event.state.entries) >= LARGE:
            await asyncio.to_thread(freeze_heap)
