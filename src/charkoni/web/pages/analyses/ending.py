"""The end of a game: its result in words, its analysis in place, and what comes next."""

import asyncio
from collections.abc import Collection
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from charkoni.analysis.report import Report, report
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.solve import has_solver
from charkoni.web.engine import opponents
from charkoni.web.engine.analysis_jobs import MOST_PLIES, Run, key_of
from charkoni.web.http.errors import Problem
from charkoni.web.http.quotas import RateLimited
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep, Site, SiteDep, Visitor, VisitorDep
from charkoni.web.live import results
from charkoni.web.live.board_view import view_of
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.live.hub import Hub, HubDep
from charkoni.web.live.match_sets import match_state
from charkoni.web.live.room import Room
from charkoni.web.live.table_state import seat_name
from charkoni.web.pages.analyses.graph import chance_line, graph
from charkoni.web.pages.analyses.pages import AnalysesDep, record_of_game
from charkoni.web.pages.analyses.report import progress, shown_report
from charkoni.web.pages.table.page import RoomDep, own_seats
from charkoni.web.pages.table.records import record_of

router = PageRouter()


@router.get("/g/{game_id}/ending.json")
async def ending(
    request: Request,
    room: RoomDep,
    site: SiteDep,
    visitor: VisitorDep,
    hub: HubDep,
    analyses: AnalysesDep,
    part: str = "",
) -> Response:
    """Return the end of a game as JSON: see `_document`.

    part: "chances" leaves the card away, "moves" adds the moves with their verdicts.  Refused: NOT_NOW while the game
    goes on.
    """
    run = await analyses.find(key_of(str(record_of(room.live)))) if _is_over(room) else None
    return JSONResponse(await _document(request, room, site, visitor, hub, run, part), headers=_UNCACHED)


@router.post("/g/{game_id}/ending.json")
async def begin_analysis(
    request: Request,
    form: FormDep,
    room: RoomDep,
    site: SiteDep,
    visitor: VisitorDep,
    hub: HubDep,
    analyses: AnalysesDep,
) -> Response:
    """Begin or resume the analysis of a game that is over, and return its end as JSON: see `_document`.

    Form: watching (any value: of a visitor without a seat, who begins no analysis by coming).
    """
    run, problem = None, ""
    if _is_over(room) and 0 < len(room.live.record) <= MOST_PLIES:
        run = await analyses.find(key_of(str(record_of(room.live))))
        if run is None and hub.engine.is_on and not form.get("watching"):
            run = await analyses.add(await record_of_game(hub, room.id))
        if run is not None and hub.engine.is_on and not form.get("watching"):
            try:
                analyses.start(run, site.user(request))
            except RateLimited as spent:
                problem = spent.message(visitor.words)
    return JSONResponse(await _document(request, room, site, visitor, hub, run, "", problem), headers=_UNCACHED)


_UNCACHED = {"cache-control": "no-store"}


def _is_over(room: Room) -> bool:
    return room.live.state == "over"


async def _document(
    request: Request, room: Room, site: Site, visitor: Visitor, hub: Hub, run: Run | None, part: str, problem: str = ""
) -> dict[str, Any]:
    """Return the end of a game.  problem: why its analysis was not begun.

    card: the result and what comes next, as HTML.  chances: graph, turning point and accuracy, as HTML.  running:
    whether more will come.  moves: see `shown_report`.
    """
    if not _is_over(room):
        raise Problem(409, "NOT_NOW")
    words = visitor.words
    seats = await own_seats(hub, room, visitor.guest)
    document: dict[str, Any] = {"running": run is not None and (run.is_running or run.is_worked_on)}
    shown = await asyncio.to_thread(_chances, words, run, room.live, seats) if run else None
    page = site.page(request, "table/chances.html", chances=shown, key=run.key if run else "", problem=problem)
    document["chances"] = bytes(page.body).decode()
    if part != "chances":
        context = _card(words, room.live, seats) | {"is_on": hub.engine.is_on, "has_analysis": run is not None}
        document["card"] = bytes(site.page(request, "table/ending.html", **context).body).decode()
    if part == "moves" and run:
        document["moves"] = (await asyncio.to_thread(shown_report, run, words))["moves"]
    return document


# --- the result -------------------------------------------------------------------------------------------------------


def _card(words: Words, live: LiveGame, seats: Collection[int]) -> dict[str, Any]:
    """Return what the card says.

    headline, score, reason: of the result.  opponents: names of the others.  plies: how many were played.  again: the
    form of a game against the same computers one level up or down, see `next_level`.  dice: the address of the page
    about the dice, or "".  match: how the match stands (Match), None for a single
    game.  match_at: the address of its record.
    """
    assert live.outcome is not None
    others = [seat for seat in live.owners() if seat.seat not in seats] if seats else live.owners()
    holders = dict.fromkeys(seat_name(words, seat.kind, seat.name, seat.level) for seat in others)
    return {
        "headline": results.headline(words, live, seats),
        "score": results.score(live),
        "reason": results.reason(words, live, seats),
        "opponents": list(holders),
        "plies": len(live.record),
        "again": next_level(live, seats),
        "dice": f"/g/{live.row.id}/dice" if live.has_dice else "",
        "match": match_state(words, live) if live.match else None,
        "match_at": f"/g/{live.row.id}/match.txt",
    }


def next_level(live: LiveGame, seats: Collection[int]) -> dict[str, Any] | None:
    """Return the next game against the same computers: a level higher after a win, lower after a loss.

    level: its number.  fields: of the form of a new game, as in `new_game.setup_of`.  None after a draw, in a match
    that goes on, in a game of an event or with other people, and beyond the ends of the ladder.
    """
    computers = [seat for seat in live.seats if seat.kind == "computer"]
    own = {live.game.sides[seat] for seat in seats}
    if (
        live.official
        or live.outcome is None
        or live.next_match
        or not computers
        or len(own) != 1
        or live.humans() - set(seats)
    ):
        return None
    points, best = live.outcome.scores[min(seats)], max(live.outcome.scores)
    if len({live.outcome.scores[seat.seat] for seat in live.seats}) == 1:
        return None
    strongest = opponents.PERFECT if has_solver(live.game.family.name) else opponents.HIGHEST
    level = max(seat.level for seat in computers) + (1 if points == best else -1)
    if not 1 <= level <= strongest:
        return None
    entries = {
        f"seat{seat.seat}": f"{level},{seat.name or opponents.STYLES[0]}" if seat.kind == "computer" else "me"
        for seat in live.seats
    }
    fields = {"game": live.game.name, "clock": live.control.text, "start": live.row.start, **entries}
    if live.match:
        fields["sets"] = str(live.match.format.sets)
    return {"level": level, "fields": fields}


# --- the chances ------------------------------------------------------------------------------------------------------


def _chances(words: Words, run: Run, live: LiveGame, seats: Collection[int]) -> dict[str, Any]:
    """Return the analysis so far.

    graph (SVG), caption (whose chances a line shows, "" of several lines), turn (the ply that decided the game,
    counted from 1, or None), figures (name and accuracy of each player), progress (see `progress`), has_puzzle.  Turn
    and figures are those of the whole game only.
    """
    game, result = run.record.game, report(run.record, run.rows)
    own = {game.sides[seat] for seat in seats}
    player = min(seats) if len(own) == 1 else 0
    turn = decisive_ply(result) if result.is_complete else None
    sides = list(dict.fromkeys(game.sides))
    if len(sides) == 2:
        caption = words._("Your chances") if len(own) == 1 else words._("Chances of {side}", side=names.side(game, 0))
        drawn = chance_line([row[player] for row in result.values], len(run.record), caption, turn)
    else:
        hues, caption = view_of(game, 0, False).layout.colours, ""
        drawn = graph(result.values, game.sides, hues, len(run.record), words._("The graph of the chances"))
    figures = [
        (words._("You") if [seat] == list(seats) else names.side_name(words, game, seat), words.percent(accuracy / 100))
        for seat, accuracy in enumerate(result.accuracies)
        if accuracy is not None and live.owners()[seat].kind != "computer"
    ]
    return {
        "graph": Markup(drawn),
        "caption": caption,
        "turn": None if turn is None else turn + 1,
        "figures": figures if result.is_complete else [],
        "progress": progress(run, words),
        "has_puzzle": run.puzzle is not None,
    }


def decisive_ply(result: Report) -> int | None:
    """Return the turning point that decided a game, as a ply from 0; None of a draw, or when no ply changed much.

    Of those after which the winner stayed ahead the one at which he gained most, else of all.
    """
    outcome = result.record.outcome
    if outcome is None or len(set(outcome.scores)) == 1:
        return None
    winner = max(range(len(outcome.scores)), key=lambda player: outcome.scores[player])
    shares = [row[winner] for row in result.values]
    even = 1 / len(set(result.record.game.sides))
    behind = max((ply for ply, share in enumerate(shares) if share <= even), default=0)
    gains = {ply: shares[ply + 1] - shares[ply] for ply in result.turns if shares[ply + 1] > shares[ply]}
    kept = {ply: gain for ply, gain in gains.items() if ply >= behind}
    chosen = kept or gains
    return max(chosen, key=lambda ply: chosen[ply], default=None)
