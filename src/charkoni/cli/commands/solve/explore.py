"""`charkoni explore`: the exact value of a position and of every move."""

from typing import Annotated

import typer

from charkoni import solve as solvers
from charkoni.cli import inputs
from charkoni.cli.command_group import typer_app, words_of
from charkoni.cli.commands.solve.value_texts import value_text
from charkoni.cli.parameters import GameName
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import N_

app = typer_app()


@app.command()
def explore(
    context: typer.Context,
    game: GameName,
    text: Annotated[
        str | None, typer.Argument(metavar="POSITION", help=N_("the position; by default the start of the game"))
    ] = None,
    nodes: Annotated[
        int,
        typer.Option("--nodes", metavar="N", min=0, max=10**9, help=N_("node limit of a proof of an unknown value")),
    ] = 20_000,
) -> None:
    """Print a position and the exact value of it and of every move, where they are known or proved.

    nodes: the limit of a proof of each position whose value no solver knows.
    """
    words, position = words_of(context), inputs.position(game, text)
    print(position, flush=True)
    print(value_text(words, position, solvers.probe(position) or solvers.prove(position, nodes)))
    if position.turn in (CHANCE, OVER):
        return
    values = solvers.explore(position, nodes=nodes)
    best = solvers.best_of(position, values)
    for move, value in values.items():
        sign = "*" if move == best else " "
        print(f"{sign} {move}: {value_text(words, position, value)}")
