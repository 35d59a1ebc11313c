"""Warm-up of the server's own process: rules and boards are loaded or compiled in a thread."""

import asyncio
import gc
import importlib.util
from functools import cache

import numpy as np

from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.core.registry import games, named
from charkoni.core.teaching.guide import guide_of
from charkoni.core.translations import Words
from charkoni.graphics.scene import BoardView, TrackedPosition, counters, describe, labels, marks, tap_trie
from charkoni.web.engine.background import KeyedLocks, TaskSet

_locks = KeyedLocks()
_ready: set[str] = set()
_running = TaskSet()


@cache
def playable() -> tuple[str, ...]:
    """Return the names of the games that have a board, without loading rules or boards."""
    return tuple(name for name in games() if importlib.util.find_spec(f"{named(name).family.package}.board"))


async def warm(game: Game) -> None:
    """Load or compile the rules and board of a game's family, once."""
    family = game.family.name
    if family in _ready:
        return
    async with _locks[family]:
        if family not in _ready:
            await asyncio.to_thread(load_rules, game)
            _ready.add(family)


async def warm_within(game: Game, seconds: float) -> bool:
    """Return whether a game is loaded within some seconds; if not, it is loaded in the background."""
    if game.family.name in _ready:
        return True
    done, _ = await asyncio.wait({_running.spawn(warm(game))}, timeout=seconds)
    return bool(done)


def load_rules(game: Game) -> None:
    """Load or compile every function that a board calls, by calling it.

    Later imports need file descriptors, of which there may be none left.
    """
    guide_of(game)
    words, position = Words("en"), game.parse(str(game.start()))
    tracked, record = TrackedPosition(position), Record(game)
    for _ in range(3):
        if not position.moves:
            break
        marks(position, position.moves[:1])
        describe(position, position.moves[0], words)
        record.play(position.moves[0])
        tracked.play(position.moves[0])
        position = tracked.position
        counters(position, words)
        labels(position, words)
        tap_trie(position)
        _ = position.outcome
    _ = record.outcome
    from charkoni.core.kernel_calls import score  # brings the compiler

    score(game.kernels, position.state, np.zeros(game.players, np.int64))  # else loaded when the first game ends
    BoardView(game).pieces(position)


def load_compiler() -> None:
    """Import what all kernels need, which takes a third of a second where they are compiled."""
    import charkoni.core.kernel_calls  # noqa: F401


def freeze_heap(is_whole: bool = False) -> None:
    """Exempt all present objects from garbage collection, after a last one.

    They live as long as the server; a full collection of them takes a tenth of a second.  is_whole: those that were
    exempted before are collected, too.
    """
    if is_whole:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
