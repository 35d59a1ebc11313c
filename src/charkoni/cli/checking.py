"""`charkoni check`, `bench` and `warm`."""

import json
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

import charkoni
from charkoni.check.perft import leaves
from charkoni.cli import finding, names
from charkoni.cli.progress import progress_bar
from charkoni.cli.words import Words
from charkoni.core.compiler import CACHED
from charkoni.core.constants import CHANCE
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.players import player


def check(words: Words, wanted: Sequence[str]) -> bool:
    """Put games through the conformance kit, print a report for each and return whether all is well."""
    from charkoni.check import all_games, check_game

    games = [finding.game(name) for name in wanted] if wanted else list(all_games())
    all_well = True
    with progress_bar() as progress:
        task = progress.add_task(words._("checking"), total=len(games))
        for game in games:
            report = check_game(game)
            print(report, flush=True)
            all_well = all_well and report.ok
            progress.advance(task)
    return all_well


def bench(words: Words, wanted: Sequence[str], as_json: bool) -> None:
    """Measure games and print the figures, as a table or as JSON."""
    names_of_games = [finding.game(name).name for name in wanted] or list(charkoni.games())
    figures = measured(words, names_of_games)
    if as_json:
        print(json.dumps(figures))
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


def measured(words: Words, names_of_games: Sequence[str]) -> dict[str, Any]:
    """Return the figures, with a progress bar meanwhile."""
    from charkoni.benchmarks import measure

    with progress_bar() as progress:
        task = progress.add_task(words._("measuring"))

        def step(name: str, done: int, total: int) -> None:
            progress.update(task, description=name, completed=done, total=total)

        return measure(names_of_games, step)


def _figure(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ") if value >= 100 else f"{value:.3g}"


def warm(words: Words) -> None:
    """Compile everything that play, search and counting need, game by game."""
    with progress_bar() as progress:
        task = progress.add_task("", total=len(charkoni.games()))
        for name in charkoni.games():
            game = charkoni.game(name)
            progress.update(task, description=names.game_name(words, game))
            _compile(game)
            progress.advance(task)
    if not CACHED:
        print(words._("Nothing is kept: no folder for compiled code can be written."), file=sys.stderr)


def _compile(game: Game) -> None:
    """Use once whatever has to be compiled; all variants of a game share it."""
    record = Record(game)
    while record.turn == CHANCE:
        record.play(record.position.moves[0])
    position = game.parse(str(record.position))
    leaves(position, 2)
    player("random").choose(record)
    record.play(player("mcts:10").choose(record))
