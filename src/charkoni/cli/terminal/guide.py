"""The help of a game: its rules in one minute, the notation of moves, the commands."""

from charkoni.core.errors import N_
from charkoni.core.game import Game
from charkoni.core.teaching.guide import guide_of
from charkoni.core.teaching.summary import summary_of
from charkoni.core.translations import Words

COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("?", N_("? [cell]"), N_("the legal moves, or those of a cell")),
    ("undo", N_("undo"), N_("take your last move back (never a throw)")),
    ("hint", N_("hint"), N_("show what the computer would play")),
    ("last", N_("last"), N_("the whole game so far")),
    ("save", N_("save [file]"), N_("write a copy; the game is kept anyway after every move")),
    ("draw", N_("draw"), N_("offer a draw")),
    ("resign", N_("resign"), N_("give up")),
    ("help", N_("help"), N_("this page")),
    ("quit", N_("quit"), N_("leave; the game can be continued")),
)
"""By command: its name, its usage, and a description."""

_ALIASES = {"u": "undo", "h": "hint", "m": "?", "moves": "?", "s": "save", "q": "quit", "exit": "quit", "l": "last"}


def command_of(words: Words, text: str) -> tuple[str, str] | None:
    """Parse a typed line: return the command, in English or the language of the words, and its argument; else None."""
    first, _, rest = text.strip().partition(" ")
    if first.startswith("?") and len(first) > 1:
        first, rest = "?", f"{first[1:]} {rest}"
    typed = first.casefold()
    for command, usage, _description in COMMANDS:
        own = words._(usage).split(" ")[0].casefold()
        if typed in (command, own) or _ALIASES.get(typed) == command:
            return command, rest.strip()
    return None


def rules(words: Words, game: Game) -> list[list[str]]:
    """Return the rules of a variant as paragraphs of lines: aim, statements with their clauses, notation."""
    aim = guide_of(game)
    statements = [f"{each.text} ({each.clause})" for each in summary_of(game, words.language)]
    notation = game.family.catalog.typing
    first = [f"{words._(aim.aim)} ({aim.clause})"] if aim else []
    return [lines for lines in (first, statements, [words._(notation)] if notation else []) if lines]
