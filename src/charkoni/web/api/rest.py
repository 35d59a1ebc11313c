"""The API for programs: JSON over HTTP, described by OpenAPI, with a stream of what happens at a table.

A program first asks for a token and sends it as `Authorization: Bearer <token>`.  Cookies count for nothing here.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from charkoni.core.constants import CHANCE
from charkoni.core.errors import BadText
from charkoni.core.registry import named
from charkoni.games import EXAMPLES
from charkoni.web.engine.warm import playable
from charkoni.web.http.error_pages import ErrorHandler, error_response
from charkoni.web.http.sessions import clean_name, digest, new_id
from charkoni.web.http.site import SiteDep
from charkoni.web.live import commands, dice, table_state
from charkoni.web.live.board_view import Perspective
from charkoni.web.live.clocks import Control
from charkoni.web.live.hub import GameRequest, HubDep
from charkoni.web.live.messages.replies import Clocks, OfferInfo, OfferKind, SeatInfo, Status
from charkoni.web.live.room import Room

Level = Annotated[
    str,
    Field(
        pattern=r"^(me|open|perfect|(10|[1-9])(,(balanced|attacking|cautious))?)$",
        description="me, open, or a computer: its level, 1 to 10, with a style if wanted (3,attacking), or perfect",
    ),
]
Version = Annotated[int, Field(ge=0, le=2**31, description="the version of the position that is meant")]
Id = Annotated[str, Path(pattern=r"^[a-z0-9]{8,32}$", description="a game")]


class ApiError(Exception):
    """A request that is refused: HTTP status, code and sentence."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(code)
        self.status, self.code, self.text = status, code, text


class Refusal(BaseModel):
    """Why something is refused; `rule` is a clause of the rules."""

    code: str
    text: str
    rule: str = ""


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TokenWish(_In):
    """What a program is called."""

    name: str = Field(min_length=1, max_length=60)


class Token(BaseModel):
    """The token of a program; it is shown only once."""

    token: str
    name: str


class NewGame(_In):
    """A game to be made.  seats: one entry per player; without it the program against an open seat."""

    game: str = Field(max_length=120, examples=list(EXAMPLES))
    seats: list[Level] | None = Field(default=None, max_length=4)
    clock: str = Field(default="none", max_length=12, examples=["none", "15", "5+3"])
    public: bool = False
    start: str = Field(default="", max_length=400)


class MoveIn(_In):
    """A move of the notation in the position of a version."""

    v: Version
    move: str = Field(max_length=40)


class ThrowIn(_In):
    """A wish for the throw that is due."""

    v: Version
    salt: str = Field(default="", pattern=r"^[A-Za-z0-9_-]{0,32}$")


class UndoIn(_In):
    """A wish to take back."""

    v: Version


class SeatIn(_In):
    """A seat."""

    seat: int = Field(ge=0, le=3)


class JoinIn(_In):
    """A seat to take, or any free one."""

    seat: int | None = Field(default=None, ge=0, le=3)


class OfferIn(_In):
    """Something to offer."""

    kind: OfferKind


class AnswerIn(_In):
    """The answer to an offer."""

    kind: OfferKind
    yes: bool


class GameOut(BaseModel):
    """A game as it stands.  turn: the seat that decides, -1 at a throw, -2 when it is over.  mine: the own seats."""

    id: str
    game: str
    v: int
    ply: int
    position: str
    turn: int
    thrower: int | None
    moves: list[str]
    log: list[tuple[str, int]]
    status: Status
    clocks: Clocks
    seats: list[SeatInfo]
    offers: list[OfferInfo]
    mine: list[int]
    next: str
    invite: str


class GameLine(BaseModel):
    """A game in a list."""

    id: str
    game: str
    state: str
    ply: int
    result: str
    reason: str


def game_out(room: Room, mine: frozenset[int]) -> GameOut:
    """Return a game as it stands for who holds some seats."""
    match, table = room.live, table_state.table(room, "en", mine)
    position = match.position
    return GameOut(
        id=match.row.id,
        game=match.game.name,
        v=match.v,
        ply=len(match.record),
        position=str(position),
        turn=match.turn,
        thrower=dice.thrower(position) if match.state == "open" and match.turn == CHANCE else None,
        moves=list(position.moves) if match.state == "open" and match.turn >= 0 else [],
        log=[(ply.move, made.seat) for ply, made in zip(match.record.plies, match.origins, strict=True)],
        status=table["status"],
        clocks=table["clocks"],
        seats=table["seats"],
        offers=table["offers"],
        mine=sorted(mine),
        next=room.next_game,
        invite=match.row.invite if match.state == "waiting" else "",
    )


class Listener:
    """Whoever follows a game by the stream."""

    def __init__(self, seats: frozenset[int]) -> None:
        self.perspective = Perspective()
        self.seats = seats
        self.queue: asyncio.Queue[str] = asyncio.Queue(200)

    def send(self, text: str) -> None:
        """Take a message; who does not keep up misses some and sees that by `v`."""
        if not self.queue.full():
            self.queue.put_nowait(text)


bearer = HTTPBearer(auto_error=False, description="the token of a program, from POST /api/v1/tokens")
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": text}
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


async def guest_of(
    hub: HubDep, site: SiteDep, token: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> tuple[str, str]:
    """Return the guest and the name that the token of a request stands for; raise ApiError."""
    found = await hub.store.token(digest(token.credentials)) if token else None
    if found is None:
        raise ApiError(401, "NO_TOKEN", "send a token: Authorization: Bearer <token>")
    if not site.calls.take(found[0]):
        raise ApiError(429, "TOO_FAST", "too many requests at once")
    return found


GuestDep = Annotated[tuple[str, str], Depends(guest_of)]


@dataclass(frozen=True, slots=True)
class Seated:
    """A program at the table of a game: the room, and the seats it may decide for."""

    room: Room
    guest: tuple[str, str]
    seats: frozenset[int]


async def seated_of(game_id: Id, hub: HubDep, guest: GuestDep) -> Seated:
    """Return the program that sent a request, at the table of the game in its path; raise ApiError."""
    room = await hub.room(game_id)
    if room is None:
        raise ApiError(404, "NO_GAME", "there is no such game")
    return Seated(room, guest, await hub.store.held(game_id, guest[0]))


SeatedDep = Annotated[Seated, Depends(seated_of)]


@router.post("/tokens", status_code=201, tags=["access"])
async def make_token(wish: TokenWish, request: Request, hub: HubDep, site: SiteDep) -> Token:
    """Make a token."""
    if not site.posts.take(request.client.host if request.client else ""):
        raise ApiError(429, "TOO_FAST", "too many requests at once")
    token, name = secrets.token_urlsafe(32), clean_name(wish.name) or "program"
    await hub.store.add_token(digest(token), new_id(20), name, hub.time.wall())
    return Token(token=token, name=name)


@router.get("/rules")
async def list_rules() -> list[str]:
    """List the games that can be played."""
    return list(playable())


@router.get("/games")
async def list_games(
    hub: HubDep, state: Annotated[Literal["waiting", "open", "over"], Query()] = "open"
) -> list[GameLine]:
    """List games; waiting ones only if they are public."""
    rows = await hub.store.listed((state,), only_open=state == "waiting")
    return [GameLine(id=r.id, game=r.name, state=r.state, ply=r.ply, result=r.result, reason=r.reason) for r in rows]


@router.post("/games", status_code=201)
async def make_game(wish: NewGame, hub: HubDep, guest: GuestDep) -> GameOut:
    """Make a game."""
    game_id = await hub.create(_checked(wish), guest[0], guest[1])
    seated = await seated_of(game_id, hub, guest)
    return game_out(seated.room, seated.seats)


@router.get("/games/{game_id}")
async def get_game(seated: SeatedDep) -> GameOut:
    """Return a game as it stands."""
    return game_out(seated.room, seated.seats)


@router.post("/games/{game_id}/join")
async def join(wish: JoinIn, hub: HubDep, seated: SeatedDep) -> GameOut:
    """Take a free seat."""
    guest, name = seated.guest
    if await hub.take_seat(seated.room, wish.seat, guest, name) is None:
        raise ApiError(409, "SEAT_TAKEN", "no such seat is free")
    return game_out(seated.room, await hub.store.held(seated.room.live.row.id, guest))


@router.post("/games/{game_id}/moves")
async def play(wish: MoveIn, seated: SeatedDep) -> GameOut:
    """Play a move; to send the same again does no harm."""
    return await _after(seated, commands.play_move, wish.v, wish.move)


@router.post("/games/{game_id}/throw")
async def throw(wish: ThrowIn, seated: SeatedDep) -> GameOut:
    """Throw the dice."""
    return await _after(seated, commands.throw_dice, wish.v, wish.salt)


@router.post("/games/{game_id}/undo")
async def undo(wish: UndoIn, seated: SeatedDep) -> GameOut:
    """Take back, or offer that."""
    return await _after(seated, commands.take_back, wish.v)


@router.post("/games/{game_id}/offers")
async def offer(wish: OfferIn, seated: SeatedDep) -> GameOut:
    """Offer a draw, a takeback or a rematch."""
    return await _after(seated, commands.make_offer, wish.kind)


@router.post("/games/{game_id}/answers")
async def answer(wish: AnswerIn, seated: SeatedDep) -> GameOut:
    """Answer an offer."""
    return await _after(seated, commands.answer_offer, wish.kind, wish.yes)


@router.post("/games/{game_id}/resign")
async def resign(wish: SeatIn, seated: SeatedDep) -> GameOut:
    """Give up with a seat."""
    return await _after(seated, commands.resign, wish.seat)


@router.get("/games/{game_id}/events", response_class=StreamingResponse)
async def follow(seated: SeatedDep) -> StreamingResponse:
    """Follow a game: a stream of server-sent events, each a message of the WebSocket; a view comes first."""
    return StreamingResponse(_stream(seated.room, Listener(seated.seats)), media_type="text/event-stream")


async def api_error(request: Request, error: ApiError) -> Response:
    """Answer with the status, code and sentence of an error."""
    return error_response(request, error.status, error.code, error.text)


ERROR_HANDLERS: Mapping[type[Exception], ErrorHandler] = {ApiError: api_error}


async def _after(seated: Seated, command: Callable[..., Awaitable[None]], *arguments: object) -> GameOut:
    """Execute a command, and return the game as it stands then; raise Refused."""
    await commands.execute(seated.room, command, seated.seats, *arguments)
    return game_out(seated.room, seated.seats)


async def _stream(room: Room, listener: Listener) -> AsyncIterator[str]:
    room.subscribe(listener)
    try:
        while True:
            try:
                text = await asyncio.wait_for(listener.queue.get(), 15)
                yield f"data: {text}\n\n"
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        room.unsubscribe(listener)


def _checked(wish: NewGame) -> GameRequest:
    """Return the game that a program wants; raise ApiError."""
    try:
        game = named(wish.game)
        control = Control.parse(wish.clock)
        if wish.start and game.parse(wish.start).outcome is not None:
            raise ApiError(400, "OVER", "the game would be over at the start")
    except BadText as error:
        raise ApiError(400, error.reason.code, str(error)) from None
    except (ValueError, OverflowError):
        raise ApiError(400, "BAD_CLOCK", 'a clock is none, minutes ("15") or minutes and seconds ("5+3")') from None
    if game.family.name not in playable():
        raise ApiError(400, "NO_GAME", "this game cannot be played here yet")
    seats = tuple(wish.seats) if wish.seats is not None else ("me", *["open"] * (game.players - 1))
    if len(seats) != game.players:
        raise ApiError(400, "BAD_SEATS", f"this game has {game.players} seats")
    return GameRequest(game, seats, control, wish.public, wish.start)
