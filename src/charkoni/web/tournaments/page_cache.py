"""What several pages of an event are made of, kept as long as it is true; after a result only what differs is made."""

import asyncio
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from charkoni.core.translations import Words
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import Board
from charkoni.tournament.standings.ranking import Line, Standings
from charkoni.web.engine.warm import freeze_heap
from charkoni.web.tournaments import views
from charkoni.web.tournaments.events import Event

T = TypeVar("T")
PATIENCE_S = 0.08
"""How long a page waits for what is computed anew, before it shows the last one."""

LARGE = 200
"""From how many entries on the tables of an event are so large that looking through them is noticed."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a round.  rests_on: what of the event they show besides boards.  rows: by board number."""

    rests_on: tuple[Any, ...]
    points: Mapping[int, str]
    rows: Mapping[int, tuple[Board, views.TableRow]]


class Shared:
    """The public state of one version of an event, and what several pages are made of; each is made once.

    The next version takes over what a result leaves as it is.
    """

    def __init__(self, state: Tournament, before: "Shared | None" = None) -> None:
        self.state = state
        self._locks = threading.Lock(), threading.Lock()
        self._standings: dict[int, Standings] = {}
        self._tables: dict[int, Tables] = {} if before is None else dict(before._tables)
        self._last = None if before is None else before._newest()

    def _newest(self) -> Standings | None:
        """Return the whole standings of this version, or what it has of an earlier one."""
        return self._standings.get(len(self.state.rounds), self._last)

    def standings(self, after: int = 0) -> Standings:
        """Return the standings after some rounds, 0 for all."""
        last = len(self.state.rounds)
        after = after or last
        with self._locks[0]:
            if after not in self._standings:
                before = self._last if after == last else None
                self._standings[after] = Standings(self.state, after or None, before)
            return self._standings[after]

    def lines(self, after: int = 0) -> list[Line]:
        """Return the lines of the standings after some rounds, 0 for all."""
        return self.standings(after).lines

    def tables(self, number: int) -> list[views.TableRow]:
        """Return the tables of a round."""
        state = self.state
        rests_on = (state.settings, state.entries, state.people, state.rounds[: number - 1])
        with self._locks[1]:
            known = self._tables.get(number)
            if known is None or known.rests_on != rests_on:
                known = Tables(rests_on, views.points_before(state, number), {})
            rows: dict[int, tuple[Board, views.TableRow]] = {}
            for board in state.rounds[number - 1].boards:
                old = known.rows.get(board.number)
                if old is None or old[0] is not board:
                    old = board, views.table_row(state, known.points, board)
                rows[board.number] = old
            self._tables[number] = Tables(rests_on, known.points, rows)
            return [row for _, row in rows.values()]


def shared(event: Event) -> Shared:
    """Return what the pages of the present version are made of."""
    found = event.kept.get("shared")
    if not found or found[0] != event.state.version:
        found = event.kept["shared"] = (event.state.version, Shared(event.public, found and found[1]))
    of: Shared = found[1]
    return of


async def ranks(event: Event, after: int = 0) -> list[views.Rank]:
    """Return the standings after some rounds, 0 for all."""
    return await kept(event, f"ranking-{after}", lambda of: views.ranking(of.standings(after)), after or None)


async def table_rows(event: Event, number: int) -> list[views.TableRow]:
    """Return the tables of a round."""
    return await kept(event, f"tables-{number}", lambda of: of.tables(number), number)


async def tables_now(event: Event, number: int) -> list[views.TableRow]:
    """Return the tables of a round as they are at this moment, however long that takes; for who works with them."""
    return await asyncio.to_thread(shared(event).tables, number)


async def table_row(event: Event, number: int, place: int) -> views.TableRow:
    """Return one table of a round as it is at this moment."""
    return (await tables_now(event, number))[place - 1]


async def table(event: Event) -> Standings:
    """Return the standings after all rounds, with what they are made of."""
    return await kept(event, "table", lambda of: of.standings())


async def lines(event: Event, after: int) -> list[Line]:
    """Return the lines of the standings after some rounds, with all terms of their tie-breaks."""
    return await kept(event, f"lines-{after}", lambda of: of.lines(after), after)


async def listed(event: Event, words: Words) -> list[views.ListRow]:
    """Return the list of entries, by name."""
    return await kept(event, f"listed-{words.language}", lambda of: views.listed(words, of.state), 0)


async def crossing(event: Event) -> tuple[tuple[str, ...], list[views.CrossRow]]:
    """Return the head and the lines of the cross table."""
    return await kept(event, "crossing", lambda of: views.crossing(of.standings()))


async def warm(event: Event) -> None:
    """Make what most pages are made of before somebody asks for it."""
    number = len(event.public.rounds)
    if number:
        await ranks(event)
        await table_rows(event, number)
        await crossing(event)
        if len(event.state.entries) >= LARGE:
            await asyncio.to_thread(freeze_heap)


async def kept(event: Event, name: str, make: Callable[[Shared], T], rounds: int | None = None) -> T:
    """Return something made of the public state; when that takes long, what it was before, and new pages later.

    rounds: of how many rounds it is made, None for all; what comes later does not change it.
    """
    of = shared(event)
    state = of.state
    key = (
        state.settings, state.entries, state.people, state.prohibitions, state.initial, state.boosts,
        state.rounds[:rounds],
    )  # fmt: skip
    until = asyncio.get_running_loop().time() + PATIENCE_S
    while True:
        old = event.kept.get(name)
        if old and old[0] == key:
            return old[1]  # type: ignore[no-any-return]  # kept by the same call
        work = event.kept.get(("work", name))
        if work is None:
            work = event.kept["work", name] = asyncio.create_task(_made(event, name, key, of, make))
        try:
            async with asyncio.timeout_at(until if old else None):
                await asyncio.shield(work)
        except TimeoutError:
            work.add_done_callback(lambda _: event.tell())
            return old[1]  # type: ignore[index,no-any-return]  # there is no limit without it


async def _made(event: Event, name: str, key: tuple[Any, ...], of: Shared, make: Callable[[Shared], Any]) -> None:
    try:
        event.kept[name] = (key, await asyncio.to_thread(make, of))
    finally:
        event.kept.pop(("work", name), None)
