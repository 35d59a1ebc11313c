"""`charkoni rules`: the rules of a game or variant in one minute, or its whole rule page."""

from typing import Annotated

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from charkoni.cli import inputs
from charkoni.cli.output import plain_console
from charkoni.cli.parameters import GameName, flag
from charkoni.cli.terminal import guide
from charkoni.core.errors import N_
from charkoni.core.game import Game
from charkoni.core.teaching.rule_pages import rule_page_file
from charkoni.core.translations import Words
from charkoni.games import names


def rules(
    words: Words,
    game: GameName,
    full: Annotated[bool, flag("--full", N_("the whole rule page, with examples"))] = False,
) -> None:
    """Print the rules of a game."""
    chosen = inputs.game(game)
    page = rule_page_file(chosen.family, words.language) if full else None
    if page is None:
        _print_summary(words, chosen)
        return
    text, console = page.read_text(encoding="utf-8"), Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text, end="")


def _print_summary(words: Words, game: Game) -> None:
    """Print title, statements and the notation of moves: a line for each, broken with an indent in a terminal."""
    console = plain_console()
    console.print(Text(names.game_name(words, game), style="bold"))
    for paragraph in guide.rules(words, game):
        console.print()
        for line in paragraph:
            if console.is_terminal:
                row = Table.grid(padding=(0, 1, 0, 0))
                row.add_row("·", line)
                console.print(row)
            else:
                print(line)
