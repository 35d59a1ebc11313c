"""`charkoni games`: the list of the games."""

from typing import Annotated

from rich.console import Console
from rich.table import Table

import charkoni
from charkoni.cli.output import print_json
from charkoni.cli.parameters import AsJson, flag
from charkoni.core.errors import N_
from charkoni.core.family import Family
from charkoni.core.game import variants_of
from charkoni.core.registry import family
from charkoni.core.translations import Words
from charkoni.games import names


def games(
    words: Words,
    full: Annotated[bool, flag("--full", N_("flags and players even if the output is not a terminal"))] = False,
    as_json: AsJson = False,
) -> None:
    """List the games."""
    if as_json:
        print_json([_described(words, family(name)) for name in charkoni.games()])
    else:
        list_games(words, full or Console().is_terminal)


def _described(words: Words, of_name: Family) -> dict[str, object]:
    """Return what a program wants to know of a game: name, title, numbers of players, flags with their values."""
    return {
        "name": of_name.name,
        "title": names.family_name(words, of_name.name),
        "players": _player_counts(of_name),
        "flags": [
            {"name": flag.name, "values": [str(value) for value in flag.values], "default": str(flag.default)}
            for flag in of_name.flags
        ],
    }


def _player_counts(of_name: Family) -> list[int]:
    """Return how many players a game and its variants have."""
    return sorted({game.players for game in variants_of(of_name)})


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
        counts = ", ".join(map(str, _player_counts(of_name)))
        table.add_row(name, names.family_name(words, name), counts, flags)
    Console(highlight=False, markup=False).print(table)
