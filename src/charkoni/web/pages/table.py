"""The table of a game: its page, its text form without script, and what forms do there."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.core.constants import CHANCE
from charkoni.core.errors import Reason
from charkoni.games import names
from charkoni.graphics import click_trie as tries
from charkoni.graphics import scene as drawn
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.site import Site, safe
from charkoni.web.http.texts import words_in
from charkoni.web.live import commands
from charkoni.web.live.board_view import Eye, coach, view_of
from charkoni.web.live.hub import Hub
from charkoni.web.live.room import Room
from charkoni.web.pages.board_pictures import board_svg, for_any_screen
from charkoni.web.pages.home import Route

PREFIX = "b1-"
"""The prefix of the ids in the board that a page is sent with."""


async def room_of(hub: Hub, request: Request) -> Room:
    """Return the room that an address names; raise Problem."""
    name = request.path_params["id"]
    room = await hub.room(name) if name.isalnum() and len(name) <= 32 else None
    if room is None:
        raise Problem(404, "NO_GAME")
    return room


async def seats_here(hub: Hub, room: Room, guest: str) -> frozenset[int]:
    """Return the seats that a guest may decide for."""
    return await hub.store.held(room.match.row.id, guest) if guest else frozenset()


def text_table(room: Room, view: Mapping[str, Any], prefix: tuple[str, ...], seats: frozenset[int]) -> dict[str, Any]:
    """Return the board as text: zones with labels, which of them can be tapped, chips, and the coach's sentence."""
    match, words = room.match, words_in(view["lang"])
    decides = match.decider in seats and match.turn != CHANCE
    below = tries.follow(room.face.trie(), prefix) if decides else None
    options = set(below) if isinstance(below, dict) else set()
    labels = view["zones"]
    cells = view_of(match.game, view["bottom"], view["portrait"]).layout.spots
    ordered = sorted((zone for zone in labels if zone in cells), key=lambda zone: (cells[zone].y, cells[zone].x))
    rows: list[list[dict[str, Any]]] = []
    for zone in ordered:
        if not rows or cells[zone].y - cells[rows[-1][0]["zone"]].y > 8:
            rows.append([])
        rows[-1].append({"zone": zone, "label": labels[zone], "on": zone in options})
    return {
        "rows": rows,
        "chips": [{"zone": zone, "label": labels.get(zone, zone)} for zone in sorted(options) if zone not in cells],
        "prefix": list(prefix),
        "say": coach(match.position, prefix, words) if decides else view["say"],
        "decides": decides,
        "moves": list(match.position.moves) if decides else [],
    }


def told(room: Room, lang: str) -> list[str]:
    """Return all plies in sentences."""
    record, words = room.match.record, words_in(lang)
    return [
        drawn.tell(position, ply.move, words) for position, ply in zip(record.positions, record.plies, strict=False)
    ]


def routes(site: Site) -> list[Route]:
    """Return the addresses of tables."""
    hub = site.hub

    async def shown(request: Request, template: str, error: Refused | None = None) -> Response:
        """The table.

        Context of both templates: view (the message `view`), board (its SVG), row (whether chips will need one), prefix
        of its ids, title, url, seats, controls (names of time controls), text (see text_table), error (sentence or "");
        of the text page also log.
        """
        room = await room_of(hub, request)
        visitor = site.visitor(request)
        seats = await seats_here(hub, room, visitor.guest)
        eye = Eye(visitor.lang, min(seats, default=0), request.query_params.get("portrait") == "1")
        view = room.view(eye, seats)
        prefix = tuple(request.query_params.getlist("at"))[:8]
        page_title = names.game_name(visitor.words, room.match.game)
        game, nodes = room.match.game, room.face.nodes

        def draw(view: drawn.View, prefix: str) -> str:
            return board_svg(view, nodes(eye._replace(portrait=view.portrait)), prefix, page_title)

        if "portrait" in request.query_params:
            board = draw(view_of(game, eye.bottom, eye.portrait), PREFIX)
        else:
            board = for_any_screen(game, eye.bottom, PREFIX, draw)
        return site.page(
            request,
            template,
            409 if error else 200,
            view=view,
            board=safe(board),
            row=bool(seats) and drawn.needs_row(room.match.position),
            prefix=PREFIX,
            title=page_title,
            url=f"/g/{room.match.row.id}",
            seats=sorted(seats),
            away=f"/{room.match.row.previous}/away" if seats and room.match.official else "",
            text=text_table(room, view, prefix, seats),
            log=told(room, visitor.lang) if template == "table/text.html" else [],
            error=error.say(visitor.words) if error else "",
        )

    async def table(request: Request) -> Response:
        return await shown(request, "table/table.html")

    async def text(request: Request) -> Response:
        return await shown(request, "table/text.html")

    async def act(request: Request) -> Response:
        """Do something by a form: action, v, and what the action needs; then back to the text page."""
        form = await site.form(request)
        room = await room_of(hub, request)
        seats = await seats_here(hub, room, site.visitor(request).guest)
        fields = {key: str(value) for key, value in form.items()}
        prefix = tuple(str(zone) for zone in form.getlist("at"))[:8]
        try:
            way = await _acted(room, seats, fields, prefix)
        except Refused as error:
            return await shown(request, "table/text.html", error)
        query = "?" + urlencode([("at", zone) for zone in way]) if way else ""
        return RedirectResponse(f"/g/{room.match.row.id}/text{query}", 303)

    return [("/g/{id}", table, "GET"), ("/g/{id}/text", text, "GET"), ("/g/{id}/text", act, "POST")]


async def _acted(room: Room, seats: frozenset[int], fields: Mapping[str, str], prefix: tuple[str, ...]) -> Any:
    """Do what a form says; return the zones that are tapped now."""
    action, v = fields.get("action", ""), fields.get("v", "")
    version = int(v) if v.isascii() and v.isdigit() and len(v) < 10 else -1
    if action == "tap":
        return await _tapped(room, seats, version, prefix, fields.get("zone", "")[:24])
    known: dict[str, tuple[Any, ...]] = {
        "move": (commands.do, version, fields.get("m", "").strip()[:40]),
        "throw": (commands.throw, version, ""),
        "undo": (commands.undo, version),
        "resign": (commands.resign, min(seats, default=-1)),
        "claim": (commands.claim,),
        "stand-in": (commands.stand_in,),
        "draw": (commands.offer, "draw"),
        "takeback": (commands.offer, "takeback"),
        "rematch": (commands.offer, "rematch"),
        "accept": (commands.answer, fields.get("kind", ""), True),
        "decline": (commands.answer, fields.get("kind", ""), False),
    }
    if action not in known or (action in ("move", "throw", "undo") and version < 0):
        raise Refused("BAD_MESSAGE")
    command, *arguments = known[action]
    await commands.execute(room, command, seats, *arguments)
    return ()


async def _tapped(room: Room, seats: frozenset[int], v: int, prefix: tuple[str, ...], zone: str) -> tuple[str, ...]:
    """Tap a zone: play the move that is complete then, or return the longer prefix."""
    match = room.match
    if v != match.v:
        raise Refused("STALE")
    if match.decider not in seats or match.turn == CHANCE:
        raise Refused("NOT_YOUR_TURN")
    if prefix and zone == prefix[-1] and tries.follow(room.face.trie(), (*prefix, zone)) is None:
        return ()
    found = tries.follow(room.face.trie(), (*prefix, zone))
    if isinstance(found, str):
        move = found
        await commands.execute(room, commands.do, seats, v, move)
        return ()
    if found is None:
        reason: Reason | None = None
        if zone in room.face.zones("en"):
            reason = drawn.why_not(match.position, prefix, zone)
        raise Refused(reason.code if reason else "NOT_NOW", reason)
    return (*prefix, zone)
