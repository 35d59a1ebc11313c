"""The engine behind `charkoni engine`: queries wait by priority, threads search, every query gets its answers."""

import importlib.metadata
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from charkoni.analysis.engine_queries import Action, BadQuery, Query, read_line
from charkoni.analysis.record_search import RecordSearcher
from charkoni.analysis.report import record_after
from charkoni.core.constants import CHANCE
from charkoni.core.record import LETTERS
from charkoni.search import SearchResult

PROTOCOL = 1
LONGEST_LINE = 1 << 20

Write = Callable[[str], None]
"""Takes one line without its end; called by one thread at a time."""


@dataclass(slots=True)
class _Job:
    """A query and how far it is."""

    query: Query
    left: list[int]
    ended: threading.Event = field(default_factory=threading.Event)


class EngineService:
    """Answers lines.  `parallel` queries are searched at a time, each position of a query by itself."""

    def __init__(self, write: Write, parallel: int = 1) -> None:
        """Take what writes answers, and how many searches run at a time."""
        self._write = write
        self._writing = threading.Lock()
        self._change = threading.Condition()
        self._waiting: list[tuple[int, int, int, _Job]] = []
        self._jobs: dict[str, _Job] = {}
        self._order = 0
        self._closing = False
        self._broken = False
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(parallel)]
        for thread in self._threads:
            thread.start()

    def take(self, line: bytes) -> None:
        """Answer a line: at once what can be, else when the search ends.  Blank lines are left out."""
        if not line.strip():
            return
        try:
            if len(line) > LONGEST_LINE:
                raise BadQuery("TOO_LONG", f"the line is longer than {LONGEST_LINE} bytes")
            found = read_line(line)
            if isinstance(found, Action):
                self._act(found)
            else:
                self._accept(found)
        except BadQuery as error:
            self._say(error.answer())

    def drain(self) -> None:
        """Wait until every query is answered."""
        with self._change:
            while self._jobs:
                self._change.wait(0.5)  # a time, so that Ctrl-C is heard meanwhile
            self._closing = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join()

    def stop(self) -> None:
        """End all searches: every query is answered with what is known."""
        with self._change:
            jobs = list(self._jobs.values())
        for job in jobs:
            job.ended.set()

    # --- lines --------------------------------------------------------------------------------------------------------

    def _act(self, action: Action) -> None:
        answer: dict[str, Any] = {"id": action.id, "action": action.name}
        if action.name == "query_version":
            answer |= {"version": importlib.metadata.version("charkoni"), "protocol": PROTOCOL}
        else:
            with self._change:
                ids = list(self._jobs) if action.name == "terminate_all" else [action.target or ""]
                ended = [name for name in ids if name in self._jobs]
                for name in ended:
                    self._jobs[name].ended.set()
            answer["terminated"] = ended
        self._say(answer)

    def _accept(self, query: Query) -> None:
        job = _Job(query, list(query.turns))
        with self._change:
            if self._broken:  # nobody would hear the answer
                return
            if query.id in self._jobs:
                raise BadQuery("ID_IN_USE", "a query with this id is not answered yet", "id", query.id)
            self._jobs[query.id] = job
            for turn in query.turns:
                self._order += 1
                heappush(self._waiting, (-query.priority, self._order, turn, job))
            self._change.notify_all()

    def _say(self, answer: dict[str, Any]) -> None:
        text = json.dumps(answer, separators=(",", ":"))
        with self._writing:
            if self._broken:
                return
            try:
                self._write(text)
            except (OSError, ValueError):  # nobody listens any more
                self._broken = True
        if self._broken:
            self.stop()

    # --- searches -----------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        searcher = RecordSearcher()
        while True:
            with self._change:
                while not self._waiting and not self._closing:
                    self._change.wait()
                if not self._waiting:
                    return
                _, _, turn, job = heappop(self._waiting)
            try:
                self._say(self._answer(searcher, job, turn))
            except Exception as error:  # a fault of the program must not leave the query without an answer
                problem = f"this is a fault of the program: {type(error).__name__}: {error}"
                self._say({"id": job.query.id, "error": problem, "code": "INTERNAL", "field": None})
            with self._change:
                job.left.remove(turn)
                if not job.left:
                    del self._jobs[job.query.id]
                    self._change.notify_all()

    def _answer(self, searcher: RecordSearcher, job: _Job, turn: int) -> dict[str, Any]:
        """Search one position of a query and return its answer."""
        query = job.query
        record = record_after(query.record, turn)
        head = {"id": query.id, "turn": turn, "game": record.game.name, "position": str(record.position)}
        outcome = record.outcome
        if outcome:
            told = {"scores": [str(score) for score in outcome.scores], "reason": outcome.reason}
            values = [float(score) for score in outcome.scores]
            return {**head, "to_move": None, "best": None, "values": values, "lines": [], "nodes": 0, "depth": 0,
                    "seconds": 0.0, "exact": True, "stopped": False, "outcome": told}  # fmt: skip
        head["to_move"] = None if record.turn == CHANCE else LETTERS[record.turn]
        if job.ended.is_set():
            return {**head, "stopped": True, "no_results": True}
        found = searcher.search(record, query.limits, job.ended.is_set)
        return {**head, **as_json(found), "stopped": job.ended.is_set()}


def as_json(found: SearchResult) -> dict[str, Any]:
    """Return what a search found, as the protocol tells it."""
    return {
        "best": found.move,
        "values": [round(value, 6) for value in found.values],
        "lines": [
            {
                "move": choice.move,
                "value": round(choice.value, 6),
                "effort": choice.effort,
                "exact": choice.exact,
                "line": list(choice.line),
            }
            for choice in found.ranking
        ],
        "nodes": found.nodes,
        "depth": found.depth,
        "seconds": round(found.seconds, 4),
        "exact": found.exact,
    }
