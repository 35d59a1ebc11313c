"""A position: the immutable value people hold."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from charkoni.core.constants import CHANCE, OVER, POINT
from charkoni.core.errors import BadMove, BadPosition, IllegalMove, Reason, mark
from charkoni.core.game import Game, Span
from charkoni.core.kernel_calls import ILLEGAL, advance, audit, begin, list_options, score, whose_turn
from charkoni.core.registry import renderer

_IS_OVER = mark("the game is over: {reason}")
_NOT_A_THROW = mark("a throw of the dice is due")
_NOT_CANONICAL = mark("the same position is written {canonical}")
_NOT_ASCII = mark("a position is one line of ASCII characters, its fields separated by single spaces")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the points of each player and the reason, a word of the rules."""

    scores: tuple[Fraction, ...]
    reason: str

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
    _state: "np.ndarray[Any, Any]"
    _turn: int
    _listed: tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]] | None

    def __init__(self) -> None:
        raise TypeError("positions come from game.start(), game.parse(text) and position.play(move)")

    @classmethod
    def _of(cls, game: Game, state: "np.ndarray[Any, Any]", turn: int) -> "Position":
        self = object.__new__(cls)
        fix = object.__setattr__
        fix(self, "game", game)
        fix(self, "_state", state)
        fix(self, "_turn", turn)
        fix(self, "_listed", None)
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a position is immutable")

    @classmethod
    def start(cls, game: Game) -> "Position":
        """Return the position in which a game begins."""
        states = game.blank()
        return cls._of(game, states, begin(game.kernels, states))

    @classmethod
    def parse(cls, game: Game, text: str) -> "Position":
        """Return the position of a text; raise BadPosition."""
        if not (text.isascii() and text.isprintable() and all(text.split(" "))):
            raise BadPosition(text, Reason("BAD_TEXT", "T1", _NOT_ASCII))
        states = game.blank()
        game.family.text.read_state(text, states[0], game.flags)
        finding = int(audit(game.kernels, states))
        if finding:
            raise BadPosition(text, game.family.reasons.invalid(finding))
        self = cls._of(game, states, whose_turn(game.kernels, states))
        if str(self) != text:
            raise BadPosition(text, Reason("NOT_CANONICAL", "T2", _NOT_CANONICAL, {"canonical": str(self)}))
        return self

    @classmethod
    def of_state(cls, game: Game, state: Any) -> "Position":
        """Return the position of a raw state (a record or STATE[1], copied), which must be a valid one."""
        states = np.zeros(1, game.dtype)
        states[0] = state if np.ndim(state) == 0 else state[0]
        return cls._of(game, states, whose_turn(game.kernels, states))

    @property
    def state(self) -> "np.ndarray[Any, Any]":
        """A copy of the raw state, STATE[1]."""
        return self._state.copy()

    @property
    def turn(self) -> int:
        """The player who decides now, or CHANCE (a throw is due), or OVER."""
        return self._turn

    def _list(self) -> tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]:
        """Return texts, codes and weights of all moves, sorted by text (T5), and keep them."""
        if self._listed is None:
            game = self.game
            codes = np.empty(game.widest, np.int64)
            weights = np.ones(game.widest, np.int64)
            n = list_options(game.kernels, self._state, codes, weights)
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
        """How the game ended by the board, or None."""
        if self._turn != OVER:
            return None
        points = np.zeros(self.game.players, np.int64)
        reason = int(score(self.game.kernels, self._state, points))
        scores = tuple(Fraction(int(twelfths), POINT) for twelfths in points)
        return Outcome(scores, self.game.outcome_reasons[reason])

    def play(self, move: str) -> "Position":
        """Return the position after a move; raise BadMove (unreadable) or IllegalMove (says why)."""
        game = self.game
        code = game._codes_by_text.get(move)
        if code is None:
            code = self._code(move)
        child = np.zeros(1, game.dtype)
        turn = advance(game.kernels, self._state, child, code)
        if turn == ILLEGAL:
            raise IllegalMove(move, self._why(code), str(self))
        return Position._of(game, child, turn)

    def _code(self, move: str) -> int:
        try:
            return self.game.code(move)
        except BadMove as error:
            raise error.at(str(self)) from None

    def _why(self, code: int) -> Reason:
        """Return why a readable move is not legal here."""
        if self._turn == OVER:
            outcome = self.outcome
            assert outcome is not None
            return Reason("OVER", "R7", _IS_OVER, {"reason": f"{outcome.reason}, {outcome}"})
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

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.parse, (self.game, str(self))

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
        """A drawing for the terminal, without colour."""
        return "\n".join("".join(text for text, _ in line).rstrip() for line in self.spans)
