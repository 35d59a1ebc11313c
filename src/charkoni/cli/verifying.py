"""`charkoni verify` and `charkoni explore`: whether tables and proofs hold, and what is known of a position."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.progress import Progress, TaskID

import charkoni
from charkoni import solve as solved
from charkoni.cli import finding, proving
from charkoni.cli.progress import progress_bar
from charkoni.cli.words import Words
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import Reason, mark
from charkoni.solve.proof import read_certificate
from charkoni.solve.tablebase_files import checksum, tables_folder
from charkoni.solve.tasks import BadWish, Checkable

_NO_TABLES = mark("there is no such table in this folder")


@dataclass(frozen=True)
class Wish:
    """What is to be checked: games or files of proofs; only tables of one size; how many entries, None for all, or -1
    for the solver's usual number."""

    what: Sequence[str]
    size: str | None
    folder: Path | None
    sample: int | None
    seed: int


def verify(words: Words, wish: Wish) -> None:
    """Check certificates and tables, all of a folder if nothing is named; raise Refusal or OSError."""
    files = [Path(each) for each in wish.what if Path(each).is_file()]
    games = [finding.game(each).family.name for each in wish.what if not Path(each).is_file()]
    for path in files:
        certificate = read_certificate(path)
        checked = certificate.check()
        line = words._(
            "holds: {claim}; {positions} positions checked",
            claim=proving.claim_of(words, certificate),
            positions=checked,
        )
        print(f"{path}: {line}", flush=True)
    if files and not games:
        return
    folder = wish.folder or tables_folder()
    chosen = [
        each for name in games or charkoni.games() for each in tables_of(name, folder) if wish.size in (None, each.size)
    ]
    if not chosen:
        raise BadWish(str(folder), Reason("NO_TABLES", "", _NO_TABLES))
    for each in chosen:
        _verify(words, wish, each)


def tables_of(name: str, folder: Path) -> list[Checkable]:
    """Return the tables of a game in a folder."""
    command = solved.command_of(name)
    return command.tables_of(folder) if command else []


def _verify(words: Words, wish: Wish, each: Checkable) -> None:
    with progress_bar() as progress:
        task = progress.add_task(words._("checking"))

        def step(done: int, total: int, progress: Progress = progress, task: TaskID = task) -> None:
            progress.update(task, completed=done, total=total)

        found = each.verify(each.usual if wish.sample == -1 else wish.sample, wish.seed, step)
    args = {"entries": found.entries, "played": found.played_out, "sum": f"{checksum(each.path):08x}"}
    line = words._("whole, CRC-32 {sum}; {entries} entries recomputed, {played} positions played out", **args)
    print(f"{each.path}: {line}", flush=True)


def explore(words: Words, name: str, text: str | None, nodes: int) -> None:
    """Print a position and the exact value of it and of every move, where they are known.

    nodes: how many positions are searched for a proof behind each move that nothing else is known of.
    """
    position = finding.position(name, text)
    print(position)
    print(proving.said(words, position, solved.probe(position) or proving.searched(position, nodes)))
    if position.turn in (CHANCE, OVER):
        return
    values = {
        move: value or proving.searched(position.play(move), nodes) for move, value in solved.explore(position).items()
    }
    best = solved.best_of(position, values)
    for move, value in values.items():
        mark_of = "*" if move == best else " "
        print(f"{mark_of} {move}: {proving.said(words, position, value)}")
