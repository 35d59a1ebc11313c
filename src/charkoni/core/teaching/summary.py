"""The rules of a game in one minute: a few sentences, each with its clause and a move that shows it.

`teaching/summary.py` of a game folder, which may be missing, makes the sentences for the flags of a variant, so that a
variant has a summary of its own.  They are English and marked for the catalogues.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from charkoni.core.game import Game
from charkoni.core.game_types import Flags


@dataclass(frozen=True, slots=True)
class Statement:
    """A rule in a sentence or two.

    clause: of the rule page.  position, move, result: an example in the notation of the rule pages, where the result of
    a refused move is "illegal: " and the clause.  refused: a move that this clause forbids there.  name: of the game in
    which the example is played, if that is not the variant itself, because boards of other sizes show the same.
    """

    text: str
    clause: str
    position: str
    move: str
    result: str
    refused: str = ""
    name: str = ""


@lru_cache(maxsize=128)
def summary_of(game: Game) -> tuple[Statement, ...]:
    """Return the statements about a game with its flags, in the order of reading; none if it has no summary."""
    family = game.family
    if not family.has("teaching.summary"):
        return ()
    module: SummaryModule = family.module("teaching.summary")
    return module.summary(game.flags)


class SummaryModule(Protocol):
    """The interface of `teaching/summary.py` of a game folder."""

    def summary(self, flags: Flags) -> tuple[Statement, ...]:
        """Return the statements about the variant with these flags."""
