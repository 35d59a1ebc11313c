"""`charkoni games`: the list of the games."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import charkoni
from charkoni.cli.command_group import typer_app, words_of
from charkoni.core.errors import mark
from charkoni.core.registry import family
from charkoni.core.translations import Words
from charkoni.games import names

app = typer_app()


@app.command()
def games(
    context: typer.Context,
    full: Annotated[bool, typer.Option("--full", help=mark("flags and players also where it is no terminal"))] = False,
) -> None:
    """List the games."""
    list_games(words_of(context), full or Console().is_terminal)


def list_games(words: Words, is_full: bool) -> None:
    """Print the names of the games; in full, a table with players and flags."""
    if not is_full:
        print("\n".join(charkoni.games()))
        return
    _ = words._
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in (_("name"), _("game"), _("players"), _("flags, default first")):
        table.add_column(title)
    for name in charkoni.games():
        of_name = family(name)
        flags = ", ".join(
            flag.name if flag.is_switch else f"{flag.name}={'|'.join(flag.values)}" for flag in of_name.flags
        )
        counts = sorted({len(of_name.sides(game.flags)) for game in _by_players(name)})
        table.add_row(name, names.family_name(words, name), ", ".join(map(str, counts)), flags)
    Console(highlight=False, markup=False).print(table)


def _by_players(name: str) -> list[charkoni.Game]:
    """Return the game and its variants with another number of players."""
    flags = {flag.name: flag for flag in family(name).flags}
    others = flags["players"].values[1:] if "players" in flags else ()
    return [charkoni.game(name), *(charkoni.game(f"{name}:players={value}") for value in others)]
