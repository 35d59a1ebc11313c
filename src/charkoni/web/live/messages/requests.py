"""Requests: the messages from client to server, at most `LONGEST_BYTES` each.

Common fields.  g: the id of a game, opened by `hello` first.  v: the version of the position that is meant.  n: the
client's counter, which the reply repeats.  A text that fits no model is refused with BAD_MESSAGE, a command of a sender
without a seat with NOT_YOUR_SEAT, before the last seat is taken with NOT_STARTED, after the end with OVER.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, StringConstraints, TypeAdapter

from charkoni.web.live.messages.replies import Lang, OfferKind, Phrase

# The wire, a JSON object a message; --> from the client, <-- from the server:
#
#     --> {"type": "hello", "g": GAME, "lang": LANG, ...}       <-- {"type": "view", ...}: the whole board
#     --> {"type": "do", "g": GAME, "n": N, "v": V, "m": MOVE}  <-- {"type": "ply", ...} to every board of the game
#                                                               <-- {"type": "ack", "g": GAME, "n": N} to the sender
#                                       or, nothing changed:    <-- {"type": "nack", "n": N, "code": CODE, "text": ...}
#     --> {"type": "ping", "t": T, "rtt": MS}                   <-- {"type": "pong", "t": T, "server": TIME}
#
# v says which position is meant, so that a move that comes too late, or twice, does no harm.
LONGEST_BYTES = 4096
"""The most bytes of a request; a longer one is refused with TOO_LONG, and ends the connection."""

MOST_BOARDS = 64
"""The most boards that a socket may open."""

GameId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{8,32}$")]
MoveText = Annotated[str, StringConstraints(max_length=40)]
Zone = Annotated[str, StringConstraints(max_length=24)]
Prefix = Annotated[list[Zone], Field(max_length=8)]
Count = Annotated[int, Field(ge=0, le=2**31)]
Seat = Annotated[int, Field(ge=0, le=3)]
SeatKey = Annotated[str, StringConstraints(max_length=80)]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Salt = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{0,32}$")]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _OfGame(_Model):
    g: GameId


class _Numbered(_OfGame):
    n: Count

    @property
    def arguments(self) -> tuple[object, ...]:
        """The fields of its own kind, in order: the arguments of the command (see `live.commands`)."""
        return tuple(value for name, value in self if name not in ("type", "g", "n"))


class _OfPosition(_OfGame):
    v: Count


class _Query(_OfPosition):
    prefix: Prefix


class Hello(_OfGame):
    """Open a board, or change the perspective of an open one.

    Answered by `view`, or `nack`: NO_GAME, TOO_FAST, NOT_YOUR_SEAT (a bad key), NOT_NOW (more than `MOST_BOARDS`
    boards), BAD_MESSAGE (no such seat).  bottom: the seat at the bottom; without it the lowest own seat, else seat 0.
    keys: capability tokens of seats, for clients without cookies, in addition to the seats of the cookie.
    """

    type: Literal["hello"]
    lang: Lang
    portrait: bool = False
    bottom: Seat | None = None
    keys: Annotated[list[SeatKey], Field(max_length=4)] = Field(default_factory=list)


class Leave(_OfGame):
    """Close a board of this socket.  Not answered."""

    type: Literal["leave"]


class Do(_OfPosition, _Numbered):
    """Play a move of the notation.  Answered by `ack` or `nack`: STALE (then a `view` comes), or a rule's code."""

    type: Literal["do"]
    m: MoveText


class Thinks(_OfGame):
    """Say whether the page of a board can search for computers now (see `Think`); it cannot at first.  Not answered."""

    type: Literal["thinks"]
    on: bool


class Thought(_OfPosition, _Numbered):
    """Answer `think` with a move for the computer, "" when the search has none.

    Answered by `ack`, or `nack` with a rule's code.
    """

    type: Literal["thought"]
    m: MoveText


class Throw(_OfPosition, _Numbered):
    """Throw the dice.  Answered by `ack` or `nack`: DICE when they are not ready.

    salt: a word for the dice, of a client that has not promised a seed; it counts with its first throw only.
    """

    type: Literal["throw"]
    salt: Salt = ""


class Promise(_Numbered):
    """Commit a seat to its seed for the dice (see docs/dice.md).

    Answered by `ack` or `nack`: NOT_NOW when the seat has promised another one, or when it is too late.
    """

    type: Literal["promise"]
    seat: Seat
    commitment: Digest


class Reveal(_Numbered):
    """Reveal the seed of a seat, once the server has committed, too.

    Answered by `ack` or `nack`: NOT_NOW when it does not fit the commitment, or when others have yet to commit.
    """

    type: Literal["reveal"]
    seat: Seat
    seed: Digest


class Undo(_OfPosition, _Numbered):
    """Take back a step of the own turn, or against computers the last own move; else offer a takeback.

    Answered by `ack`, or `nack`: STALE, NOT_NOW.
    """

    type: Literal["undo"]


class Offer(_Numbered):
    """Offer a draw, a takeback or a rematch to the other people.  Answered by `ack`, or NOT_NOW."""

    type: Literal["offer"]
    kind: OfferKind


class Answer(_Numbered):
    """Accept or decline an offer; its maker withdraws it by declining.  Answered by `ack`, or NOT_NOW."""

    type: Literal["answer"]
    kind: OfferKind
    yes: bool


class Resign(_Numbered):
    """Resign with a seat.  Before the second ply the game is called off instead, except in an event.

    Answered by `ack` or `nack`.
    """

    type: Literal["resign"]
    seat: Seat


class Claim(_Numbered):
    """Claim the win because the opponent to move is absent for too long.

    Before the second ply the game is called off instead.  Answered by `ack`, or NOT_NOW.
    """

    type: Literal["claim"]


class AskHint(_OfPosition, _Numbered):
    """Request a hint.  Answered by `hint`, or `nack`: STALE, NOT_NOW, ENGINE."""

    type: Literal["hint"]


class AskPeek(_Query):
    """Request the coach's sentence for a prefix of taps, or with `m` the preview of that move.

    Answered by `peek`; not at all when `v` is not the present version.
    """

    type: Literal["peek"]
    m: MoveText | None = None


class AskWhy(_Query):
    """Request the reason why a tap on a zone after a prefix is illegal, or with `m` why that move is.

    Answered by `why`; not at all when `v` is not the present version.
    """

    type: Literal["why"]
    zone: Zone
    m: MoveText | None = None


class AskMarks(_Query):
    """Request the icons of the moves that begin with a prefix (views with many moves come without `marks`).

    Answered by `marks`; not at all when `v` is not the present version, or another seat decides.
    """

    type: Literal["marks"]


class Chat(_Numbered):
    """Broadcast a preset phrase.  Answered by `ack`, or NOT_YOUR_SEAT; all subscribers get `chat`."""

    type: Literal["chat"]
    phrase: Phrase


class Ping(_Model):
    """Request a pong.  t: any finite number.  rtt: the last round trip that the client measured, in ms."""

    type: Literal["ping"]
    t: FiniteFloat
    rtt: Annotated[float, Field(ge=0, le=60000)] | None = None


Query = AskPeek | AskWhy | AskMarks
Command = Do | Thought | Throw | Promise | Reveal | Undo | Offer | Answer | Resign | Claim | Chat
Request = Hello | Leave | Thinks | Command | AskHint | Query | Ping

REQUEST: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="type")])
"""The parser of requests: `REQUEST.validate_json(text)`, which raises pydantic's ValidationError."""
