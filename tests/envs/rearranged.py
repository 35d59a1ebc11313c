"""Positions with their pieces moved by a map of the board, and with the sides exchanged, made from the states."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from charkoni.core.game import Position


def exchanged(position: Position) -> Position:
    """Return the position in which each player has what the one before him had, as he sees it."""
    name = position.game.family.name
    rules = position.game.family.rules
    cells: Any = None
    if name == "gana":
        cells = [square ^ 56 for square in range(64)]
    elif name == "focus" or name == "banglagor":
        cells = list(range(rules.CELLS))[::-1]
    elif name == "mosty":
        cells = import_module("charkoni.games.mosty.encoding").SEEN[1, int(position.game.flags["size"])]
    return rearranged(position, cells, 1)


def rearranged(position: Position, cells: Sequence[int] | None, shift: int = 0) -> Position:
    """Return the position with the content of each cell where `cells` says, and players shifted by so many."""
    game, s = position.game, position.state[0]
    states = game.blank()
    out = states[0]
    players = game.players
    out.turn = (int(s.turn) + shift) % players if s.turn >= 0 else s.turn
    _MAKERS[game.family.name](game.family.rules, s, out, cells, shift, players)
    assert shift or game.family.rules.audit(out) == 0  # exchanged sides need not place in turn
    return Position.of_state(game, states)


def _mangala(rules: Any, s: Any, out: Any, cells: Any, shift: int, players: int) -> None:
    for side in range(2):
        for name in ("holes", "store", "fortresses"):
            out[name][(side + shift) % 2] = s[name][side]


def _gana(rules: Any, s: Any, out: Any, cells: Any, shift: int, players: int) -> None:
    out.counter = s.counter
    for side in range(2):
        other = (side + shift) % 2
        out.left[other] = s.left[side]
        out.king[other] = cells[s.king[side]] if s.king[side] >= 0 else -1
        for square in range(64):
            out.group[other, cells[square]] = s.group[side, square]


def _focus(rules: Any, s: Any, out: Any, cells: Any, shift: int, players: int) -> None:
    for side in range(2):
        out.reserve[(side + shift) % 2] = s.reserve[side]
    for cell in range(rules.CELLS):
        tower = int(s.tower[cell])
        flip = (1 << tower.bit_length() - 1) - 1 if shift else 0
        out.tower[cells[cell]] = tower ^ flip


def _banglagor(rules: Any, s: Any, out: Any, cells: Any, shift: int, players: int) -> None:
    out.counter = s.counter
    for side in range(2):
        out.hand[(side + shift) % 2] = s.hand[side]
        for cell in range(rules.CELLS):
            half, bit = divmod(cell, rules.LAND_CELLS)
            if int(s.columns[side, half]) >> bit & 1:
                end = int(cells[cell])
                rules.put_column(out, (side + shift) % 2, int(rules.height(s, cell)), end)
                if int(s.bound[half]) >> bit & 1:
                    out.bound[end // rules.LAND_CELLS] |= rules.mask_of(end)


def _barbakan(rules: Any, s: Any, out: Any, cells: Any, shift: int, players: int) -> None:
    for player in range(players):
        other = (player + shift) % players
        out.hand[other] = s.hand[player]
        for point in range(64):
            if int(s.pawns[player]) >> point & 1:
                out.pawns[other] |= np.uint64(1 << int(point if cells is None else cells[point]))


def _chaupar(rules: Any, s: Any, out: Any, cells: Any, shift: int, players: int) -> None:
    out.thrower = (int(s.thrower) + shift) % 4
    out.handed = s.handed
    out["values"][:] = s["values"]
    for colour in range(4):
        out.pieces[(colour + shift) % 4] = s.pieces[colour]
    rules.fill_cells(out)


def _mosty(rules: Any, s: Any, out: Any, cells: Any, shift: int, players: int) -> None:
    out.left = s.left
    size = int(s["size"])
    for code in range(rules.crossing_count(size)):
        side = rules.owner(s, code)
        if side >= 0:
            end, owner = int(cells[code]), (side + shift) % 2
            out.set[owner, rules.LINE[owner, size, end] - 1] |= np.int16(1 << int(rules.PLACE[owner, size, end]))
    rules.derive(out)


_MAKERS = {
    "banglagor": _banglagor,
    "barbakan": _barbakan,
    "chaupar": _chaupar,
    "focus": _focus,
    "gana": _gana,
    "mangala": _mangala,
    "mosty": _mosty,
}
