"""The moves of Chaupar: a piece and a value, a value handed over or left unused, throws; their codes: `rules`."""

from functools import cache

import numpy as np

from charkoni.core.board_types import TapSequence
from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.moves.declaration import Kind, Moves, Part
from charkoni.games.chaupar import rules
from charkoni.games.chaupar.catalog import CATALOG
from charkoni.games.chaupar.cells import zone_of

_FORKS = ("go-on", "turn-in")


def write_pile(piece: int) -> str:
    """Return the name of a pile on the board, without its height."""
    return f"l{piece - rules.LANE}" if piece > rules.LANE else f"{piece // 2}{'+' * (piece % 2)}"


def bad_step(step: str) -> Reason:
    """Return the reason against an own step that is too large."""
    return CATALOG.reason("BAD_STEP", step=int(step.rstrip("+")))


def bad_face(dice: str) -> Reason:
    """Return the reason against a value that the sticks do not show."""
    return CATALOG.reason("BAD_FACE", faces=", ".join(dice))


def legal_codes(s: State) -> list[int]:
    """Return the codes of the legal moves."""
    codes = np.zeros(rules.WIDEST, np.int64)
    n = int(rules.legal(s, codes))
    return [int(code) for code in codes[:n]]


def sticks(s: State, flags: Flags) -> str:
    """Return the values left to the thrower, ascending."""
    return "".join(face * count for face, count in zip(flags["dice"], s.values.tolist(), strict=True))


def usable(s: State, flags: Flags) -> str:
    """Return the values that the decider may use: the partner only the one handed over (C19)."""
    return flags["dice"][s.handed - 1] if s.handed else sticks(s, flags)


def _ways(s: State, code: int, dice: str) -> list[TapSequence]:
    """Return the ways to tap a move of a piece.

    Piece and value, value and piece, or piece and target; the piece alone when it has one move only.  At the own end
    cell a chip or the target selects between turning in and going on.
    """
    me, piece = int(s.turn), int(rules.origin(code))
    own = [other for other in legal_codes(s) if other < rules.HAND and int(rules.origin(other)) == piece]
    start, chip = zone_of(me, piece), f"die-{dice[code % 4]}"
    if len(own) == 1:
        return [(start,), (chip, start)]
    target = zone_of(me, int(rules.landing(s, code)))
    if sum(other % 4 == code % 4 for other in own) == 1:
        return [(start, chip), (start, target), (chip, start)]
    fork = _FORKS[rules.turns_in(code)]
    return [(start, chip, fork), (start, target), (chip, start, fork), (chip, start, target)]


def _zones(seat: int, dice: str) -> list[str]:
    """Return the taps of a seat: values, own Charkoni, steps and lane, the fork, values to hand over and to leave."""
    pieces = [zone_of(seat, piece) for piece in (*range(0, rules.LANE, 2), *range(rules.LANE + 1, rules.HOME))]
    values = [[f"{chip}-{face}" for face in dice] for chip in ("die", "hand", "leave")]
    return [*values[0], *pieces, *_FORKS[::-1], *values[1], *values[2]]


def _walk_phrase(start: int, turns: int, v: int) -> str:
    return N_("the piece on {start} turns in with {v}") if turns else N_("the piece on {start} goes {v}")


@cache
def _moves(dice: str) -> Moves:
    value, handed, left = (
        Part(dice, zones=[f"{chip}-{face}" for face in dice], pattern="[1-6]", missing=lambda text: bad_face(dice))
        for chip in ("die", "hand", "leave")
    )
    pile = Part([write_pile(piece) for piece in range(2, rules.LANE + 1)], pattern=r"[1-9][0-9]?\+?", missing=bad_step)
    fork = Part(("", "^"), zones=_FORKS)
    throws = ["".join(dice[face] for face in triple) for triple in rules.TRIPLES.tolist()]
    throw = Part(
        throws,
        said=[" ".join(faces) for faces in throws],
        pattern="[1-6]{3}",
        missing=lambda text: bad_face(dice),
        normal=lambda text: "".join(sorted(text)),
    )

    def ways(s: State, code: int) -> list[TapSequence]:
        return _ways(s, code, dice)

    lane = Part("1234567")
    return Moves(
        Kind("c:{v}", {"v": value}, taps="{v} c", ways=ways, phrase=N_("a piece enters with {v}")),
        Kind(
            "{start}:{v}{turns}",
            {"start": pile, "turns": fork, "v": value},
            taps="{v} {start} [{turns}]",
            ways=ways,
            phrase=_walk_phrase,
        ),
        Kind(
            "l{start}:{v}",
            {"start": lane, "v": value},
            ways=ways,
            phrase=N_("the piece in the lane, cell {start}, goes {v}"),
        ),
        Kind(">{v}", {"v": handed}, phrase=N_("the {v} is handed to the partner")),
        Kind("-{v}", {"v": left}, phrase=N_("the {v} stays unused")),
        Kind("[{faces}]", {"faces": throw}, taps="", phrase=N_("the sticks show {faces}")),
        unreadable=CATALOG.reason("UNREADABLE"),
        refused=[(r"(?:c|l[1-7]):[1-6]\^", CATALOG.reason("NO_TURN"))],
        taps=lambda seat: _zones(seat, dice),
    )


def moves(flags: Flags) -> Moves:
    """Return the moves of a variant."""
    return _moves(flags["dice"])
