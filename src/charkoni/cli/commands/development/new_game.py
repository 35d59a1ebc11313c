"""`charkoni new-game`: a package with a tiny playable game."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.check.scaffold import write_game
from charkoni.cli.command_group import typer_app
from charkoni.core.errors import N_

app = typer_app()


@app.command()
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help=N_("the name of the new game"))],
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help=N_("the folder to make for it"))],
) -> None:
    """Write the package and print the paths of its files."""
    for path in write_game(name, to):
        print(path)
