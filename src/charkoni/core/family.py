"""A family: the variants of a game, made from one game folder, and the interfaces of the modules of that folder.

The name of a variant is written `name:flag,other=value`.
"""

import importlib
import importlib.util
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from charkoni.core.board_types import BoardModule, Materials
from charkoni.core.catalog import Catalog, CatalogModule
from charkoni.core.errors import N_, BadGame, Reason
from charkoni.core.files.data_files import read_file
from charkoni.core.game_types import Array, Flag, Flags, Referee, Span, State
from charkoni.core.moves.declaration import Moves

if TYPE_CHECKING:
    from charkoni.core.game_kernels import Kernels


_WORD = re.compile(r"([a-z][a-z0-9]*)(?:=([a-z0-9]+))?")

UNKNOWN_GAME = N_("no such game; there are {games}")
UNKNOWN_FLAG = N_("there is no flag {flag}; flags here: {flags}")
UNKNOWN_VALUE = N_("the flag {flag} cannot be {value!r}; its values: {values}")
_BAD_NAME = N_("a game name is the game, then perhaps a colon and flags joined by commas, as in {example}")
_EXAMPLE = "name:flag,other=value"
_TWICE = N_("the flag {flag} is named twice")


class TextModule(Protocol):
    """The interface of `text.py` of a game folder.

    A game without a module `moves` also has `read_move(text, flags)`, which returns a code or raises BadMove, and
    `write_move(code, flags)` there.
    """

    def read_state(self, text: str, s: State, flags: Flags) -> None:
        """Fill the zeroed record from a position text; raise BadPosition.  The flags' fields are set."""

    def write_state(self, s: State, flags: Flags) -> str:
        """Return the position text."""

    def diagram(self, s: State, flags: Flags) -> list[list[Span]]:
        """Return the lines of a diagram for the terminal, at most 76 wide and 21 high, without colour codes.

        Roles: "a".."d" things of a player, "board" lines and empty cells, "label" a word that may be translated, "mark"
        highlights, "dim" coordinates, "" anything else.
        """


class ReasonsModule(Protocol):
    """The interface of `reasons.py` of a game folder.

    INVALID: the reasons of broken invariants, by the numbers from 1 that the `audit` kernel returns; those of the
    catalog if the module has none.
    """

    def illegal(self, s: State, code: int, flags: Flags) -> Reason:
        """Return why a move is not legal.  code: of any move that is not legal in the state."""


Features = tuple[tuple[str, int], ...]
"""The parts of an observation in their order: what each holds, and its number of planes or of entries of a vector."""

Symmetry = tuple["Array", "Array"]
"""A symmetry of the board as the mover sees it: onto which it maps each place of a plane, and each tap."""

Observation = tuple[tuple[int, ...], tuple[int, int], Features]
"""The rows and columns of a plane, () for a vector, the least and the most number of an observation, and its parts."""
Described = tuple[Callable[[Flags], tuple[int, ...]], Callable[[Flags], tuple[int, int]], Callable[[Flags], Features]]
"""The functions `shape`, `bounds` and `features` of an encoding."""


def observation_by(described: Callable[[Flags], Observation]) -> Described:
    """Return the functions of an encoding whose observation depends on flags."""

    def shape(flags: Flags) -> tuple[int, ...]:
        places, _, parts = described(flags)
        return (sum(number for _, number in parts), *places)

    return shape, (lambda flags: described(flags)[1]), (lambda flags: described(flags)[2])


def observation(places: tuple[int, ...], bounds: tuple[int, int], *parts: tuple[str, int]) -> Described:
    """Return the functions of an encoding that is the same with all flags."""
    return observation_by(lambda flags: (places, bounds, parts))


class EncodingModule(Protocol):
    """The interface of `encoding.py` of a game folder: what learning programs see of a state.

    Everything is seen by one player: his own things come first, and where players sit opposite, the board is turned
    so that his side is the same for all.  A place of the board has the same number in the observation of the player to
    move as among the taps (`Moves.zones`).

    `observe` is a kernel.  If values exceed -128 to 127, `bounds(flags)` returns the minimum and maximum; a vector
    observation has `seen_zones(viewer, flags)`, the zone described by each entry, "" for none.  The module may override
    kernels of `core.moves.tap_kernels` with faster ones for this game.
    """

    def shape(self, flags: Flags) -> tuple[int, ...]:
        """Return the shape of an observation: (entries,) of a vector, or (planes, rows, columns)."""

    def features(self, flags: Flags) -> Features:
        """Return the contents of the planes or entries, in order."""

    def symmetries(self, flags: Flags) -> list[Symmetry]:
        """Return the symmetries of the board but for the identity."""

    def observe(self, s: State, viewer: int, rows: object, index: int) -> None:
        """Write the observation of a player: the first ones of row `index`.  rows: [n, entries], modified in place."""


class HabitsModule(Protocol):
    """The interface of `habits.py` of a game folder: which of several moves of equal value people prefer."""

    def human_prior(self, s: State, code: int, flags: Flags) -> float:
        """Return how often people choose a legal move in a position, relative to the others."""


@dataclass(frozen=True)
class Family:
    """A game folder: the properties that all variants of a game share, and those that depend on its flags.

    The folder is a package that holds this family under the name FAMILY.  Its modules: `rules` and, if it values
    positions, `evaluate` (kernels); `moves`; `text`; `reasons`; and, for more than rules, `board`,
    `catalog`, `habits`, `encoding`, `parts`, the data file `materials.toml` and the package `teaching`.
    Functions get the flags as a mapping with all flags named.

    name: small letters and digits.  package: the dotted name of the folder.  outcome_reasons: the words for the ends of
    a game, in the order of their numbers in `score`.  sides: one number per player; players of equal number win
    together.  codes: the size of the code space.  has_dice: whether there are throws; the rules then have `throws`.
    referee: the rules of repetition and ply cap.  incompatible_flags: why these flags exclude each other, or None.
    """

    name: str
    package: str
    outcome_reasons: tuple[str, ...]
    sides: Callable[[Flags], tuple[int, ...]]
    codes: Callable[[Flags], int]
    flags: tuple[Flag, ...] = ()
    has_dice: bool = False
    referee: Callable[[Flags], Referee] = lambda flags: Referee()
    incompatible_flags: Callable[[Flags], Reason | None] = lambda flags: None

    @cached_property
    def rules(self) -> ModuleType:
        """The module with STATE, WIDEST and the kernels."""
        module: ModuleType = self.module("rules")
        return module

    @cached_property
    def text(self) -> TextModule:
        """The module that reads and writes states and moves."""
        module: TextModule = self.module("text")
        return module

    @cached_property
    def has_moves(self) -> bool:
        """Whether the game declares its moves."""
        return self.has("moves")

    def moves(self, flags: Flags) -> Moves:
        """Return the declared moves of a variant."""
        module = self.module("moves")
        moves: Moves = module.moves(flags) if hasattr(module, "moves") else module.MOVES
        return moves

    def read_move(self, text: str, flags: Flags) -> int:
        """Return the code of a move text; raise BadMove."""
        own: Callable[[str, Flags], int] | None = getattr(self.text, "read_move", None)
        return own(text, flags) if own else self.moves(flags).read(text)

    def write_move(self, code: int, flags: Flags) -> str:
        """Return the text of a code."""
        own: Callable[[int, Flags], str] | None = getattr(self.text, "write_move", None)
        return own(code, flags) if own else self.moves(flags).write(code)

    @cached_property
    def board(self) -> BoardModule:
        """The module with the geometry of the board, its symbols and the meaning of clicks."""
        module: BoardModule = self.module("board")
        return module

    @cached_property
    def materials(self) -> Materials:
        """The materials of the board; none without a data file `materials.toml`."""
        path = self.folder / "materials.toml"
        return read_file(Materials, path) if path.is_file() else Materials()

    @cached_property
    def reasons(self) -> ReasonsModule:
        """The module that gives the reasons for refusals."""
        module: ReasonsModule = self.module("reasons")
        return module

    def invalid(self, number: int) -> Reason:
        """Return the violated invariant of a state.  number: the result of the `audit` kernel, 1 or more."""
        written = getattr(self.reasons, "invalid", None)  # of games of other packages, before version 1.1
        reason: Reason = (
            written(number) if written else getattr(self.reasons, "INVALID", self.catalog.invalid)[number - 1]
        )
        return reason

    @cached_property
    def encoding(self) -> EncodingModule:
        """The module that encodes states for learning programs."""
        module: EncodingModule = self.module("encoding")
        return module

    def observation_bounds(self, flags: Flags) -> tuple[int, int]:
        """Return the least and the most number of an observation: those of the encoding, by default those of int8."""
        declared = getattr(self.encoding, "bounds", None) if self.has("encoding") else None
        return declared(flags) if declared else (-128, 127)

    @cached_property
    def catalog(self) -> Catalog:
        """The texts and settings of the game; without a module `catalog` only its name."""
        if not self.has("catalog"):
            return Catalog(title=self.name)
        module: CatalogModule = self.module("catalog")
        return module.CATALOG

    @cached_property
    def kernels(self) -> "Kernels":
        """The kernels, to be handed to compiled functions."""
        from charkoni.core.game_kernels import kernels_of

        return kernels_of(self.package)

    @cached_property
    def encoding_kernels(self) -> "Kernels":
        """The kernels with those of `moves` and `encoding`."""
        from charkoni.core.game_kernels import kernels_of

        return kernels_of(self.package, *(name for name in ("moves", "encoding") if self.has(name)))

    @cached_property
    def most_codes(self) -> int:
        """The largest code space of all variants; kernels that work on arrays of this size compile once for all."""
        return max(self.codes(self.flag_values(options)) for options in self.combinations())

    @cached_property
    def most_players(self) -> int:
        """The largest number of players of all variants."""
        return max(len(self.sides(self.flag_values(options))) for options in self.combinations())

    @cached_property
    def folder(self) -> Path:
        """The game's folder."""
        spec = importlib.util.find_spec(self.package)
        return Path(spec.origin).parent if spec and spec.origin else Path(self.package)

    @property
    def locale(self) -> Path:
        """The folder in which the package may bring message catalogues of its own, in the domain `name`."""
        return self.folder / "locale"

    def has(self, module: str) -> bool:
        """Return whether the game's folder has a module, without importing it."""
        names = module.split(".")
        return all(
            importlib.util.find_spec(".".join((self.package, *names[: depth + 1]))) for depth in range(len(names))
        )

    def module(self, name: str) -> Any:
        """Return a module of the game's folder, imported on first use."""
        return importlib.import_module(f"{self.package}.{name}")

    def __hash__(self) -> int:
        return hash(self.package)

    def canonical(self, options: str) -> str:
        """Return the flags named in `options` ("size=7,links=2") as they are written; raise BadGame."""
        name = f"{self.name}:{options}" if options else self.name
        flags = self.flag_values(options)
        incompatible_flags = self.incompatible_flags(flags)
        if incompatible_flags:
            raise BadGame(name, incompatible_flags)
        return self.written(flags)

    def flag_values(self, options: str) -> Flags:
        """Return all flags with their values; those not named in `options` have their defaults.  Raise BadGame."""
        name = f"{self.name}:{options}" if options else self.name
        by_name = {flag.name: flag for flag in self.flags}
        flags = {flag.name: flag.default for flag in self.flags}
        for word, written in split_name(name)[1]:
            if word not in by_name:
                names = ", ".join(by_name) or N_("none")
                raise BadGame(name, Reason("UNKNOWN_FLAG", "", UNKNOWN_FLAG, {"flag": word, "flags": names}))
            flag = by_name[word]
            value = "on" if written is None and flag.is_switch else written
            if value not in flag.values or (flag.is_switch and written is not None):
                values = {"flag": word, "value": written or "", "values": ", ".join(flag.values)}
                raise BadGame(name, Reason("UNKNOWN_VALUE", "", UNKNOWN_VALUE, values))
            flags[word] = value
        return flags

    def combinations(self, most: int = 0) -> tuple[str, ...]:
        """Return all flags that go together, as they are written: the fewest changes first, in the order of the flags.

        most: if there are more combinations than that (0: no limit), only those with one flag changed.
        """
        names = tuple(flag.name for flag in self.flags)
        values = [dict(zip(names, chosen, strict=True)) for chosen in product(*(flag.values for flag in self.flags))]
        allowed = [flags for flags in values if not self.incompatible_flags(flags)]
        if 0 < most < len(allowed):
            defaults = values[0]
            changed = (defaults | {flag.name: value} for flag in self.flags for value in flag.values[1:])
            allowed = [defaults, *(flags for flags in changed if not self.incompatible_flags(flags))]
        allowed.sort(key=self._changed_flags)
        return tuple(self.written(flags) for flags in allowed)

    def _changed_flags(self, flags: Flags) -> tuple[int, list[int]]:
        """Return the number of flags that differ from their defaults, and their places."""
        places = [place for place, flag in enumerate(self.flags) if flags[flag.name] != flag.default]
        return len(places), places

    def written(self, flags: Flags) -> str:
        """Return the flags that differ from their defaults, in alphabetical order, as they are written."""
        words = [
            flag.name if flag.is_switch else f"{flag.name}={flags[flag.name]}"
            for flag in sorted(self.flags, key=lambda flag: flag.name)
            if flags[flag.name] != flag.default
        ]
        return ",".join(words)


def split_name(name: str) -> tuple[str, list[tuple[str, str | None]]]:
    """Return the game's own name and its flags as written, with their values or None; raise BadGame."""
    head, colon, tail = name.partition(":")
    if not re.fullmatch(r"[a-z][a-z0-9]*", head) or (colon and not tail):
        raise BadGame(name, Reason("BAD_NAME", "", _BAD_NAME, {"example": _EXAMPLE}))
    words: list[tuple[str, str | None]] = []
    for word in tail.split(",") if tail else []:
        match = _WORD.fullmatch(word)
        if not match:
            raise BadGame(name, Reason("BAD_NAME", "", _BAD_NAME, {"example": _EXAMPLE}))
        flag, value = match.groups()
        if any(flag == earlier for earlier, _ in words):
            raise BadGame(name, Reason("BAD_NAME", "", _TWICE, {"flag": flag}))
        words.append((flag, value))
    return head, words
