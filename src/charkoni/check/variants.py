"""The games and variants that are put through the kit: every value of every flag, at least once.

The sizes of Mosty are the exception: the smallest two, the usual one and the largest stand for all nine.
"""

from charkoni.check.toys import toy, toys
from charkoni.core.game import Game
from charkoni.games import game, games

VARIANTS: dict[str, tuple[str, ...]] = {
    "banglagor": ("", "steps=upto"),
    "barbakan": (
        "",
        "players=3",
        "players=4",
        "board=mini3",
        "board=mini3,players=3",
        "board=mini4",
        "board=mini4,players=4",
    ),
    "chaupar": ("", "dice=1346", "entry=outer", "dice=1346,entry=outer"),
    "focus": ("", "steps=upto", "rescue", "rescue,steps=upto"),
    "gana": ("", "solo", "shield", "shield,solo"),
    "mangala": ("", "fortress"),
    "mosty": ("", "size=2", "size=3", "size=10", "links=2", "links=2,size=3"),
}
"""By the name of the game, the flags that differ from their defaults."""

EXEMPT: dict[str, tuple[str, ...]] = {
    "focus": ("passing",),  # F9: there `-` is the null move, a move like others
}
"""By the name of the game, the checks that its rules do not satisfy."""


def variants() -> tuple[str, ...]:
    """Return the names of all games and variants, each game first without flags."""
    return tuple(f"{name}:{flags}" if flags else name for name in games() for flags in VARIANTS[name])


def all_games() -> tuple[Game, ...]:
    """Return all games and variants, and the toy games."""
    return (*map(game, variants()), *toys())


def any_game(name: str) -> Game:
    """Return a game or toy game by its name; raise BadGame."""
    return toy(name) if name in {each.name for each in toys()} else game(name)


def exempt(checked: Game) -> tuple[str, ...]:
    """Return the names of the checks that a game is exempt from."""
    return EXEMPT.get(checked.family.name, ())
