"""The attack of a movement, for events and sentences: attackers, target and effect.

All are read from the states before and after the movement.
"""

from enum import Enum
from typing import NamedTuple

from charkoni.core.game_types import State
from charkoni.games.banglagor import rules
from charkoni.games.banglagor.text import columns, height_of

NEIGHBOURS = tuple(tuple(cell for cell in row if cell >= 0) for row in rules.NEIGHBOUR.tolist())
"""NEIGHBOURS[cell]: the cells that share a side with it."""


class Effect(Enum):
    """What an attack does to its target (B10)."""

    REMOVED = "removed"
    BOUND = "bound"
    UNCHANGED = "unchanged"


class Attack(NamedTuple):
    """An attack: the heights that add up to its strength, the moved column first, the target's height, the effect."""

    heights: tuple[int, ...]
    target: int
    effect: Effect

    @property
    def terms(self) -> dict[str, object]:
        """The fields of a sentence: the strength as a sum, "3+1", and the target's height."""
        return {"strength": "+".join(map(str, self.heights)), "n": self.target}


def attack(before: State, after: State, end: int, target: int) -> Attack:
    """Return the attack of a movement that has ended on a cell."""
    me = int(before.turn)
    others = (cell for cell in NEIGHBOURS[target] if cell != end and rules.is_attacker(after, me, cell))
    heights = tuple(int(rules.height(after, cell)) for cell in (end, *others))
    had, has = columns(before)[target], columns(after)[target]
    effect = Effect.UNCHANGED if has == had else Effect.BOUND if has else Effect.REMOVED
    return Attack(heights, height_of(had), effect)
