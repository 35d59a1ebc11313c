"""Parameters that several tournament commands share, and the group that holds these commands."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.command_group import typer_app
from charkoni.core.errors import N_

app = typer_app(no_args_is_help=True)

Event = Annotated[Path, typer.Argument(metavar="EVENT", help=N_("the file of the event"))]
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help=N_("the folder of the events"))]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help=N_("the reason, kept in the log"))]
RoundNumber = Annotated[
    int | None, typer.Option("--round", metavar="N", min=1, max=99, help=N_("the round; else the running one"))
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help=N_("a new file; else standard output"))
]
Category = Annotated[str, typer.Option("--category", metavar="NAME", help=N_("standings of a category only"))]
EventLanguages = Annotated[
    list[str] | None,
    typer.Option("--language", metavar="LANG", help=N_("ru, en, tr, kk or ky; can be given several times")),
]
Encoding = Annotated[str, typer.Option("--encoding", metavar="NAME", help="utf-8, cp1251, latin-1 ...")]
Columns = Annotated[
    list[str] | None, typer.Option("--column", metavar="FIELD=HEAD", help=N_("the column that holds a field"))
]
