"""The API for programs: JSON over HTTP, described by OpenAPI, with a stream of what happens at a table.

A program first asks for a token and sends it as `Authorization: Bearer <token>`.  Cookies count for nothing here.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from charkoni.core.constants import CHANCE
from charkoni.core.errors import BadText
from charkoni.core.game import named
from charkoni.web.engine.warm import playable
from charkoni.web.http.sessions import clean_name, digest, new_id
from charkoni.web.http.site import Site
from charkoni.web.live import commands, dice, table_state
from charkoni.web.live.board_view import Eye
from charkoni.web.live.broadcast import as_text
from charkoni.web.live.clocks import Control
from charkoni.web.live.hub import Wish
from charkoni.web.live.messages import Clocks, OfferInfo, OfferKind, SeatInfo, Status
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

    game: str = Field(max_length=120, examples=["mangala", "mosty:size=4"])
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
    match, table = room.match, table_state.table(room, "en", mine)
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
        log=[(ply.move, made.seat) for ply, made in zip(match.record.plies, match.made, strict=True)],
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
        self.eye = Eye()
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


def router(site: Site) -> APIRouter:
    """Return the API."""
    hub = site.hub
    api = APIRouter(prefix="/api/v1", tags=["games"], responses=REFUSALS)

    async def guest_of(
        request: Request, token: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
    ) -> tuple[str, str]:
        found = await hub.store.token(digest(token.credentials)) if token else None
        if found is None:
            raise ApiError(401, "NO_TOKEN", "send a token: Authorization: Bearer <token>")
        if not site.calls.take(found[0]):
            raise ApiError(429, "TOO_FAST", "too many requests at once")
        return found

    Guest = Annotated[tuple[str, str], Depends(guest_of)]

    async def room_of(game_id: str) -> Room:
        room = await hub.room(game_id)
        if room is None:
            raise ApiError(404, "NO_GAME", "there is no such game")
        return room

    async def acted(
        guest: tuple[str, str], game_id: str, work: Callable[[Room, commands.Seats], Awaitable[None]]
    ) -> GameOut:
        room = await room_of(game_id)
        seats = await hub.store.held(game_id, guest[0])
        await commands.at(room, lambda: work(room, seats))
        return game_out(room, seats)

    @api.post("/tokens", status_code=201, tags=["access"])
    async def make_token(wish: TokenWish, request: Request) -> Token:
        """Make a token."""
        if not site.posts.take(request.client.host if request.client else ""):
            raise ApiError(429, "TOO_FAST", "too many requests at once")
        token, name = secrets.token_urlsafe(32), clean_name(wish.name) or "program"
        await hub.store.add_token(digest(token), new_id(20), name, hub.time.wall())
        return Token(token=token, name=name)

    @api.get("/rules")
    async def list_rules() -> list[str]:
        """List the games that can be played."""
        return list(playable())

    @api.get("/games")
    async def list_games(state: Annotated[Literal["waiting", "open", "over"], Query()] = "open") -> list[GameLine]:
        """List games; waiting ones only if they are public."""
        rows = await hub.store.listed((state,), only_open=state == "waiting")
        return [
            GameLine(id=r.id, game=r.name, state=r.state, ply=r.ply, result=r.result, reason=r.reason) for r in rows
        ]

    @api.post("/games", status_code=201)
    async def make_game(wish: NewGame, guest: Guest) -> GameOut:
        """Make a game."""
        game_id = await hub.create(_checked(wish), guest[0], guest[1])
        return game_out(await room_of(game_id), await hub.store.held(game_id, guest[0]))

    @api.get("/games/{game_id}")
    async def get_game(game_id: Id, guest: Guest) -> GameOut:
        """Return a game as it stands."""
        return game_out(await room_of(game_id), await hub.store.held(game_id, guest[0]))

    @api.post("/games/{game_id}/join")
    async def join(game_id: Id, wish: JoinIn, guest: Guest) -> GameOut:
        """Take a free seat."""
        room = await room_of(game_id)
        if await hub.sit(room, wish.seat, guest[0], guest[1]) is None:
            raise ApiError(409, "SEAT_TAKEN", "no such seat is free")
        return game_out(room, await hub.store.held(game_id, guest[0]))

    @api.post("/games/{game_id}/moves")
    async def play(game_id: Id, wish: MoveIn, guest: Guest) -> GameOut:
        """Play a move; to send the same again does no harm."""
        return await acted(guest, game_id, lambda room, seats: commands.do(room, seats, wish.v, wish.move))

    @api.post("/games/{game_id}/throw")
    async def throw(game_id: Id, wish: ThrowIn, guest: Guest) -> GameOut:
        """Throw the dice."""
        return await acted(guest, game_id, lambda room, seats: commands.throw(room, seats, wish.v, wish.salt))

    @api.post("/games/{game_id}/undo")
    async def undo(game_id: Id, wish: UndoIn, guest: Guest) -> GameOut:
        """Take back, or offer that."""
        return await acted(guest, game_id, lambda room, seats: commands.undo(room, seats, wish.v))

    @api.post("/games/{game_id}/offers")
    async def offer(game_id: Id, wish: OfferIn, guest: Guest) -> GameOut:
        """Offer a draw, a takeback or a rematch."""
        return await acted(guest, game_id, lambda room, seats: commands.offer(room, seats, wish.kind))

    @api.post("/games/{game_id}/answers")
    async def answer(game_id: Id, wish: AnswerIn, guest: Guest) -> GameOut:
        """Answer an offer."""
        return await acted(guest, game_id, lambda room, seats: commands.answer(room, seats, wish.kind, wish.yes))

    @api.post("/games/{game_id}/resign")
    async def resign(game_id: Id, wish: SeatIn, guest: Guest) -> GameOut:
        """Give up with a seat."""
        return await acted(guest, game_id, lambda room, seats: commands.resign(room, seats, wish.seat))

    @api.get("/games/{game_id}/events", response_class=StreamingResponse)
    async def follow(game_id: Id, guest: Guest) -> StreamingResponse:
        """Follow a game: a stream of server-sent events, each a message of the WebSocket; a view comes first."""
        room = await room_of(game_id)
        listener = Listener(await hub.store.held(game_id, guest[0]))
        return StreamingResponse(_stream(room, listener), media_type="text/event-stream")

    return api


async def _stream(room: Room, listener: Listener) -> AsyncIterator[str]:
    room.come(listener)
    try:
        yield f"data: {as_text(room.view(listener.eye, listener.seats))}\n\n"
        while True:
            try:
                text = await asyncio.wait_for(listener.queue.get(), 15)
                yield f"data: {text}\n\n"
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        room.go(listener)


def _checked(wish: NewGame) -> Wish:
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
    return Wish(game, seats, control, wish.public, wish.start)
