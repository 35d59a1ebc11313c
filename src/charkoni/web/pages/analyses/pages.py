"""Analyses as pages: the choice of a game or record, and the growing report with graph, figures and verdicts."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import Depends
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.analysis.features import leading_features
from charkoni.analysis.grading import Grade
from charkoni.analysis.report import PlyVerdict, Report, report
from charkoni.core.errors import N_, BadText, IllegalMove
from charkoni.core.game import Position
from charkoni.core.record import LETTERS, Record
from charkoni.core.translations import Words
from charkoni.games import names, opponents
from charkoni.graphics import scene
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.routing import PageRouter, service
from charkoni.web.http.sessions import is_id
from charkoni.web.http.site import FormDep
from charkoni.web.live.analysis_jobs import MOST_PLIES, Analyses, Run, game_in
from charkoni.web.live.board_view import view_of
from charkoni.web.live.hub import Hub
from charkoni.web.pages.analyses import local
from charkoni.web.pages.board_pictures import first_players, game_of, page_board, picture_url, search_data
from charkoni.web.pages.game_list import game_lines
from charkoni.web.pages.table.sharing import record_of
from charkoni.web.pages.visits import Visit, VisitDep, left_text

LONGEST_RECORD = 60_000
"""The most characters of a record."""

MOST_OWN = 12
"""The most own games offered for analysis."""

LONGEST_LINE = 10
"""The most moves of a line."""

GRADES = {
    Grade.INACCURACY: N_("inaccuracy"),
    Grade.MISTAKE: N_("mistake"),
    Grade.BLUNDER: N_("blunder"),
}
_CLASSES = {Grade.GOOD: "", Grade.INACCURACY: "slip", Grade.MISTAKE: "mistake", Grade.BLUNDER: "blunder"}

router = PageRouter()


AnalysesDep = Annotated[Analyses, Depends(service("analyses"))]


async def run_of(key: str, analyses: AnalysesDep) -> Run:
    """Return the analysis of an address; raise Problem 404."""
    run = await analyses.find(key) if is_id(key) else None
    if run is None:
        raise Problem(404, "NO_SUCH_PAGE")
    return run


RunDep = Annotated[Run, Depends(run_of)]


@router.get("/analysis")
async def overview(visit: VisitDep, game: str = "") -> Response:
    """Return the page that begins an analysis.  game: id of the chosen one.  Context: see `_overview`."""
    return await _overview(visit, game)


@router.post("/analysis")
async def begin(visit: VisitDep, form: FormDep, analyses: AnalysesDep) -> Response:
    """Begin the analysis of a game or of a record, and redirect to its page.

    Form: game (id of a game that is over), or record (as text or JSON).  A bad record is answered with status 400 and
    the page that begins an analysis.  Refused otherwise: NO_GAME, TOO_LONG, RateLimited.
    """
    text = str(form.get("record", ""))
    try:
        record = await record_of_game(visit.hub, str(form["game"])) if form.get("game") else await read_record(text)
    except Refused as refused:
        chosen = visit.request.query_params.get("game", "")
        return await _overview(visit, chosen, refused.message(visit.words), text)
    run = await analyses.add(record)
    # Where there is a module the page searches by itself, or starts the server's search.
    if visit.hub.engine.is_on and not visit.hub.browser_engines.address(record.game):
        analyses.start(run, visit.user)
    return RedirectResponse(f"/analysis/{run.key}", 303)


@router.get("/analysis/{key}.json")
async def analysis_as_json(visit: VisitDep, run: RunDep, part: str = "") -> Response:
    """Return the progress of an analysis as JSON: see `progress`.

    part: "report" adds what `_report_parts` does; a number: what is asked from this ply on instead, see
    `local.questions`.
    """
    if part.isascii() and part.isdigit() and len(part) < 6:
        asked = await asyncio.to_thread(local.questions, visit.hub.browser_engines, run.record, int(part))
        return JSONResponse(asked, headers={"cache-control": "no-store"})
    state: dict[str, object] = progress(run, visit.words)
    if part == "report":
        state |= await _report_parts(visit, run)
    return JSONResponse(state, headers={"cache-control": "no-store"})


@router.post("/analysis/{key}.json")
async def report_of_device(visit: VisitDep, form: FormDep, run: RunDep, analyses: AnalysesDep) -> Response:
    """Return the report of what the visitor's device has found, as `analysis_as_json`; nothing of it is stored.

    Form: found (JSON, see `local.Found`).
    """
    here = await asyncio.to_thread(local.local_run, run, str(form.get("found", "")))
    if here.is_done:
        analyses.find_puzzle(run, here.rows, visit.user)
    state = progress(here, visit.words) | await _report_parts(visit, here)
    return JSONResponse(state, headers={"cache-control": "no-store"})


async def _report_parts(visit: Visit, run: Run) -> dict[str, object]:
    """Return html (the report), moments (the decisive moves, as HTML) and data (see `_client_data`)."""
    report = await asyncio.to_thread(shown_report, run, visit.words)
    context = {"report": report, "pictures": _pictures(run, report)}
    html, moments = (
        bytes(visit.page(f"analysis/{name}.html", **context).body).decode() for name in ("report", "moments")
    )
    return {"html": html, "moments": moments, "data": _client_data(run, report)}


def _pictures(run: Run, report: Mapping[str, Any]) -> list[str]:
    """Return the addresses of the pictures of the positions before the decisive moves."""
    record = run.record
    return [picture_url(record.game.name, str(record.positions[move["ply"] - 1])) for move in report["moments"]]


@router.get("/analysis/{key}")
async def analysis(visit: VisitDep, run: RunDep) -> Response:
    """Return an analysis as a page.

    Context: title and name (of the game), result (a sentence), progress (see `progress`), report (see `shown_report`),
    board (SVG), pictures (addresses, of the decisive moves), data (see `_client_data` and `search_data`), is_on (the
    computer plays).
    """
    words, record = visit.words, run.record
    game, start = record.game, str(record.start)
    title = names.game_name(words, game)
    report = await asyncio.to_thread(shown_report, run, words)
    return visit.page(
        "analysis/analysis.html",
        title=title,
        name=game.family.name,
        result=names.result(words, game, record.outcome) if record.outcome else "",
        progress=progress(run, words),
        report=report,
        board=page_board(game, 0, "a1-", start, title, visit.lang),
        pictures=_pictures(run, report),
        data=_client_data(run, report) | search_data(visit, game),
        is_on=visit.hub.engine.is_on,
    )


@router.post("/analysis/{key}")
async def change(visit: VisitDep, form: FormDep, run: RunDep, analyses: AnalysesDep) -> Response:
    """Stop an analysis or resume it, and redirect to its page.

    Form: action (stop, or anything else to resume).  Refused: RateLimited.
    """
    if form.get("action") == "stop":
        analyses.stop(run)
    elif visit.hub.engine.is_on:
        analyses.start(run, visit.user)
    return RedirectResponse(f"/analysis/{run.key}", 303)


async def _overview(visit: Visit, chosen: str, error: str = "", text: str = "") -> Response:
    """Return the page that begins an analysis.

    Context: games (own ones that are over, see `game_line`), chosen (id of the chosen game), error (a sentence), text
    (of a record), is_on (whether the computer plays), left (see `left_text`).
    """
    rows = await visit.hub.store.mine(visit.person) if visit.person else []
    finished = [row for row in rows if row.state == "over"][:MOST_OWN]
    return visit.page(
        "analysis/overview.html",
        400 if error else 200,
        games=await game_lines(visit, finished),
        chosen=chosen if chosen.isalnum() else "",
        error=error,
        text=text,
        is_on=visit.hub.engine.is_on,
        left=left_text(visit.words, visit.site.quotas.remaining(visit.user, "analysis")),
    )


async def record_of_game(hub: Hub, game_id: str) -> Record:
    """Return the record of a game that is over; raise Refused NOT_NOW, Problem NO_GAME."""
    room = await hub.room(game_id)
    if room is None:
        raise Problem(404, "NO_GAME")
    if room.live.state not in ("over", "called-off") or not len(room.live.record):
        raise Refused("NOT_NOW")
    return await asyncio.to_thread(Record.parse, str(record_of(room.live)))


async def read_record(text: str) -> Record:
    """Return a record from text or JSON.

    Raises Refused: BAD_RECORD, EMPTY_RECORD.  Raises Problem: TOO_LONG, NO_GAME.
    """
    text = text.replace("\r\n", "\n").strip() + "\n"
    if len(text) > LONGEST_RECORD:
        raise Problem(413, "TOO_LONG")
    is_json = text.lstrip().startswith("{")
    if not is_json:
        name = game_in(text)
        if name.partition(":")[0] in playable():
            await warm(game_of(name))
    try:
        record = await asyncio.to_thread(Record.from_json if is_json else Record.parse, text)
    except (BadText, IllegalMove) as error:
        raise Refused("BAD_RECORD", error.reason) from None
    if record.game.family.name not in playable():
        raise Problem(404, "NO_GAME")
    if not len(record):
        raise Refused("EMPTY_RECORD")
    if len(record) > MOST_PLIES:
        raise Problem(413, "TOO_LONG")
    return record


def _client_data(run: Run, report: Mapping[str, object]) -> dict[str, object]:
    """Return the data for the client: game, start (position), moves and first (see `shown_report`)."""
    return {
        "game": run.record.game.name,
        "start": str(run.record.start),
        "moves": report["moves"],
        "first": report["start"],
    }


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

    graph (see `graph`); players (see `_player`); has_luck; moves (see `_graded_move`, and `_plain_move` for those not
    analysed yet; besides number, as people count moves); moments (the decisive ones among them); start (counts before
    the first move).
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
        "graph": graph(words, record, result.curve, _graph_title(words, result)),
        "players": [_player(words, result, player, hues[player]) for player in range(game.players)],
        "has_luck": result.luck is not None,
        "moves": moves,
        "moments": [move for move in moves if move.get("grade") or move.get("turned")],
        "start": {"counts": leading_features(words, game, run.rows[0].get("features", ())) if run.rows else []},
    }


def graph(words: Words, record: Record, curve: Sequence[Sequence[float]], title: str) -> dict[str, object]:
    """Return the arguments of the macro `chance_graph`: sides (hue, shares, name), plies, title.

    curve: the shares of all players before each ply.
    """
    hues = view_of(record.game, 0, False).layout.colours
    sides = [
        (hues[player], [row[player] for row in curve], names.side_name(words, record.game, player))
        for player in first_players(record.game)
    ]
    return {"sides": sides, "plies": len(record), "title": title}


def _graph_title(words: Words, result: Report) -> str:
    if not result.curve:
        return words._("The graph of the chances")
    game = result.record.game
    shares = "; ".join(
        f"{names.side_name(words, game, player)} {words.percent(result.curve[-1][player])}"
        for player in first_players(game)
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

    Besides the keys of `_plain_move`: counts (see `features.leading_features`), turned (the game turned here),
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
