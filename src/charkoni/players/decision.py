"""The decision of a player: its move and, where the player reports them, the value, the time and the nodes."""

import time
from dataclasses import dataclass

from charkoni.core.record import Player, Record


@dataclass(frozen=True, slots=True)
class Decision:
    """A move with the player's assessment of it.

    value: the expected points of the player, 0 to 1, None if it has none.  seconds: elapsed time.  nodes: positions
    searched, or playouts; None for players that do not search.  processor_seconds: CPU time of all its threads; None if
    unknown.  exact: the value is proved.
    """

    move: str
    value: float | None
    seconds: float
    nodes: int | None = None
    processor_seconds: float | None = None
    exact: bool = False


def decide(player: Player, record: Record) -> Decision:
    """Ask a player for a move, and return it with value, time and nodes as far as known.

    >>> import charkoni
    >>> from charkoni.players import decide, player
    >>> decision = decide(player("mcts:100", seed=1), charkoni.Record(charkoni.game("mosty:size=3")))
    >>> decision.nodes, 0 <= decision.value <= 1, decision.seconds > 0
    (100, True, True)
    """
    began, began_cpu = time.perf_counter(), time.process_time()
    find = getattr(player, "find", None)
    found = player.choose(record) if find is None else find(record)
    seconds, processor_seconds = time.perf_counter() - began, time.process_time() - began_cpu
    if isinstance(found, Decision):
        return found
    if isinstance(found, str):
        return Decision(found, None, seconds, None, processor_seconds)
    value, exact = getattr(found, "value", None), bool(getattr(found, "exact", False))
    return Decision(found.move, value, seconds, getattr(found, "nodes", None), processor_seconds, exact)
