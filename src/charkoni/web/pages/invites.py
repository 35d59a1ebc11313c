"""Coming to a table: by invitation, with its QR code, or with the key of a seat on a second device."""

import io

import segno
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.games import names
from charkoni.web.http.errors import Problem
from charkoni.web.http.site import Site
from charkoni.web.live import table_state
from charkoni.web.live.room import Room
from charkoni.web.pages.home import Route, clock_text


def free_choices(room: Room, words: object) -> list[dict[str, object]]:
    """Return what may be taken: each free seat, and before them all free seats of a side that is free altogether."""
    match = room.match
    free = [seat.seat for seat in match.seats if seat.kind == "open"]
    sides: list[list[int]] = []
    for side in dict.fromkeys(match.game.sides):
        members = [seat for seat, each in enumerate(match.game.sides) if each == side]
        if len(members) > 1 and set(members) <= set(free):
            sides.append(members)
    groups = [*sides, *([seat] for seat in free)]
    return [
        {"seats": ",".join(map(str, group)), "label": ", ".join(_side(words, room, seat) for seat in group)}
        for group in groups
    ]


def _side(words: object, room: Room, seat: int) -> str:
    return names.side_name(words, room.match.game, seat)  # type: ignore[arg-type]  # Words, seen from a template


def routes(site: Site) -> list[Route]:
    """Return the addresses of invitations and seat keys."""
    hub = site.hub

    async def invited(request: Request) -> Room:
        code = request.path_params["code"]
        game = await hub.store.by_invite(code) if code.isalnum() and len(code) <= 32 else None
        room = await hub.room(game) if game else None
        if room is None:
            raise Problem(404, "NO_GAME")
        return room

    async def invitation(request: Request) -> Response:
        """An invitation.

        Context: title, clock, url, code, players (side, name), choices (seats, label), mine, state.
        """
        room = await invited(request)
        visitor, match = site.visitor(request), room.match
        seats = await hub.store.held(match.row.id, visitor.guest) if visitor.guest else frozenset()
        players = [
            (
                names.side_name(visitor.words, match.game, seat.seat),
                table_state.seat_name(visitor.words, seat.kind, seat.name, seat.level),
            )
            for seat in match.seats
        ]
        return site.page(
            request,
            "pages/invitation.html",
            title=names.game_name(visitor.words, match.game),
            clock=clock_text(match.row),
            url=f"/g/{match.row.id}",
            code=match.row.invite,
            players=players,
            choices=free_choices(room, visitor.words),
            mine=sorted(seats),
            state=match.state,
        )

    async def join(request: Request) -> Response:
        form = await site.form(request)
        room = await invited(request)
        raw = form.get("name")
        visitor = site.ensure_guest(site.visitor(request), None if raw is None else str(raw))
        wanted = _numbers(str(form.get("seats", "")))
        taken = [await hub.sit(room, seat, visitor.guest, visitor.name) for seat in wanted or [None]]
        if all(seat is None for seat in taken):
            raise Problem(409, "SEAT_TAKEN")
        response = RedirectResponse(f"/g/{room.match.row.id}", 303)
        site.remember(response, visitor, request)
        return response

    async def qr(request: Request) -> Response:
        room = await invited(request)
        address = str(request.url.replace(path=f"/i/{room.match.row.invite}", query=""))
        picture = io.BytesIO()
        segno.make(address, error="m").save(picture, kind="svg", scale=6, border=2, xmldecl=False, title="QR")
        return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})

    async def seat_page(request: Request) -> Response:
        """Take an own seat on this device.  Context: title, label, key."""
        room, seat = await keyed(request)
        words = site.visitor(request).words
        return site.page(
            request,
            "pages/seat_key.html",
            title=names.game_name(words, room.match.game),
            label=names.side_name(words, room.match.game, seat),
            key=request.path_params["key"],
        )

    async def seat_taken(request: Request) -> Response:
        await site.form(request)
        room, seat = await keyed(request)
        visitor = site.ensure_guest(site.visitor(request))
        await hub.store.hold(room.match.row.id, seat, visitor.guest)
        response = RedirectResponse(f"/g/{room.match.row.id}", 303)
        site.remember(response, visitor, request)
        return response

    async def keyed(request: Request) -> tuple[Room, int]:
        found = hub.access.seat_of(request.path_params["key"])
        room = await hub.room(found[0]) if found else None
        if found is None or room is None:
            raise Problem(404, "NO_SUCH_PAGE")
        return room, found[1]

    return [
        ("/i/{code}.svg", qr, "GET"),
        ("/i/{code}", invitation, "GET"),
        ("/i/{code}", join, "POST"),
        ("/s/{key}", seat_page, "GET"),
        ("/s/{key}", seat_taken, "POST"),
    ]


def _numbers(text: str) -> list[int | None]:
    """Return the seats of a list like "1,3"."""
    return [int(part) for part in text.split(",") if part.isascii() and part.isdigit() and len(part) < 3]
