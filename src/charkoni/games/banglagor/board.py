"""The board of Banglagor: two lands with a river between them, and columns that stand on them.

Zones: the cells; "hand-a-1" .. "hand-b-3" the columns in hand.  Chips: "return", "free", "lift", "pass".
Slots: a column on the board has the slot of its cell; those in hand have the slots of their height, removed ones the
slots "taken-a-1" .. "taken-b-3" of the player who removed them, which lie where his hand lay.  While columns are
placed, the border rows are flooded.  The rack of a hand becomes a tray of trophies.
"""

from charkoni.core.board_types import Counter, Layout, Piece, PieceSlot
from charkoni.core.errors import N_
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.banglagor import rules
from charkoni.games.banglagor.events import BORDER, describe, events, labels, rack_slot, trays
from charkoni.games.banglagor.geometry import badge, beside, border, layout, rack
from charkoni.games.banglagor.moves import HEIGHTS, INDEX, NAMES
from charkoni.games.banglagor.taps import PLAYERS, attempt, is_mine, is_placing, prompt
from charkoni.games.banglagor.text import columns, height_of, needed_height

__all__ = ["attempt", "counters", "describe", "events", "labels", "layout", "pieces", "prompt"]

ARMY = rules.COLUMNS_EACH * sum(HEIGHTS)
"""The total height that each player begins with."""

_FAN, _SHOWN = 14, 3
"""The distance of columns in a rack, and how many are drawn: more are a smear, and their number says it."""
_IN_HAND, _TAKEN = N_("in hand"), N_("captured")
"""The captions of a rack."""


def pieces(s: State, flags: Flags, layout: Layout) -> list[Piece]:
    """Return all columns, those in hand or removed with counts and racks, and while placing the flood."""
    listed: list[Piece] = []
    board = columns(s)
    is_turned = layout.spots["a1"].y < layout.spots["a12"].y
    for name, column in zip(NAMES, board, strict=True):
        if column:
            spot, row = layout.spots[name], INDEX[name] // 8
            symbol = f"{PLAYERS[0 if is_mine(column, 0) else 1]}{height_of(column)}"
            depth = 10 + (row if is_turned else 11 - row)
            listed.append(
                Piece(PieceSlot(name), f"{symbol}-bound" if column.endswith("*") else symbol, spot.x, spot.y, z=depth)
            )
    counts = trays(s, board)
    for zone, count in counts.items():
        listed.extend(_fan(layout, zone, count))
    for player in PLAYERS:  # upright a rack has a caption only when it is empty: there is no room beside columns
        x, y, has_room = rack(layout, player)
        is_empty = not any(count for zone, count in counts.items() if f"-{player}-" in zone)
        symbol, caption = ("rack", _IN_HAND) if is_placing(s) else (f"trophies-{player}", _TAKEN)
        shown = caption if has_room or is_empty else ""
        listed.append(Piece(rack_slot(player), symbol, x, y, "caption ink-rack", shown))
    if is_placing(s):
        listed.append(Piece(PieceSlot(BORDER), "border", *border(layout)))
    return listed


def _fan(layout: Layout, zone: str, count: int) -> list[Piece]:
    """Return the columns of one height beside the lands, each partly over the one before, and their number."""
    kind, player, height = zone.split("-")
    symbol = f"{player if kind == 'hand' else PLAYERS[1 - PLAYERS.index(player)]}{height}"
    left, y = beside(layout, player, int(height))
    shown = [
        Piece(PieceSlot(zone, i), symbol if i < _SHOWN else "hidden", left + _FAN * min(i, _SHOWN - 1), y, z=30 + i)
        for i in range(count)
    ]
    if count:
        x, y = badge(layout, player, int(height))
        shown.append(Piece(PieceSlot(f"{zone}#"), "badge", x, y, "count", f"×{count}", 50))
    return shown


def counters(s: State, flags: Flags, words: Words) -> list[Counter]:
    """Return total heights with the least needed (B15), columns in hand or bound, plies without invasion (B16)."""
    listed = []
    board = columns(s)
    totals = [int(rules.total(s, side)) for side in range(2)]
    for side in range(2):
        half = needed_height(s, side)
        bar = None if is_placing(s) else (totals[side], half, ARMY)
        listed.append(Counter(side, words._("total height"), str(totals[side]), bar))
        if is_placing(s):
            listed.append(Counter(side, words._("columns in hand"), str(sum(s.hand[side].tolist()))))
            continue
        bound = sum(is_mine(column, side) and column.endswith("*") for column in board)
        listed.append(Counter(side, words._("lost below"), str(half)))
        listed.append(Counter(side, words._("bound"), str(bound)))
    if not is_placing(s):
        listed.append(Counter(None, words._("plies without invasion"), f"{s.counter}/{rules.DRAW_PLIES}"))
    return listed
