"""A game's guide as data: what its signs and counters mean, and what is said in a guided first game.

`teaching/guide.py` of a game folder, which may be missing, makes a `Guide` for the flags of a variant.  Sentences are
English and marked for the catalogues; each names the clause of the rules it comes from.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from charkoni.core.board_types import Event
from charkoni.core.game import Game
from charkoni.core.game_types import Flags, State


@dataclass(frozen=True, slots=True)
class Demonstration:
    """Some moves that show the aim: the name of the game with its flags, the position text of the start, the moves."""

    name: str
    position: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """What a sign on the board means.

    symbols: patterns (as in `fnmatch`) of the symbols of the layout that are meant; the first one found is shown.
    sample: the text on it.  zone: without symbols, the zone where the board shows the sign, "" when it has no picture.
    """

    text: str
    clause: str
    symbols: tuple[str, ...] = ()
    sample: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class CounterMeaning:
    """What a counter counts.

    change: the sentence when the goal of its bar changes, with the fields player, before and goal; "": none is said.
    """

    text: str
    clause: str
    change: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do in one of the first turns, and why.  when: the states in which it is meant, by default all."""

    text: str
    clause: str
    when: Callable[[State], bool] | None = None


@dataclass(frozen=True, slots=True)
class RuleNote:
    """A rule in one sentence, said when it first occurs in a game.

    kind: of the event by which it occurs, "" for a rule that depends on the state alone.  when: a predicate of the
    state after the move and of that event, which is empty for a rule without a kind.
    """

    text: str
    clause: str
    kind: str = ""
    when: Callable[[State, Event], bool] | None = None


@dataclass(frozen=True, slots=True)
class Guide:
    """The guide of a variant.

    aim: of the game, one sentence.  legend: every sign of the board.  counters: by the label of `Counter`, before it is
    translated.  advice: for the first turns, in order; what does not fit a turn waits for the next.  rules: all rules
    that are explained when they occur.
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
    """Return the guide of a game with its flags, or None when it has none."""
    family = game.family
    if not family.has("teaching.guide"):
        return None
    module: GuideModule = family.module("teaching.guide")
    return module.guide(game.flags)


class GuideModule(Protocol):
    """The interface of `teaching/guide.py` of a game folder."""

    def guide(self, flags: Flags) -> Guide:
        """Return the guide of the variant with these flags."""
