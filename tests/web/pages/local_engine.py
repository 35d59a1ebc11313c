"""An engine without processes, for tests of pages that use it."""

import asyncio
from typing import Any

from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.web.engine import tasks
from charkoni.web.engine.worker import EngineError


def row_of(name: str, start: str, moves: Any, first: float = 0.5) -> dict[str, Any]:
    """Return the row of a position without a search; `first`: the expected points of the first player."""
    record = Record(named(name), named(name).parse(start) if start else None)
    for move in moves:
        record.play(move)
    move = record.position.moves[0] if record.position.moves else None
    lines = [{"move": move, "value": 0.5, "line": [move], "exact": False}] if move else []
    found = {"ply": len(moves), "values": [first, 1 - first], "best": move, "lines": lines, "nodes": 1, "exact": False}
    danger = {"threat": {"answer": move, "cost": 0.2}} if move else {}
    return found | danger | {"features": [["bridges still needed", -0.5, 2.0, 1.0]]}


class LocalEngine:
    """An engine without processes: rows without search, other tasks in a thread, faults and pauses on demand."""

    is_on = True
    queued = 0
    ready = frozenset[str]()

    def __init__(self) -> None:
        self.searched: list[int] = []
        self.fails_at: int | None = None
        self.waits_at: int | None = None
        self.go_on = asyncio.Event()
        self.firsts: dict[Any, float] = {}

    def want(self, name: str) -> None:
        """Do nothing: everything is compiled."""

    async def find(
        self, user: str, name: str, start: str, moves: Any, task: str, is_wanted: Any = lambda: True, **options: Any
    ) -> Any:
        if task == "outline":
            return [row_of(name, start, moves[:ply]) for ply in range(len(moves) + 1)]
        self.searched.append(len(moves))
        if self.waits_at == len(moves):
            await self.go_on.wait()
        if self.fails_at == len(moves):
            raise EngineError("it is gone")
        if not is_wanted():
            return None
        if task == "look":
            return row_of(name, start, moves, self.firsts.get(tuple(moves), self.firsts.get(len(moves), 0.5)))
        return await asyncio.to_thread(tasks.run, task, named(name), start, moves, options | {"nodes": 60})
