"""The schema of the API: the models of requests and responses.

v: the version of the position, as in the messages of the WebSocket; clocks in ms.
"""

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

from charkoni.games import EXAMPLES
from charkoni.web.live import table_state
from charkoni.web.live.messages.replies import Clocks, Dice, Match, OfferInfo, OfferKind, SeatInfo, Status
from charkoni.web.live.room import Room
from charkoni.web.store import GameRow

Level = Annotated[
    str,
    Field(
        pattern=r"^(me|open|perfect|(10|[1-9])(,(balanced|attacking|cautious))?)$",
        description="me, open, or a computer: its level, 1 to 10, with a style if wanted (3,attacking), or perfect",
    ),
]
Version = Annotated[int, Field(ge=0, le=2**31, description="the version of the position that is meant")]
Id = Annotated[str, Path(pattern=r"^[a-z0-9]{8,32}$", description="a game")]


class Refusal(BaseModel):
    """A refusal: its code, a sentence, the clause if it comes from the rules, the field if it is about one."""

    code: str
    text: str
    rule: str = ""
    field: str = ""


class In(BaseModel):
    """A body of a request, without unknown fields."""

    model_config = ConfigDict(extra="forbid")


class TokenIn(In):
    """The name of a program."""

    name: str = Field(min_length=1, max_length=60)


class Token(BaseModel):
    """The token of a program; it is shown only once."""

    token: str
    name: str


class NewGame(In):
    """A game to be created.  seats: one entry per player; by default the program has the first, the others are open.

    public: anybody may join.  watch: the program agrees that the game is listed while it goes on.  sets: of a match,
    in a game of two sides; empty for a single game.  rated: the result changes the ratings of its players; who joins
    agrees to that.  to: the name of a member who is challenged.  Of a public game, low, high: the ratings of those who
    may join, 0 for no bound; several: it is offered again once it has begun.
    """

    game: str = Field(max_length=120, examples=list(EXAMPLES))
    seats: list[Level] | None = Field(default=None, max_length=4)
    clock: str = Field(default="none", max_length=12, examples=["none", "15", "5+3", "3d"])
    public: bool = False
    watch: bool = False
    start: str = Field(default="", max_length=400)
    sets: str = Field(default="", pattern=r"^[0-9]?$", examples=["", "3", "5"])
    rated: bool = False
    to: str = Field(default="", max_length=60)
    low: int = Field(default=0, ge=0, le=9999)
    high: int = Field(default=0, ge=0, le=9999)
    several: bool = False


class UndoIn(In):
    """The version in which something is taken back."""

    v: Version


class MoveIn(UndoIn):
    """A move of the notation in the position of a version."""

    move: str = Field(max_length=40)


class ThrowIn(UndoIn):
    """The throw that is due.  salt: a word for the dice, of a program that has not promised a seed."""

    salt: str = Field(default="", pattern=r"^[A-Za-z0-9_-]{0,32}$")


class SeatIn(In):
    """A seat."""

    seat: int = Field(ge=0, le=3)


class PromiseIn(SeatIn):
    """The commitment of a seat to its seed for the dice."""

    commitment: str = Field(pattern=r"^[0-9a-f]{64}$")


class RevealIn(SeatIn):
    """The seed of a seat."""

    seed: str = Field(pattern=r"^[0-9a-f]{64}$")


class JoinIn(In):
    """A seat to take, by default the first free one."""

    seat: int | None = Field(default=None, ge=0, le=3)


class OfferIn(In):
    """The kind of an offer."""

    kind: OfferKind


class AnswerIn(OfferIn):
    """The answer to an offer."""

    yes: bool


class GameOut(BaseModel):
    """The state of a game.

    turn: the seat that decides, -1 when a throw is due, -2 when the game is over.  dice: in a game with dice.  log: the
    moves as [text, seat].  mine: the own seats.  match: of a game that is a set.  next: the id of the next game, or "".
    invite: the code of the invitation while a seat is open, shown to the game's players and in open games to all, or
    "".
    """

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
    dice: Dice | None
    seats: list[SeatInfo]
    offers: list[OfferInfo]
    mine: list[int]
    match: Match | None
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


def game_line(row: GameRow) -> GameLine:
    """Return a game as a line of a list."""
    return GameLine(id=row.id, game=row.name, state=row.state, ply=row.ply, result=row.result, reason=row.reason)


def game_out(room: Room, mine: frozenset[int], is_host: bool = False) -> GameOut:
    """Return the state of a game for the holder of some seats.  is_host: whether the holder created it."""
    live, table = room.live, table_state.table(room, "en", mine)
    position = live.position
    return GameOut(
        id=live.row.id,
        game=live.game.name,
        v=live.v,
        ply=len(live.record),
        position=str(position),
        turn=live.turn,
        thrower=live.thrower,
        moves=list(position.moves) if live.state == "open" and live.turn >= 0 else [],
        log=[(ply.move, origin.seat) for ply, origin in zip(live.record.plies, live.origins, strict=True)],
        status=table["status"],
        clocks=table["clocks"],
        dice=table.get("dice"),
        seats=table["seats"],
        offers=table["offers"],
        mine=sorted(mine),
        match=table.get("match"),
        next=room.next_game,
        invite=live.row.invite if live.state == "waiting" and (mine or is_host or live.row.open) else "",
    )
