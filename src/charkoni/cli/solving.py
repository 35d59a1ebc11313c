"""`charkoni solve`: tables made, values proved.  What there is for a game is what its solver offers."""

import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from charkoni import solve as solved
from charkoni.cli import finding, proving
from charkoni.cli.progress import progress_bar
from charkoni.cli.words import Words
from charkoni.core.errors import Reason, mark
from charkoni.core.game import Game
from charkoni.core.position import Position
from charkoni.solve.tablebase_files import Table, tables_folder
from charkoni.solve.tasks import CPU, BadWish, How, Work

_NO_TABLES = mark("no tables are made for this game")
_NO_EVEN_START = mark("this game has no such start")
_NOTHING_ASKED = mark("say what is to be solved: --tables or --value")


@dataclass(frozen=True)
class Making:
    """Which table is wanted, and how it is made.  threads: None for one per core.  folder: None for the usual one."""

    size: str | None
    reading: str | None
    device: str
    threads: int | None
    folder: Path | None
    is_in_memory: bool
    save_every: float = 600.0

    @property
    def how(self) -> How:
        """What the solvers take."""
        folder, threads = self.folder or tables_folder(), self.threads or os.cpu_count() or 1
        return How(folder, threads, self.device, self.reading, self.is_in_memory, self.save_every)

    @property
    def is_asked(self) -> bool:
        """Whether anything is said about tables."""
        return self.size is not None or self.reading is not None or self.device != CPU or self.is_in_memory


def solve(words: Words, name: str, making: Making, question: proving.Question) -> None:
    """Make a table, prove a value, or both; raise Refusal or OSError."""
    game = finding.game(name)
    if making.size is None and not question.is_asked:
        raise BadWish(name, Reason("NOTHING", "", _NOTHING_ASKED))
    command = solved.command_of(game.family.name)
    position = _position(game, command, question)
    if question.is_asked and hasattr(command, "prover") and solved.knows(game):
        work = command.work(game, making.size, making.how)
        make_table = partial(make, words, work, making.how)
        proving.above_tables(words, question, position, command, make_table, making.how)
        return
    if making.is_asked:
        if command is None:
            raise BadWish(game.name, Reason("NO_TABLES", "", _NO_TABLES))
        make(words, command.work(game, making.size, making.how), making.how)
    if question.is_asked:
        proving.by_any_means(words, question, position)


def _position(game: Game, command: Any, question: proving.Question) -> Position:
    """Return the position whose value is wanted; raise BadWish or BadPosition."""
    if question.each is None:
        return game.start() if question.text is None else game.parse(question.text)
    if not hasattr(command, "even_start"):
        raise BadWish(game.name, Reason("NO_EVEN_START", "", _NO_EVEN_START))
    return game.parse(command.even_start(game, question.each))


def make(words: Words, work: Work, how: How) -> Table:
    """Make a table, or open it where it is there already; say before what it takes."""
    if how.is_in_memory or not (how.folder / work.file_name).exists():
        needed = {"mb": -(-work.memory // 10**6), "disk": -(-work.disk // 10**6)}
        line = words._("{positions} positions; {mb} MB of memory, {disk} MB of disk", positions=work.cells, **needed)
        print(line, flush=True)
    with progress_bar() as progress:
        task = progress.add_task(words._("making tables"), total=work.cells)

        def report(done: int, line: str) -> None:
            progress.update(task, completed=done)
            if line:
                print(line, flush=True)

        table = work.make(report)
    table.check_all()
    print(f"{table.path}: CRC-32 {table.sums[-1]:08x}", flush=True)
    return table
