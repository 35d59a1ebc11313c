"""Types that the modules of a game folder share: flags, states, the spans of a diagram, repetition and ply cap."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Flags = Mapping[str, str]
"""All flags of a game by name, with their values."""

Array: TypeAlias = npt.NDArray[Any]
"""An array whose shape and dtype are given in a docstring."""

State = Any
"""A record (`FieldRecord`) of a game's STATE."""

Span = tuple[str, str]
"""A piece of a diagram: its text and its role (see `family.TextModule.diagram`)."""


class FieldRecord(np.record):  # type: ignore[misc]  # final in the stubs alone
    """A record whose fields are read in a third of the time, since no Python code looks for methods of that name."""

    __slots__ = ()
    __getattribute__ = np.void.__getattribute__

    def __getattr__(self, name: str) -> Any:
        """Return the value of a field of one value, else a view of it."""
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"there is no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field."""
        self[name] = value


def record_dtype(*fields: tuple[object, ...]) -> "np.dtype[np.void]":
    """Return the dtype of records, a game's states or a search's frames: of each field name, dtype, perhaps shape."""
    return np.dtype((FieldRecord, list(fields)))


@dataclass(frozen=True, slots=True)
class Flag:
    """A rule choice: its values, default first, and the number of each in the state.

    A flag with the values "off" and "on" is written by its name alone.  field: of the state, by default the one of the
    flag's name; the numbers of flags in one field are added.
    """

    name: str
    values: tuple[str, ...] = ("off", "on")
    numbers: tuple[int, ...] = ()
    field: str = ""

    @property
    def default(self) -> str:
        """The value that is not written."""
        return self.values[0]

    @property
    def is_switch(self) -> bool:
        """Whether the flag is written by its name alone."""
        return self.values == ("off", "on")

    def number(self, value: str) -> int:
        """Return the content of the state's field for a value."""
        place = self.values.index(value)
        return self.numbers[place] if self.numbers else place


@dataclass(frozen=True, slots=True)
class Referee:
    """The rules that a record applies because a position does not hold its history: repetition (R5), ply cap (R6).

    repetition: the third occurrence of a position is a draw.  counter: the state field left out when positions are
    compared.  cap: the number of plies that ends the game.  at_cap: the points in twelfths then, else a draw.
    """

    repetition: bool = False
    counter: str | None = None
    cap: int | None = None
    at_cap: Callable[[State], Sequence[int]] | None = None


def with_runs(cells: Iterable[str]) -> list[str]:
    """Return the texts of the cells of a row, with the length of a run of empty ones, "", in its place."""
    written: list[str] = []
    for is_taken, run in groupby(cells, bool):
        row = list(run)
        written += row if is_taken else [str(len(row))]
    return written


def joined(signs: Sequence[Span]) -> list[Span]:
    """Return a line of a diagram with adjacent spans of the same role joined."""
    return [("".join(sign for sign, _ in run), role) for role, run in groupby(signs, key=itemgetter(1))]
