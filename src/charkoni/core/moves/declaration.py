"""The moves of a game, declared once: their codes, texts, phrases and taps follow.

A game folder declares its kinds of moves in `moves.py`:

    CELL = Part(("a1", "a2", "b1", "b2"))
    MOVES = Moves(
        Kind("@{end}", {"end": CELL}, taps="hand {end}", phrase="places on {end}"),
        Kind("{start}-{end}", {"start": CELL, "end": CELL}, phrase="{start} goes to {end}"),
        Kind("-", taps="pass", phrase="passes"),
        unreadable=Reason("BAD_MOVE", "T4", "a move is @a1, a1-b2 or the pass -"),
    )

A game whose moves depend on its flags has a function `moves(flags)`, the same object for the same flags.

The codes of a kind follow those of the kinds before it; within a kind the last part changes fastest.  What programs
that learn see of the taps, as tables for kernels, is in `charkoni.core.moves.tap_tables`.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from types import MappingProxyType

from charkoni.core.board_types import TapSequence
from charkoni.core.errors import BadMove, Reason
from charkoni.core.game_types import State

_FIELD = re.compile(r"\{(\w+)\}")
_NO_PARTS: Mapping[str, "Part"] = MappingProxyType({})

Values = tuple[int, ...]
"""The numbers of the parts of a move, in the order of the parts."""


@dataclass(frozen=True, eq=False)
class Part:
    """A part of moves: a cell, a direction, an amount.

    texts: its values as written.  follows: texts, zones and said have a row for each value of the part before.  zones:
    the zone tapped for each value, by default its text; {me} is replaced by the letter of the mover.  said: its values
    in a phrase, by default as written; translated.  pattern: a regular expression for anything that looks like such a
    part, by default its texts.  missing: the reason why a text matching the pattern is not a value, from that text and,
    with `follows`, the text of the part before.  normal: the canonical spelling of a parsed text.
    """

    texts: Sequence[str | Sequence[str]]
    zones: Sequence[str | Sequence[str]] = ()
    said: Sequence[str | Sequence[str]] = ()
    pattern: str = ""
    missing: Callable[..., Reason] | None = None
    normal: Callable[[str], str] = str
    follows: bool = False

    @property
    def size(self) -> int:
        """The number of values."""
        return len(self.texts[0]) if self.follows else len(self.texts)

    def text(self, value: int, before: int) -> str:
        """Return how a value is written.  before: the value of the part before it."""
        return self._chosen(self.texts, value, before)

    def spoken(self, value: int, before: int) -> str:
        """Return a value as a phrase has it."""
        return self._chosen(self.said or self.texts, value, before)

    def zone(self, value: int, before: int) -> str:
        """Return the zone that is tapped for a value."""
        return self._chosen(self.zones or self.texts, value, before)

    def _chosen(self, rows: Sequence[str | Sequence[str]], value: int, before: int) -> str:
        return str(rows[before][value] if self.follows else rows[value])

    @cached_property
    def regex(self) -> str:
        """A regular expression for a text of this part."""
        if self.pattern:
            return self.pattern
        return "|".join(sorted({re.escape(text) for row in self._rows for text in row}, key=len, reverse=True))

    @property
    def _rows(self) -> Sequence[Sequence[str]]:
        """The texts for each value of the part before it, or one row for all."""
        return self.texts if self.follows else [self.texts]  # type: ignore[list-item]

    @cached_property
    def _numbers(self) -> list[dict[str, int]]:
        """The values by their texts, for each value of the part before it."""
        return [{text: value for value, text in enumerate(row)} for row in self._rows]

    def number(self, text: str, before: int) -> int | None:
        """Return the value of a text, or None."""
        return self._numbers[before if self.follows else 0].get(self.normal(text))


def letter(seat: int) -> str:
    """Return the letter of a seat in the names of zones."""
    return "abcdefgh"[seat]


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of moves.

    text: the written form, with parts in braces.  parts: by name, the slowest first.  taps: the zones and chips that
    enter it, separated by spaces; a part in braces denotes its zone, and a last part in brackets is tapped only if
    several legal moves share the taps before; by default all parts in order, "" for throws.  also: alternative tap
    sequences.  phrase: a move in words, with the names of parts in braces, or a function of the values that returns it.
    only: the values of all moves of this kind, if not all combinations exist; absent: the reason why a combination does
    not exist, from the texts of the parts.  same: the chip tapped instead of the zone tapped just before.  phase: the
    stage of the game in which the kind occurs (`Moves.phase`), None for all. ways: all tap sequences for the move with
    a code in a state, the main one first, if they depend on more than its parts.
    """

    text: str
    parts: Mapping[str, Part] = field(default_factory=lambda: _NO_PARTS)
    taps: str | None = None
    also: tuple[str, ...] = ()
    phrase: str | Callable[..., str] = ""
    only: Sequence[Values] | None = None
    absent: Callable[..., Reason] | None = None
    same: str = ""
    phase: int | None = None
    ways: Callable[[State, int], Sequence[TapSequence]] | None = None

    @cached_property
    def sizes(self) -> Values:
        """The number of values of each part."""
        return tuple(part.size for part in self.parts.values())

    @cached_property
    def codes(self) -> int:
        """The number of codes."""
        return prod(self.sizes) if self.only is None else len(self.only)

    @cached_property
    def strides(self) -> Values:
        """By how much the code grows with the value of each part; none where the moves are listed."""
        return tuple(prod(self.sizes[place + 1 :]) if self.only is None else 0 for place in range(len(self.sizes)))

    def all_values(self) -> Sequence[Values]:
        """Return the values of all codes in their order."""
        return list(product(*map(range, self.sizes))) if self.only is None else self.only

    def values(self, number: int) -> Values:
        """Return the values of the move with a number, counted from the first one of the kind."""
        if self.only is not None:
            return self.only[number]
        return tuple(number // stride % size for stride, size in zip(self.strides, self.sizes, strict=True))

    def number(self, values: Values) -> int | None:
        """Return the number of a move, counted from the first one of the kind; None when there is none."""
        if self.only is not None:
            return self._listed.get(values)
        return sum(value * stride for value, stride in zip(values, self.strides, strict=True))

    @cached_property
    def _listed(self) -> dict[Values, int]:
        return {values: number for number, values in enumerate(self.only or ())}

    def write(self, values: Values) -> str:
        """Return the text of a move."""
        return self._template.format(*self.texts(values))

    def texts(self, values: Values) -> list[str]:
        """Return the texts of the parts of a move."""
        parts = zip(self.parts.values(), values, (0, *values), strict=False)
        return [part.text(value, before) for part, value, before in parts]

    @cached_property
    def _template(self) -> str:
        """The text with the places of its parts instead of their names."""
        names = list(self.parts)
        return _FIELD.sub(lambda match: f"{{{names.index(match[1])}}}", self.text)

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """A regular expression for whatever looks like a move of this kind."""
        pieces = _FIELD.split(self.text)
        return re.compile(
            "".join(
                f"(?P<{piece}>{self.parts[piece].regex})" if place % 2 else re.escape(piece)
                for place, piece in enumerate(pieces)
            )
        )

    def read(self, text: str, unreadable: Reason) -> int | None:
        """Return the number of the move with a text, None when it is of another kind; raise BadMove."""
        match = self.regex.fullmatch(text)
        if not match:
            return None
        values: list[int] = []
        for name, part in self.parts.items():
            value = part.number(match[name], values[-1] if values else 0)
            if value is None:
                before = [match[list(self.parts)[len(values) - 1]]] if part.follows else []
                raise BadMove(text, part.missing(match[name], *before) if part.missing else unreadable)
            values.append(value)
        number = self.number(tuple(values))
        if number is None:
            raise BadMove(text, self.absent(*(match[name] for name in self.parts)) if self.absent else unreadable)
        return number

    def fields(self, values: Values) -> dict[str, str]:
        """Return the fields of the phrase."""
        parts = zip(self.parts.items(), values, (0, *values), strict=False)
        return {name: part.spoken(value, before) for (name, part), value, before in parts}

    @cached_property
    def sequence(self) -> tuple[str, ...]:
        """The zones and chips of the first way to tap it, the names of parts in braces, without brackets."""
        taps = " ".join(f"{{{name}}}" for name in self.parts) if self.taps is None else self.taps
        return tuple(taps.replace("[", "").replace("]", "").split())

    @property
    def is_shortened(self) -> bool:
        """Whether the last tap is left out where the others determine the move."""
        return self.taps is not None and self.taps.endswith("]")

    def zone(self, each: str, values: Values, seat: int) -> str:
        """Return the zone that a player taps for a piece of a sequence, or the chip."""
        if each[1:-1] in self.parts:
            place = list(self.parts).index(each[1:-1])
            each = self.parts[each[1:-1]].zone(values[place], values[place - 1])
        return each.replace("{me}", letter(seat))

    def zones(self, values: Values, seat: int, sequence: Sequence[str]) -> TapSequence:
        """Return the zones and chips that a player taps for a sequence."""
        tapped = [self.zone(each, values, seat) for each in sequence]
        if self.same:
            for rank in range(len(tapped) - 1, 0, -1):
                if tapped[rank] == tapped[rank - 1]:
                    tapped[rank] = self.same
        return tuple(tapped)

    def meant(self, taps: TapSequence, seat: int) -> str | None:
        """Return the text of a move whose taps begin so, the first one; None when there is none."""
        for sequence in (self.sequence, *(tuple(each.split()) for each in self.also)):
            bound: dict[str, int] = {}
            if len(taps) <= len(sequence) and all(
                self._binds(each, zone, seat, bound, taps[:place])
                for place, (each, zone) in enumerate(zip(sequence, taps, strict=False))
            ):
                return self._first(bound)
        return None

    def _binds(self, each: str, zone: str, seat: int, bound: dict[str, int], before: TapSequence) -> bool:
        """Return whether a zone may be tapped for a piece of a sequence, and note the value that it means."""
        if each[1:-1] not in self.parts:
            return each.replace("{me}", letter(seat)) == zone
        part = self.parts[each[1:-1]]
        if self.same and before and zone == self.same:
            zone = before[-1]
        row = list(bound.values())[-1] if part.follows and bound else 0
        for value in range(part.size):
            if part.zone(value, row).replace("{me}", letter(seat)) == zone:
                bound[each[1:-1]] = value
                return True
        return False

    def _first(self, bound: Mapping[str, int]) -> str:
        """Return the text of the first move with some values."""
        if self.only is not None:
            for values in self.only:
                if all(values[list(self.parts).index(name)] == value for name, value in bound.items()):
                    return self.write(values)
        return self.write(tuple(bound.get(name, 0) for name in self.parts))


class Moves:
    """The kinds of moves of a game, in the order of their codes.

    unreadable: the reason why a text is no move.  refused: reasons for texts that fit a regular expression.  taps: the
    zones and chips in the order of their numbers, as a seat sees them; by default in the order in which the kinds
    name them.  places: the place in a plane of an observation of each of the first taps.  phase: the stage of the
    game in a state, which decides between kinds with the same taps.
    """

    def __init__(
        self,
        *kinds: Kind,
        unreadable: Reason,
        refused: Sequence[tuple[str, Reason]] = (),
        taps: Callable[[int], Sequence[str]] | None = None,
        places: Sequence[int] = (),
        phase: Callable[[State], int] | None = None,
    ) -> None:
        self.kinds = kinds
        self.unreadable = unreadable
        self.refused = [(re.compile(pattern), reason) for pattern, reason in refused]
        self._taps = taps
        self._own_places = places
        self.phase = phase
        self.firsts = [0]
        for kind in kinds:
            self.firsts.append(self.firsts[-1] + kind.codes)
        self._zones: dict[int, tuple[str, ...]] = {}

    @property
    def codes(self) -> int:
        """The size of the code space."""
        return self.firsts[-1]

    def split(self, code: int) -> tuple[Kind, Values]:
        """Return the kind of a move and the values of its parts."""
        place = bisect_right(self.firsts, code) - 1
        return self.kinds[place], self.kinds[place].values(code - self.firsts[place])

    def read(self, text: str) -> int:
        """Return the code of a text; raise BadMove."""
        for kind, first in zip(self.kinds, self.firsts, strict=False):
            number = kind.read(text, self.unreadable)
            if number is not None:
                return first + number
        reasons = [reason for pattern, reason in self.refused if pattern.fullmatch(text)]
        raise BadMove(text, (*reasons, self.unreadable)[0])

    def write(self, code: int) -> str:
        """Return the text of a code."""
        kind, values = self.split(code)
        return kind.write(values)

    def phrase(self, code: int) -> tuple[str, dict[str, str]]:
        """Return the phrase of a move, to be translated, and its fields; "" where the kind has none."""
        kind, values = self.split(code)
        phrase = kind.phrase if isinstance(kind.phrase, str) else kind.phrase(*values)
        fields = kind.fields(values)
        return phrase, {name: fields[name] for name in _FIELD.findall(phrase)}

    # --- taps -------------------------------------------------------------------------------------------------------

    def zones(self, seat: int) -> tuple[str, ...]:
        """Return the zones and chips in the order of their numbers, as a seat sees them."""
        if seat not in self._zones:
            if self._taps:
                self._zones[seat] = tuple(self._taps(seat))
            else:
                shown = [
                    zone
                    for kind in self.kinds
                    for values in kind.all_values()
                    for zone in kind.zones(values, seat, kind.sequence)
                ]
                self._zones[seat] = tuple(dict.fromkeys(shown))
        return self._zones[seat]

    @property
    def taps(self) -> int:
        """The number of taps."""
        return len(self.zones(0))

    @property
    def pending(self) -> int:
        """The most taps of a move before its last."""
        return max(len(kind.sequence) for kind in self.kinds) - 1

    @property
    def places(self) -> list[int]:
        """The place of each tap in a plane of an observation; -1 - i of the i-th one that has none."""
        return [*self._own_places, *(-1 - chip for chip in range(self.taps - len(self._own_places)))]

    def shared(self, codes: Sequence[int], seat: int) -> dict[TapSequence, int]:
        """Return how many of some moves, legal ones, share all their taps but the last, where it may be left out."""
        found: dict[TapSequence, int] = {}
        for code in codes:
            kind, values = self.split(code)
            if kind.is_shortened and not kind.ways:
                taps = kind.zones(values, seat, kind.sequence[:-1])
                found[taps] = found.get(taps, 0) + 1
        return found

    def tap_sequences(self, s: State, code: int, seat: int, shared: Mapping[TapSequence, int]) -> list[TapSequence]:
        """Return all ways to tap a legal move.  shared: see the method."""
        kind, values = self.split(code)
        if kind.ways:
            return list(kind.ways(s, code))
        ways = [kind.zones(values, seat, kind.sequence)]
        if kind.is_shortened and (not ways[0][-1] or shared[ways[0][:-1]] == 1):
            ways = [ways[0][:-1]]
        return [*ways, *(kind.zones(values, seat, each.split()) for each in kind.also)]

    def meant(self, s: State, prefix: TapSequence, zone: str, seat: int) -> str | None:
        """Return the text of the move that a tap without effect probably means, or None."""
        phase = self.phase(s) if self.phase else None
        for kind in self.kinds:
            if kind.phase is None or kind.phase == phase:
                text = kind.meant((*prefix, zone), seat)
                if text is not None:
                    return text
        return None
