"""The table of a game: a page with a board, a page of text for visitors without script, and the conditional moves."""

import math
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Depends
from starlette.responses import RedirectResponse, Response

from charkoni.core.constants import CHANCE
from charkoni.core.errors import Reason
from charkoni.games import names, opponents
from charkoni.graphics import click_trie, scene
from charkoni.web.http.errors import Problem, Refused, found
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep, safe
from charkoni.web.http.texts import words_in
from charkoni.web.live import broadcaster, commands
from charkoni.web.live.board_view import Perspective, scene_url, view_of
from charkoni.web.live.conditional_moves import lines_in, lines_of
from charkoni.web.live.game.clocks import is_short, time_text
from charkoni.web.live.hub import Hub, HubDep
from charkoni.web.live.observers import dice_promises, visitor_device
from charkoni.web.live.observers.daily_turns import obstacle, plan, takes_conditions
from charkoni.web.live.room import Room
from charkoni.web.notices import push
from charkoni.web.pages.board_pictures import board_svg, for_any_screen
from charkoni.web.pages.table.guide import guide_context
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.ratings.conditions import time_class

PREFIX = "b1-"
"""The prefix of the element ids of the board in the page."""

MOST_TAPS = 8
"""The most zones that the prefix of a move may have."""

ROW_GAP = 8
"""By how much the centres of zones differ in height, in units of the drawing, in different rows."""

PICTURE_PX, TARGET_PX = 340, 44
"""The width of the board on the page of text, on a phone, and of a target on it where places do not lie denser."""

OFFER_MS = 20_000
"""After how long a search for an opponent offers a computer."""

LONGEST_MOVE = 40
LONGEST_ZONE = 24

router = PageRouter()


async def room_of(game_id: str, hub: HubDep) -> Room:
    """Return the room of a game; raise Problem 404 NO_GAME."""
    room = found(await hub.room(game_id), "NO_GAME")
    room.visit()
    return room


RoomDep = Annotated[Room, Depends(room_of)]


@router.get("/g/{game_id}")
async def table(visit: VisitDep, room: RoomDep) -> Response:
    """Return the table as a page with a board.

    Query: portrait (0 or 1: only a board of this shape).  Context: see `table_context`.
    """
    context = await table_context(visit, room)
    return visit.page("table/table.html", **context, log=[], error="")


@router.post("/g/{game_id}/watch")
async def consent(visit: VisitDep, form: FormDep, room: RoomDep) -> Response:
    """Store whether the visitor lets anybody watch the game in which he holds a seat, and redirect to the table.

    Form: watch (1: he does, 0: he does not), text (any value: to the text page of the table).
    """
    if visit.person:
        await visit.hub.store.agree(room.live.row.id, visit.person, int(form.get("watch") == "1"))
    return RedirectResponse(f"/g/{room.live.row.id}{'/text' if form.get('text') else ''}", 303)


@router.get("/g/{game_id}/text")
async def table_as_text(visit: VisitDep, room: RoomDep) -> Response:
    """Return the table as a page of text.

    Query: at, repeated (the zones that are tapped already).  Context: see `table_context` and `_text_page`.
    """
    return await _text_page(visit, room)


@router.post("/g/{game_id}/text")
async def act_by_form(visit: VisitDep, form: FormDep, room: RoomDep) -> Response:
    """Perform an action of a player without script, and redirect to the text page.

    Form: see `perform`, and at, repeated (the zones already tapped).  Refused actions get the text page with status
    409.
    """
    seats = await visit.seats_at(room)
    fields = {key: str(value) for key, value in form.items()}
    prefix = tuple(str(zone) for zone in form.getlist("at"))[:MOST_TAPS]
    try:
        tapped = await perform(room, seats, fields, prefix)
    except Refused as error:
        return await _text_page(visit, room, error.message(visit.words))
    query = "?" + urlencode([("at", zone) for zone in tapped]) if tapped else ""
    return RedirectResponse(f"/g/{room.live.row.id}/text{query}", 303)


async def _text_page(visit: Visit, room: Room, error: str = "") -> Response:
    """Return the page of text.  Context besides `table_context`: picture (see `text_picture`), log (all plies in
    sentences), numbers (of their moves), error (a sentence), time_text (the function).
    """
    context = await table_context(visit, room)
    picture = text_picture(room, context["view"], context["text"], context["title"])
    record = room.live.record
    plies = zip(record.positions, record.plies, strict=False)
    return visit.page(
        "table/text.html",
        409 if error else 200,
        **context,
        picture=picture,
        log=[scene.describe(position, ply.move, visit.words) for position, ply in plies],
        numbers=record.move_numbers,
        error=error,
        time_text=partial(time_text, visit.words),
    )


async def table_context(visit: Visit, room: Room) -> dict[str, Any]:
    """Return the context of both pages.

    view (the message `view`); board (SVG); scenes (addresses of its static layer, lying and upright); row (whether
    choices may need a row of chips); prefix (of the element ids of the board); title; url; seats (own ones); away
    (where absences from an official game are reported, or empty); watch (whether the visitor lets anybody watch; None
    where he has no say); text (see `text_table`); awaiting (see `awaiting_context`); engine (see
    `visitor_device.engine_of`); search (see `search_context`); what the guide says (see `guide_context`).
    """
    game, query = room.live.game, visit.request.query_params
    seats = await visit.seats_at(room)
    perspective = Perspective(visit.lang, min(seats, default=0), query.get("portrait") == "1")
    view = broadcaster.view(room, perspective, seats)
    title = names.game_name(visit.words, game)
    draw = partial(_board, room, perspective, title)
    if "portrait" in query:
        board = draw(view_of(game, perspective.bottom, perspective.portrait), PREFIX)
    else:
        board = for_any_screen(game, perspective.bottom, PREFIX, draw)
    return {
        "view": view,
        "board": safe(board),
        "scenes": [scene_url(view_of(game, perspective.bottom, upright)) for upright in (False, True)],
        "row": bool(seats) and scene.has_chips(game),
        "prefix": PREFIX,
        "title": title,
        "url": f"/g/{room.live.row.id}",
        "seats": sorted(seats),
        "away": f"/{room.live.row.previous}/away" if seats and room.live.official else "",
        "watch": await watch_consent(visit.hub, room, seats),
        "text": text_table(room, view, tuple(query.getlist("at"))[:MOST_TAPS], seats),
        "awaiting": await awaiting_context(visit, room, seats),
        "engine": visitor_device.engine_of(room, seats),
        "search": await search_context(visit, room) if seats and room.live.state == "waiting" else None,
    } | guide_context(visit, room, seats)


async def awaiting_context(visit: Visit, room: Room, seats: frozenset[int]) -> dict[str, object] | None:
    """Return what the table of a game with days per move says of time; None at other tables, and without a seat.

    url (of the next game that waits for the visitor); others (how many do); short (the time left for his move in words,
    "" while that is enough); conditions (whether he can plan moves at this table); push_key (by which his browser can
    subscribe to notices, "" when the game is over).
    """
    live = room.live
    if not seats or live.control.kind != "daily" or live.state == "waiting":
        return None
    due = room.next_deadline() if live.decider in seats else None
    left = due - visit.hub.time.now() if due is not None else 0
    return {
        "url": f"/next?after={room.id}",
        "others": len(set(await visit.hub.store.awaiting(visit.person)) - {room.id}),
        "short": time_text(visit.words, left) if due is not None and is_short(live.control, left) else "",
        "conditions": takes_conditions(live) and len(seats) == 1,
        "push_key": await push.own_key(visit.hub.store) if live.state == "open" else "",
    }


async def search_context(visit: Visit, room: Room) -> dict[str, object] | None:
    """Return what the table of a search says, None at any other one.

    url (which goes on with it); left (in how many ms the computer is offered); computer (its name), fields (the form of
    a game with it that takes the place of this one: name and value).
    """
    live, words = room.live, visit.words
    terms = (await visit.hub.challenges.of([room.id])).get(room.id)
    if not (terms and terms.since):
        return None
    from charkoni.web.ratings.anchors import anchors  # with Glicko-2, without which a server starts

    own = await visit.hub.ratings.nearest(visit.person, live.row.name, time_class(live.row))
    known = anchors(live.row.name)
    near = {level: abs(rating.rating - own.rating) for level, rating in known.items()} if own else {}
    level = min(near, key=lambda each: near[each], default=opponents.USUAL_LEVEL)
    fields = {"game": live.row.name, "clock": live.control.text, "opponent": "computer", "level": level}
    fields |= {"seat": min(await visit.seats_at(room)), "instead": room.id}
    return {
        "url": f"/lobby/{room.id}",
        "left": max(0, terms.since + OFFER_MS - visit.hub.time.wall()),
        "computer": opponents.computer_name(words, level),
        "fields": fields | ({"rated": "1"} if live.row.rated and level in known else {}),
    }


async def watch_consent(hub: Hub, room: Room, seats: frozenset[int]) -> bool | None:
    """Return whether the holder of some seats lets anybody watch; None without a seat, in an event, or at the end."""
    live = room.live
    if not seats or live.official or live.state not in ("waiting", "open"):
        return None
    stored = (await hub.store.seats_of([live.row.id]))[live.row.id]
    return all(stored[seat].watch for seat in seats)


def _board(room: Room, perspective: Perspective, title: str, view: scene.BoardView, prefix: str) -> str:
    """Return the board as SVG in the shape of a view."""
    return board_svg(view, room.board.nodes(perspective._replace(portrait=view.portrait)), prefix, title)


def text_table(room: Room, view: Mapping[str, Any], prefix: tuple[str, ...], seats: frozenset[int]) -> dict[str, Any]:
    """Return the board as text.

    rows: of zones, from top to bottom (zone, label, on: can be tapped).  choices: what can be tapped (zone, label),
    things beside the board first.  prefix: the zones already tapped.  say: the coach's sentence.  decides: whether it
    is the visitor's turn; then moves holds all legal ones.
    """
    live, words = room.live, words_in(view["lang"])
    decides = live.decider in seats and live.turn != CHANCE
    below = click_trie.follow(room.board.trie(), prefix) if decides else None
    options = set(below) if isinstance(below, dict) else set()
    labels = view["zones"]
    cells = view_of(live.game, view["bottom"], view["portrait"]).layout.spots
    ordered = sorted((zone for zone in labels if zone in cells), key=lambda zone: (cells[zone].y, cells[zone].x))
    choices = sorted(options - cells.keys()) + [zone for zone in ordered if zone in options]
    rows: list[list[dict[str, Any]]] = []
    for zone in ordered:
        if not rows or cells[zone].y - cells[rows[-1][0]["zone"]].y > ROW_GAP:
            rows.append([])
        rows[-1].append({"zone": zone, "label": labels[zone], "on": zone in options})
    return {
        "rows": rows,
        "choices": [{"zone": zone, "label": labels.get(zone, zone)} for zone in choices],
        "prefix": list(prefix),
        "say": scene.prompt(live.position, prefix, words) if decides else view["say"],
        "decides": decides,
        "moves": list(live.position.moves) if decides else [],
    }


def text_picture(room: Room, view: Mapping[str, Any], text: Mapping[str, Any], title: str) -> dict[str, object]:
    """Return the picture of the board that the page of text shows, upright, and the places on it.

    svg; width, height (in units of the board); places: zones that can be tapped or are already tapped (zone, x, y,
    size, on: can be tapped).
    """
    perspective = Perspective(view["lang"], view["bottom"], True)
    drawn = view_of(room.live.game, perspective.bottom, perspective.portrait)
    width, spots = float(drawn.layout.width), drawn.layout.spots
    shown = [each["zone"] for each in text["choices"] if each["zone"] in spots]
    tapped = [zone for zone in text["prefix"] if zone in spots and zone not in shown]
    centres = {zone: (float(spots[zone].x), float(spots[zone].y)) for zone in shown + tapped}
    places = []
    for zone, centre in centres.items():
        nearest = min((math.dist(centre, other) for each, other in centres.items() if each != zone), default=width)
        size = min(nearest, TARGET_PX * width / PICTURE_PX)
        places.append({"zone": zone, "x": centre[0], "y": centre[1], "size": round(size, 1), "on": zone in shown})
    svg = safe(_board(room, perspective, title, drawn, PREFIX))
    return {"svg": svg, "width": drawn.layout.width, "height": drawn.layout.height, "places": places}


async def perform(
    room: Room, seats: frozenset[int], fields: Mapping[str, str], prefix: tuple[str, ...]
) -> tuple[str, ...]:
    """Perform the action of a form, and return the zones that are tapped afterwards; raise Refused.

    fields: action; v (the version of the displayed position, for tap, move, throw and undo); zone (for tap); m (for
    move, as text); word (for throw and word: the dice word of a visitor without scripts); kind (of the offer, for
    accept and decline).  Actions: tap, move, throw, undo, resign, claim, stand-in, prepare, word, draw, takeback,
    rematch, accept, decline.  prefix: the zones already tapped.
    """
    action, v = fields.get("action", ""), fields.get("v", "")
    version = int(v) if v.isascii() and v.isdigit() and len(v) < 10 else -1
    if action == "tap":
        return await _tap(room, seats, version, prefix, fields.get("zone", "")[:LONGEST_ZONE])
    known: dict[str, tuple[Any, ...]] = {
        "move": (commands.play_move, version, fields.get("m", "").strip()[:LONGEST_MOVE]),
        "throw": (commands.throw_dice, version, fields.get("word", "").strip()),
        "prepare": (dice_promises.renounce,),
        "word": (dice_promises.give_word, fields.get("word", "").strip()),
        "undo": (commands.take_back, version),
        "resign": (commands.resign, min(seats, default=-1)),
        "claim": (commands.claim_win,),
        "stand-in": (commands.let_computer_play,),
        "draw": (commands.make_offer, "draw"),
        "takeback": (commands.make_offer, "takeback"),
        "rematch": (commands.make_offer, "rematch"),
        "accept": (commands.answer_offer, fields.get("kind", ""), True),
        "decline": (commands.answer_offer, fields.get("kind", ""), False),
    }
    if action not in known or (action in ("move", "throw", "undo") and version < 0):
        raise Refused("BAD_MESSAGE")
    command, *arguments = known[action]
    await commands.execute(room, command, seats, *arguments)
    return ()


async def _tap(room: Room, seats: frozenset[int], v: int, prefix: tuple[str, ...], zone: str) -> tuple[str, ...]:
    """Tap a zone: play the move that is complete, or return the longer prefix; the last zone once more undoes all."""
    live = room.live
    if v != live.v:
        raise Refused("STALE")
    if live.decider not in seats or live.turn == CHANCE:
        raise Refused("NOT_YOUR_TURN")
    below = click_trie.follow(room.board.trie(), (*prefix, zone))
    if prefix and zone == prefix[-1] and below is None:
        return ()
    if isinstance(below, str):
        await commands.execute(room, commands.play_move, seats, v, below)
        return ()
    if below is None:
        reason: Reason | None = None
        if zone in room.board.zones("en"):
            reason = scene.why_not(live.position, prefix, zone)
        raise Refused(reason.code if reason else "NOT_NOW", reason)
    return (*prefix, zone)


@router.get("/g/{game_id}/conditions")
async def conditions(visit: VisitDep, room: RoomDep) -> Response:
    """Return the conditional moves of the visitor as a page: see `_conditions_page`.  Refused: NOT_YOUR_SEAT."""
    stored = lines_of(await visit.hub.conditions.of(room.id, visit.person)) if visit.person else []
    return await _conditions_page(visit, room, "\n".join(map(" ".join, stored)))


@router.post("/g/{game_id}/conditions")
async def change_conditions(visit: VisitDep, form: FormDep, room: RoomDep) -> Response:
    """Store conditional moves, and redirect to their page; refused ones get the page with status 409.

    Form: text (all of them, a line each, see `lines_in`), or line (one line, added to those stored).
    """
    text, line = str(form.get("text", "")), str(form.get("line", ""))
    try:
        await commands.execute(room, plan, await visit.seats_at(room), visit.person, lines_in(line or text), bool(line))
    except Refused as error:
        return await _conditions_page(visit, room, line or text, error.message(visit.words))
    return visit.redirect(f"/g/{room.id}/conditions")


async def _conditions_page(visit: Visit, room: Room, text: str, error: str = "") -> Response:
    """Return the page.

    Context: title, url (of the table), v (of the position), turn_text (whose move it is), obstacle (the code of why
    none can be planned now, or ""), text (the lines), error (a sentence or "").
    """
    seats = await visit.seats_at(room)
    if not seats:
        raise Problem(403, "NOT_YOUR_SEAT")
    code = obstacle(room.live, seats)
    return visit.page(
        "table/conditions.html",
        409 if error else 200,
        title=names.game_name(visit.words, room.live.game),
        url=f"/g/{room.id}",
        v=room.live.v,
        seat=min(seats),
        obstacle=Refused(code).message(visit.words) if code else "",
        text=text,
        error=error,
    )
