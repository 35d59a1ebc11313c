"""Analyses of records: the engine's workers search position after position, and each row is stored at once.

The key of an analysis is a digest of its record.  A stopped analysis resumes where it stopped, also after a restart of
the server; no position is searched twice, also where several processes serve one database.
"""

import asyncio
import hashlib
import json
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from charkoni.analysis.puzzles import promising
from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.games.opponents import ADVICE_NODES
from charkoni.web.allowances import ANALYSES
from charkoni.web.engine.warm import warm
from charkoni.web.engine.worker import EngineError
from charkoni.web.http.quotas import User, network_of
from charkoni.web.live.hub import Hub
from charkoni.web.store import StoreError
from charkoni.web.store.tables import Work

if TYPE_CHECKING:  # no first game needs it
    from charkoni.analysis.record_search import Row

logger = logging.getLogger(__name__)

MOST_PLIES = 1000
"""Of a longer record only the outline is made."""

MOST_IN_MEMORY = 64
RECORD, PUZZLE, OUTLINE = -1, -2, -3
"""The parts of a stored result that are the record itself, a puzzle from it, and its outline; part n is the row of ply
n."""

OUTLINE_NODES = 500
OUTLINE_S = 1.0
"""The node budget of each position of an outline, and how long it may take."""

MOST_CANDIDATES = 3
"""The most positions of a record that are tried as a puzzle."""

TRIES = 2
_UNKNOWN = User("", "analyses")


@dataclass(slots=True)
class Run:
    """An analysis.

    rows: the results, one per position, in order.  outline: rows of all positions from small searches (see
    `chances.outline`), [] until they are there.  puzzle: a position of the record as a puzzle (see `Puzzle.json`).
    problem: ENGINE or NOT_STORED after a failure.  user: the user who started or resumed it and is charged for the
    engine's time.
    """

    key: str
    record: Record
    rows: "list[Row]" = field(default_factory=list)
    outline: "list[Row]" = field(default_factory=list)
    puzzle: dict[str, object] | None = None
    is_wanted: bool = False
    problem: str = ""
    task: asyncio.Task[None] | None = None
    user: User = _UNKNOWN

    def read(self, parts: Mapping[int, str]) -> None:
        """Take what is stored, by its parts: the rows up to the first that is missing, outline and puzzle."""
        rows = [json.loads(parts[ply]) for ply in range(len(self.record) + 1) if ply in parts]
        self.rows = [row for ply, row in enumerate(rows) if row["ply"] == ply]
        self.outline = json.loads(parts.get(OUTLINE, "[]"))
        self.puzzle = json.loads(parts.get(PUZZLE, "null"))

    @property
    def is_done(self) -> bool:
        """Whether all positions are searched; of a very long record, whether its outline is there."""
        return len(self.rows) > len(self.record) or (len(self.record) > MOST_PLIES and bool(self.outline))

    @property
    def is_worked_on(self) -> bool:
        """Whether this process searches now."""
        return self.task is not None and not self.task.done()

    @property
    def is_running(self) -> bool:
        """Whether it is wanted and not done."""
        return self.is_wanted and not self.is_done


def key_of(text: str) -> str:
    """Return the key of the analysis of a record, given as text."""
    return hashlib.sha256(f"{ADVICE_NODES} {text}".encode()).hexdigest()[:20]


def _claim_of(key: str) -> str:
    return f"analysis {key}"


def game_in(text: str) -> str:
    """Return the name of the game in the first tag of a record that this program wrote."""
    return text.partition('"')[2].partition('"')[0]


class Analyses:
    """The analyses of a server."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._puzzles = set[str]()
        hub.cluster.handlers["stopped"] = self._stopped

    async def add(self, record: Record) -> Run:
        """Return the analysis of a record, which is stored; raise StoreError."""
        text = str(record)
        key = key_of(text)
        run = await self.find(key)
        if run is None:
            await self.hub.store.results.keep(key, [(RECORD, text)], self.hub.time.wall())
            run = self._runs.get(key) or self._cache(Run(key, record))
        return run

    async def find(self, key: str) -> Run | None:
        """Return an analysis that is stored, or None; raise StoreError."""
        run = self._runs.get(key)
        if run is not None:
            self._runs.move_to_end(key)
            await self._catch_up(run)
            return run
        parts = await self.hub.store.results.parts(key)
        text = parts.pop(RECORD, "")
        if not text:
            return None
        await warm(named(game_in(text)))
        record = await asyncio.to_thread(Record.parse, text)
        if not (run := self._runs.get(key)):
            run = self._cache(Run(key, record))
            run.read(parts)
        await self._catch_up(run)
        return run

    async def _catch_up(self, run: Run) -> None:
        """Read the rows that another process has stored since."""
        if run.is_done or run.is_worked_on or not self.hub.store.is_shared:
            return
        is_wanted = await self.hub.cluster.is_claimed(_claim_of(run.key))
        parts = await self.hub.store.results.parts(run.key)
        if not run.is_worked_on:
            run.is_wanted = is_wanted
            run.read(parts)

    def _cache(self, run: Run) -> Run:
        self._runs[run.key] = run
        for key, old in list(self._runs.items())[:-MOST_IN_MEMORY]:
            if not old.is_running:
                del self._runs[key]
        return run

    def start(self, run: Run, user: User) -> None:
        """Start or resume an analysis charged to a user, including the engine's time; raise RateLimited."""
        if not run.is_done and not run.is_worked_on:
            self.hub.quotas.spend(user, "analysis")
            run.user = user
        run.is_wanted, run.problem = True, ""
        if not run.is_done and not run.is_worked_on:
            run.task = self.hub.tasks.spawn(self._work(run))

    def stop(self, run: Run) -> None:
        """Stop the search, in whichever process it runs; the rows stay."""
        run.is_wanted = False
        self.hub.cluster.publish(run.key, "stopped")

    def _stopped(self, note: dict[str, Any]) -> None:
        if run := self._runs.get(note["game"]):
            run.is_wanted = False

    async def _work(self, run: Run) -> None:
        """Search, unless another process has claimed this analysis."""
        work = _claim_of(run.key)
        try:
            if await self.hub.cluster.claim(work):
                try:
                    await self._note_owner(run)
                    await self._search(run)
                finally:
                    await self.hub.cluster.release_claim(work)
        except StoreError as error:
            logger.warning("an analysis was not begun: %s", error)
            run.problem, run.is_wanted = "NOT_STORED", False

    async def _note_owner(self, run: Run) -> None:
        """Store the starter of an analysis, replacing their oldest one at the limit; raise StoreError."""
        removal, (address, person) = self.hub.store.removal, run.user
        await removal.note_work(Work("analysis", run.key, person, network_of(address), self.hub.time.wall()))
        oldest = (await removal.works_of("analysis", person=person))[ANALYSES:]
        await self.hub.store.results.delete(oldest)
        await removal.delete_works("analysis", oldest)

    async def _search(self, run: Run) -> None:
        """Search an outline, then position after position, and store each result at once."""
        try:
            if not run.outline:  # of all positions, so that the curve of the chances is there at once
                options = {"nodes": OUTLINE_NODES, "seconds": OUTLINE_S}
                run.outline = await self._find(run, len(run.record), "outline", OUTLINE, **options) or []
            while run.is_running:
                ply = len(run.rows)
                row = await self._find(run, ply, "look", ply, nodes=ADVICE_NODES)
                if row is not None:  # else it was stopped, and perhaps resumed since
                    run.rows.append(row)
            if run.is_done and run.rows:
                await self._find_puzzle(run, run.rows)
        except (EngineError, StoreError) as error:
            logger.warning("an analysis stopped: %s", error)
            run.problem = "ENGINE" if isinstance(error, EngineError) else "NOT_STORED"
            run.is_wanted = False

    def find_puzzle(self, run: Run, rows: "Sequence[Row]", user: User) -> None:
        """Search a puzzle in a record, of which a page has found the rows, at the cost of a user."""
        if run.puzzle is None and run.key not in self._puzzles and self.hub.engine.is_on:
            self._puzzles.add(run.key)
            # Apart from the run, which the server may search meanwhile.
            self.hub.tasks.spawn(self._try_puzzle(replace(run, user=user, is_wanted=True, task=None), rows))

    async def _try_puzzle(self, run: Run, rows: "Sequence[Row]") -> None:
        try:
            await self._find_puzzle(run, rows)
            if stored := self._runs.get(run.key):
                stored.puzzle = stored.puzzle or run.puzzle
        except (EngineError, StoreError) as error:
            logger.warning("a puzzle was not searched: %s", error)
        finally:
            self._puzzles.discard(run.key)

    async def _find_puzzle(self, run: Run, rows: "Sequence[Row]") -> None:
        """Search the first puzzle among the most promising positions of a record."""
        for ply in promising(run.record, rows)[:MOST_CANDIDATES]:
            run.puzzle = run.puzzle or await self._find(run, ply, "puzzle", PUZZLE, nodes=ADVICE_NODES)

    async def _find(self, run: Run, plies: int, task: str, part: int, **options: object) -> Any:
        """Return what a task of the engine finds after some plies, stored as a part of the result; None for nothing.

        A failure of the engine at a row is tried again.
        """
        for left in reversed(range(TRIES if task == "look" else 1)):
            try:
                found = await self.hub.engine.find(
                    run.user, run.record.game.name, str(run.record.start), run.record.moves[:plies], task,
                    lambda: run.is_wanted, **options,
                )  # fmt: skip
                break
            except EngineError:
                if not left:
                    raise
        if found:
            content = found | {"ply": plies} if task == "look" else found
            await self.hub.store.results.keep(run.key, [(part, json.dumps(content))], self.hub.time.wall())
            return content
        return None
