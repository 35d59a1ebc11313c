"""`charkoni check, new-game`: games in the conformance kit, and a package with a tiny game to begin with."""

from pathlib import Path
from typing import Annotated

import typer

from charkoni.check import all_games, check_game
from charkoni.check.scaffold import write_game
from charkoni.cli import inputs
from charkoni.cli.completion import complete_game
from charkoni.cli.parameters import argument, option
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.translations import Words


def check(
    words: Words,
    names: Annotated[list[str] | None, argument("GAME", N_("the games"), completion=complete_game)] = None,
) -> None:
    """Run every check of the kit on games, by default on all, and print a report for each."""
    games = [inputs.game(name) for name in names] if names else list(all_games())
    all_pass = True
    with progress_bar() as progress:
        task = progress.add_task(words._("checking"), total=len(games))
        for game in games:
            report = check_game(game)
            print(report, flush=True)
            all_pass = all_pass and report.ok
            progress.advance(task)
    if not all_pass:
        raise typer.Exit(1)


def new_game(
    name: Annotated[str, argument("NAME", N_("the name of the new game"))],
    to: Annotated[Path, option("FOLDER", N_("the folder to make for it"))],
) -> None:
    """Write the package and print the paths of its files."""
    for path in write_game(name, to):
        print(path)
