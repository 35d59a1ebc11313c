"""Threats: the answer of the opponent that refutes most moves."""

from collections import Counter
from dataclasses import dataclass
from statistics import mean

from charkoni.analysis.record_search import RecordSearcher
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.record import Record
from charkoni.search import Limits, SearchResult, Stop

# Eight searches of a twentieth each cost less than half of the search of the position.  Chosen, not measured; COST is
# the band of a mistake (`grading.MISTAKE`).
SAMPLE = 8
SHARE = 0.5
COST = 0.10
NODES_SHARE = 20
FEWEST_NODES = 50
USUAL_NODES = 500


@dataclass(frozen=True, slots=True)
class Threat:
    """A reply allowed by most moves, and its average cost in points compared with the best move."""

    answer: str
    cost: float


def threat(
    record: Record, result: SearchResult, searcher: RecordSearcher, limits: Limits, stop: Stop | None = None
) -> Threat | None:
    """Return the threat in a searched position, or None.

    A sample of the other moves is searched shallowly.  A threat is a reply that is best against at least SHARE of them
    and costs at least COST points on average.
    """
    if result.move is None:
        return None
    me = record.turn
    others = [move for move in record.position.moves if move != result.move]
    nodes = max(limits.nodes // NODES_SHARE, FEWEST_NODES) if limits.nodes else USUAL_NODES
    costs: dict[str, list[float]] = {}
    seen = 0
    for move in spread_out(others, SAMPLE):
        if stop and stop():
            return None
        after = record.position.play(move)
        seen += 1
        if after.turn in (CHANCE, OVER) or record.game.sides[after.turn] == record.game.sides[me]:
            continue
        answer = searcher.search(after, Limits(nodes=nodes))
        if answer.move:
            costs.setdefault(answer.move, []).append(result.values[me] - answer.values[me])
    if not costs:
        return None
    answer_move, times = Counter({move: len(each) for move, each in costs.items()}).most_common(1)[0]
    cost = mean(costs[answer_move])
    if times < 2 or times < SHARE * seen or cost < COST:
        return None
    return Threat(answer_move, cost)


def spread_out(moves: list[str], most: int) -> list[str]:
    """Return at most so many of the moves, spread evenly over the list."""
    if len(moves) <= most:
        return moves
    return [moves[i * len(moves) // most] for i in range(most)]
