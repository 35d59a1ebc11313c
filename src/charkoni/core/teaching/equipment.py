"""The equipment of a game: board, pieces, dice, each with its clause and a predicate of the start position.

`teaching/equipment.py` of a game folder, which may be missing, lists it for the flags of a variant.  Sentences are
English and marked for the catalogues.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from charkoni.core.catalog import Provenance
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Flags


@dataclass(frozen=True, slots=True)
class Equipment:
    """A thing that is needed.

    text: a sentence, with the fields of `values`.  clause: of the rule page.  holds: a predicate true of the start
    position of every variant that needs it; tests check it.  verdict: its relation to the source, None for that of the
    clause.
    """

    text: str
    clause: str
    holds: Callable[[Position], bool]
    values: Mapping[str, object] = field(default_factory=dict)
    verdict: Provenance | None = None


@lru_cache(maxsize=128)
def equipment_of(game: Game) -> tuple[Equipment, ...]:
    """Return the equipment of a game; nothing if its folder lists none."""
    family = game.family
    if not family.has("teaching.equipment"):
        return ()
    module: EquipmentModule = family.module("teaching.equipment")
    return module.equipment(game.flags)


class EquipmentModule(Protocol):
    """The interface of `teaching/equipment.py` of a game folder."""

    def equipment(self, flags: Flags) -> tuple[Equipment, ...]:
        """Return what a table needs for the variant with these flags."""
