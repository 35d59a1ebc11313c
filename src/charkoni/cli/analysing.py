"""`charkoni analyse`: what happened in a game, and hints."""

import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from charkoni.analysis.grading import Grade
from charkoni.analysis.hints import hint
from charkoni.analysis.record_search import Searches
from charkoni.analysis.report import Report, Row, Verdict, as_json, report, rows
from charkoni.cli import finding, names
from charkoni.cli.graph import graph
from charkoni.cli.moves import in_words
from charkoni.cli.progress import progress_bar
from charkoni.cli.words import Words
from charkoni.core.errors import BadText, Reason, mark
from charkoni.core.journal import Journal
from charkoni.core.record import LETTERS, Record
from charkoni.search import Limits

USUAL_NODES = 20_000
SHOWN = 8
INTERRUPTED = 130
KIND = "charkoni-analysis"

_NO_PLY = mark("the record has {plies} plies")
_NO_STEP = mark("hints have the steps 1, 2 and 3")
_EMPTY = mark("the record has no moves: there is nothing to analyse")

_GRADES = {
    Grade.INACCURACY: mark("inaccuracy"),
    Grade.MISTAKE: mark("mistake"),
    Grade.BLUNDER: mark("blunder"),
}
_STYLES = {Grade.INACCURACY: "yellow", Grade.MISTAKE: "dark_orange", Grade.BLUNDER: "bold red", Grade.GOOD: ""}

_NEEDED = {"ply": int, "values": list, "lines": list, "exact": bool}


class BadAnalysis(BadText):
    """An analysis that cannot be made as asked."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks for."""

    path: Path
    nodes: int | None = None
    seconds: float | None = None
    out: Path | None = None
    as_json: bool = False
    full: bool = False


def limits_of(nodes: int | None, seconds: float | None) -> Limits:
    """Return the limits per position."""
    if nodes is None and seconds is None:
        return Limits(nodes=USUAL_NODES, lines=3)
    return Limits(seconds=seconds, nodes=nodes, lines=3)


def analyse(words: Words, wish: Wish) -> int:
    """Analyse a record, print the report of what is done even when stopped, and return the exit code."""
    record = finding.record(wish.path)
    if not len(record):
        raise BadAnalysis(str(wish.path), Reason("EMPTY", "", _EMPTY))
    limits = limits_of(wish.nodes, wish.seconds)
    if wish.out is None:
        found, stopped = _searched(words, record, limits)
    else:
        with Journal(wish.out.expanduser(), _header(record, limits), _NEEDED) as journal:
            _tell(words, journal)
            found, stopped = _searched(words, record, limits, journal)
    result = report(record, found)
    if wish.as_json:
        print(json.dumps(as_json(result)))
    else:
        _print(words, result, wish.full)
    if not stopped:
        return 0
    if wish.out:
        print(words._("Stopped; what is done is kept, and the same command goes on."), file=sys.stderr)
    else:
        print(words._("Stopped; with --out FILE what is done would be kept."), file=sys.stderr)
    return INTERRUPTED


def _header(record: Record, limits: Limits) -> dict[str, Any]:
    """Return what an analysis follows from, as JSON."""
    moves = " ".join([str(record.start), *record.moves])
    return {
        KIND: 1,
        "game": record.game.name,
        "moves": hashlib.sha256(moves.encode()).hexdigest()[:16],
        "nodes": limits.nodes,
        "seconds": limits.seconds,
    }


def _tell(words: Words, journal: Journal) -> None:
    if journal.dropped:
        print(words._("The last line of {path} was half written and is dropped.", path=journal.path), file=sys.stderr)
    if journal.rows:
        said = words.ngettext("{n} position is done already.", "{n} positions are done already.", len(journal.rows))
        print(said, file=sys.stderr)


def _searched(words: Words, record: Record, limits: Limits, journal: Journal | None = None) -> tuple[list[Row], bool]:
    """Return what was found, and whether Ctrl-C came before the end."""
    found: list[Row] = []
    with progress_bar() as bar:
        task = bar.add_task(words._("analysing"), total=len(record) + 1)
        keep = journal.add if journal else lambda row: None
        try:
            for row in rows(record, limits, list(journal.rows) if journal else (), on_row=keep):
                found.append(row)
                bar.advance(task)
        except KeyboardInterrupt:
            return found, True
    return found, False


# --- what is told -----------------------------------------------------------------------------------------------------


def _print(words: Words, found: Report, full: bool) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    for line in told(words, found, full):
        console.print(line, soft_wrap=True)


def told(words: Words, found: Report, full: bool) -> list[Text | str]:
    """Return a report, line by line."""
    _, record = words._, found.record
    lines: list[Text | str] = [Text(names.game_name(words, record.game), "bold")]
    if record.outcome:
        lines.append(names.result(words, record.game, record.outcome))
    if not found.is_complete:
        done = {"done": len(found.verdicts), "plies": len(record)}
        lines.append(_("only {done} of {plies} plies are analysed", **done))
    lines += ["", *graph(words, found), ""]
    lines += [_accuracy(words, found, player) for player in range(record.game.players)]
    shown = [one for one in found.verdicts if full or one.grade or one.ply in found.turns]
    if shown:
        lines.append("")
    for one in shown:
        lines += _move(words, found, one)
    return lines


def _accuracy(words: Words, found: Report, player: int) -> str:
    accuracy = found.accuracies[player]
    counts = [
        sum(one.player == player and one.grade == grade for one in found.verdicts)
        for grade in (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
    ]
    who = names.side_name(words, found.record.game, player)
    line = words._(
        "{who}: accuracy {accuracy}; inaccuracies {slips}, mistakes {mistakes}, blunders {blunders}",
        who=who,
        accuracy="-" if accuracy is None else f"{accuracy:.0f} %",
        slips=counts[0],
        mistakes=counts[1],
        blunders=counts[2],
    )
    if found.luck:
        line += "; " + words._("luck of the dice {points} points", points=f"{found.luck[player]:+.2f}")
    return line


def _move(words: Words, found: Report, one: Verdict) -> list[Text | str]:
    """Return the lines about a ply."""
    _, game = words._, found.record.game
    number = f"{one.ply + 1}."
    turned = one.ply in found.turns
    if one.player is None:
        gain = ("+" if one.gain[0] > 0 else "") + words.percent(one.gain[0])
        text = Text(f"{number:>5} {one.move}  ")
        text.append(_("the throw changes {who}'s chances by {gain}", who=LETTERS[0], gain=gain))
        return [text]
    text = Text(f"{number:>5} {LETTERS[one.player]} {one.move}{one.grade.value}  ")
    before, after = words.percent(one.value), words.percent(one.after)
    text.append(_("{before} of the point, then {after}", before=before, after=after))
    if one.grade:
        text.append("  " + _(_GRADES[one.grade]), _STYLES[one.grade])
    if one.exact:
        text.append("  " + _("exact"))
    if turned:
        text.append("  " + _("turning point"), "bold")
    lines: list[Text | str] = [text]
    if one.grade:
        said = in_words(words, game, one.best) if one.best else ""
        lines.append("      " + _("better: {line} ({said})", line=" ".join(one.line[:SHOWN]), said=said))
        if one.answer and one.is_answered:
            lines.append("      " + _("the answer: {line}", line=" ".join(one.answer[:SHOWN])))
        if one.threat:
            lines.append("      " + _("threatened before: {move} ({said})", move=one.threat.answer,
                                      said=in_words(words, game, one.threat.answer)))  # fmt: skip
    return lines


# --- hints ------------------------------------------------------------------------------------------------------------


def hints(words: Words, path: Path, at: int | None, step: int, limits: Limits) -> None:
    """Print a hint for a position of a record, as much as the step tells."""
    record = finding.record(path)
    if at is not None and at > len(record):
        raise BadAnalysis(str(at), Reason("NO_PLY", "", _NO_PLY, {"plies": len(record)}))
    if not 1 <= step <= 3:
        raise BadAnalysis(str(step), Reason("NO_STEP", "", _NO_STEP))
    for line in hint_lines(words, record, at, step, limits):
        print(line)


def hint_lines(words: Words, record: Record, at: int | None, step: int, limits: Limits) -> Sequence[str]:
    """Return the lines of a hint."""
    return hint(words, record, len(record) if at is None else at, Searches(), limits).lines[:step]
