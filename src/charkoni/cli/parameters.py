"""Arguments and options that several commands take."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from typer.models import ArgumentInfo, OptionInfo

from charkoni.cli.completion import complete_game
from charkoni.core.errors import N_
from charkoni.games import NAME_HELP

Completion = Callable[[str], list[str]]


def argument(
    metavar: str,
    help_: str = "",
    *,
    min: int | None = None,
    max: int | None = None,
    completion: Completion | None = None,
) -> ArgumentInfo:
    """Return the declaration of an argument, a part of its annotation."""
    info: ArgumentInfo = typer.Argument(
        metavar=metavar, help=help_ or None, min=min, max=max, autocompletion=completion
    )
    return info


def option(
    metavar: str,
    help_: str,
    *names: str,
    min: float | None = None,
    max: float | None = None,
    completion: Completion | None = None,
) -> OptionInfo:
    """Return the declaration of an option with a value, a part of its annotation.

    metavar: the word for the value, by default N for numbers.  names: of the option, by default that of its parameter.
    """
    default = None if min is None else "N"
    info: OptionInfo = typer.Option(
        *names, metavar=metavar or default, help=help_, min=min, max=max, autocompletion=completion
    )
    return info


def flag(name: str, help_: str) -> OptionInfo:
    """Return the declaration of an option without a value, a part of its annotation."""
    info: OptionInfo = typer.Option(name, help=help_)
    return info


GameName = Annotated[str, argument("GAME", NAME_HELP, completion=complete_game)]
FromText = Annotated[str | None, option("TEXT", N_("the initial position"), "--from")]
Files = Annotated[list[Path], argument("FILE", N_("files with records; - is standard input"))]
File = Annotated[Path, argument("FILE", N_("a file with a record; - is standard input"))]

# Pictures.
Theme = Annotated[str | None, option("light|dark|contrast|wood", N_("the colours of a picture"), "--theme")]
Bottom = Annotated[str | None, option("a|b|c|d", N_("whose side is at the bottom of a picture"), "--seat")]
Portrait = Annotated[bool, flag("--portrait", N_("a picture for a narrow page"))]
Width = Annotated[int | None, option("PIXELS", N_("the width of a PNG or GIF"), "--width")]

# Series of games.
Processes = Annotated[
    int, option("K", N_("how many parts of the work at a time, one a core"), "--processes", min=1, max=1024)
]
Ray = Annotated[str | None, option("ADDRESS", N_("work on a Ray cluster; auto finds one"), "--ray")]
Seed = Annotated[int, option("", N_("for openings, dice and players"), "--seed", min=0, max=2**31 - 1)]
GamesFile = Annotated[Path | None, option("FILE", N_("the file in which all games are kept"), "--out")]
AsJson = Annotated[bool, flag("--json", N_("the result as JSON"))]

# Searches of a game's positions.
Nodes = Annotated[
    int | None, option("N", N_("positions searched for each of the game's"), "--nodes", min=1, max=10**12)
]
Seconds = Annotated[float | None, option("SECONDS", N_("seconds for each position"), "--time", min=0.001, max=86_400)]
