"""A game: rules with their chosen flags, and the family it comes from."""

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from charkoni.core.errors import BadGame, BadMove, Reason, mark
from charkoni.core.names import UNKNOWN_FLAG, UNKNOWN_VALUE, split_name

if TYPE_CHECKING:
    from charkoni.core.board_types import BoardModule
    from charkoni.core.catalog import Catalog
    from charkoni.core.game_kernels import Kernels
    from charkoni.core.lesson import Course
    from charkoni.core.position import Position

Flags = Mapping[str, str]
State = Any
"""A record (np.record) of a game's STATE."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A rule choice: its values, default first, and the number that stands for each in the state.

    A flag with the values "off" and "on" is written by its name alone.
    """

    name: str
    values: tuple[str, ...] = ("off", "on")
    numbers: tuple[int, ...] = ()

    @property
    def default(self) -> str:
        """The value that is not written."""
        return self.values[0]

    @property
    def is_switch(self) -> bool:
        """Whether the flag is written by its name alone."""
        return self.values == ("off", "on")

    def number(self, value: str) -> int:
        """Return what the state's field of this name holds for the value."""
        place = self.values.index(value)
        return self.numbers[place] if self.numbers else place


@dataclass(frozen=True, slots=True)
class Referee:
    """What the keeper of a record has to watch for (R5, R6): the history that a position cannot show.

    repetition: the third occurrence of a position is a draw.  counter: the state field left out when positions are
    compared.  cap: the number of plies that ends the game.  at_cap: the points in twelfths then, else a draw.
    """

    repetition: bool = False
    counter: str | None = None
    cap: int | None = None
    at_cap: Callable[[State], Sequence[int]] | None = None


Span = tuple[str, str]
"""A piece of a diagram: its text and its role (see `TextModule.diagram`)."""


class TextModule(Protocol):
    """What `text.py` of a game folder provides."""

    def read_state(self, text: str, s: State, flags: Flags) -> None:
        """Fill the zeroed record from a position text; raise BadPosition.  The flags' fields are set."""

    def write_state(self, s: State, flags: Flags) -> str:
        """Return the position text."""

    def read_move(self, text: str, flags: Flags) -> int:
        """Return the code of a move text; raise BadMove."""

    def write_move(self, code: int, flags: Flags) -> str:
        """Return the text of a code."""

    def diagram(self, s: State, flags: Flags) -> list[list[Span]]:
        """Return the lines of a drawing for the terminal, at most 76 wide and 21 high, without colour codes.

        Roles: "a".."d" what belongs to a player, "board" lines and empty cells, "label" a word that may be
        translated, "mark" what needs notice, "dim" coordinates, "" anything else.
        """


class ReasonsModule(Protocol):
    """What `reasons.py` of a game folder provides."""

    def illegal(self, s: State, code: int, flags: Flags) -> Reason:
        """Return why a move is not legal.  code: of any move that is not legal in the state."""

    def invalid(self, number: int) -> Reason:
        """Return which invariant of a state is broken.  number: what the `audit` kernel returned, 1 or more."""


def _no_objection(flags: Flags) -> Reason | None:
    return None


@dataclass(frozen=True)
class Family:
    """A game folder: what is common to all variants of a game, and how the flags change it.

    The folder is a package that holds this family under the name FAMILY.  Its modules: `rules` and, if it values
    positions, `evaluate` (kernels); `text`; `reasons`; and, for more than rules, `board`, `catalog` and `lessons`.
    Functions get the flags as a mapping with all flags named.

    name: small letters and digits.  package: the dotted name of the folder.  outcome_reasons: the words for how a game
    can end, as `score` numbers them.  sides: one number per player; players of equal number win together.  codes: the
    size of the code space.  has_dice: whether chance decides; the rules then have `throws`.  referee: what a record has
    to watch for.  objection: why these flags exclude each other, or None.
    """

    name: str
    package: str
    outcome_reasons: tuple[str, ...]
    sides: Callable[[Flags], tuple[int, ...]]
    codes: Callable[[Flags], int]
    flags: tuple[Flag, ...] = ()
    has_dice: bool = False
    referee: Callable[[Flags], Referee] = lambda flags: Referee()
    objection: Callable[[Flags], Reason | None] = _no_objection

    @cached_property
    def rules(self) -> Any:
        """The module with STATE, WIDEST and the kernels."""
        return self._part("rules")

    @cached_property
    def text(self) -> TextModule:
        """The module that translates states and moves."""
        module: TextModule = self._part("text")
        return module

    @cached_property
    def board(self) -> "BoardModule":
        """The module with the geometry of the board, its symbols and the meaning of clicks."""
        module: BoardModule = self._part("board")
        return module

    @cached_property
    def reasons(self) -> ReasonsModule:
        """The module that gives the reasons for refusals."""
        module: ReasonsModule = self._part("reasons")
        return module

    @cached_property
    def catalog(self) -> "Catalog":
        """The texts and settings of the game; without a module `catalog` only its name."""
        if not self.has("catalog"):
            from charkoni.core.catalog import Catalog

            return Catalog(title=self.name)
        catalog: Catalog = self._part("catalog").CATALOG
        return catalog

    @cached_property
    def course(self) -> "Course | None":
        """The lessons of the game, or None when it has none."""
        course: Course | None = self._part("lessons").COURSE if self.has("lessons") else None
        return course

    @cached_property
    def kernels(self) -> "Kernels":
        """The kernels, to be handed to compiled functions."""
        from charkoni.core.game_kernels import kernels_of

        return kernels_of(self.package)

    @property
    def locale(self) -> Path:
        """The folder in which the package may bring message catalogues of its own, in the domain `name`."""
        spec = importlib.util.find_spec(self.package)
        return Path(spec.origin).parent / "locale" if spec and spec.origin else Path(self.package, "locale")

    def has(self, module: str) -> bool:
        """Return whether the game's folder has a module, without importing it."""
        return importlib.util.find_spec(f"{self.package}.{module}") is not None

    def _part(self, name: str) -> Any:
        """Return a module of the game's folder."""
        return importlib.import_module(f"{self.package}.{name}")

    def __hash__(self) -> int:
        return hash(self.package)

    def game(self, options: str = "") -> "Game":
        """Return the game with the flags named in `options` ("size=7,links=2"); raise BadGame."""
        return variant(self.package, self._canonical(options))

    def variants(self, most: int = 0) -> tuple["Game", ...]:
        """Return the game and its variants: all flags that go together, the last flag varying fastest.

        most: if there are more variants than that (0: no limit), only those with one flag changed.
        """
        values = [dict(zip(self._default_flags(), chosen, strict=True)) for chosen in product(*self._values())]
        if 0 < most < len(values):
            usual = values[0]
            values = [usual, *(usual | {flag.name: value} for flag in self.flags for value in flag.values[1:])]
        possible = [chosen for chosen in values if not self.objection(chosen)]
        return tuple(variant(self.package, self._options(chosen)) for chosen in possible)

    def _values(self) -> list[tuple[str, ...]]:
        return [flag.values for flag in self.flags]

    def _default_flags(self) -> dict[str, str]:
        return {flag.name: flag.default for flag in self.flags}

    def _canonical(self, options: str) -> str:
        """Return the flags that differ from their defaults, in alphabetical order."""
        name = f"{self.name}:{options}" if options else self.name
        chosen = self._choose(split_name(name)[1], name)
        objection = self.objection(chosen)
        if objection:
            raise BadGame(name, objection)
        return self._options(chosen)

    def _options(self, chosen: Flags) -> str:
        """Return the flags as they are written, those that differ from their defaults, in alphabetical order."""
        words = [
            flag.name if flag.is_switch else f"{flag.name}={chosen[flag.name]}"
            for flag in sorted(self.flags, key=lambda flag: flag.name)
            if chosen[flag.name] != flag.default
        ]
        return ",".join(words)

    def _choose(self, words: Sequence[tuple[str, str | None]], name: str) -> Flags:
        """Return all flags with their values; `words` are the named ones with their written values."""
        known = {flag.name: flag for flag in self.flags}
        chosen = self._default_flags()
        for word, written in words:
            if word not in known:
                names = ", ".join(known) or mark("none")
                raise BadGame(name, Reason("UNKNOWN_FLAG", "", UNKNOWN_FLAG, {"flag": word, "flags": names}))
            flag = known[word]
            value = "on" if written is None and flag.is_switch else written
            if value not in flag.values or (flag.is_switch and written is not None):
                values = {"flag": word, "value": written or "", "values": ", ".join(flag.values)}
                raise BadGame(name, Reason("UNKNOWN_VALUE", "", UNKNOWN_VALUE, values))
            chosen[word] = value
        return chosen


class Game:
    """A game with its flags; made by `charkoni.game(name)`.

    name: the canonical name.  options: the flags as written in it.  flags: all flags with their values.  players: their
    number.  sides: one number per player; players of equal number win together.  codes: the size of the code space.
    has_dice: whether chance decides.  outcome_reasons: the words for how a game can end, by their number in `score`.
    """

    def __init__(self, family: Family, options: str) -> None:
        self.family = family
        self.options = options
        self.name = f"{family.name}:{options}" if options else family.name
        self.flags: Flags = MappingProxyType(dict(family._choose(split_name(self.name)[1], self.name)))
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
        """The longest list of legal moves or throws."""
        return int(self.family.rules.WIDEST)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of a state."""
        dtype: np.dtype[Any] = self.family.rules.STATE
        return dtype

    @cached_property
    def kernels(self) -> "Kernels":
        """The kernels, to be handed to compiled functions."""
        return self.family.kernels

    def __repr__(self) -> str:
        return f"game({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return variant, (self.family.package, self.options)

    def blank(self) -> "np.ndarray[Any, Any]":
        """Return one state, STATE[1], all zero but for the flags."""
        states = np.zeros(1, self.dtype)
        for flag in self.family.flags:
            if flag.name in (self.dtype.names or ()):
                states[0][flag.name] = flag.number(self.flags[flag.name])
        return states

    def start(self) -> "Position":
        """Return the position in which the game begins."""
        return self._position.start(self)

    def parse(self, text: str) -> "Position":
        """Return the position of a text; raise BadPosition."""
        return self._position.parse(self, text)

    @cached_property
    def _position(self) -> "type[Position]":
        position: type[Position] = importlib.import_module("charkoni.core.position").Position
        return position

    def code(self, move: str) -> int:
        """Return the code of a move text; raise BadMove when it is no move of this game."""
        code = self._codes_by_text.get(move)
        if code is None:
            code = self.family.text.read_move(move, self.flags)
            if self.move(code) != move:
                raise BadMove(move, Reason("BAD_MOVE", "T5", mark("write it as {move}"), {"move": self.move(code)}))
            self._codes_by_text[move] = code
        return code

    def move(self, code: int) -> str:
        """Return the move text of a code."""
        text = self._texts_by_code.get(code)
        if text is None:
            text = self._texts_by_code[code] = self.family.text.write_move(code, self.flags)
        return text


@cache
def variant(package: str, options: str) -> Game:
    """Return the one `Game` of a family's package and its canonical options."""
    family: Family = importlib.import_module(package).FAMILY
    return Game(family, options)
