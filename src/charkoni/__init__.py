"""Charkoni: seven board games, exact and fast.

`game` and `games` name a `Game`; `Position` is its immutable value, `Outcome` its result, `Record` a game as played,
`Player` a chooser of moves; CHANCE and OVER are the values of `turn` without a player.  Errors, all ValueErrors:
`BadText` with `BadGame`, `BadMove`, `BadPosition`, `BadRecord`, and `IllegalMove`.

With the extra `fast` the first use of a game compiles its rules, which takes 2 to 6 seconds once; later programs load
what was compiled.  `plain()`, called first, switches the compiler off for a script that looks at a few positions.

>>> import charkoni
>>> charkoni.games()
('banglagor', 'barbakan', 'chaupar', 'focus', 'gana', 'mangala', 'mosty')
>>> p = charkoni.game("mangala").start()
>>> p.play("4").turn
0
"""

import importlib
from typing import TYPE_CHECKING, Any

import charkoni.games  # noqa: F401  Comes first: a later import of the package would hide the function `games`.
from charkoni.core.compiler import plain
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import BadGame, BadMove, BadPosition, BadRecord, BadText, IllegalMove
from charkoni.core.game import Game, Outcome, Position
from charkoni.core.lazy_names import lazy_names
from charkoni.core.registry import games
from charkoni.core.registry import named as game

if TYPE_CHECKING:
    from charkoni.core.record import Player, Ply, Record, Variation
    from charkoni.core.record_files import read_records

__all__ = [
    "CHANCE",
    "OVER",
    "BadGame",
    "BadMove",
    "BadPosition",
    "BadRecord",
    "BadText",
    "Game",
    "IllegalMove",
    "Outcome",
    "Player",
    "Ply",
    "Position",
    "Record",
    "Variation",
    "game",
    "games",
    "plain",
    "read_records",
]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """Import what needs the compiler only when it is asked for; return the version as `__version__`."""
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("charkoni")
    return _lazy_name(name)


_lazy_name = lazy_names(__name__, {"core.record": "Player Ply Record Variation", "core.record_files": "read_records"})
