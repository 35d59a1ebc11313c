"""`charkoni puzzles`: puzzles found in records, and solved by a person."""

import json
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.text import Text

from charkoni.analysis import hints, puzzle_search
from charkoni.analysis.puzzles import BadPuzzle, Puzzle, clearest, read
from charkoni.analysis.record_search import RecordSearcher
from charkoni.cli import inputs
from charkoni.cli.commands.analysis.folder import named_records
from charkoni.cli.errors import bad_word
from charkoni.cli.output import plain_console, print_json, print_lines, print_note, stopped_progress
from charkoni.cli.parameters import Files, Nodes, Processes, Ray, Seconds, flag, option
from charkoni.cli.progress import progress_bar
from charkoni.cli.terminal.board import board
from charkoni.core.errors import N_, Reason, Refusal
from charkoni.core.files.journal import Journal
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.core.workers import Runner, in_order, runner_of
from charkoni.games import names
from charkoni.games.names import in_words
from charkoni.search import Limits

KIND = "charkoni-puzzles"
USUAL_NODES = 5_000
LONGEST_LINE = 8  # plies

_NEEDED: dict[str, type | tuple[type, ...]] = {"source": str, "puzzle": (dict, type(None))}
_NO_LINE = N_("line {line} was not written by this command")


def puzzles(
    words: Words,
    files: Files,
    nodes: Nodes = None,
    time: Seconds = None,
    out: Annotated[Path | None, option("FILE", N_("save the progress, and continue from it"))] = None,
    best: Annotated[int | None, option("N", N_("print only the N clearest, easiest first"), min=1, max=10_000)] = None,
    solve: Annotated[bool, flag("--solve", N_("the files hold puzzles: solve them"))] = False,
    processes: Processes = 1,
    ray: Ray = None,
) -> None:
    """Search records for puzzles, or let a person solve the puzzles of files."""
    if solve:
        for file in files:
            solve_file(words, file)
        return
    limits = Limits(seconds=time, nodes=nodes or (None if time else USUAL_NODES))
    records = [each for file in files for each in named_records(file)]
    header = {KIND: 1, "nodes": limits.nodes, "seconds": limits.seconds, "records": [name for name, _ in records]}
    with Journal(out.expanduser(), header, _NEEDED) if out else nullcontext() as journal:
        _search(words, records, limits, journal, best, runner_of(processes, ray))


def search_record(limits: Limits, task: tuple[str, str]) -> tuple[str, list[Puzzle]]:
    """Return the name of a record and its puzzles.  task: the name, and the text of the record."""
    name, text = task
    return name, [puzzle for puzzle in puzzle_search.puzzles(Record.parse(text), limits, name) if puzzle]


def _search(
    words: Words,
    records: list[tuple[str, Record]],
    limits: Limits,
    journal: Journal | None,
    best: int | None,
    runner: Runner,
) -> None:
    """Search records for puzzles, and print them as JSON lines; Ctrl-C stops it before.

    journal: keeps the puzzles and the names of the records that are done, which are left out.  best: print so many of
    all puzzles in the end, the clearest first, instead of each as it is found.  runner: does the searches, a record
    being a task.
    """
    rows = journal.rows if journal else []
    done = {row["source"] for row in rows}
    puzzles = [read(row["puzzle"]) for row in rows if row["puzzle"] is not None]
    is_over = True
    with progress_bar() as bar:
        left = [(name, record) for name, record in records if name not in done]
        already = len(records) - len(left)
        task = bar.add_task(words._("looking for puzzles"), total=len(records), completed=already, already=already)
        tasks = ((name, str(record)) for name, record in left)
        try:
            for name, found in in_order(runner, partial(search_record, limits), tasks):
                new = [puzzle for puzzle in found if puzzle.source not in done]
                puzzles += new
                if journal:
                    for puzzle in new:
                        journal.add({"source": puzzle.source, "puzzle": puzzle.json()})
                    journal.add({"source": name, "puzzle": None})  # the record is done
                elif best is None:
                    _print(new)
                bar.advance(task)
        except KeyboardInterrupt:
            is_over = False
    if best is not None:
        _print(clearest(puzzles, best))
    print_note(words.ngettext("{n} puzzle found", "{n} puzzles found", len(puzzles)))
    if not is_over:
        raise stopped_progress(words, journal is not None)


def _print(puzzles: Sequence[Puzzle]) -> None:
    for puzzle in puzzles:
        print_json(puzzle.json())


def solve_file(words: Words, path: Path) -> None:
    """Let a person solve the puzzles of a file, and print how many were solved at once."""
    tasks = list(_read(path))
    if not tasks:
        raise bad_word(str(path), N_("there is no puzzle in this file"))
    console = plain_console()
    solved = 0
    try:
        for number, puzzle in enumerate(tasks, 1):
            heading = words._("Puzzle {number} of {count}", number=number, count=len(tasks))
            task = Text(f"{heading}. {words._(puzzle.theme.task)}", "bold")
            to_move = names.turn(words, puzzle.position.game, puzzle.position.turn)
            print_lines([task, *board(words, puzzle.position), to_move])
            solved += _trial(words, console, puzzle)
    except (EOFError, KeyboardInterrupt):
        console.print()
    console.print(words.ngettext("{n} puzzle solved at once", "{n} puzzles solved at once", solved))


def _read(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a file, as printed or as kept with --out; raise BadText, which names the line."""
    for number, line in enumerate(inputs.text(path).splitlines(), 1):
        try:
            row: object = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError("no object")
        except (ValueError, RecursionError):
            raise bad_word(str(path), _NO_LINE, line=number) from None
        if KIND in row:
            continue
        held = row.get("puzzle", row)
        if held is not None:
            if not isinstance(held, dict):
                raise BadPuzzle(str(path), Reason("NO_LINE", "", _NO_LINE, {"line": number}))
            yield read(held)


def _trial(words: Words, console: Console, puzzle: Puzzle) -> bool:
    """Let a person search the move, ? for a hint, an empty line for the solution; return if the first try was right."""
    _, clean, steps = words._, True, 0
    while True:
        question = _("your move, ? for a hint, Enter for the solution")
        typed = input(f"{question}> ").strip()
        if typed == "?":
            steps, clean = min(steps + 1, 3), False
            console.print(_hint(words, puzzle, steps), soft_wrap=True)
            continue
        if not typed:
            in_text = in_words(words, puzzle.position.game, puzzle.move)
            console.print(_("The move was {move} ({said}); {line}", move=puzzle.move, said=in_text,
                            line=" ".join(puzzle.line[:LONGEST_LINE])))  # fmt: skip
            return False
        try:
            puzzle.position.play(typed)
        except Refusal as refusal:
            console.print(f"{typed}: {refusal.reason.message(words._)}")
            continue
        if typed == puzzle.move:
            console.print(Text(_("Right."), "bold green"))
            return clean
        console.print(_(puzzle.theme.missed))
        clean = False


def _hint(words: Words, puzzle: Puzzle, step: int) -> str:
    """Return a step of the hint, 1 to 3; only the first needs a search."""
    if step == 1:
        advice = hints.hint(
            words, Record(puzzle.position.game, puzzle.position), 0, RecordSearcher(), Limits(nodes=USUAL_NODES)
        )
        return advice.lines[0]
    if step == 2:
        return hints.place(words, puzzle.position, puzzle.move)
    return words._("It starts with {part}", part=puzzle.move[: max(1, len(puzzle.move) // 2)])
