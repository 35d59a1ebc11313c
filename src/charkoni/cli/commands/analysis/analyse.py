"""`charkoni analyse`: the analysis of a record, and hints."""

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from charkoni.analysis import hints
from charkoni.analysis.grading import Grade
from charkoni.analysis.record_search import RecordSearcher, Row
from charkoni.analysis.report import PlyVerdict, Report, annotated, as_json, report, rows
from charkoni.cli import inputs, records
from charkoni.cli.command_group import typer_app, words_of
from charkoni.cli.commands.analysis import folder
from charkoni.cli.exit_codes import INTERRUPTED
from charkoni.cli.json_output import print_json
from charkoni.cli.parameters import AsJson, File, Nodes, Processes, Ray, Seconds
from charkoni.cli.progress import progress_bar
from charkoni.cli.terminal.graph import graph
from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.files.journal import Journal
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.core.workers import Runner, runner_of
from charkoni.games import names
from charkoni.games.move_phrases import in_words
from charkoni.search import Limits

USUAL_NODES = 20_000
LONGEST_LINE = 8  # plies
KIND = "charkoni-analysis"

_EMPTY = N_("the record has no moves: there is nothing to analyse")

_GRADES = {
    Grade.INACCURACY: N_("inaccuracy"),
    Grade.MISTAKE: N_("mistake"),
    Grade.BLUNDER: N_("blunder"),
}
_STYLES = {Grade.INACCURACY: "yellow", Grade.MISTAKE: "dark_orange", Grade.BLUNDER: "bold red", Grade.GOOD: ""}

_NEEDED = {"ply": int, "values": list, "lines": list, "exact": bool}


app = typer_app()


class BadAnalysis(BadText):
    """A record that cannot be analysed, or a hint for a position that it does not have."""


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """The options of the command line, without those of a hint."""

    path: Path
    limits: Limits
    out: Path | None = None
    as_json: bool = False
    full: bool = False
    annotate: Path | None = None


@app.command()
def analyse(
    context: typer.Context,
    file: File,
    nodes: Nodes = None,
    time: Seconds = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help=N_("save the progress, and continue from it"))
    ] = None,
    as_json: AsJson = False,
    full: Annotated[bool, typer.Option("--full", help=N_("all moves, not only what matters"))] = False,
    annotate: Annotated[
        Path | None,
        typer.Option("--annotate", metavar="FILE", help=N_("the record with marks and better lines, in a new file")),
    ] = None,
    hint: Annotated[
        int | None,
        typer.Option("--hint", metavar="1|2|3", min=1, max=3, help=N_("only a hint: aim, place or move")),
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", metavar="PLY", min=0, help=N_("hint for the position after this ply"))
    ] = None,
    processes: Processes = 1,
    ray: Ray = None,
) -> None:
    """Analyse a record, or all of a folder or of a match, and print the report; or print a hint for a position."""
    words, limits = words_of(context), limits_of(nodes, time)
    if hint is not None:
        print_hint(words, file, at, hint, limits)
        return
    options = AnalysisOptions(file, limits, out, as_json, full, annotate)
    if folder.is_folder(file):
        is_over = run_folder(words, options, runner_of(processes, ray))
    else:
        is_over = run_analysis(words, options)
    if not is_over:
        raise typer.Exit(INTERRUPTED)


def limits_of(nodes: int | None, seconds: float | None) -> Limits:
    """Return the limits of the search of each position."""
    if nodes is None and seconds is None:
        return Limits(nodes=USUAL_NODES, lines=3)
    return Limits(seconds=seconds, nodes=nodes, lines=3)


def run_folder(words: Words, options: AnalysisOptions, runner: Runner) -> bool:
    """Analyse the records of a folder or a match, print what came out; Ctrl-C stops it before, then return False.

    As JSON a line for each record: the object of a single report, and `source`.
    """
    out = options.out.expanduser() if options.out else None
    try:
        for source, result in folder.analyses(options.path, options.limits, out, runner, words._("analysing")):
            if options.as_json:
                print_json({"source": source, **as_json(result)})
                continue
            lines = report_lines(words, result, True) if options.full else _summary(words, result)
            console = Console(highlight=False, markup=False, emoji=False)
            for line in (Text(source, "bold"), *lines, ""):
                console.print(line, soft_wrap=True)
    except KeyboardInterrupt:
        _print_stopped(words, options)
        return False
    return True


def _summary(words: Words, result: Report) -> list[str]:
    """Return the lines about a record of many: game, result, accuracies."""
    record = result.record
    lines = [names.game_name(words, record.game)]
    if record.outcome:
        lines.append(names.result(words, record.game, record.outcome))
    return lines + [_accuracy(words, result, player) for player in range(record.game.players)]


def _print_stopped(words: Words, options: AnalysisOptions) -> None:
    if options.out:
        print(words._("Stopped; the progress is saved, and the same command continues."), file=sys.stderr)
    else:
        print(words._("Stopped; with --out FILE the progress would be saved."), file=sys.stderr)


def run_analysis(words: Words, options: AnalysisOptions) -> bool:
    """Analyse a record, print the report, and return whether it is complete; Ctrl-C stops it before."""
    record, limits = inputs.record(options.path), options.limits
    if not len(record):
        raise BadAnalysis(str(options.path), Reason("EMPTY", "", _EMPTY))
    if options.out is None:
        done, is_over = _analysed(words, record, limits)
    else:
        with Journal(options.out.expanduser(), _header(record, limits), _NEEDED) as journal:
            _report_file(words, journal)
            done, is_over = _analysed(words, record, limits, journal)
    result = report(record, done)
    if options.annotate:
        records.write(annotated(result), options.annotate.expanduser())
    if options.as_json:
        print_json(as_json(result))
    else:
        _print(words, result, options.full)
    if not is_over:
        _print_stopped(words, options)
    return is_over


def _header(record: Record, limits: Limits) -> dict[str, object]:
    """Return the first line of the file of an analysis: its record, as a digest, and its limits."""
    moves = " ".join([str(record.start), *record.moves])
    return {
        KIND: 1,
        "game": record.game.name,
        "moves": hashlib.sha256(moves.encode()).hexdigest()[:16],
        "nodes": limits.nodes,
        "seconds": limits.seconds,
    }


def _report_file(words: Words, journal: Journal) -> None:
    """Print how many positions the file of an analysis holds."""
    if journal.dropped:
        print(words._("The last line of {path} was half written and is dropped.", path=journal.path), file=sys.stderr)
    if journal.rows:
        line = words.ngettext("{n} position is done already.", "{n} positions are done already.", len(journal.rows))
        print(line, file=sys.stderr)


def _analysed(words: Words, record: Record, limits: Limits, journal: Journal | None = None) -> tuple[list[Row], bool]:
    """Return the rows of the positions, and whether none is missing; Ctrl-C stops the search before."""
    done: list[Row] = []
    with progress_bar() as bar:
        task = bar.add_task(words._("analysing"), total=len(record) + 1)
        keep = journal.add if journal else lambda row: None
        try:
            for row in rows(record, limits, list(journal.rows) if journal else (), on_row=keep):
                done.append(row)
                bar.advance(task)
        except KeyboardInterrupt:
            return done, False
    return done, True


def _print(words: Words, result: Report, full: bool) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    for line in report_lines(words, result, full):
        console.print(line, soft_wrap=True)


def report_lines(words: Words, result: Report, full: bool) -> list[Text | str]:
    """Return the lines of a report: result, graph, accuracies, then the plies that matter, or all in full."""
    _, record = words._, result.record
    lines: list[Text | str] = [Text(names.game_name(words, record.game), "bold")]
    if record.outcome:
        lines.append(names.result(words, record.game, record.outcome))
    if not result.is_complete:
        done = {"done": len(result.verdicts), "plies": len(record)}
        lines.append(_("only {done} of {plies} plies are analysed", **done))
    lines += ["", *graph(words, result), ""]
    lines += [_accuracy(words, result, player) for player in range(record.game.players)]
    shown = [verdict for verdict in result.verdicts if full or verdict.grade or verdict.ply in result.turns]
    if shown:
        lines.append("")
    for verdict in shown:
        lines += _move(words, result, verdict)
    return lines


def _accuracy(words: Words, result: Report, player: int) -> str:
    accuracy = result.accuracies[player]
    counts = [
        sum(verdict.player == player and verdict.grade == grade for verdict in result.verdicts)
        for grade in (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
    ]
    who = names.side_name(words, result.record.game, player)
    line = words._(
        "{who}: accuracy {accuracy}; inaccuracies {slips}, mistakes {mistakes}, blunders {blunders}",
        who=who,
        accuracy="–" if accuracy is None else words.percent(accuracy / 100),
        slips=counts[0],
        mistakes=counts[1],
        blunders=counts[2],
    )
    if result.luck:
        line += "; " + words._("luck of the throws {points} points", points=f"{result.luck[player]:+.2f}")
    return line


def _move(words: Words, result: Report, verdict: PlyVerdict) -> list[Text | str]:
    """Return the lines about a ply: the move with its values, then better lines and threats where it is a mistake."""
    _, game = words._, result.record.game
    number = f"{verdict.ply + 1}."
    turned = verdict.ply in result.turns
    if verdict.player is None:
        gain = ("+" if verdict.gain[0] > 0 else "") + words.percent(verdict.gain[0])
        text = Text(f"{number:>5} {verdict.move}  ")
        text.append(_("the throw changes {side}'s chances by {gain}", side=names.side(game, 0), gain=gain))
        return [text]
    text = Text(f"{number:>5} {names.side_name(words, game, verdict.player)} {verdict.move}{verdict.grade.value}  ")
    before, after = words.percent(verdict.value), words.percent(verdict.after)
    text.append(_("chances {before}, then {after}", before=before, after=after))
    if verdict.grade:
        text.append("  " + _(_GRADES[verdict.grade]), _STYLES[verdict.grade])
    if verdict.exact:
        text.append("  " + _("exact"))
    if turned:
        text.append("  " + _("turning point"), "bold")
    lines: list[Text | str] = [text]
    if verdict.grade:
        in_text = in_words(words, game, verdict.best) if verdict.best else ""
        lines.append("      " + _("better: {line} ({said})", line=" ".join(verdict.line[:LONGEST_LINE]), said=in_text))
        if verdict.answer and verdict.is_answered:
            lines.append("      " + _("the answer: {line}", line=" ".join(verdict.answer[:LONGEST_LINE])))
        if verdict.threat:
            lines.append("      " + _("threatened before: {move} ({said})", move=verdict.threat.answer,
                                      said=in_words(words, game, verdict.threat.answer)))  # fmt: skip
    return lines


def print_hint(words: Words, path: Path, at: int | None, step: int, limits: Limits) -> None:
    """Print the first `step` lines, 1 to 3, of a hint for the position after `at` plies, by default the last."""
    record = inputs.record(path)
    if at is not None and at > len(record):
        raise BadAnalysis(str(at), Reason("NO_PLY", "", N_("the record has {plies} plies"), {"plies": len(record)}))
    if not 1 <= step <= 3:
        raise BadAnalysis(str(step), Reason("NO_STEP", "", N_("hints have the steps 1, 2 and 3")))
    advice = hints.hint(words, record, len(record) if at is None else at, RecordSearcher(), limits)
    for line in advice.lines[:step]:
        print(line)
