"""The analysis of many records: those of a folder, or of a match file; a record is a task of workers."""

import hashlib
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from charkoni.analysis.record_search import Row
from charkoni.analysis.report import report, rows
from charkoni.arena import read_games
from charkoni.cli import inputs
from charkoni.cli.errors import bad_word
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.files.journal import Journal, plain_path
from charkoni.core.record import Record
from charkoni.core.workers import Runner, in_order
from charkoni.search import Limits

KIND = "charkoni-analyses"
_NEEDED = {"source": str, "moves": str, "rows": list}


def rows_of(limits: Limits, text: str) -> list[Row]:
    """Return the rows of all positions of a record, see `charkoni.analysis.report.analyse_position`."""
    return list(rows(Record.parse(text), limits))


def is_folder(path: Path) -> bool:
    """Return whether a path names several records: a folder, or a match file."""
    return path.is_dir() or plain_path(path).name.endswith(".jsonl")


def named_records(path: Path) -> list[tuple[str, Record]]:
    """Return the records of a file, one or those of a match, or of all files of a folder, each with a name.

    Hidden files and analyses of records that were kept in the folder are left out.
    """
    if path.is_dir():
        files = [each for each in sorted(path.iterdir()) if each.is_file() and not each.name.startswith(".")]
        return [each for file in files if not _is_kept_analysis(file) for each in named_records(file)]
    name = plain_path(path).name
    if name.endswith(".jsonl"):
        return [(f"{name}:{i}", inputs.parsed(text, path)) for i, text in enumerate(read_games(path), 1)]
    games = [inputs.game_text(path)] if "#" in path.name else inputs.games_of(path)
    names = [path.name] if len(games) == 1 else [f"{path.name}#{i}" for i in range(1, len(games) + 1)]
    return [(each, inputs.parsed(text, path)) for each, text in zip(names, games, strict=True)]


def _is_kept_analysis(path: Path) -> bool:
    if not plain_path(path).name.endswith(".jsonl") or path.suffix == ".xz":
        return False
    with path.open("rb") as file:
        return file.readline(100).startswith(f'{{"{KIND}"'.encode())


def analyses(path: Path, limits: Limits, out: Path | None, runner: Runner, title: str) -> Iterator[tuple[str, Any]]:
    """Yield the name and the `Report` of each record, in the order of the names.

    out: a file that keeps the rows, so that the same call goes on with it.  Raises BadText or OSError.
    """
    named = [(source, record) for source, record in named_records(path) if len(record)]
    if not named:
        raise bad_word(str(path), N_("there are no records in this folder"))
    if out is None:
        yield from _analysed(named, limits, None, runner, title)
        return
    with Journal(out, {KIND: 1, "nodes": limits.nodes, "seconds": limits.seconds}, _NEEDED) as journal:
        yield from _analysed(named, limits, journal, runner, title)


def _analysed(
    named: list[tuple[str, Record]], limits: Limits, journal: Journal | None, runner: Runner, title: str
) -> Iterator[tuple[str, object]]:
    kept = {(row["source"], row["moves"]): row["rows"] for row in (journal.rows if journal else ())}
    games = (json.dumps([record.game.name, str(record.start), *record.moves]) for _, record in named)
    digests = (hashlib.sha256(game.encode()).hexdigest()[:16] for game in games)
    keys = list(zip((source for source, _ in named), digests, strict=True))
    left = [each for each, key in zip(named, keys, strict=True) if key not in kept]
    already = len(named) - len(left)
    found = in_order(runner, partial(rows_of, limits), (str(record) for _, record in left))
    with progress_bar() as bar:
        task = bar.add_task(title, total=len(named), completed=already, already=already)
        for (source, record), key in zip(named, keys, strict=True):
            done = kept.get(key)
            if done is None:
                done = next(found)
                if journal:
                    journal.add({"source": source, "moves": key[1], "rows": done})
                bar.advance(task)
            yield source, report(record, done)
