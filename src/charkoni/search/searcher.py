"""Searches by name, and a searcher of positions and records.

>>> import charkoni
>>> from charkoni.search import Limits, search
>>> result = search(charkoni.game("mangala").parse("1,0,0,0,0,3:30/3,0,0,0,0,0:11 a"), Limits(nodes=1000))
>>> result.values, result.exact
((1.0, 0.0), True)
"""

from collections.abc import Callable, Mapping, Sequence

from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.record import Record
from charkoni.search.alphabeta.search import AlphaBeta
from charkoni.search.engine import Engine
from charkoni.search.expectiminimax.search import Expectiminimax
from charkoni.search.puct.search import Puct
from charkoni.search.result import Limits, SearchResult, Stop
from charkoni.search.rollouts.search import Rollout

BEST = "best"
DEFAULT_LIMITS = Limits(seconds=1.0)


ENGINE_CLASSES: Mapping[str, Callable[..., Engine]] = {
    "ab": AlphaBeta,
    "dice": Expectiminimax,
    "rollout": Rollout,
    "puct": Puct,
}
"""The engines by their names: alpha-beta; expectiminimax and rollouts for games with dice; PUCT.  "best" is the
strongest for a game."""
ENGINES = tuple(ENGINE_CLASSES)
_WITH_DICE = ("dice", "rollout")

_UNKNOWN = N_("there is no such search; there are {engines}")
_NO_DICE = N_("this search cannot throw the dice of {game}")
_ONLY_DICE = N_("this search is for games with dice, not for {game}")


class BadEngine(BadText):
    """A name of no search, or of one that does not suit the game."""


def engine_of(game: Game, name: str = BEST) -> str:
    """Return the name of an engine, "best" resolved; raise BadEngine for one that does not suit the game."""
    if name == BEST:
        # Matches decided this: `ab` and `rollout` beat plain tree search in every game; `puct` had 39 % against
        # `rollout` at 0.5 s, 26 games (docs/notebook/2026-11-strength.md). `rollout` and `dice` were equal,
        # as far as 42 and 36 games could tell.
        name = "rollout" if game.has_dice else "ab"
    if name not in ENGINES:
        raise BadEngine(name, Reason("UNKNOWN_ENGINE", "", _UNKNOWN, {"engines": f"{', '.join(ENGINES)}, {BEST}"}))
    if name not in engines_of(game):
        code, text = ("NO_DICE", _NO_DICE) if game.has_dice else ("ONLY_DICE", _ONLY_DICE)
        raise BadEngine(name, Reason(code, "", text, {"game": game.name}))
    return name


def engines_of(game: Game) -> tuple[str, ...]:
    """Return the names of the engines that suit a game."""
    unsuitable = ("ab",) if game.has_dice else _WITH_DICE
    return tuple(name for name in ENGINES if name not in unsuitable)


def full_width(game: Game) -> str:
    """Return the name of the full-width engine, whose values are comparable from position to position."""
    return "dice" if game.has_dice else "ab"


def full_width_engine(game: Game) -> Engine:
    """Return the full-width engine of a game, which also chooses the moves of levels."""
    return Expectiminimax(game) if game.has_dice else AlphaBeta(game)


class Searcher:
    """An engine of one game, which keeps its transposition table from search to search; not thread-safe."""

    def __init__(self, game: Game, engine: str = BEST, endings: Array | None = None) -> None:
        """Take a game, the name of an engine, and a tablebase if there is one (see `AlphaBeta`)."""
        self.game = game
        self.engine = engine_of(game, engine)
        settings = {"endings": endings} if self.engine == "ab" else {}
        self._engine = ENGINE_CLASSES[self.engine](game, **settings)

    def prepare(self) -> None:
        """Compile the kernels, so that no clock runs meanwhile."""
        self._engine.prepare()

    def search(
        self,
        what: Record | Position,
        limits: Limits = DEFAULT_LIMITS,
        path: Sequence[Position] = (),
        *,
        stop: Stop | None = None,
        seed: int = 0,
    ) -> SearchResult:
        """Search a record's present position, or a position.

        path: the positions before a position, from the start of its game; unused for a record.  stop: called every few
        milliseconds.  Where nobody decides, the result has no move.
        """
        if what.game is not self.game:
            raise ValueError(f"a search of {self.game.name} cannot think about {what.game.name}")
        outcome = what.outcome
        if outcome:
            return SearchResult(None, (), tuple(float(points) for points in outcome.scores), 0, 0, 0.0, True)
        position = what.position if isinstance(what, Record) else what
        if isinstance(what, Record):
            path = what.positions[:-1]
        return self._engine.search(position, limits, path, stop, seed)


def search(
    what: Record | Position,
    limits: Limits = DEFAULT_LIMITS,
    path: Sequence[Position] = (),
    *,
    engine: str = BEST,
    stop: Stop | None = None,
    seed: int = 0,
) -> SearchResult:
    """Search a record's present position, or a position; see `Searcher`."""
    return Searcher(what.game, engine).search(what, limits, path, stop=stop, seed=seed)
