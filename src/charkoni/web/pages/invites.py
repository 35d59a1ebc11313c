"""Invitations and challenges to a table, with QR codes, and keys that give a seat to a second device of its holder."""

import io
from collections.abc import Sequence
from typing import Annotated

import segno
from fastapi import Depends
from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.http.errors import Problem
from charkoni.web.http.network_access import NetworkDep
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.sessions import is_id
from charkoni.web.http.site import FormDep
from charkoni.web.live import commands, table_state
from charkoni.web.live.game.clocks import control_text
from charkoni.web.live.hub import Hub, HubDep
from charkoni.web.live.room import Room
from charkoni.web.pages.visits import VisitDep

router = PageRouter()


async def invited_room(code: str, hub: HubDep) -> Room:
    """Return the room of an invitation; raise Problem 404 NO_GAME."""
    game_id = await hub.store.by_invite(code) if is_id(code) else None
    room = await hub.room(game_id) if game_id else None
    if room is None:
        raise Problem(404, "NO_GAME")
    return room


InvitedRoom = Annotated[Room, Depends(invited_room)]


async def keyed_seat(key: str, hub: HubDep) -> tuple[Room, int]:
    """Return the room and the seat of a seat key; raise Problem 404 NO_SUCH_PAGE."""
    keyed = hub.access.seat_of(key)
    room = await hub.room(keyed[0]) if keyed else None
    if keyed is None or room is None:
        raise Problem(404, "NO_SUCH_PAGE")
    return room, keyed[1]


KeyedSeat = Annotated[tuple[Room, int], Depends(keyed_seat)]


@router.get("/i/{code}.svg")
async def invitation_qr(request: Request, room: InvitedRoom, network: NetworkDep) -> Response:
    """Return the QR code of an invitation as SVG."""
    return qr_code(f"{network.origin_for_others(request)}/i/{room.live.row.invite}", "no-cache")


@router.get("/i/{code}")
async def invitation(visit: VisitDep, room: InvitedRoom) -> Response:
    """Return an invitation as a page.

    Context: title, clock (see `control_text`), rated, url (of the table), code, players (side, name), choices (see
    `free_seats`; none for those who may not join), refusal (why they may not, "" if they may), challenged (whether this
    is a challenge to the visitor), mine (own seats), watch (whether joining lets anybody watch), state (waiting, open,
    over or called-off).
    """
    words, live = visit.words, room.live
    refusal = await visit.hub.challenges.refusal(live.row, visit.person)
    players = [
        (names.side_name(words, live.game, seat.seat), table_state.seat_name(words, seat)) for seat in live.seats
    ]
    return visit.page(
        "pages/invitation.html",
        title=names.game_name(words, live.game),
        clock=control_text(words, live.control),
        rated=live.row.rated,
        url=f"/g/{live.row.id}",
        code=live.row.invite,
        players=players,
        choices=[] if refusal else free_seats(room, words),
        refusal=refusal.message(words._) if refusal and live.state == "waiting" else "",
        challenged=await is_challenged(visit.hub, room, visit.person),
        mine=sorted(await visit.seats_at(room)),
        watch=any(seat.kind == "open" and seat.watch for seat in live.seats),
        state=live.state,
    )


@router.post("/i/{code}")
async def join(visit: VisitDep, form: FormDep, room: InvitedRoom) -> Response:
    """Take free seats and redirect to the table.

    Form: seats (numbers with commas; empty: the first free one), name (of the visitor); or end (any value: the visitor
    declines a challenge to him, or withdraws his own).
    Refused: SEAT_TAKEN when none of the seats is free, NOT_INVITED, NOT_YOUR_SEAT, NAME_TAKEN, BLOCKED.
    """
    if "end" in form:
        await end_challenge(visit.hub, room, visit.person)
        return visit.redirect("/lobby")
    person = await visit.become_named(form)
    listed = str(form.get("seats", "")).split(",")
    wanted: list[int | None] = [int(part) for part in listed if part.isascii() and part.isdigit() and len(part) < 3]
    taken = await take_seats(visit.hub, room, wanted or [None], person.person, person.name)
    if not taken and not await visit.seats_at(room):  # who sends the form twice sits there
        raise Problem(409, "SEAT_TAKEN")
    return visit.redirect(f"/g/{room.live.row.id}")


async def take_seats(
    hub: Hub, room: Room, wanted: Sequence[int | None], person: str, name: str, program: int = 0
) -> bool:
    """Take seats (None: the first free one), all free ones of a challenge to the person; return whether one was free.

    Arguments and refusals: see `Hub.take_seat`.
    """
    if await is_challenged(hub, room, person):  # nobody else may take one
        wanted = [seat.seat for seat in room.live.seats if seat.kind == "open"]
    taken = [await hub.take_seat(room, seat, person, name, program) for seat in wanted]
    return any(seat is not None for seat in taken)


async def is_challenged(hub: Hub, room: Room, person: str) -> bool:
    """Return whether a game waits for the answer of a person."""
    return room.id in {row.id for row in await hub.challenges.to(person)}


async def end_challenge(hub: Hub, room: Room, person: str) -> None:
    """Withdraw a challenge of a person, or decline one to him; raise Refused (NOT_YOUR_SEAT, NOT_NOW)."""
    held = await hub.store.held(room.id, person) if person else frozenset()
    others = frozenset({-1}) if await is_challenged(hub, room, person) else frozenset()
    await commands.execute(room, commands.end_challenge, held or others)


@router.get("/s/{key}")
async def seat_page(visit: VisitDep, key: str, keyed: KeyedSeat) -> Response:
    """Return the page that gives a player his seat on another device.  Context: title, label (side), key."""
    room, seat = keyed
    return visit.page(
        "pages/seat_key.html",
        title=names.game_name(visit.words, room.live.game),
        label=names.side_name(visit.words, room.live.game, seat),
        key=key,
    )


@router.post("/s/{key}")
async def take_keyed_seat(visit: VisitDep, form: FormDep, keyed: KeyedSeat) -> Response:
    """Give the seat of a key to this device, too, and redirect to the table.  Form: no fields of its own."""
    room, seat = keyed
    person = visit.become_person()
    await visit.hub.store.hold(room.live.row.id, seat, person.person)
    return visit.redirect(f"/g/{room.live.row.id}")


def free_seats(room: Room, words: Words) -> list[dict[str, str]]:
    """Return the choices of free seats: whole sides that are free, then each free seat.

    seats: numbers with commas between them.  label: the text of the button.
    """
    live = room.live
    free = [seat.seat for seat in live.seats if seat.kind == "open"]
    sides: list[list[int]] = []
    for side in dict.fromkeys(live.game.sides):
        members = [seat for seat, each in enumerate(live.game.sides) if each == side]
        if len(members) > 1 and set(members) <= set(free):
            sides.append(members)
    choices = []
    for group in (*sides, *([seat] for seat in free)):
        first, *others = (names.side(live.game, seat) for seat in group)
        label = words._("Sit down: {side}", side=first)
        if others:
            label = words._("Sit down: {side} and {partner}", side=first, partner=others[0])
        choices.append({"seats": ",".join(map(str, group)), "label": label})
    return choices


def qr_code(address: str, caching: str) -> Response:
    """Return the QR code of an address as SVG.  caching: the value of the header cache-control."""
    image = io.BytesIO()
    segno.make(address, error="m").save(image, kind="svg", scale=6, border=2, xmldecl=False, title="QR")
    return Response(image.getvalue(), media_type="image/svg+xml", headers={"cache-control": caching})
