"""`charkoni bench`: the speed of the games."""

from typing import Annotated, Any

from rich.console import Console

import charkoni
from charkoni.benchmarks import measure
from charkoni.cli import inputs
from charkoni.cli.output import print_json, print_table
from charkoni.cli.parameters import flag, option
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.translations import Words


def bench(
    words: Words,
    names: Annotated[list[str] | None, option("NAME", N_("only this game"), "--game")] = None,
    as_json: Annotated[bool, flag("--json", N_("as JSON"))] = False,
) -> None:
    """Measure games and print the figures, as a table or as JSON."""
    chosen = [inputs.game(name).name for name in names or ()] or list(charkoni.games())
    with progress_bar() as progress:
        task = progress.add_task(words._("measuring"))
        figures: dict[str, Any] = measure(
            chosen, lambda name, done, total: progress.update(task, description=name, completed=done, total=total)
        )
    if as_json:
        print_json(figures)
        return
    columns = list(next(iter(figures["games"].values())))
    rows = ((name, *(_figure(row[column]) for column in columns)) for name, row in figures["games"].items())
    print_table([words._("game"), *columns], rows, width=max(Console().width, 160))
    print(", ".join(f"{name} {value}" for name, value in figures["machine"].items()))


def _figure(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ") if value >= 100 else f"{value:.3g}"
