"""`charkoni wasm`: the searches of the games as WebAssembly modules."""

import shutil
from pathlib import Path
from typing import Annotated

import charkoni
from charkoni.cli import inputs
from charkoni.cli.command_group import typer_app
from charkoni.cli.completion import complete_game
from charkoni.cli.parameters import argument, option
from charkoni.cli.progress import progress_bar
from charkoni.core.compiler import HAS_COMPILER
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.search.browser_modules import find_module, module_name, module_search
from charkoni.search.module_build import build_apart

app = typer_app(no_args_is_help=True)


@app.callback()
def wasm() -> None:
    """Make `build` a command of the group `wasm`."""


@app.command(help=N_("Build the modules that are missing or older than their sources."))
def build(
    words: Words,
    games: Annotated[list[str] | None, argument("GAME", N_("the games"), completion=complete_game)] = None,
    search: Annotated[str, option("NAME", N_("ab, dice, rollout, puct or mcts; by default what pages use"))] = "",
    folder: Annotated[Path | None, option("FOLDER", N_("by default where a server finds them"), "--out")] = None,
) -> None:
    """Build modules, one after the other; those that a server would find are copied."""
    if not HAS_COMPILER:
        raise ModuleNotFoundError(name="numba")
    chosen = [inputs.game(name) for name in games or charkoni.games()]
    wanted = [(game, module_search(game, search)) for game in chosen]
    with progress_bar() as progress:
        task = progress.add_task("", total=len(wanted))
        for game, name in wanted:
            progress.update(task, description=module_name(game, name))
            found = find_module(game, name)
            if folder and found:
                folder.mkdir(parents=True, exist_ok=True)
                for path in (found.code, found.described):
                    shutil.copyfile(path, folder / path.name)
            elif not found:
                build_apart(game, name, folder)
            progress.advance(task)
