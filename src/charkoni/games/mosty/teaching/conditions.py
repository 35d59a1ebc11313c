"""What the data files name: when advice and rules are told, what right moves fulfil, what lies on a table."""

from charkoni.core.game import Position
from charkoni.core.game_types import Flags, State
from charkoni.games.mosty.chains import needed
from charkoni.games.mosty.rules import crossings


def is_urgent(s: State) -> bool:
    """Return whether a side could win by its next bridge."""
    return s.turn >= 0 and any(needed(s, side) == 1 for side in range(2))


def has_two_bridges(s: State) -> bool:
    """Return whether the player to move may build two bridges."""
    return int(s.left) == 2


def prevents_a_win(before: Position, after: Position) -> bool:
    """Return whether the opponent cannot join both borders with the next bridge."""
    return all(after.play(move).outcome is None for move in after.moves)


def wins_by_force(before: Position, after: Position) -> bool:
    """Return whether player a wins by force."""
    if after.outcome is not None:
        return after.outcome.scores[0] == 1
    ends = (wins_by_force(after, after.play(move)) for move in after.moves)
    return any(ends) if after.turn == 0 else all(ends)


def board(flags: Flags) -> dict[str, object]:
    """Return the numbers of dots of each colour, of crossings, and of more than half of them; the empty rows."""
    size = int(flags["size"])
    number = len(crossings(size))
    rows = "/".join(str(size - place % 2) for place in range(2 * size - 1))
    return {"dots": size * (size + 1), "crossings": number, "half": number // 2 + 1, "rows": rows}
