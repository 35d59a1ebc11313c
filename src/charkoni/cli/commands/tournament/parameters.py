"""Parameters that several tournament commands share, and the group that holds these commands."""

from pathlib import Path
from typing import Annotated

from charkoni.cli.command_group import typer_app
from charkoni.cli.parameters import argument, option
from charkoni.core.errors import N_

app = typer_app(no_args_is_help=True)

Event = Annotated[Path, argument("EVENT", N_("the file of the event"))]
Folder = Annotated[Path, argument("FOLDER", N_("the folder of the events"))]
Reason = Annotated[str, option("TEXT", N_("the reason, kept in the log"), "--reason")]
RoundNumber = Annotated[int | None, option("N", N_("the round; else the running one"), "--round", min=1, max=99)]
Output = Annotated[Path | None, option("FILE", N_("a new file; else standard output"), "--output", "-o")]
Category = Annotated[str, option("NAME", N_("standings of a category only"), "--category")]
EventLanguages = Annotated[
    list[str] | None, option("LANG", N_("ru, en, tr, kk or ky; can be given several times"), "--language")
]
Encoding = Annotated[str, option("NAME", "utf-8, cp1251, latin-1 ...", "--encoding")]
Columns = Annotated[list[str] | None, option("FIELD=HEAD", N_("the column that holds a field"), "--column")]
