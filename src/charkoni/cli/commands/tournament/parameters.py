"""Parameters that several tournament commands share, and the group that holds these commands."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.command_group import typer_app
from charkoni.core.errors import mark

app = typer_app(no_args_is_help=True)

Event = Annotated[Path, typer.Argument(metavar="EVENT", help=mark("the file of the event"))]
Who = Annotated[str, typer.Argument(metavar="WHO", help=mark("a number, #entry or part of a name"))]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help=mark("the reason, kept in the log"))]
RoundNumber = Annotated[
    int | None, typer.Option("--round", metavar="N", min=1, max=99, help=mark("the round; else the running one"))
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help=mark("a new file; else standard output"))
]
Category = Annotated[str, typer.Option("--category", metavar="NAME", help=mark("standings of a category only"))]
EventLanguages = Annotated[
    list[str] | None,
    typer.Option("--language", metavar="LANG", help=mark("ru, en, tr, kk or ky; can be given several times")),
]
Allow = Annotated[
    list[str] | None, typer.Option("--allow", metavar="P2", help=mark("a rule that may be broken, with a reason"))
]
