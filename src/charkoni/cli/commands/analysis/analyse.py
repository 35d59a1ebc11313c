"""`charkoni analyse`: the analysis of a record with a graph of its values, and hints."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from rich.text import Text

from charkoni.analysis import hints
from charkoni.analysis.grading import Grade
from charkoni.analysis.record_search import RecordSearcher, Row
from charkoni.analysis.report import PlyVerdict, Report, annotated, as_json, report, rows
from charkoni.cli import inputs, records
from charkoni.cli.commands.analysis import folder
from charkoni.cli.errors import bad_word
from charkoni.cli.output import print_dropped, print_json, print_lines, print_note, stopped_progress
from charkoni.cli.parameters import AsJson, File, Nodes, Processes, Ray, Seconds, flag, option
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.files.journal import Journal
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.core.workers import runner_of
from charkoni.games import names
from charkoni.games.names import in_words
from charkoni.search import Limits

USUAL_NODES = 20_000
LONGEST_LINE = 8  # plies
WIDTH = 66  # characters
ROWS = 6
_EIGHTHS = " ▁▂▃▄▅▆▇█"
KIND = "charkoni-analysis"


_GRADES = {Grade.INACCURACY: N_("inaccuracy"), Grade.MISTAKE: N_("mistake"), Grade.BLUNDER: N_("blunder")}
_STYLES = {Grade.INACCURACY: "yellow", Grade.MISTAKE: "dark_orange", Grade.BLUNDER: "bold red", Grade.GOOD: ""}

_NEEDED = {"ply": int, "values": list, "lines": list, "exact": bool}


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """The arguments and options of `charkoni analyse`."""

    file: File
    nodes: Nodes = None
    time: Seconds = None
    out: Annotated[Path | None, option("FILE", N_("save the progress, and continue from it"))] = None
    as_json: AsJson = False
    full: Annotated[bool, flag("--full", N_("all moves, not only what matters"))] = False
    annotate: Annotated[Path | None, option("FILE", N_("the record with marks and better lines, in a new file"))] = None
    hint: Annotated[int | None, option("1|2|3", N_("only a hint: aim, place or move"), min=1, max=3)] = None
    at: Annotated[int | None, option("PLY", N_("hint for the position after this ply"), min=0)] = None
    processes: Processes = 1
    ray: Ray = None

    @property
    def limits(self) -> Limits:
        """The limits of the search of each position."""
        has_limit = self.nodes is not None or self.time is not None
        return Limits(seconds=self.time, nodes=self.nodes if has_limit else USUAL_NODES, lines=3)


def analyse(words: Words, options: AnalysisOptions) -> None:
    """Analyse a record, or all of a folder or of a match, and print the report; or print a hint for a position."""
    if options.hint is not None:
        record, at = inputs.record_at(options.file, options.at)
        print("\n".join(hints.hint(words, record, at, RecordSearcher(), options.limits).lines[: options.hint]))
    elif folder.is_folder(options.file):
        _analyse_folder(words, options)
    else:
        _analyse_record(words, options)


def _analyse_folder(words: Words, options: AnalysisOptions) -> None:
    """Analyse the records of a folder or a match, and print what came out; Ctrl-C stops it before.

    As JSON a line for each record: the object of a single report, and `source`.
    """
    out, runner = options.out.expanduser() if options.out else None, runner_of(options.processes, options.ray)
    try:
        for source, result in folder.analyses(options.file, options.limits, out, runner, words._("analysing")):
            if options.as_json:
                print_json({"source": source, **as_json(result)})
                continue
            lines = report_lines(words, result, True) if options.full else _summary(words, result)
            print_lines([Text(source, "bold"), *lines, ""])
    except KeyboardInterrupt:
        raise stopped_progress(words, out is not None) from None


def _summary(words: Words, result: Report) -> list[str]:
    """Return the lines about a record of many: game, result, accuracies."""
    record = result.record
    lines = [names.game_name(words, record.game)]
    if record.outcome:
        lines.append(names.result(words, record.game, record.outcome))
    return lines + [_accuracy(words, result, player) for player in range(record.game.players)]


def _analyse_record(words: Words, options: AnalysisOptions) -> None:
    """Analyse a record, and print the report; Ctrl-C stops it before."""
    record, limits = inputs.record(options.file), options.limits
    if not len(record):
        raise bad_word(str(options.file), N_("the record has no moves: there is nothing to analyse"))
    if options.out is None:
        done, is_over = _analysed(words, record, limits)
    else:
        with Journal(options.out.expanduser(), _header(record, limits), _NEEDED) as journal:
            print_dropped(words, journal)
            if count := len(journal.rows):
                print_note(words.ngettext("{n} position is done already.", "{n} positions are done already.", count))
            done, is_over = _analysed(words, record, limits, journal)
    result = report(record, done)
    if options.annotate:
        records.write(annotated(result), options.annotate.expanduser())
    if options.as_json:
        print_json(as_json(result))
    else:
        print_lines(report_lines(words, result, options.full))
    if not is_over:
        raise stopped_progress(words, options.out is not None)


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
    return lines + [line for verdict in shown for line in _move(words, result, verdict)]


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
    if verdict.ply in result.turns:
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


def graph(words: Words, report: Report) -> list[str]:
    """Return the lines of the graph: an area for the first of two sides, or a row for each of several players."""
    game = report.record.game
    if len(set(game.sides)) == 2:
        title = words._("{side}'s chances in percent", side=names.side(game, 0))
        return [title, *area([row[0] for row in report.curve])]
    return [
        f"{bars([row[player] for row in report.curve], 1)[0]}  {names.side_name(words, game, player)}"
        for player in range(game.players)
    ]


def area(values: Sequence[float]) -> list[str]:
    """Return the lines of a graph of ROWS rows with a scale; the values are from 0 to 1."""
    rows = bars(values, ROWS)
    scale = {0: "100", ROWS // 2: " 50", ROWS - 1: "  0"}
    return [f"{scale.get(i, '   ')} ┤{row}" for i, row in enumerate(rows)]


def bars(values: Sequence[float], rows: int) -> list[str]:
    """Return bars as lines, the highest first; more than WIDTH values are averaged in groups."""
    count = min(len(values), WIDTH)
    means = []
    for i in range(count):
        part = values[i * len(values) // count : (i + 1) * len(values) // count]
        means.append(sum(part) / len(part))
    heights = [round(min(max(value, 0.0), 1.0) * 8 * rows) for value in means]
    return ["".join(_EIGHTHS[min(max(height - 8 * row, 0), 8)] for height in heights) for row in reversed(range(rows))]
