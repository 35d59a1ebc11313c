"""Arguments and options that several commands take, and commands whose parameters are the fields of a dataclass."""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from inspect import Parameter
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from typer.models import ArgumentInfo, OptionInfo

from charkoni.cli.command_group import with_parameters, words_of
from charkoni.cli.completion import complete_game
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games import NAME_HELP

Options = TypeVar("Options")
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

    names: of the option, by default that of its parameter.
    """
    info: OptionInfo = typer.Option(
        *names, metavar=metavar or None, help=help_, min=min, max=max, autocompletion=completion
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


def command_of(options: type[Options]) -> Callable[[Callable[[Words, Options], None]], Callable[..., None]]:
    """Return the decorator of a command that takes the fields of a dataclass as its arguments and options.

    The command runs on the texts of the program's language and an instance.  The types of the fields are annotated as
    Typer expects it of a parameter.
    """

    def decorate(run: Callable[[Words, Options], None]) -> Callable[..., None]:
        def command(context: typer.Context, **values: object) -> None:
            run(words_of(context), options(**values))

        return with_parameters(command, map(_parameter, fields(options)))  # type: ignore[arg-type]

    return decorate


def _parameter(field: "Field[object]") -> Parameter:
    default = Parameter.empty if field.default is MISSING else field.default
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=field.type)
