"""Gets the rules of a game ready in the server's own process, in a thread, before anything else needs them."""

import asyncio
import importlib.util

from charkoni.core.game import Game, named
from charkoni.core.words import Words
from charkoni.draw.scene import Table, View, labels, scripts
from charkoni.games import games

_locks: dict[str, asyncio.Lock] = {}
_ready: set[str] = set()


def playable() -> tuple[str, ...]:
    """Return the games that have a board."""
    return tuple(name for name in games() if _has_board(name))


def _has_board(name: str) -> bool:
    package = named(name).family.package
    return importlib.util.find_spec(f"{package}.board") is not None and hasattr(named(name).family.board, "layout")


async def warm(game: Game) -> None:
    """Compile or load what a game of this family needs; at once when that is done already."""
    family = game.family.name
    if family in _ready:
        return
    async with _locks.setdefault(family, asyncio.Lock()):
        if family not in _ready:
            await asyncio.to_thread(_touch, game)
            _ready.add(family)


def _touch(game: Game) -> None:
    """Do everything once that a board needs."""
    position = game.start()
    table = Table(position)
    for _ in range(3):
        if not position.moves:
            break
        table.play(position.moves[0])
        position = table.position
        labels(position, Words("en"))
        scripts(position)
        _ = position.outcome
    View(game).pieces(position)
