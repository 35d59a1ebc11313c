"""The report of an analysis: graph, figures of the players, and all moves with verdicts in words."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from charkoni.analysis.features_text import leading_features
from charkoni.analysis.grading import Grade
from charkoni.analysis.report import PlyVerdict, Report, report
from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.record import LETTERS, Record
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene
from charkoni.web.engine import opponents
from charkoni.web.http.errors import Refused
from charkoni.web.live.analysis_jobs import Run
from charkoni.web.live.board_view import view_of
from charkoni.web.pages.analyses.graph import graph

LONGEST_LINE = 10
"""The most moves of a line."""

GRADES = {
    Grade.INACCURACY: N_("inaccuracy"),
    Grade.MISTAKE: N_("mistake"),
    Grade.BLUNDER: N_("blunder"),
}
_CLASSES = {Grade.GOOD: "", Grade.INACCURACY: "slip", Grade.MISTAKE: "mistake", Grade.BLUNDER: "blunder"}


def progress(run: Run, words: Words) -> dict[str, object]:
    """Return the progress of an analysis: key, done and plies (counts), running, complete, status (a sentence)."""
    done, plies = len(run.rows), len(run.record) + 1
    if run.is_done:
        status = words._("The analysis is complete.")
    elif run.is_running:
        status = words._("Looking at position {done} of {plies}.", done=done + 1, plies=plies)
    else:
        status = words._("The analysis has stopped at position {done} of {plies}.", done=done, plies=plies)
    if run.problem:
        status = f"{status} {Refused(run.problem).message(words)}"
    return {
        "key": run.key,
        "done": done,
        "plies": plies,
        "running": run.is_running,
        "complete": run.is_done,
        "status": status,
    }


def shown_report(run: Run, words: Words) -> dict[str, Any]:
    """Return the report of the positions that are analysed.

    graph (SVG); hues (name of a side, its colour, its place); is_area (whether the graph is an area); players (see
    `_player`); has_luck; moves (see `_graded_move`, and `_plain_move` for those not analysed yet; besides number, as
    people count moves); moments (the decisive ones among them); start (counts before the first move).
    """
    record, result = run.record, report(run.record, run.rows)
    game = record.game
    hues = view_of(game, 0, False).layout.colours
    moves = [_graded_move(words, result, run, verdict) for verdict in result.verdicts]
    remaining = list(enumerate(record.moves))[len(moves) :]
    moves += [_plain_move(words, record, ply, move) for ply, move in remaining]
    for move, number in zip(moves, record.move_numbers, strict=True):
        move["number"] = number
    return {
        "graph": Markup(graph(result.curve, game.sides, hues, len(record), _graph_title(words, result))),
        "hues": [
            (names.side_name(words, game, sides[0]), hues[sides[0]], place) for place, sides in _sides(game.sides)
        ],
        "is_area": len(set(game.sides)) == 2,
        "players": [_player(words, result, player, hues[player]) for player in range(game.players)],
        "has_luck": result.luck is not None,
        "moves": moves,
        "moments": [move for move in moves if move.get("grade") or move.get("turned")],
        "start": {"counts": leading_features(words, game, run.rows[0].get("features", ())) if run.rows else []},
    }


def _sides(sides: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Return the players of each side: (place of the side, players)."""
    return [
        (place, [player for player, each in enumerate(sides) if each == side])
        for place, side in enumerate(dict.fromkeys(sides))
    ]


def _graph_title(words: Words, result: Report) -> str:
    if not result.curve:
        return words._("The graph of the chances")
    game = result.record.game
    shares = "; ".join(
        f"{names.side_name(words, game, group[0])} {words.percent(result.curve[-1][group[0]])}"
        for _, group in _sides(game.sides)
    )
    turns = ", ".join(names.move_named(words, result.record, ply + 1) for ply in result.turns)
    title = words._("The graph of the chances; at its end: {shares}.", shares=shares)
    return title + " " + words._("The game turned here: {turns}.", turns=turns) if turns else title


def _player(words: Words, result: Report, player: int, hue: str) -> dict[str, object]:
    """Return the figures of a player: side, name, hue, accuracy, slips, mistakes, blunders, luck."""
    own = [verdict.grade for verdict in result.verdicts if verdict.player == player]
    accuracy = result.accuracies[player]
    tag = opponents.name_in_record(words, result.record.tags.get(LETTERS[player].upper(), ""))
    return {
        "side": names.side_name(words, result.record.game, player),
        "name": tag,
        "hue": hue,
        "accuracy": "–" if accuracy is None else words.percent(accuracy / 100),
        "slips": own.count(Grade.INACCURACY),
        "mistakes": own.count(Grade.MISTAKE),
        "blunders": own.count(Grade.BLUNDER),
        "luck": f"{result.luck[player]:+.2f}" if result.luck else "",
    }


def _plain_move(words: Words, record: Record, ply: int, move: str) -> dict[str, object]:
    """Return a ply without a verdict: ply (counted from 1), move, seat, who, say, position (afterwards)."""
    before, after = record.positions[ply], record.positions[ply + 1]
    seat = before.turn
    who = names.side_name(words, record.game, seat) if seat >= 0 else words._("throw")
    say = scene.describe(before, move, words)
    return {"ply": ply + 1, "move": move, "seat": seat, "who": who, "say": say, "position": str(after)}


def _graded_move(words: Words, result: Report, run: Run, verdict: PlyVerdict) -> dict[str, object]:
    """Return a ply with its verdict.

    Besides the keys of `_plain_move`: counts (see `features_text.leading_features`), turned (the game turned here),
    value (a sentence); for moves of players also grade (its sign), kind (a CSS class), named (the grade in words),
    notes (sentences), lines (see `_lines`).
    """
    record, before = run.record, run.record.positions[verdict.ply]
    shown = _plain_move(words, record, verdict.ply, verdict.move)
    after = run.rows[verdict.ply + 1]
    shown["counts"] = leading_features(words, record.game, after.get("features", ()))
    shown["turned"] = verdict.ply in result.turns
    if verdict.player is None:
        gain = ("+" if verdict.gain[0] > 0 else "") + words.percent(verdict.gain[0])
        side = names.side(record.game, 0)
        return shown | {"value": words._("The throw changes {side}'s chances by {gain}.", side=side, gain=gain)}
    shown["value"] = _value(words, verdict)
    shown["grade"], shown["kind"] = verdict.grade.value, _CLASSES[verdict.grade]
    shown["named"] = words._(GRADES[verdict.grade]) if verdict.grade else ""
    shown["notes"] = _notes(words, before, verdict)
    shown["lines"] = _lines(words, run, verdict)
    return shown


def _value(words: Words, verdict: PlyVerdict) -> str:
    shares = {"before": words.percent(verdict.value), "after": words.percent(verdict.after)}
    if verdict.is_forced:
        return words._("The only legal move; chances {after}.", after=shares["after"])
    if verdict.exact:
        return words._("Chances {before} before the move, {after} after it; both are proved.", **shares)
    return words._("Chances {before} before the move, {after} after it.", **shares)


def _notes(words: Words, before: Position, verdict: PlyVerdict) -> list[str]:
    notes = []
    if verdict.move == verdict.best and not verdict.is_forced:
        notes.append(words._("The best move by the search."))
    if verdict.grade and verdict.best:
        notes.append(
            words._("Better was {move}. {say}", move=verdict.best, say=scene.describe(before, verdict.best, words))
        )
    if verdict.threat:
        notes.append(words._("Before the move the opponent threatened {move}.", move=verdict.threat.answer))
    return notes


def _lines(words: Words, run: Run, verdict: PlyVerdict) -> list[dict[str, object]]:
    """Return lines that can be played on the board: label, from (how many plies of the game precede), moves."""
    lines = []
    for choice in run.rows[verdict.ply]["lines"]:
        share = words.percent(choice["value"])
        label = words._("{share}, proved", share=share) if choice["exact"] else share
        lines.append({"label": label, "from": verdict.ply, "moves": choice["line"][:LONGEST_LINE]})
    if verdict.grade and verdict.answer and verdict.is_answered:
        lines.append(
            {"label": words._("the answer"), "from": verdict.ply + 1, "moves": list(verdict.answer[:LONGEST_LINE])}
        )
    return lines
