"""The API for programs: JSON over HTTP, described by OpenAPI, with a stream of the messages of a table.

A member makes a token on his page, or a program asks for one; it is sent as `Authorization: Bearer <token>`.  Cookies
are ignored.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from charkoni.core.errors import BadText
from charkoni.core.registry import named
from charkoni.games.match_format import MatchState, match_of_sets
from charkoni.web.api import schema
from charkoni.web.engine.warm import playable
from charkoni.web.http.errors import ApiError, found
from charkoni.web.http.quotas import User
from charkoni.web.http.sessions import clean_name, digest, new_id
from charkoni.web.http.site import SiteDep
from charkoni.web.live import commands
from charkoni.web.live.board_view import Perspective
from charkoni.web.live.game.clocks import Control
from charkoni.web.live.hub import GameRequest, HubDep
from charkoni.web.live.observers import dice_promises
from charkoni.web.live.room import Room
from charkoni.web.pages import invites
from charkoni.web.store.tables import ChallengeRow

END = ""
"""What ends a stream of server-sent events."""


class Stream:
    """The subscriber of a stream of server-sent events."""

    def __init__(self, person: str, seats: frozenset[int]) -> None:
        self.person = person
        self.perspective = Perspective()
        self.seats = seats
        self.thinks = False
        self.queue: asyncio.Queue[str] = asyncio.Queue(200)

    def send(self, text: str) -> None:
        """Queue a message; a client that does not keep up loses some, which it notices by `v`."""
        if not self.queue.full():
            self.queue.put_nowait(text)

    def end(self, text: str) -> None:
        """Queue the last message instead of those that are unsent, and end the stream."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(text)
        self.queue.put_nowait(END)


bearer = HTTPBearer(auto_error=False, description="the token of a program, from the page /me or POST /api/v1/tokens")
REFUSALS: dict[int | str, dict[str, object]] = {
    status: {"model": schema.Refusal, "description": text}
    for status, text in {
        400: "it cannot be understood",
        401: "no token, or an unknown one",
        404: "no such game",
        409: "refused, by the rules or as the table stands",
        413: "too large",
        429: "too much at once",
        503: "the database does not answer",
    }.items()
}

router = APIRouter(prefix="/api/v1", tags=["games"], responses=REFUSALS)


async def person_of(
    request: Request, hub: HubDep, site: SiteDep, token: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> tuple[str, str]:
    """Return person and name of the token of a request; raise ApiError, RateLimited."""
    person = await hub.people.credentials.token(digest(token.credentials)) if token else None
    if person is None:
        raise ApiError(401, "NO_TOKEN", "send a token: Authorization: Bearer <token>")
    user = User(request.client.host if request.client else "", person[0])
    hub.addresses.seen(person[0], user.address)
    site.quotas.spend(user, "query")
    return person


PersonDep = Annotated[tuple[str, str], Depends(person_of)]


@dataclass(frozen=True, slots=True)
class Seated:
    """A program at a table: the room, its person and name, and the seats it holds."""

    room: Room
    person: tuple[str, str]
    seats: frozenset[int]


async def seated_of(game_id: schema.Id, hub: HubDep, person: PersonDep) -> Seated:
    """Return the program that sent a request, at the table of the game in its path; raise ApiError."""
    room = await hub.room(game_id)
    if room is None:
        raise ApiError(404, "NO_GAME", "there is no such game")
    room.visit()
    return Seated(room, person, _seats_of(room, person))


SeatedDep = Annotated[Seated, Depends(seated_of)]


@router.post("/tokens", status_code=201, tags=["access"])
async def make_token(body: schema.TokenIn, request: Request, hub: HubDep, site: SiteDep) -> schema.Token:
    """Make a token."""
    site.quotas.spend(User(request.client.host if request.client else ""), "token")
    name = clean_name(body.name) or "program"
    await hub.people.persons.require_free(name, "")
    return schema.Token(token=await hub.people.credentials.new_token(new_id(20), name), name=name)


@router.get("/rules")
async def list_rules() -> list[str]:
    """List the games that can be played."""
    return list(playable())


@router.get("/games")
async def list_games(
    hub: HubDep, state: Annotated[Literal["waiting", "open", "over"], Query()] = "open"
) -> list[schema.GameLine]:
    """List games: waiting ones that any program may join, others that all people at the table have agreed to show."""
    rows = await (hub.challenges.open(program=1) if state == "waiting" else hub.store.watched(state))
    return [schema.game_line(row) for row in rows]


@router.get("/challenges")
async def list_challenges(hub: HubDep, person: PersonDep) -> list[schema.GameLine]:
    """List the challenges to the person for whom the program plays: the program may join, or decline them."""
    return [schema.game_line(row) for row in await hub.challenges.to(person[0], program=1)]


@router.post("/games", status_code=201)
async def make_game(body: schema.NewGame, hub: HubDep, person: PersonDep) -> schema.GameOut:
    """Make a game, or challenge a member to one."""
    request = _checked(body)
    if body.to:
        member = found(await hub.people.persons.named(body.to), "NO_MEMBER")
        request = replace(request, terms=ChallengeRow(person=member))
    game_id = await hub.create(request, *person, hub.addresses.of(person[0]), program=1)
    seated = await seated_of(game_id, hub, person)
    return schema.game_out(seated.room, seated.seats, is_host=True)


@router.get("/games/{game_id}")
async def get_game(seated: SeatedDep) -> schema.GameOut:
    """Return the current state of a game."""
    return schema.game_out(seated.room, seated.seats)


@router.post("/games/{game_id}/join")
async def join(body: schema.JoinIn, hub: HubDep, seated: SeatedDep) -> schema.GameOut:
    """Take a free seat, or all free seats of a challenge."""
    if not await invites.take_seats(hub, seated.room, [body.seat], *seated.person, program=1):
        raise ApiError(409, "SEAT_TAKEN", "no such seat is free")
    return schema.game_out(seated.room, _seats_of(seated.room, seated.person))


@router.post("/games/{game_id}/decline", status_code=204)
async def decline(hub: HubDep, seated: SeatedDep) -> None:
    """Decline a challenge to the person for whom the program plays, or withdraw an own one."""
    await invites.end_challenge(hub, seated.room, seated.person[0])


def _add_command(
    path: str, name: str, command: Callable[..., Awaitable[None]], body_type: type[schema.In], description: str
) -> None:
    """Add the route of a command, whose arguments are the fields of the body; the answer is the game after it."""

    async def execute(body: body_type, seated: SeatedDep) -> schema.GameOut:  # type: ignore[valid-type]
        await commands.execute(seated.room, command, seated.seats, *dict(body).values())
        return schema.game_out(seated.room, seated.seats)

    router.add_api_route(f"/games/{{game_id}}/{path}", execute, methods=["POST"], name=name, description=description)


for route in (
    ("moves", "play", commands.play_move, schema.MoveIn, "Play a move; to send the same again does no harm."),
    ("throw", "throw", commands.throw_dice, schema.ThrowIn, "Throw the dice."),
    (
        "dice/promise", "promise_seed", dice_promises.promise, schema.PromiseIn,
        "Commit a seat to its seed, before the first throw.",
    ),
    (
        "dice/reveal", "reveal_seed", dice_promises.reveal, schema.RevealIn,
        "Reveal the seed of a seat, once the server has committed, too.",
    ),
    ("undo", "undo", commands.take_back, schema.UndoIn, "Take back, or offer that."),
    ("offers", "offer", commands.make_offer, schema.OfferIn, "Offer a draw, a takeback or a rematch."),
    ("answers", "answer", commands.answer_offer, schema.AnswerIn, "Answer an offer."),
    ("resign", "resign", commands.resign, schema.SeatIn, "Give up with a seat."),
):  # fmt: skip
    _add_command(*route)


@router.get("/games/{game_id}/events", response_class=StreamingResponse)
async def follow(seated: SeatedDep) -> StreamingResponse:
    """Follow a game: a stream of server-sent events, each a message of the WebSocket; a view comes first."""
    return StreamingResponse(
        _events(seated.room, Stream(seated.person[0], seated.seats)), media_type="text/event-stream"
    )


def _seats_of(room: Room, program: tuple[str, str]) -> frozenset[int]:
    """Return the seats that a program (its person and name) took, without those of its person and other programs."""
    seats = room.live.owners()
    return frozenset(seat.seat for seat in seats if seat.program and (seat.owner, seat.name) == program)


async def _events(room: Room, stream: Stream) -> AsyncIterator[str]:
    room.subscribe(stream)
    try:
        while True:
            try:
                text = await asyncio.wait_for(stream.queue.get(), 15)
                if text == END:
                    return
                yield f"data: {text}\n\n"
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        room.unsubscribe(stream)


def _checked(body: schema.NewGame) -> GameRequest:
    """Return the request of a game; raise ApiError."""
    try:
        game = named(body.game)
        control = Control.parse(body.clock)
        if body.start and game.parse(body.start).outcome is not None:
            raise ApiError(400, "OVER", "the game would be over at the start")
    except BadText as error:
        raise ApiError(400, error.reason.code, str(error)) from None
    except (ValueError, OverflowError):
        raise ApiError(400, "BAD_CLOCK", 'a clock is none, minutes ("15", "5+3" with seconds) or days ("3d")') from None
    if game.family.name not in playable():
        raise ApiError(400, "NO_GAME", "this game cannot be played here yet")
    seats = tuple(body.seats) if body.seats is not None else ("me", *["open"] * (game.players - 1))
    if len(seats) != game.players:
        raise ApiError(400, "BAD_SEATS", f"this game has {game.players} seats")
    try:
        match = match_of_sets(body.sets)
    except ValueError as error:
        raise ApiError(400, "BAD_SETS", str(error)) from None
    if match and len(set(game.sides)) != 2:
        raise ApiError(400, "NOT_TWO_SIDES", "a match of sets needs a game of two sides")
    state = MatchState(match) if match else None
    several = int(body.several and game.players == 2)
    terms = ChallengeRow(low=body.low, high=body.high, several=several) if body.public else None
    return GameRequest(game, seats, control, body.watch, body.start, (), state, body.rated, terms)
