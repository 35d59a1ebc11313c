"""`charkoni puzzles`: find puzzles in records, and solve them."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from charkoni.analysis import hints
from charkoni.analysis.puzzles import BadPuzzle, Puzzle, clearest, puzzles, read
from charkoni.analysis.record_search import Searches
from charkoni.arena import read_games
from charkoni.cli import finding, names
from charkoni.cli.board import board
from charkoni.cli.moves import in_words
from charkoni.cli.progress import progress_bar
from charkoni.cli.words import Words
from charkoni.core.errors import BadText, Reason, Refusal, mark
from charkoni.core.journal import Journal, plain_path
from charkoni.core.record import Record
from charkoni.search import Limits

KIND = "charkoni-puzzles"
INTERRUPTED = 130
USUAL_NODES = 5_000
SHOWN = 8

_NEEDED: dict[str, type | tuple[type, ...]] = {"source": str, "puzzle": (dict, type(None))}
_NO_PUZZLES = mark("there is no puzzle in this file")
_NO_LINE = mark("line {line} is no line of this command")


class BadPuzzles(BadText):
    """A file that holds no puzzles."""


# --- finding ----------------------------------------------------------------------------------------------------------


def find(words: Words, paths: Sequence[Path], limits: Limits, out: Path | None, best: int | None = None) -> int:
    """Look for puzzles in records, print or keep them as JSON lines, and return the exit code.

    With `out` every position that was looked at is noted, so that the same command goes on where it was stopped.  With
    `best` so many of all that were found are printed in the end, the clearest first.
    """
    records = [each for path in paths for each in _records(path)]
    if out is None:
        return _search(words, records, limits, None, best)
    header = {KIND: 1, "nodes": limits.nodes, "seconds": limits.seconds, "records": [name for name, _ in records]}
    with Journal(out.expanduser(), header, _NEEDED) as journal:
        return _search(words, records, limits, journal, best)


def _records(path: Path) -> list[tuple[str, Record]]:
    """Return the records of a file, a match's file included, each with a name."""
    name = plain_path(path).name
    if name.endswith(".jsonl"):
        return [(f"{name}:{i}", finding.parsed(text, path)) for i, text in enumerate(read_games(path), 1)]
    return [(path.name, finding.record(path))]


def _search(
    words: Words, records: list[tuple[str, Record]], limits: Limits, journal: Journal | None, best: int | None
) -> int:
    rows = journal.rows if journal else []
    done = {row["source"] for row in rows}
    found = [read(row["puzzle"]) for row in rows if row["puzzle"] is not None]
    stopped = False
    with progress_bar() as bar:
        task = bar.add_task(words._("looking for puzzles"), total=len(records))
        try:
            for name, record in records:
                if name not in done:
                    new = [one for one in puzzles(record, limits, name) if one and one.source not in done]
                    found += new
                    _keep(journal, name, new)
                    if journal is None and best is None:
                        _print(new)
                bar.advance(task)
        except KeyboardInterrupt:
            stopped = True
    if best is not None:
        _print(clearest(found, best))
    print(words.ngettext("{n} puzzle found", "{n} puzzles found", len(found)), file=sys.stderr)
    if stopped:
        print(words._("Stopped; what is done is kept, and the same command goes on.") if journal else
              words._("Stopped; with --out FILE what is done would be kept."), file=sys.stderr)  # fmt: skip
    return INTERRUPTED if stopped else 0


def _print(found: Sequence[Puzzle]) -> None:
    for one in found:
        print(json.dumps(one.json()), flush=True)


def _keep(journal: Journal | None, name: str, found: Sequence[Puzzle]) -> None:
    if journal is None:
        return
    for one in found:
        journal.add({"source": one.source, "puzzle": one.json()})
    journal.add({"source": name, "puzzle": None})


# --- solving ----------------------------------------------------------------------------------------------------------


def solve(words: Words, path: Path) -> int:
    """Let a person solve the puzzles of a file."""
    tasks = list(_read(path))
    if not tasks:
        raise BadPuzzles(str(path), Reason("NO_PUZZLES", "", _NO_PUZZLES))
    console = Console(highlight=False, markup=False, emoji=False)
    solved = 0
    try:
        for number, one in enumerate(tasks, 1):
            said = words._("Puzzle {number} of {count}", number=number, count=len(tasks))
            console.print(Text(f"{said}. {words._(one.theme.task)}", "bold"), soft_wrap=True)
            for line in [*board(words, one.position), words._(names.side(one.position.game, one.position.turn).turn)]:
                console.print(line, soft_wrap=True)
            solved += _trial(words, console, one)
    except (EOFError, KeyboardInterrupt):
        console.print()
    console.print(words.ngettext("{n} puzzle solved at once", "{n} puzzles solved at once", solved))
    return 0


def _read(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a file, as printed or as kept with --out; raise BadText with the line."""
    for number, line in enumerate(finding.text(path).splitlines(), 1):
        try:
            row: Any = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError("no object")
        except (ValueError, RecursionError):
            raise BadPuzzles(str(path), Reason("NO_LINE", "", _NO_LINE, {"line": number})) from None
        if KIND in row:
            continue
        held = row.get("puzzle", row)
        if held is not None:
            if not isinstance(held, dict):
                raise BadPuzzle(str(path), Reason("NO_LINE", "", _NO_LINE, {"line": number}))
            yield read(held)


def _trial(words: Words, console: Console, one: Puzzle) -> bool:
    """Let a person find the move; return whether he did so at once.  ? gives hints, an empty line the solution."""
    _, clean, steps = words._, True, 0
    while True:
        question = _("your move, ? for a hint, Enter for the solution")
        typed = input(f"{question}> ").strip()
        if typed == "?":
            steps, clean = min(steps + 1, 3), False
            console.print(_hint(words, one, steps), soft_wrap=True)
            continue
        if not typed:
            said = in_words(words, one.position.game, one.move)
            console.print(_("The move was {move} ({said}); {line}", move=one.move, said=said,
                            line=" ".join(one.line[:SHOWN])))  # fmt: skip
            return False
        try:
            one.position.play(typed)
        except Refusal as refusal:
            console.print(f"{typed}: {refusal.reason.say(words._)}")
            continue
        if typed == one.move:
            console.print(Text(_("Right."), "bold green"))
            return clean
        console.print(_(one.theme.missed))
        clean = False


def _hint(words: Words, one: Puzzle, step: int) -> str:
    """Return a step of the hint; what the puzzle knows need not be searched."""
    if step == 1:
        found = hints.hint(words, Record(one.position.game, one.position), 0, Searches(), Limits(nodes=USUAL_NODES))
        return found.lines[0]
    if step == 2:
        return hints.place(words, one.position, one.move)
    return words._("It begins with {part}", part=one.move[: max(1, len(one.move) // 2)])
