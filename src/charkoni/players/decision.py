"""The decision of a player: its move and, where the player reports them, the value, the time and the nodes."""

import time
from dataclasses import dataclass
from typing import Any

from charkoni.core.record import Player, Record


@dataclass(frozen=True, slots=True)
class Decision:
    """A move with what the player knows about it.

    value: the expected points of its player, 0 to 1, None where it has none.  seconds: from the question to the answer,
    by the clock.  nodes: positions searched, or playouts; None for players that do not search.  processor_seconds: of
    all its threads; None where that is not known.  exact: the value is proved.
    """

    move: str
    value: float | None
    seconds: float
    nodes: int | None = None
    processor_seconds: float | None = None
    exact: bool = False


def decide(player: Player, record: Record) -> Decision:
    """Ask any player for a move, and return it with its value, time and nodes as far as they are known.

    >>> import charkoni
    >>> from charkoni.players import decide, player
    >>> decision = decide(player("mcts:100", seed=1), charkoni.Record(charkoni.game("mosty:size=3")))
    >>> decision.nodes, 0 <= decision.value <= 1, decision.seconds > 0
    (100, True, True)
    """
    began, began_cpu = time.perf_counter(), time.process_time()
    find: Any = getattr(player, "find", None)
    found = player.choose(record) if find is None else find(record)
    seconds, processor_seconds = time.perf_counter() - began, time.process_time() - began_cpu
    if isinstance(found, Decision):
        return found
    if isinstance(found, str):
        return Decision(found, None, seconds, None, processor_seconds)
    value, exact = getattr(found, "value", None), bool(getattr(found, "exact", False))
    return Decision(found.move, value, seconds, getattr(found, "nodes", None), processor_seconds, exact)
