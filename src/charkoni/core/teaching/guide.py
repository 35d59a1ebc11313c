"""A game's guide as data: the meaning of its marks and counters, and the remarks of a guided first game.

`teaching/guide.toml` of a game's folder, which may be missing, has arrays of tables: `aims` and `demonstrations`, of
which the first one that fits is taken, `legend`, `counters`, `advice` and `rules`.  Their keys are the fields of the
classes below; `when` is the name of a function in `teaching/conditions.py`.  Every table may have `flags`: the values
of flags with which it holds.  A table of `replacements` names a `clause` and the one in its place, `by`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from charkoni.core.board_types import Event
from charkoni.core.files.data_files import BadDataFile, read_file
from charkoni.core.game import Game
from charkoni.core.game_types import State


@dataclass(frozen=True, slots=True)
class Demonstration:
    """Some moves that show the aim: the name of the game with its flags, the position text of the start, the moves."""

    name: str
    moves: tuple[str, ...]
    position: str = ""
    flags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in English, marked for the catalogues.

    clause: of the rules, from which it comes.  flags: the values of flags with which it holds.
    """

    text: str
    clause: str
    flags: Mapping[str, str] = field(default_factory=dict, kw_only=True)


@dataclass(frozen=True, slots=True)
class LegendEntry(Sentence):
    """What a sign on the board means.

    symbols: patterns (as in `fnmatch`) of the symbols of the layout that are meant; the first one found is shown.
    sample: the text on it.  zone: without symbols, the zone where the board shows the sign, "" when it has no picture.
    """

    symbols: tuple[str, ...] = ()
    sample: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class CounterMeaning(Sentence):
    """What a counter counts.

    label: of `Counter`, before it is translated.  change: the sentence when the goal of its bar changes, with the
    fields player, before and goal; "": none is said.
    """

    label: str = ""
    change: str = ""


@dataclass(frozen=True, slots=True)
class Advice(Sentence):
    """What to do in one of the first turns, and why.  when: the states in which it is meant, by default all."""

    when: Callable[[State], bool] | None = None


@dataclass(frozen=True, slots=True)
class RuleNote(Sentence):
    """A rule in one sentence, said when it first occurs in a game.

    kind: of the event by which it occurs, "" for a rule that depends on the state alone.  when: a predicate of the
    state after the move and of that event, which is empty for a rule without a kind.
    """

    kind: str = ""
    when: Callable[[State, Event], bool] | None = None


@dataclass(frozen=True, slots=True)
class Guide:
    """The guide of a variant.

    aim: of the game, one sentence.  legend: every sign of the board.  counters: by their labels.  advice: for the first
    turns, in order; what does not fit a turn waits for the next.  rules: all rules that are explained when they occur.
    """

    aim: str
    clause: str
    demonstration: Demonstration
    legend: tuple[LegendEntry, ...]
    counters: Mapping[str, CounterMeaning]
    advice: tuple[Advice, ...]
    rules: tuple[RuleNote, ...]


@lru_cache(maxsize=64)
def guide_of(game: Game) -> Guide | None:
    """Return the guide of a game with its flags, or None when it has none; raise BadDataFile."""
    path = game.family.folder / "teaching" / "guide.toml"
    return _guide(read_file(_WrittenGuide, path), game, path) if path.is_file() else None


@dataclass(frozen=True, slots=True)
class _Note(Sentence):
    kind: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True)
class _Replacement:
    clause: str
    by: str
    flags: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _WrittenGuide:
    aims: tuple[Sentence, ...]
    demonstrations: tuple[Demonstration, ...]
    legend: tuple[LegendEntry, ...] = ()
    counters: tuple[CounterMeaning, ...] = ()
    advice: tuple[_Note, ...] = ()
    rules: tuple[_Note, ...] = ()
    replacements: tuple[_Replacement, ...] = ()


S = TypeVar("S", bound=Sentence)
R = TypeVar("R")


def _guide(written: _WrittenGuide, game: Game, path: Path) -> Guide:
    """Return what holds of a guide for the flags of a game."""
    replaced = {each.clause: each.by for each in written.replacements if fits(each.flags, game)}

    def fitting(sentences: Iterable[S]) -> tuple[S, ...]:
        found = (each for each in sentences if fits(each.flags, game))
        return tuple(replace(each, clause=replaced.get(each.clause, each.clause)) for each in found)

    aim, *_ = fitting(written.aims)
    return Guide(
        aim.text,
        aim.clause,
        next(each for each in written.demonstrations if fits(each.flags, game)),
        fitting(written.legend),
        {each.label: each for each in fitting(written.counters)},
        tuple(
            Advice(each.text, each.clause, condition(each.when, each.text, game, path))
            for each in fitting(written.advice)
        ),
        tuple(_rule(each, game, path) for each in fitting(written.rules)),
    )


def fits(flags: Mapping[str, str], game: Game) -> bool:
    """Return whether a game has these values of flags."""
    return flags.items() <= game.flags.items()


def condition(name: str, text: str, game: Game, path: Path) -> Callable[..., R] | None:
    """Return the function of `teaching/conditions.py` that a text names, None for the name ""; raise BadDataFile."""
    if not name:
        return None
    named: Callable[..., R] | None = getattr(game.family.module("teaching.conditions"), name, None)
    if named is None:
        raise BadDataFile(f"{path}: there is no condition {name!r}, of {text!r}")
    return named


def _rule(note: _Note, game: Game, path: Path) -> RuleNote:
    """Return a rule; the condition of one without a kind of event is of the state alone."""
    when: Callable[..., bool] | None = condition(note.when, note.text, game, path)
    of_event = when if note.kind or when is None else lambda s, _event: when(s)
    return RuleNote(note.text, note.clause, note.kind, of_event)
