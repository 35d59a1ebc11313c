"""The moves of Chaupar: a piece and a value, a value handed over or left unused, throws; their codes: `rules`."""

from functools import cache, partial

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


def faces_of(code: int, dice: str) -> str:
    """Return the value that a code uses, or the joined ones, ascending."""
    return dice[code % 4] if code < rules.JOINED else joins(dice)[rules.value_of(code) - 4]


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
    own = [other for other in legal_codes(s) if rules.moves_piece(other) and int(rules.origin(other)) == piece]
    value = rules.value_of(code)
    start, chip = zone_of(me, piece), value_chips(dice)[value]
    if len(own) == 1:
        return [(start,), (chip, start)]
    targets = [zone_of(me, int(rules.landing(s, other))) for other in own]
    target = targets[own.index(code)]
    # By one value rather than by joined ones with the same sum: those are listed later.
    aimed = [(start, target)] if targets.index(target) == own.index(code) else []
    if sum(rules.value_of(other) == value for other in own) == 1:
        return [(start, chip), *aimed, (chip, start)]
    fork = _FORKS[rules.turns_in(code)]
    return [(start, chip, fork), *aimed, (chip, start, fork), (chip, start, target)]


def _zones(seat: int, dice: str) -> list[str]:
    """Return the taps of a seat: values, own Charkoni, steps and lane, the fork, values to hand over and to leave."""
    pieces = [zone_of(seat, piece) for piece in (*range(0, rules.LANE, 2), *range(rules.LANE + 1, rules.HOME))]
    dies, hands, leaves = [[f"{chip}-{face}" for face in dice] for chip in ("die", "hand", "leave")]
    return [*dies, *pieces, *_FORKS[::-1], *hands, *leaves]


@cache
def joins(dice: str) -> list[str]:
    """Return the values that may be joined to one move, ascending (C16)."""
    return ["".join(dice[face] for face in faces) for faces in rules.JOINS]


@cache
def value_chips(dice: str) -> list[str]:
    """Return the chips of the values and of joined ones, in the order of `rules.value_of`."""
    return [*(f"die-{face}" for face in dice), *(f"join-{values}" for values in joins(dice))]


def _walk_phrase(start: int, turns: int, v: int) -> str:
    return N_("the piece on {start} turns in with {v}") if turns else N_("the piece on {start} goes {v}")


def _piece_kinds(value: Part, dice: str) -> list[Kind]:
    """Return the moves of a piece by values: it enters, walks or turns in, or goes on in the lane."""
    pile = Part([write_pile(piece) for piece in range(2, rules.LANE + 1)], pattern=r"[1-9][0-9]?\+?", missing=bad_step)
    fork = Part(("", "^"), zones=_FORKS)

    def ways(s: State, code: int) -> list[TapSequence]:
        return _ways(s, code, dice)

    return [
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
            {"start": Part("1234567"), "v": value},
            ways=ways,
            phrase=N_("the piece in the lane, cell {start}, goes {v}"),
        ),
    ]


@cache
def _moves(dice: str, may_join: bool) -> Moves:
    chips = value_chips(dice)[4:]
    value, handed, left = (
        Part(dice, zones=[f"{chip}-{face}" for face in dice], pattern="[1-6]", missing=lambda text: bad_face(dice))
        for chip in ("die", "hand", "leave")
    )
    several = partial(Part, missing=lambda text: bad_face(dice), normal=lambda text: "".join(sorted(text)))
    throws, joint = ["".join(dice[face] for face in triple) for triple in rules.TRIPLES.tolist()], joins(dice)
    throw = several(throws, said=[" ".join(faces) for faces in throws], pattern="[1-6]{3}")
    joined = several(joint, said=[" + ".join(faces) for faces in joint], pattern="[1-6]{2,3}", zones=chips)
    return Moves(
        *_piece_kinds(value, dice),
        Kind(">{v}", {"v": handed}, phrase=N_("the {v} is handed to the partner")),
        Kind("-{v}", {"v": left}, phrase=N_("the {v} stays unused")),
        Kind("[{faces}]", {"faces": throw}, taps="", phrase=N_("the sticks show {faces}")),
        *(_piece_kinds(joined, dice) if may_join else ()),
        unreadable=CATALOG.reason("UNREADABLE"),
        refused=[(r"(?:c|l[1-7]):[1-6]{1,3}\^", CATALOG.reason("NO_TURN"))],
        taps=lambda seat: [*_zones(seat, dice), *(chips if may_join else ())],
    )


def moves(flags: Flags) -> Moves:
    """Return the moves of a variant."""
    return _moves(flags["dice"], flags["joined"] == "on")
