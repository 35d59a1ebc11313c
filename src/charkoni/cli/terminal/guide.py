"""What the help of a game in progress says: the aim, how moves are typed, the commands."""

from charkoni.core.errors import mark
from charkoni.core.game import Game
from charkoni.core.registry import family
from charkoni.core.translations import Words

COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("?", mark("? [cell]"), mark("the legal moves, or those of a cell")),
    ("undo", mark("undo"), mark("take your last move back (never a throw)")),
    ("hint", mark("hint"), mark("ask what the computer would play")),
    ("last", mark("last"), mark("the whole game so far")),
    ("save", mark("save [file]"), mark("write a copy; the game is kept anyway after every move")),
    ("draw", mark("draw"), mark("offer a draw")),
    ("resign", mark("resign"), mark("give up")),
    ("help", mark("help"), mark("this page")),
    ("quit", mark("quit"), mark("leave; the game can be continued")),
)
"""The command, how it is shown, and what it does."""

_SHORT = {
    "u": "undo",
    "h": "hint",
    "m": "?",
    "moves": "?",
    "s": "save",
    "q": "quit",
    "exit": "quit",
    "l": "last",
}


def command_of(words: Words, text: str) -> tuple[str, str] | None:
    """Return the command and its argument that a typed line means, in English or in the chosen language, or None."""
    first, _, rest = text.strip().partition(" ")
    if first.startswith("?") and len(first) > 1:
        first, rest = "?", f"{first[1:]} {rest}"
    typed = first.casefold()
    for command, shown, _meaning in COMMANDS:
        own = words._(shown).split(" ")[0].casefold()
        if typed in (command, own) or _SHORT.get(typed) == command:
            return command, rest.strip()
    return None


def commands(words: Words) -> list[tuple[str, str]]:
    """Return how each command is typed and what it does, in the language of the words."""
    return [(words._(shown), words._(meaning)) for _, shown, meaning in COMMANDS]


def about(words: Words, name: str) -> str:
    """Return a few words about a game."""
    return words._(family(name).catalog.about) if family(name).catalog.about else ""


def rules(words: Words, game: Game) -> list[str]:
    """Return what a beginner has to know: the aim and the moves, then how moves are typed."""
    catalog = game.family.catalog
    return [words._(text) for text in (catalog.aim, catalog.typing) if text]
