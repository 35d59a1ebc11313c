"""`charkoni new-game`: a package with a tiny playable game."""

from pathlib import Path
from typing import Annotated

from charkoni.check.scaffold import write_game
from charkoni.cli.parameters import argument, option
from charkoni.core.errors import N_


def new_game(
    name: Annotated[str, argument("NAME", N_("the name of the new game"))],
    to: Annotated[Path, option("FOLDER", N_("the folder to make for it"))],
) -> None:
    """Write the package and print the paths of its files."""
    for path in write_game(name, to):
        print(path)
