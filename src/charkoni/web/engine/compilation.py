"""Compilation of the games in stages: in which order, and what each stage compiles.

With an empty cache a game takes 15 to 25 s of CPU time, all games two minutes.  A game is therefore compiled in stages,
each enabling more of its computer players, and requested games come first.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum

from charkoni.core.game import Game


class Stage(IntEnum):
    """The compiled part of a game; a stage needs the previous ones."""

    RULES = 0
    """Moves, outcomes and pictures."""
    MOVES = 1
    """The evaluation of all moves, by which the lower levels choose."""
    SEARCH = 2
    """The search of the higher levels."""
    ANALYSIS = 3
    """What hints, analyses and the study board need besides."""


MOVES_LEVELS = ("level=1", "level=2", "level=3")
"""The specifications of players that never search, in any game."""


def stage_of(spec: str) -> Stage:
    """Return the last stage that a player needs, with or without a style."""
    return Stage.MOVES if spec.partition(",")[0] in MOVES_LEVELS else Stage.SEARCH


def compile_stage(game: Game, stage: Stage) -> bool:
    """Compile a stage by calling its kernels; return whether the compiler's results are kept on disk."""
    from charkoni.core.compiler import CACHED, compiled
    from charkoni.players import player
    from charkoni.web.engine import tasks
    from charkoni.web.engine.warm import load_rules

    if compiled():  # as plain Python nothing has to be compiled
        if stage == Stage.RULES:
            load_rules(game)
        elif stage == Stage.MOVES:
            player("level=1").prepare(game)
        elif stage == Stage.SEARCH:
            player("level=10").prepare(game)
        else:
            tasks.run("look", game, "", (), {"nodes": 1})
    return CACHED


class CompilationOrder:
    """Which stage of which game is compiled next.

    Requested games go first, lower stages before higher ones; then the others in the same way.  A game is compiled by
    one process at a time, and only one game that is not requested at a time.
    """

    def __init__(self, games: Sequence[str]) -> None:
        """Take the names of the games, in the usual order."""
        self._done = dict.fromkeys(games, 0)
        self._wanted: list[str] = []
        self._running: set[str] = set()

    def want(self, game: str) -> None:
        """Move a game before all that are not requested."""
        if game not in self._wanted:
            self._wanted.append(game)

    def done(self, game: str) -> int:
        """Return how many stages of a game are compiled."""
        return self._done[game]

    @property
    def is_complete(self) -> bool:
        """Whether all stages of all games are compiled."""
        return all(done == len(Stage) for done in self._done.values())

    @property
    def interruptible(self) -> str:
        """The game being compiled without a request while another one is requested; else ""."""
        if self._first(self._wanted) is None:
            return ""
        return next((game for game in self._running if game not in self._wanted), "")

    def take(self) -> tuple[str, Stage] | None:
        """Return the next game and stage, which is being compiled from now on; None when nothing may begin."""
        game = self._first(self._wanted)
        if game is None and self._running <= set(self._wanted):
            game = self._first(self._done)
        if game is None:
            return None
        self._running.add(game)
        return game, Stage(self._done[game])

    def end(self, game: str, is_done: bool) -> None:
        """Note that the stage of a game is compiled, or that it was stopped before and has to begin again."""
        self._running.discard(game)
        self._done[game] += is_done

    def give_up(self, game: str) -> None:
        """Compile no more of a game; what it lacks is compiled when it is called."""
        self._running.discard(game)
        self._done[game] = len(Stage)

    def _first(self, games: Iterable[str]) -> str | None:
        """Return the game with the fewest stages that can go on, of several the first; None for none."""
        free = [game for game in games if game not in self._running and self._done[game] < len(Stage)]
        return min(free, key=self._done.__getitem__, default=None)
