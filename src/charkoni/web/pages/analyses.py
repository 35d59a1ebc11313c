"""Analyses as pages: what is given to be analysed, the report as it grows, and what the player on the page needs."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.analysis.features_text import counted
from charkoni.analysis.grading import Grade
from charkoni.analysis.report import Report, Verdict, report
from charkoni.core.errors import BadText, IllegalMove, mark
from charkoni.core.record import LETTERS, Record
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics import scene as drawn
from charkoni.web.engine.analysis_jobs import MOST_PLIES, Analyses, Run, game_in
from charkoni.web.engine.warm import playable, warm
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.site import Site, safe
from charkoni.web.live.board_view import view_of
from charkoni.web.pages.board_pictures import for_any_screen, game_of
from charkoni.web.pages.charts import graph
from charkoni.web.pages.documents import record_of
from charkoni.web.pages.home import Route, game_line
from charkoni.web.pages.new_game import picture_of

PREFIX = "a1-"
"""The prefix of the ids of the board on the page."""

LONGEST_RECORD = 60_000
LONGEST_LINE = 10
GRADES = {
    Grade.INACCURACY: mark("inaccuracy"),
    Grade.MISTAKE: mark("mistake"),
    Grade.BLUNDER: mark("blunder"),
}
_CLASSES = {Grade.GOOD: "", Grade.INACCURACY: "slip", Grade.MISTAKE: "mistake", Grade.BLUNDER: "blunder"}


# --- what is shown ----------------------------------------------------------------------------------------------------


def outline(run: Run, words: Words) -> dict[str, Any]:
    """Return how an analysis stands: key, done, plies, running, complete, and that in a sentence."""
    done, plies = len(run.rows), len(run.record) + 1
    if run.is_done:
        said = words._("The analysis is complete.")
    elif run.is_running:
        said = words._("Looking at position {done} of {plies}.", done=done + 1, plies=plies)
    else:
        said = words._("The analysis has stopped at position {done} of {plies}.", done=done, plies=plies)
    if run.problem:
        said = f"{said} {Refused(run.problem).say(words)}"
    return {
        "key": run.key,
        "done": done,
        "plies": plies,
        "running": run.is_running,
        "complete": run.is_done,
        "said": said,
    }


def told(run: Run, words: Words) -> dict[str, Any]:
    """Return the report: graph, players (name, hue, accuracy, slips, mistakes, blunders, luck), moves (see `_move`)."""
    record, found = run.record, report(run.record, run.rows)
    game = record.game
    hues = view_of(game, 0, False).layout.colours
    moves = [_move(words, found, run, verdict) for verdict in found.verdicts]
    unweighed = list(enumerate(record.moves))[len(moves) :]
    moves += [_bare(words, record, ply, move) for ply, move in unweighed]
    return {
        "graph": Markup(graph(found.values, game.sides, hues, len(record), _graph_title(words, found))),
        "hues": [
            (names.side_name(words, game, sides[0]), hues[sides[0]], place) for place, sides in _sides(game.sides)
        ],
        "is_area": len(set(game.sides)) == 2,
        "players": [_player(words, found, player, hues[player]) for player in range(game.players)],
        "has_luck": found.luck is not None,
        "moves": moves,
        "moments": [move for move in moves if move.get("grade") or move.get("turned")],
        "start": {"counts": counted(words, game, run.rows[0].get("features", ())) if run.rows else []},
    }


def _sides(sides: Sequence[int]) -> list[tuple[int, list[int]]]:
    return [
        (place, [player for player, each in enumerate(sides) if each == side])
        for place, side in enumerate(dict.fromkeys(sides))
    ]


def _graph_title(words: Words, found: Report) -> str:
    if not found.values:
        return words._("The graph of the chances")
    game = found.record.game
    shares = "; ".join(
        f"{names.side_name(words, game, group[0])} {words.percent(found.values[-1][group[0]])}"
        for _, group in _sides(game.sides)
    )
    turns = ", ".join(str(ply + 1) for ply in found.turns)
    title = words._("The graph of the chances; at its end: {shares}.", shares=shares)
    return title + " " + words._("The game turned at the moves {turns}.", turns=turns) if turns else title


def _player(words: Words, found: Report, player: int, hue: str) -> dict[str, Any]:
    own = [verdict.grade for verdict in found.verdicts if verdict.player == player]
    accuracy = found.accuracies[player]
    tag = found.record.tags.get(LETTERS[player].upper(), "")
    return {
        "side": names.side_name(words, found.record.game, player),
        "name": tag,
        "hue": hue,
        "accuracy": "–" if accuracy is None else words.percent(accuracy / 100),
        "slips": own.count(Grade.INACCURACY),
        "mistakes": own.count(Grade.MISTAKE),
        "blunders": own.count(Grade.BLUNDER),
        "luck": f"{found.luck[player]:+.2f}" if found.luck else "",
    }


def _bare(words: Words, record: Record, ply: int, move: str) -> dict[str, Any]:
    """Return a ply that is not weighed yet: ply (counted from 1), move, seat, who, say, position behind it."""
    before, after = record.positions[ply], record.positions[ply + 1]
    seat = before.turn
    who = names.side_name(words, record.game, seat) if seat >= 0 else words._("throw")
    say = drawn.tell(before, move, words)
    return {"ply": ply + 1, "move": move, "seat": seat, "who": who, "say": say, "position": str(after)}


def _move(words: Words, found: Report, run: Run, one: Verdict) -> dict[str, Any]:
    """Return a ply with its verdict.

    Beside what `_bare` returns: grade (its sign), kind (a class), named (in words), value (a sentence), notes
    (sentences), turned, lines (label, from: plies before it, moves, say), counts (see features_text.counted).
    """
    record, before = run.record, run.record.positions[one.ply]
    made = _bare(words, record, one.ply, one.move)
    after = run.rows[one.ply + 1]
    made["counts"] = counted(words, record.game, after.get("features", ()))
    made["turned"] = one.ply in found.turns
    if one.player is None:
        gain = ("+" if one.gain[0] > 0 else "") + words.percent(one.gain[0])
        first = names.side_name(words, record.game, 0)
        return made | {"value": words._("The throw changes the chances of {who} by {gain}.", who=first, gain=gain)}
    made["value"] = _value(words, one)
    made["grade"], made["kind"] = one.grade.value, _CLASSES[one.grade]
    made["named"] = words._(GRADES[one.grade]) if one.grade else ""
    made["notes"] = _notes(words, before, one)
    made["lines"] = _lines(words, run, one)
    return made


def _value(words: Words, one: Verdict) -> str:
    shares = {"before": words.percent(one.value), "after": words.percent(one.after)}
    if one.is_forced:
        return words._("The only legal move; chances {after}.", after=shares["after"])
    if one.exact:
        return words._("Chances {before} before the move, {after} after it; both are proved.", **shares)
    return words._("Chances {before} before the move, {after} after it.", **shares)


def _notes(words: Words, before: Any, one: Verdict) -> list[str]:
    notes = []
    if one.move == one.best and not one.is_forced:
        notes.append(words._("The best move by the search."))
    if one.grade and one.best:
        notes.append(words._("Better was {move}: {say}", move=one.best, say=drawn.tell(before, one.best, words)))
    if one.threat:
        notes.append(words._("Before the move the opponent threatened {move}.", move=one.threat.answer))
    return notes


def _lines(words: Words, run: Run, one: Verdict) -> list[dict[str, Any]]:
    """Return lines that can be played on the board: from: how many plies of the game come before them."""
    lines = []
    for choice in run.rows[one.ply]["lines"]:
        share = words.percent(choice["value"])
        label = words._("{share}, proved", share=share) if choice["exact"] else share
        lines.append({"label": label, "from": one.ply, "moves": choice["line"][:LONGEST_LINE]})
    if one.grade and one.answer and one.is_answered:
        lines.append({"label": words._("the answer"), "from": one.ply + 1, "moves": list(one.answer[:LONGEST_LINE])})
    return lines


# --- what is given ----------------------------------------------------------------------------------------------------


async def read_record(text: str) -> Record:
    """Return the record that somebody has pasted; raise Refused with the reason, or Problem."""
    text = text.replace("\r\n", "\n").strip() + "\n"
    if len(text) > LONGEST_RECORD:
        raise Problem(413, "TOO_LONG")
    read = Record.from_json if text.lstrip().startswith("{") else Record.parse
    if not text.lstrip().startswith("{"):
        name = game_in(text)
        if name.partition(":")[0] in playable():
            await warm(game_of(name))
    try:
        record = await asyncio.to_thread(read, text)
    except (BadText, IllegalMove) as error:
        raise Refused("BAD_RECORD", error.reason) from None
    if record.game.family.name not in playable():
        raise Problem(404, "NO_GAME")
    if not len(record):
        raise Refused("EMPTY_RECORD")
    if len(record) > MOST_PLIES:
        raise Problem(413, "TOO_LONG")
    return record


def routes(site: Site) -> list[Route]:
    """Return the addresses of analyses."""
    hub = site.hub
    analyses = Analyses(hub)

    async def overview(request: Request, status: int = 200, error: str = "", text: str = "") -> Response:
        """What can be analysed.

        Context: games (own ones that are over, see game_line), asked (id), error, text, is_on.
        """
        visitor = site.visitor(request)
        rows = await hub.store.mine(visitor.guest) if visitor.guest else []
        rows = [row for row in rows if row.state == "over"][:12]
        seats = await hub.store.seats_of([row.id for row in rows])
        games = [game_line(visitor.words, row, seats[row.id]) for row in rows]
        asked = request.query_params.get("game", "")
        return site.page(
            request,
            "analysis/overview.html",
            status,
            games=games,
            asked=asked if asked.isalnum() else "",
            error=error,
            text=text,
            is_on=hub.engine.is_on,
        )

    async def begin(request: Request) -> Response:
        """Begin the analysis of a game that is over, or of a record; then go to its page."""
        form = await site.form(request)
        words, text = site.visitor(request).words, str(form.get("record", ""))
        try:
            record = await of_table(str(form["game"])) if form.get("game") else await read_record(text)
        except Refused as refused:
            return await overview(request, 400, refused.say(words), text)
        run = await analyses.add(record)
        if hub.engine.is_on:
            analyses.start(run)
        return RedirectResponse(f"/analysis/{run.key}", 303)

    async def of_table(game_id: str) -> Record:
        room = await hub.room(game_id) if game_id.isalnum() and len(game_id) <= 32 else None
        if room is None:
            raise Problem(404, "NO_GAME")
        if room.match.state not in ("over", "called-off") or not len(room.match.record):
            raise Refused("NOT_NOW")
        return await asyncio.to_thread(Record.parse, str(record_of(room.match)))

    async def known(request: Request) -> Run:
        key = request.path_params["key"]
        run = await analyses.find(key) if key.isalnum() and len(key) <= 32 else None
        if run is None:
            raise Problem(404, "NO_SUCH_PAGE")
        return run

    async def shown(request: Request) -> Response:
        """An analysis.  Context: title, result, stand (see outline), told (see told), board, data, name, is_on."""
        run, words = await known(request), site.visitor(request).words
        game, record = run.record.game, run.record
        title = names.game_name(words, game)
        found = await asyncio.to_thread(told, run, words)
        start = str(record.start)
        return site.page(
            request,
            "analysis/analysis.html",
            title=title,
            name=game.family.name,
            result=names.result(words, game, record.outcome) if record.outcome else "",
            stand=outline(run, words),
            told=found,
            board=safe(for_any_screen(game, 0, PREFIX, lambda view, own: view.svg_of_text(start, None, own, title))),
            pictures=[picture_of(game.name, str(record.positions[move["ply"] - 1])) for move in found["moments"]],
            data=_data(run, found),
            is_on=hub.engine.is_on,
        )

    async def state(request: Request) -> Response:
        """How an analysis stands, as JSON: see `outline`; with part=report also the report as HTML and data."""
        run, visitor = await known(request), site.visitor(request)
        found: dict[str, Any] = outline(run, visitor.words)
        if request.query_params.get("part") == "report":
            report_now = await asyncio.to_thread(told, run, visitor.words)
            html = site.page(request, "analysis/report.html", told=report_now, stand=found)
            found |= {"html": bytes(html.body).decode(), "data": _data(run, report_now)}
        return JSONResponse(found, headers={"cache-control": "no-store"})

    async def change(request: Request) -> Response:
        """Stop an analysis or go on with it."""
        form = await site.form(request)
        run = await known(request)
        if form.get("action") == "stop":
            analyses.stop(run)
        elif hub.engine.is_on:
            analyses.start(run)
        return RedirectResponse(f"/analysis/{run.key}", 303)

    return [
        ("/analysis", overview, "GET"),
        ("/analysis", begin, "POST"),
        ("/analysis/{key}.json", state, "GET"),
        ("/analysis/{key}", shown, "GET"),
        ("/analysis/{key}", change, "POST"),
    ]


def _data(run: Run, found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the player on the page needs."""
    return {
        "game": run.record.game.name,
        "start": str(run.record.start),
        "moves": found["moves"],
        "first": found["start"],
    }
