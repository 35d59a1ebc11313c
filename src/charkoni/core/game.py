"""A game, which is a family with chosen flags, and its positions.

Both are in one module because they refer to each other: a game creates positions, a position plays by its game.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib.metadata import entry_points
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.errors import N_, BadMove, BadPosition, IllegalMove, Reason
from charkoni.core.family import Family
from charkoni.core.game_types import Array, Flags, Span, State

if TYPE_CHECKING:
    from charkoni.core.game_kernels import Kernels

_IS_OVER = N_("the game is over: {reason}")
_NOT_A_THROW = N_("a throw is due")
_NOT_CANONICAL = N_("the same position is written {canonical}")
_NOT_ASCII = N_("a position is one line of ASCII characters, its fields separated by single spaces")


class Game:
    """A game with its flags, created by `charkoni.game(name)`.

    name: the canonical name.  options: the flags as written in it.  flags: all flags with their values.  players: the
    number of players.  sides: one number per player; players with equal numbers win together.  codes: the size of the
    code space.  has_dice: whether the game has throws.  outcome_reasons: the words for the ends of a game, indexed by
    the number that `score` returns.
    """

    def __init__(self, family: Family, options: str) -> None:
        self.family = family
        self.options = options
        self.name = f"{family.name}:{options}" if options else family.name
        self.flags: Flags = MappingProxyType(dict(family.flag_values(options)))
        self.sides = family.sides(self.flags)
        self.players = len(self.sides)
        self.codes = family.codes(self.flags)
        self.has_dice = family.has_dice
        self.outcome_reasons = family.outcome_reasons
        self.referee = family.referee(self.flags)
        self._codes_by_text: dict[str, int] = {}
        self._texts_by_code: dict[int, str] = {}

    @cached_property
    def widest(self) -> int:
        """The length of the longest list of legal moves or throws."""
        return int(self.family.rules.WIDEST)

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The dtype of a state."""
        dtype: np.dtype[np.void] = self.family.rules.STATE
        return dtype

    @cached_property
    def kernels(self) -> "Kernels":
        """The kernels, to be handed to compiled functions."""
        return self.family.kernels

    @cached_property
    def _calls(self) -> ModuleType:
        """The compiled functions of positions, imported on first use: games have names before they need Numba."""
        from charkoni.core import kernel_calls

        return kernel_calls

    def __repr__(self) -> str:
        return f"game({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return variant, (self.family.package, self.options)

    def blank(self) -> "Array":
        """Return a state, STATE[1], all zero except for the flags."""
        states = np.zeros(1, self.dtype)
        for flag in self.family.flags:
            field = flag.field or flag.name
            if field in (self.dtype.names or ()):
                states[0][field] += flag.number(self.flags[flag.name])
        return states

    def start(self) -> "Position":
        """Return the starting position."""
        return Position.start(self)

    def parse(self, text: str) -> "Position":
        """Return the position of a text; raise BadPosition."""
        return Position.parse(self, text)

    def code(self, move: str) -> int:
        """Return the code of a move text; raise BadMove if it is not a move of this game."""
        code = self._codes_by_text.get(move)
        if code is None:
            code = self.family.read_move(move, self.flags)
            if self.move(code) != move:
                raise BadMove(move, Reason("BAD_MOVE", "T5", N_("write it as {move}"), {"move": self.move(code)}))
            self._codes_by_text[move] = code
        return code

    def move(self, code: int) -> str:
        """Return the move text of a code."""
        text = self._texts_by_code.get(code)
        if text is None:
            text = self._texts_by_code[code] = self.family.write_move(code, self.flags)
        return text


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the points of each player and the reason, a word of the rules."""

    scores: tuple[Fraction, ...]
    reason: str

    @property
    def refusal(self) -> Reason:
        """Why nothing can be played or declared after it."""
        return Reason("OVER", "R7", _IS_OVER, {"reason": f"{self.reason}, {self}"})

    def __str__(self) -> str:
        """Return the scores joined by colons, "1/2:1/2"."""
        return ":".join(map(str, self.scores))


class Position:
    """A position of a game: immutable, hashable, equal to another iff game and state are the same.

    >>> import charkoni
    >>> p = charkoni.game("mangala").start()
    >>> p.moves
    ('1', '2', '3', '4', '5', '6')
    >>> str(p.play("4"))
    '4,4,4,1,5,5:1/4,4,4,4,4,4:0 a'
    """

    __slots__ = ("_listed", "_state", "_turn", "game")

    game: Game
    _state: "Array"
    _turn: int
    _listed: tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]] | None

    def __init__(self) -> None:
        raise TypeError("positions come from game.start(), game.parse(text) and position.play(move)")

    @classmethod
    def _of(cls, game: Game, state: "Array", turn: int) -> "Position":
        self = object.__new__(cls)
        set_field = object.__setattr__
        set_field(self, "game", game)
        set_field(self, "_state", state)
        set_field(self, "_turn", turn)
        set_field(self, "_listed", None)
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a position is immutable")

    @classmethod
    def start(cls, game: Game) -> "Position":
        """Return the starting position of a game."""
        states = game.blank()
        return cls._of(game, states, game._calls.begin(game.kernels, states))

    @classmethod
    def parse(cls, game: Game, text: str) -> "Position":
        """Return the position of a text; raise BadPosition."""
        if not (text.isascii() and text.isprintable() and all(text.split(" "))):
            raise BadPosition(text, Reason("BAD_TEXT", "T1", _NOT_ASCII))
        states = game.blank()
        game.family.text.read_state(text, states[0], game.flags)
        broken = int(game._calls.audit(game.kernels, states))
        if broken:
            raise BadPosition(text, game.family.invalid(broken))
        self = cls._of(game, states, game._calls.whose_turn(game.kernels, states))
        if str(self) != text:
            raise BadPosition(text, Reason("NOT_CANONICAL", "T2", _NOT_CANONICAL, {"canonical": str(self)}))
        return self

    @classmethod
    def of_state(cls, game: Game, state: State) -> "Position":
        """Return the position of a raw state (a record or STATE[1], copied), which must be a valid one."""
        states = np.zeros(1, game.dtype)
        states[0] = state if np.ndim(state) == 0 else state[0]
        return cls._of(game, states, game._calls.whose_turn(game.kernels, states))

    @property
    def state(self) -> "Array":
        """A copy of the raw state, STATE[1]."""
        return self._state.copy()

    @property
    def parts(self) -> Mapping[str, Any]:
        """The parts of the position by their names in the game, such as holes and stores; read-only.

        They are defined in the game's module `parts`; a game without that module has none.
        """
        family = self.game.family
        named = family.module("parts").parts(self._state[0], self.game.flags) if family.has("parts") else {}
        return MappingProxyType(
            {name: MappingProxyType(part) if isinstance(part, dict) else part for name, part in named.items()}
        )

    @property
    def turn(self) -> int:
        """The player to move, CHANCE (a throw is due) or OVER."""
        return self._turn

    def _list(self) -> tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]:
        """Return texts, codes and weights of all moves, sorted by text (T5); computed once."""
        if self._listed is None:
            game = self.game
            codes = np.empty(game.widest, np.int64)
            weights = np.ones(game.widest, np.int64)
            n = game._calls.list_options(game.kernels, self._state, codes, weights)
            rows = sorted(
                (game.move(code), code, weight)
                for code, weight in zip(codes[:n].tolist(), weights[:n].tolist(), strict=True)
            )
            listed = tuple(zip(*rows, strict=True)) if rows else ((), (), ())
            object.__setattr__(self, "_listed", listed)
        assert self._listed is not None
        return self._listed

    @property
    def moves(self) -> tuple[str, ...]:
        """All legal moves, or at CHANCE all throws, sorted by their ASCII codes (T5)."""
        return self._list()[0]

    @property
    def codes(self) -> tuple[int, ...]:
        """The codes of `moves`, in the same order."""
        return self._list()[1]

    @property
    def odds(self) -> tuple[Fraction, ...]:
        """At CHANCE the probability of each throw in `moves`, else ()."""
        if self._turn != CHANCE:
            return ()
        weights = self._list()[2]
        return tuple(Fraction(weight, sum(weights)) for weight in weights)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by the position alone, or None."""
        if self._turn != OVER:
            return None
        points = np.zeros(self.game.players, np.int64)
        reason = int(self.game._calls.score(self.game.kernels, self._state, points))
        scores = tuple(Fraction(int(twelfths), POINT) for twelfths in points)
        return Outcome(scores, self.game.outcome_reasons[reason])

    @property
    def static_value(self) -> tuple[float, ...]:
        """The expected points of each player by the static evaluation, as used at the leaves of searches.

        Points are 0 to 1 as in `Outcome.scores`; in a final position they are the scores.

        >>> import charkoni
        >>> [round(points, 2) for points in charkoni.game("mangala").start().static_value]
        [0.62, 0.38]
        """
        if self.outcome:
            return tuple(map(float, self.outcome.scores))
        shares = np.zeros(self.game.players)
        self.game._calls.static_value(self.game.kernels, self._state, shares)
        return tuple(shares.tolist())

    def play(self, move: str) -> "Position":
        """Return the position after a move; raise BadMove (unreadable) or IllegalMove (with the reason)."""
        game = self.game
        code = game._codes_by_text.get(move)
        if code is None:
            code = self._code(move)
        child = np.zeros(1, game.dtype)
        turn = game._calls.advance(game.kernels, self._state, child, code)
        if turn == game._calls.ILLEGAL:
            raise IllegalMove(move, self._refusal(code), str(self))
        return Position._of(game, child, turn)

    def _code(self, move: str) -> int:
        if not isinstance(move, str):
            raise TypeError(f"a move is a text such as {(self.moves or ('',))[0]!r}, not {move!r}")
        try:
            return self.game.code(move)
        except BadMove as error:
            raise error.at(str(self)) from None

    def _refusal(self, code: int) -> Reason:
        """Return why a readable move is not legal here."""
        if self.outcome:
            return self.outcome.refusal
        if self._turn == CHANCE and not self.game.move(code).startswith("["):
            return Reason("THROW_DUE", "T4", _NOT_A_THROW)
        return self.game.family.reasons.illegal(self._state[0], code, self.game.flags)

    def __str__(self) -> str:
        """Return the canonical position text."""
        return self.game.family.text.write_state(self._state[0], self.game.flags)

    def __repr__(self) -> str:
        return f"game({self.game.name!r}).parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game is other.game and self._state.tobytes() == other._state.tobytes()

    def __hash__(self) -> int:
        return hash((self.game.name, self._state.tobytes()))

    def __reduce__(self) -> tuple[object, ...]:
        return Position.parse, (self.game, str(self))

    def __deepcopy__(self, memo: object) -> "Position":
        return self  # it never changes

    def svg(
        self,
        *,
        seat: int = 0,
        portrait: bool = False,
        theme: str = "light",
        marks: Sequence[str] = (),
        arrows: Sequence[tuple[str, str]] = (),
    ) -> str:
        """Return the position as an SVG document; raise ValueError for a theme or a place that does not exist.

        seat: the player whose side is at the bottom.  portrait: for a narrow page.  theme: "light", "dark", "contrast"
        or "wood".  marks: places to mark, by the names of the notation.  arrows: each from one place to another.
        """
        render = renderer("svg")
        if render is None:
            raise RuntimeError("no renderer of SVG is installed")
        return render(self, seat=seat, portrait=portrait, theme=theme, marks=marks, arrows=arrows)

    def _repr_svg_(self) -> str | None:
        """Return an SVG document for a notebook, or None when no renderer is installed."""
        render = renderer("svg")
        return render(self) if render else None

    @property
    def spans(self) -> list[list[Span]]:
        """The diagram as lines of (text, role); the roles are those of `TextModule.diagram`."""
        return self.game.family.text.diagram(self._state[0], self.game.flags)

    @property
    def diagram(self) -> str:
        """The diagram as text for the terminal, without colour."""
        return "\n".join("".join(text for text, _ in line).rstrip() for line in self.spans)


def game_of(family: Family, options: str = "") -> Game:
    """Return the game of a family with the flags named in `options` ("size=7,links=2"); raise BadGame."""
    return variant(family.package, family.canonical(options))


def variants_of(family: Family, most: int = 0) -> tuple[Game, ...]:
    """Return the game of a family and its variants, in the order of `Family.combinations`."""
    return tuple(variant(family.package, options) for options in family.combinations(most))


@cache
def variant(package: str, options: str) -> Game:
    """Return the one `Game` of a family's package and its canonical options."""
    family: Family = importlib.import_module(package).FAMILY
    return Game(family, options)


RENDERERS = "charkoni.renderers"
"""The entry points that name a function from a position to a picture: "svg"."""


def renderer(name: str) -> Callable[..., str] | None:
    """Return the function that renders a `Position` ("svg": the text of a document), or None when none is installed."""
    for point in entry_points(group=RENDERERS, name=name):
        render: Callable[..., str] = point.load()
        return render
    return None
