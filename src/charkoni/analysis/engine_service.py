"""The service behind `charkoni engine`: a priority queue of queries, searched by threads.

Every query gets one answer per turn, in the order in which the searches end:

    id, turn, game, position   the query, the number of moves played, the game, the position as text
    to_move                    str, the letter of the player to move; None at a throw or the end
    best                       str, the best move; None if no player is to move
    values                     list of float, the expected points of each player, 0 to 1
    lines                      list of {move, value, effort, exact, line}: the moves with values, best first; effort:
                               depth in plies, or visits; line: the principal variation
    nodes, depth, seconds      int, int, float
    exact, stopped             bool: the values are proved; the search was terminated
    outcome                    only at the end of the game: {scores: list of str, fractions; reason: str}

A query terminated before its search began is answered by id, turn, game, position, to_move, "stopped": true and
"no_results": true.  Actions are answered by {id, action} with version, protocol (query_version) or terminated, the list
of ids that are ended.  Refusals: `charkoni.analysis.engine_queries`.
"""

import importlib.metadata
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush

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
class _QueryJob:
    """A query, the turns not answered yet, and whether it is terminated."""

    query: Query
    left: list[int]
    ended: threading.Event = field(default_factory=threading.Event)


class EngineService:
    """Answers lines.  `parallel` positions are searched at a time."""

    def __init__(self, write: Write, parallel: int = 1) -> None:
        """Take the function that writes answers, and the number of threads."""
        self._write = write
        self._write_lock = threading.Lock()
        self._change = threading.Condition()
        self._waiting: list[tuple[int, int, int, _QueryJob]] = []
        self._jobs: dict[str, _QueryJob] = {}
        self._order = 0
        self._closing = False
        self._broken = False
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(parallel)]
        for thread in self._threads:
            thread.start()

    def handle_line(self, line: bytes) -> None:
        """Answer a line: actions and refusals at once, queries when a search ends.  Blank lines are skipped."""
        if not line.strip():
            return
        try:
            if len(line) > LONGEST_LINE:
                raise BadQuery("TOO_LONG", f"the line is longer than {LONGEST_LINE} bytes")
            request = read_line(line)
            if isinstance(request, Action):
                self._answer_action(request)
            else:
                self._enqueue(request)
        except BadQuery as error:
            self._send(error.answer())

    def drain(self) -> None:
        """Wait until every query is answered."""
        with self._change:
            while self._jobs:
                self._change.wait(0.5)  # with a timeout, so that Ctrl-C is handled
            self._closing = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join()

    def stop(self) -> None:
        """Terminate all searches: every query is answered with the result so far."""
        with self._change:
            jobs = list(self._jobs.values())
        for job in jobs:
            job.ended.set()

    # --- lines --------------------------------------------------------------------------------------------------------

    def _answer_action(self, action: Action) -> None:
        answer: dict[str, object] = {"id": action.id, "action": action.name}
        if action.name == "query_version":
            answer |= {"version": importlib.metadata.version("charkoni"), "protocol": PROTOCOL}
        else:
            with self._change:
                ids = list(self._jobs) if action.name == "terminate_all" else [action.target or ""]
                ended = [name for name in ids if name in self._jobs]
                for name in ended:
                    self._jobs[name].ended.set()
            answer["terminated"] = ended
        self._send(answer)

    def _enqueue(self, query: Query) -> None:
        job = _QueryJob(query, list(query.turns))
        with self._change:
            if self._broken:  # nobody reads the answers
                return
            if query.id in self._jobs:
                raise BadQuery("ID_IN_USE", "a query with this id is not answered yet", "id", query.id)
            self._jobs[query.id] = job
            for turn in query.turns:
                self._order += 1
                heappush(self._waiting, (-query.priority, self._order, turn, job))
            self._change.notify_all()

    def _send(self, answer: dict[str, object]) -> None:
        text = json.dumps(answer, separators=(",", ":"))
        with self._write_lock:
            if self._broken:
                return
            try:
                self._write(text)
            except (OSError, ValueError):  # the answers are no longer read
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
                self._send(self._answer(searcher, job, turn))
            except Exception as error:  # a fault of the program must not leave the query without an answer
                problem = f"this is a fault of the program: {type(error).__name__}: {error}"
                self._send({"id": job.query.id, "error": problem, "code": "INTERNAL", "field": None})
            with self._change:
                job.left.remove(turn)
                if not job.left:
                    del self._jobs[job.query.id]
                    self._change.notify_all()

    def _answer(self, searcher: RecordSearcher, job: _QueryJob, turn: int) -> dict[str, object]:
        """Search one position of a query; return the answer."""
        query = job.query
        record = record_after(query.record, turn)
        head = {"id": query.id, "turn": turn, "game": record.game.name, "position": str(record.position)}
        outcome = record.outcome
        if outcome:
            ending = {"scores": [str(score) for score in outcome.scores], "reason": outcome.reason}
            values = [float(score) for score in outcome.scores]
            return {**head, "to_move": None, "best": None, "values": values, "lines": [], "nodes": 0, "depth": 0,
                    "seconds": 0.0, "exact": True, "stopped": False, "outcome": ending}  # fmt: skip
        head["to_move"] = None if record.turn == CHANCE else LETTERS[record.turn]
        if job.ended.is_set():
            return {**head, "stopped": True, "no_results": True}
        result = searcher.search(record, query.limits, job.ended.is_set)
        return {**head, **as_json(result), "stopped": job.ended.is_set()}


def as_json(result: SearchResult) -> dict[str, object]:
    """Return a search result as the fields of an answer."""
    return {
        "best": result.move,
        "values": [round(value, 6) for value in result.values],
        "lines": [
            {
                "move": choice.move,
                "value": round(choice.value, 6),
                "effort": choice.effort,
                "exact": choice.exact,
                "line": list(choice.line),
            }
            for choice in result.ranking
        ],
        "nodes": result.nodes,
        "depth": result.depth,
        "seconds": round(result.seconds, 4),
        "exact": result.exact,
    }
