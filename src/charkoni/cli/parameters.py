"""Arguments and options that several commands take, and commands whose parameters are the fields of a dataclass."""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from charkoni.cli.completion import complete_game
from charkoni.core.errors import N_
from charkoni.games import NAME_HELP

Options = TypeVar("Options")

GameName = Annotated[str, typer.Argument(metavar="GAME", help=NAME_HELP, autocompletion=complete_game)]
FromText = Annotated[str | None, typer.Option("--from", metavar="TEXT", help=N_("the initial position"))]
Files = Annotated[list[Path], typer.Argument(metavar="FILE", help=N_("files with records; - is standard input"))]
File = Annotated[Path, typer.Argument(metavar="FILE", help=N_("a file with a record; - is standard input"))]

# Pictures.
Theme = Annotated[
    str | None,
    typer.Option("--theme", metavar="light|dark|contrast|wood", help=N_("the colours of a picture")),
]
Bottom = Annotated[
    str | None, typer.Option("--seat", metavar="a|b|c|d", help=N_("whose side is at the bottom of a picture"))
]
Portrait = Annotated[bool, typer.Option("--portrait", help=N_("a picture for a narrow page"))]
Width = Annotated[int | None, typer.Option("--width", metavar="PIXELS", help=N_("the width of a PNG or GIF"))]

# Series of games.
Processes = Annotated[
    int,
    typer.Option(
        "--processes", metavar="K", min=1, max=1024, help=N_("how many parts of the work at a time, one a core")
    ),
]
Ray = Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help=N_("work on a Ray cluster; auto finds one"))]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**31 - 1, help=N_("for openings, dice and players"))]
GamesFile = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help=N_("the file in which all games are kept"))
]
AsJson = Annotated[bool, typer.Option("--json", help=N_("the result as JSON"))]

# Searches of a game's positions.
Nodes = Annotated[
    int | None,
    typer.Option("--nodes", metavar="N", min=1, max=10**12, help=N_("positions searched for each of the game's")),
]
Seconds = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", min=0.001, max=86_400, help=N_("seconds for each position")),
]


def command_of(options: type[Options], run: Callable[[typer.Context, Options], None]) -> Callable[..., None]:
    """Return a command that takes the fields of a dataclass as its arguments and options, and runs on an instance.

    The types of the fields are annotated as Typer expects it of a parameter.
    """

    def command(context: typer.Context, **values: object) -> None:
        run(context, options(**values))

    first = Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    parameters = [first, *map(_parameter, fields(options))]  # type: ignore[arg-type]
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def _parameter(field: "Field[object]") -> Parameter:
    default = Parameter.empty if field.default is MISSING else field.default
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=field.type)
