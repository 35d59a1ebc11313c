"""`charkoni bench`: the speed of the games."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

import charkoni
from charkoni.benchmarks import measure
from charkoni.cli import inputs
from charkoni.cli.command_group import typer_app, words_of
from charkoni.cli.json_output import print_json
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.translations import Words

app = typer_app()


@app.command()
def bench(
    context: typer.Context,
    names: Annotated[list[str] | None, typer.Option("--game", metavar="NAME", help=N_("only this game"))] = None,
    as_json: Annotated[bool, typer.Option("--json", help=N_("as JSON"))] = False,
) -> None:
    """Measure games and print the figures, as a table or as JSON."""
    words = words_of(context)
    figures = measured(words, [inputs.game(name).name for name in names or ()] or list(charkoni.games()))
    if as_json:
        print_json(figures)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(words._("game"))
    columns = list(next(iter(figures["games"].values())))
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    for name, row in figures["games"].items():
        table.add_row(name, *(_figure(row[column]) for column in columns))
    Console(highlight=False, markup=False, width=max(Console().width, 160)).print(table)
    print(", ".join(f"{name} {value}" for name, value in figures["machine"].items()))


def measured(words: Words, names: Sequence[str]) -> dict[str, Any]:
    """Return the figures of games as `measure` does, with a progress bar meanwhile."""
    with progress_bar() as progress:
        return measure(names, partial(_update, progress, progress.add_task(words._("measuring"))))


def _update(progress: Progress, task: TaskID, name: str, done: int, total: int) -> None:
    progress.update(task, description=name, completed=done, total=total)


def _figure(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ") if value >= 100 else f"{value:.3g}"
