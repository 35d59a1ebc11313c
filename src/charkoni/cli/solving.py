"""`charkoni solve`, `verify` and `explore`."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from rich.progress import Progress, TaskID

from charkoni import solve as solved
from charkoni.cli import finding
from charkoni.cli.progress import progress_bar
from charkoni.cli.words import Words
from charkoni.core.errors import BadText, Reason, mark
from charkoni.core.position import Position
from charkoni.core.record import LETTERS
from charkoni.core.terms import CHANCE, OVER
from charkoni.solve import Exact
from charkoni.solve.files import tables_folder
from charkoni.solve.mangala import building, proof, tables, verify

_NOT_HERE = mark("nothing is solved by this command but {games}")
_NO_READING = mark("there are the readings {readings}")
_NO_DEVICE = mark("there are the devices {devices}")
_NO_TABLES = mark("there is no such table in this folder")
_NOTHING_ASKED = mark("say what is to be solved: --tables or --value")
_NOT_EVEN = mark("each hole may hold 1 to 4 stones")


class BadWish(BadText):
    """Something asked of the solver that it does not have."""


@dataclass(frozen=True)
class Making:
    """Which table is wanted, and how it is made.  threads: None for one per core.  folder: None for the usual one."""

    stones: int | None
    reading: str
    device: str
    threads: int | None
    folder: Path | None
    is_in_memory: bool


@dataclass(frozen=True)
class Question:
    """What is to be proved, about which position, and with what."""

    is_asked: bool
    text: str | None
    each: int | None
    at_least: int | None
    has_openings: bool
    has_line: bool
    memory_mb: int
    checkpoint: Path | None
    save_every: float


def solve(words: Words, game: str, making: Making, question: Question) -> None:
    """Make a table, prove a value, or both; raise Refusal or OSError."""
    if finding.game(game).name != "mangala":
        raise BadWish(game, Reason("NOT_SOLVED", "", _NOT_HERE, {"games": "mangala"}))
    if making.reading not in tables.READINGS:
        args = {"readings": ", ".join(tables.READINGS)}
        raise BadWish(making.reading, Reason("NO_READING", "M11", _NO_READING, args))
    if making.device not in ("cpu", "cuda"):
        raise BadWish(making.device, Reason("NO_DEVICE", "", _NO_DEVICE, {"devices": "cpu, cuda"}))
    if making.stones is None and not question.is_asked:
        raise BadWish(game, Reason("NOTHING", "", _NOTHING_ASKED))
    position = _position(game, question)
    endgames = _endgames(words, making)
    if question.is_asked:
        _prove(words, question, making.threads, endgames, position)


def _position(game: str, question: Question) -> Position:
    """Return the position whose value is wanted; raise BadWish or BadPosition."""
    if question.each is None:
        return finding.position(game, question.text)
    if not 1 <= question.each <= 4:
        raise BadWish(str(question.each), Reason("EACH", "M1", _NOT_EVEN))
    holes, store = ",".join([str(question.each)] * 6), 24 - 6 * question.each
    return finding.position(game, f"{holes}:{store}/{holes}:{store} a")


def _endgames(words: Words, making: Making) -> tables.Endgames:
    """Return the table that is asked for, made if need be; without a wish the largest there is."""
    folder = making.folder or tables_folder()
    threads = making.threads or os.cpu_count() or 1
    stones = making.stones
    if stones is None:
        stones = max(tables.found(folder, making.reading), default=building.FIRST_USE)
    boards = tables.ends_of(stones)[-1]
    needed = {"mb": -(-building.memory_of(stones) // 10**6), "disk": 0 if making.is_in_memory else -(-boards // 10**6)}
    begin = time.perf_counter()
    if making.is_in_memory or not (folder / tables.file_name(stones, making.reading)).exists():
        print(words._("{boards} boards; {mb} MB of memory, {disk} MB of disk", boards=boards, **needed), flush=True)
    with progress_bar() as progress:
        task = progress.add_task(words._("making tables"), total=boards)

        def step(n: int, total: int) -> None:
            done = tables.ends_of(n)[-1]
            progress.update(task, completed=done)
            print(f"{n:2} {done:15} {total:08x} {time.perf_counter() - begin:9.1f} s", flush=True)

        if making.is_in_memory:
            endgames = building.build_in_memory(stones, making.reading, threads, making.device, step)
        else:
            endgames = building.build_file(stones, making.reading, folder, threads, making.device, step)
    print(f"{endgames.table.path}: CRC-32 {endgames.table.sums[-1]:08x}", flush=True)
    return endgames


def _prove(
    words: Words, question: Question, threads: int | None, endgames: tables.Endgames, position: Position
) -> None:
    """Prove what is wanted about a position and print it."""
    with progress_bar() as progress:
        task = progress.add_task(words._("proving"), total=None)

        def step(now: proof.Progress) -> None:
            said = f"{now.question}: {now.nodes / 1e6:.0f} M, {now.seconds:.0f} s, {now.used:.0%}"
            progress.update(task, description=said)

        prover = proof.Prover(
            endgames,
            question.memory_mb << 20,
            threads or os.cpu_count() or 1,
            question.checkpoint,
            question.save_every,
            progress=step,
        )
        begin = time.perf_counter()
        print(f"{position}", flush=True)
        try:
            _answers(question, prover, position)
        finally:
            prover.save()
        seconds = time.perf_counter() - begin
    print(words._("{nodes} nodes, {seconds} s", nodes=prover.nodes, seconds=f"{seconds:.1f}"))


def _answers(question: Question, prover: proof.Prover, position: Position) -> None:
    """Print the answers to the questions that are asked, each as soon as it is there."""
    if question.at_least is not None:
        is_so = prover.leads_by(position, question.at_least)
        sign = ">=" if is_so else "<"
        print(f"a {sign} {question.at_least:+}", flush=True)
        return
    print(f"a {prover.lead(position):+}", flush=True)
    if question.has_openings:
        for move in position.moves:
            print(f"{move}: a {prover.lead(position.play(move)):+}", flush=True)
    if question.has_line:
        for step in prover.line(position):
            equal = " ".join(f"={move}" for move in step.equal)
            worse = " ".join(f"{move}?{reply or ''}" for move, reply in step.refuted.items())
            print(f"{step.position}  {step.move}  {equal}  {worse}".rstrip(), flush=True)


def verify_tables(words: Words, stones: int | None, folder: Path | None, sample: int | None, seed: int) -> None:
    """Check the tables of a folder, or one of them: checksums, and entries recomputed; raise BadTable or BadWish."""
    folder = folder or tables_folder()
    chosen = {size: path for size, path in tables.found(folder).items() if stones in (None, size)}
    if not chosen:
        raise BadWish(str(folder), Reason("NO_TABLES", "", _NO_TABLES))
    for size in chosen:
        endgames = tables.open_endgames(size, folder=folder)
        with progress_bar() as progress:
            task = progress.add_task(words._("checking"))

            def step(done: int, total: int, progress: Progress = progress, task: TaskID = task) -> None:
                progress.update(task, completed=done, total=total)

            found = verify.verify(endgames, sample, seed, step)
        args = {"entries": found.entries, "played": found.played_out, "sum": f"{endgames.table.sums[-1]:08x}"}
        line = words._("whole, CRC-32 {sum}; {entries} entries recomputed, {played} boards played out", **args)
        print(f"{endgames.table.path}: {line}", flush=True)


def explore(words: Words, name: str, text: str | None) -> None:
    """Print a position and the exact value of it and of every move, where they are known."""
    position = finding.position(name, text)
    print(position)
    print(_said(words, position, solved.probe(position)))
    if position.turn in (CHANCE, OVER):
        return
    values = solved.explore(position)
    best = solved.perfect_move(position)
    for move, value in values.items():
        mark_of = "*" if move == best else " "
        print(f"{mark_of} {move}: {_said(words, position, value)}")


def _said(words: Words, position: Position, value: Exact | None) -> str:
    """Return a value in words: points of each player, then lead and distance where there are any."""
    if value is None:
        return words._("not known")
    parts = [":".join(str(points) for points in value.points)]
    if value.lead is not None:
        parts.append(words._("{player} leads by {lead}", player=LETTERS[0], lead=f"{value.lead:+}"))
    if value.plies is not None:
        parts.append(words.ngettext("{n} ply", "{n} plies", value.plies))
    return ", ".join(parts)
