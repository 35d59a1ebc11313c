"""`charkoni solve tablebase`: a tablebase built, or opened where it exists."""

from typing import Annotated

from charkoni.cli.commands.solve.options import TablebaseOptions
from charkoni.cli.parameters import argument
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.solve.tablebase_files import Tablebase

Size = Annotated[str | None, argument("SIZE", N_("22 stones; 3,3 pawns; 2 piles; without it, the usual size"))]


def build(words: Words, options: TablebaseOptions, size: str | None) -> Tablebase:
    """Build a tablebase, after a line with its memory and disk, or open its file; raise Refusal or OSError."""
    how = options.build
    task = options.solver.tablebase(options.named_game, size, how)
    if how.is_in_memory or not (how.folder / task.file_name).exists():
        needed = {"mb": -(-task.memory // 10**6), "disk": -(-task.disk // 10**6)}
        line = words._("{positions} positions; {mb} MB of memory, {disk} MB of disk", positions=task.cells, **needed)
        print(line, flush=True)
    with progress_bar() as progress:
        bar = progress.add_task(words._("making tablebases"), total=task.cells)

        def report(done: int, line: str) -> None:
            progress.update(bar, completed=done)
            if line:
                print(line, flush=True)

        tablebase = task.make(report)
    tablebase.check_all()
    print(f"{tablebase.path}: CRC-32 {tablebase.sums[-1]:08x}", flush=True)
    return tablebase


def tablebase(words: Words, options: TablebaseOptions, size: Size = None) -> None:
    """Build a tablebase."""
    build(words, options, size)
