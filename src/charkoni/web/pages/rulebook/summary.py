"""The rules in one minute, as the rule page shows them: sentences, each with a move to be played on a board."""

from dataclasses import dataclass
from functools import lru_cache

from charkoni.core.registry import named
from charkoni.core.teaching.guide import guide_of
from charkoni.core.teaching.summary import Statement, summary_of
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.live.board_view import view_of
from charkoni.web.pages.board_pictures import picture_url

WIDE = 1.6
SIZES = 4
"""A flag with more values changes the size of a board: its variants are not described individually."""


@dataclass(frozen=True, slots=True)
class ShownStatement:
    """A statement as the page shows it.  move: to be played in the position, "" if it shows that one is forbidden."""

    text: str
    clause: str
    game: str
    position: str
    move: str
    picture: str


@dataclass(frozen=True, slots=True)
class ShownSummary:
    """The statements about a game, and by variant name those that apply only to this variant.

    exceptions: statements for later.  aim, clause: the aim in a sentence, "" if nothing states it.  is_wide: the board
    is much wider than high.
    """

    aim: str
    clause: str

    is_wide: bool
    statements: tuple[ShownStatement, ...]
    exceptions: tuple[ShownStatement, ...]
    variants: tuple[tuple[str, tuple[ShownStatement, ...]], ...]


@lru_cache(maxsize=64)
def shown_summary(name: str, lang: str) -> ShownSummary:
    """Return the summary of a game, or of a variant by its name, in a language."""
    words, usual = Words(lang), named(name)
    common = {each.text for each in summary_of(usual, lang)}
    variants = []
    for flag in () if usual.options else usual.family.flags:
        for value in flag.values[1:] if len(flag.values) <= SIZES else ():
            variant = named(f"{name}:{flag.name}" if flag.is_switch else f"{name}:{flag.name}={value}")
            own = tuple(each for each in summary_of(variant, lang) if each.text not in common)
            if own:
                variants.append((names.flag_name(words, variant, flag, value), tuple(map(_shown, own))))
    layout = view_of(usual, 0, False).layout
    told = summary_of(usual, lang)
    statements, exceptions = ([_shown(each) for each in told if each.is_exception == late] for late in (False, True))
    guide = guide_of(usual)
    aim = (words._(guide.aim), guide.clause) if guide else ("", "")
    return ShownSummary(
        *aim, layout.width > WIDE * layout.height, tuple(statements), tuple(exceptions), tuple(variants)
    )


def _shown(statement: Statement) -> ShownStatement:
    move = "" if statement.result.startswith("illegal") else statement.move
    picture = picture_url(statement.game, statement.position, *([move] if move else []))
    return ShownStatement(statement.text, statement.clause, statement.game, statement.position, move, picture)
