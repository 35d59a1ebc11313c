"""The board of Mosty: a lake between quays of brick, Red's, and of slate, Blue's; bridges from post to post.

Zones: the crossings, each a diamond between four posts; "edge-a0", "edge-a1", "edge-b0", "edge-b1" the quays, where
no bridge is built (S5).  A bridge stands in the slot of its crossing.
"""

from charkoni.core.board_types import Counter, Layout, Piece, PieceSlot
from charkoni.core.constants import OVER
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.mosty.chains import bridges, largest_chain, needed, winning_chain
from charkoni.games.mosty.events import PLAYERS, attempt, describe, events, labels, prompt
from charkoni.games.mosty.geometry import layout, seat_of
from charkoni.games.mosty.moves import crossing_name
from charkoni.games.mosty.rules import is_joined, is_upright

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt"]


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all bridges; those of each side's largest chain, or of the chain that wins, are marked."""
    seat = seat_of(layout)
    placed: list[Piece] = []
    for side, player in enumerate(PLAYERS):
        won = is_joined(s, side)
        marked = dict.fromkeys(winning_chain(s, side) if won else largest_chain(s, side), "-won" if won else "-chain")
        for crossing in bridges(s, side):
            zone = crossing_name(crossing)
            spot = layout.spots[zone]
            turned = int(is_upright(side, crossing) == (seat == 0))
            symbol = f"bridge-{player}{turned}{marked.get(crossing, '')}"
            placed.append(Piece(PieceSlot(zone), symbol, spot.x, spot.y))
    return placed


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return how many bridges each side needs, at the end whether its shores are joined; the bridges left in a turn."""
    counted = []
    for side in range(2):
        if s.turn == OVER:
            joined = words._("connected") if is_joined(s, side) else words._("apart")
            counted.append(Counter(side, words._("shores"), joined))
        else:
            counted.append(Counter(side, words._("bridges still needed"), str(needed(s, side))))
    if flags["links"] == "2" and s.turn != OVER:
        counted.append(Counter(None, words._("bridges left in this turn"), str(int(s.left))))
    return counted
