"""Every message of the WebSocket, as types: the one definition that server, client and docs/protocol.md follow.

One socket (`/ws`) serves any number of boards of a page: `hello` opens a board, and says again, with other wishes, how
it is to be seen.  Every message is one JSON object; `type` tells what it is.  Client to server: `Request`.  Server to
client: `Reply`.  `charkoni.web.live.typescript` writes these types for the client.
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field, StringConstraints, TypeAdapter, with_config
from typing_extensions import TypeAliasType, TypedDict

LONGEST_IN = 4096
"""The most bytes of a message from a client."""

MOST_BOARDS = 64
"""The most boards that a socket may open."""

GameId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{8,32}$")]
MoveText = Annotated[str, StringConstraints(max_length=40)]
Zone = Annotated[str, StringConstraints(max_length=24)]
Prefix = Annotated[list[Zone], Field(max_length=8)]
Count = Annotated[int, Field(ge=0, le=2**31)]
Lang = Literal["ru", "en", "tr"]
OfferKind = Literal["draw", "takeback", "rematch"]
Phrase = Literal["hello", "luck", "thanks", "good-move", "sorry", "wait", "good-game", "bye"]

Trie = TypeAliasType("Trie", "dict[str, Trie | str]")
"""A zone leads to the zones that may follow, or to the move text that is complete."""

Node = tuple[str, str, str, str, str, str]
"""A piece: id, symbol, x, y, classes, text.  Lists of nodes stand in paint order."""


# --- client to server -------------------------------------------------------------------------------------------------

_STRICT = with_config({"extra": "forbid"})


@_STRICT
class Hello(TypedDict):
    """Open a board, or see it otherwise.  Answered by `view`.

    bottom: the seat at the bottom; without it the own seat, else seat 0.  keys: capability tokens of seats, for who
    has no cookie (a bot).  The seats of the browser's cookie count without being named.
    """

    type: Literal["hello"]
    g: GameId
    lang: Lang
    portrait: NotRequired[bool]
    bottom: NotRequired[Annotated[int, Field(ge=0, le=3)]]
    keys: NotRequired[Annotated[list[Annotated[str, StringConstraints(max_length=80)]], Field(max_length=4)]]


@_STRICT
class Leave(TypedDict):
    """Close a board of this socket.  Not answered."""

    type: Literal["leave"]
    g: GameId


@_STRICT
class Do(TypedDict):
    """Play a move of the notation in the position of version `v`.  Answered by `ack` or `nack`."""

    type: Literal["do"]
    g: GameId
    v: Count
    n: Count
    m: MoveText


@_STRICT
class Throw(TypedDict):
    """Ask the server to throw the dice; `salt` (random text of the client) goes into the throw."""

    type: Literal["throw"]
    g: GameId
    v: Count
    n: Count
    salt: NotRequired[Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{0,32}$")]]


@_STRICT
class Undo(TypedDict):
    """Take back: a step of the own turn, or against computers the last own move; else it becomes an offer."""

    type: Literal["undo"]
    g: GameId
    v: Count
    n: Count


@_STRICT
class Offer(TypedDict):
    """Offer a draw, a takeback or a rematch to the other people at the table."""

    type: Literal["offer"]
    g: GameId
    n: Count
    kind: OfferKind


@_STRICT
class Answer(TypedDict):
    """Accept or decline an offer; who made it withdraws it by declining."""

    type: Literal["answer"]
    g: GameId
    n: Count
    kind: OfferKind
    yes: bool


@_STRICT
class Resign(TypedDict):
    """Give up with a seat.  Before the second ply the game is called off instead."""

    type: Literal["resign"]
    g: GameId
    n: Count
    seat: Annotated[int, Field(ge=0, le=3)]


@_STRICT
class Claim(TypedDict):
    """Claim the win (or call the game off) because the opponent who has to move is gone for too long."""

    type: Literal["claim"]
    g: GameId
    n: Count


@_STRICT
class AskHint(TypedDict):
    """Ask for a hint.  Answered by `hint` or `nack`."""

    type: Literal["hint"]
    g: GameId
    v: Count
    n: Count


@_STRICT
class AskPeek(TypedDict):
    """Ask for the coach's sentence behind a prefix of taps, and, with `m`, what that move would bring."""

    type: Literal["peek"]
    g: GameId
    v: Count
    prefix: Prefix
    m: NotRequired[MoveText]


@_STRICT
class AskWhy(TypedDict):
    """Ask why a tap on a zone, after a prefix, leads nowhere; or, with `m`, why a typed move is refused."""

    type: Literal["why"]
    g: GameId
    v: Count
    prefix: Prefix
    zone: Zone
    m: NotRequired[MoveText]


@_STRICT
class AskMarks(TypedDict):
    """Ask for the icons of the moves behind a prefix (views with many moves come without `marks`)."""

    type: Literal["marks"]
    g: GameId
    v: Count
    prefix: Prefix


@_STRICT
class Chat(TypedDict):
    """Say a preset phrase."""

    type: Literal["chat"]
    g: GameId
    n: Count
    phrase: Phrase


@_STRICT
class Ping(TypedDict):
    """Ask for a pong; `t` is any number of the client, `rtt` the round trip it measured last, in ms."""

    type: Literal["ping"]
    t: float
    rtt: NotRequired[Annotated[float, Field(ge=0, le=60000)]]


Request = (
    Hello | Leave | Do | Throw | Undo | Offer | Answer | Resign | Claim
    | AskHint | AskPeek | AskWhy | AskMarks | Chat | Ping
)  # fmt: skip
"""What a client sends."""

REQUEST: TypeAdapter[Any] = TypeAdapter(Annotated[Request, Field(discriminator="type")])


# --- parts of replies -------------------------------------------------------------------------------------------------


class Event(TypedDict):
    """Something a move did, for motion and sound.  ids: the nodes moved, `to`: the zone of each after ("": gone)."""

    kind: str
    ids: NotRequired[list[str]]
    to: NotRequired[list[str]]
    path: NotRequired[list[str]]
    zone: NotRequired[str]
    value: NotRequired[str]


class SeatInfo(TypedDict):
    """A seat: who sits there.

    side: seats of equal side win together.  label: the side's name ("Red").  colour: the word in the classes of its
    pieces ("side-red").  you: it is yours.  key: the capability token of an own seat, for a second device: `/s/<key>`.
    """

    seat: int
    side: int
    label: str
    colour: str
    kind: Literal["human", "computer", "open"]
    name: str
    online: bool
    you: bool
    key: NotRequired[str]


class Clocks(TypedDict):
    """Clocks in ms.  left: per seat (seats of one person share a clock).  running: the seats whose clock runs now."""

    kind: Literal["none", "sudden", "fischer", "daily"]
    base: int
    increment: int
    left: list[int]
    running: list[int]


class Counter(TypedDict):
    """A labelled number beside the board: of a seat, or of the game (null).

    bar: what may be shown as a bar: the value, the goal or limit on it, and the whole.
    """

    seat: int | None
    label: str
    value: str
    bar: NotRequired[tuple[float, float, float]]


class Status(TypedDict):
    """How things stand.  text: the whole sentence ("Red to move", "Draw: by agreement.").

    turn: the seat that decides, -1 when a throw is due, -2 when the game is over.  thrower: who throws, when a throw
    is due.  scores and reason: when it is over.  called-off: ended without a result.
    """

    state: Literal["waiting", "open", "over", "called-off"]
    turn: int
    text: str
    thrower: NotRequired[int]
    scores: NotRequired[list[str]]
    reason: NotRequired[str]


class OfferInfo(TypedDict):
    """An open offer: of what kind, from which seat, and the seats that have not answered yet."""

    kind: OfferKind
    seat: int
    waiting: list[int]


class Dice(TypedDict):
    """Fairness of the dice: the commitment made before the game; the key when it is over."""

    commitment: str
    key: NotRequired[str]
    url: str


class Table(TypedDict):
    """Everything beside the board."""

    seats: list[SeatInfo]
    clocks: Clocks
    status: Status
    offers: list[OfferInfo]
    watchers: int
    can: list[Literal["undo", "draw", "takeback", "rematch", "resign", "call-off", "claim", "hint", "throw"]]
    next: NotRequired[str]
    invite: NotRequired[str]
    dice: NotRequired[Dice]
    note: NotRequired[str]


class Last(TypedDict):
    """The last ply: the move, who made it (-1: a throw), the zones to mark, and the sentence that tells it."""

    m: str
    seat: int
    zones: list[str]
    say: str


class Preview(TypedDict):
    """What a move would bring, in a sentence and an icon."""

    say: str
    icon: NotRequired[str]


class Board(TypedDict):
    """What depends on the position, for one viewer.

    v: version of the position; it grows with every move, throw and takeback.  ply: how many plies stand on the board.
    zones: a label for every zone.  trie, marks, peeks: only for who decides.  marks: icon of every move that does
    more than move, absent when there are many moves.  peeks: previews, when there are few moves.
    """

    g: str
    v: int
    ply: int
    zones: dict[str, str | None]
    say: str
    hud: list[Counter]
    table: Table
    trie: NotRequired[Trie]
    marks: NotRequired[dict[str, str]]
    peeks: NotRequired[dict[str, Preview]]
    last: NotRequired[Last]


# --- server to client -------------------------------------------------------------------------------------------------


class View(Board):
    """A whole board: the answer to `hello`, and whenever a delta would not do (`cause`).

    game: its canonical name.  title: in words.  scene: address of the static layer (`Scene`), for ever the same.
    bottom and portrait: how it is seen.  log: all moves as [text, seat].
    """

    type: Literal["view"]
    cause: Literal["hello", "undo", "start", "stale"]
    game: str
    title: str
    lang: Lang
    bottom: int
    portrait: bool
    scene: str
    nodes: list[Node]
    log: list[tuple[str, int]]


_Gone = TypedDict("_Gone", {"del": list[str]})


class Ply(Board, _Gone):
    """One ply more.  set: nodes new or changed; del: ids gone.

    order: all ids in paint order, when it is not the old order with new ones at the end.  zones: only labels that
    changed (null: no label any more).
    """

    type: Literal["ply"]
    m: str
    seat: int
    events: list[Event]
    set: list[Node]
    order: NotRequired[list[str]]


class TableMessage(TypedDict):
    """What is beside the board has changed: presence, clocks, offers, names, the state of the computer."""

    type: Literal["table"]
    g: str
    v: int
    table: Table


class Ack(TypedDict):
    """Message n has been taken; what was played is stored."""

    type: Literal["ack"]
    g: str
    n: int


class Nack(TypedDict):
    """Message n is refused: a code, a sentence, and the clause of the rules if it is one of them."""

    type: Literal["nack"]
    g: NotRequired[str]
    n: NotRequired[int]
    code: str
    text: str
    rule: NotRequired[str]


class Peek(TypedDict):
    """Answer to peek: the sentence; of a move also the nodes as they would be (ghosts), those gone, and the icon.

    path: the zones that the move leads through, one after the other.
    """

    type: Literal["peek"]
    g: str
    v: int
    prefix: list[str]
    say: str
    m: NotRequired[str]
    ghosts: NotRequired[list[Node]]
    gone: NotRequired[list[str]]
    path: NotRequired[list[str]]
    icon: NotRequired[str]


class Why(TypedDict):
    """Answer to why.  An empty text: the tap means nothing at all.  rule: clause; url: the rules, at that clause."""

    type: Literal["why"]
    g: str
    v: int
    prefix: list[str]
    zone: str
    code: str
    text: str
    rule: NotRequired[str]
    url: NotRequired[str]
    m: NotRequired[str]


class Marks(TypedDict):
    """Answer to marks."""

    type: Literal["marks"]
    g: str
    v: int
    prefix: list[str]
    marks: dict[str, str]


class Hint(TypedDict):
    """Answer to hint, in three steps for the client to uncover: the aim, the place, the move with what follows."""

    type: Literal["hint"]
    g: str
    v: int
    n: int
    script: list[str]
    m: str
    steps: list[str]


class Said(TypedDict):
    """Somebody said a preset phrase."""

    type: Literal["chat"]
    g: str
    seat: int
    phrase: Phrase
    text: str


class Pong(TypedDict):
    """Answer to ping: its number, and the server's time in ms since 1970."""

    type: Literal["pong"]
    t: float
    server: float


class Bye(TypedDict):
    """The server closes the socket; come back after `retry` ms."""

    type: Literal["bye"]
    code: Literal["RESTART", "FLOOD", "IDLE"]
    retry: int


Reply = View | Ply | TableMessage | Ack | Nack | Peek | Why | Marks | Hint | Said | Pong | Bye
"""What a server sends."""


# --- documents fetched by HTTP ----------------------------------------------------------------------------------------


class Scene(TypedDict):
    """The static layer: `GET /scene/<game>/<seat>/<upright|lying>/<hash>.json`, cached for ever.

    symbols: inner SVG by name; the painter puts each into <defs> as <g id="<prefix><name>">.  ground: SVG behind all
    nodes.  spots: by zone the centre and the SVG shape that is hit.  arrows: chips that are directions, with the way
    that each means here.  stacks: symbols of pieces that hide those below them, with the letter of their owner.
    """

    hash: str
    game: str
    seat: int
    portrait: bool
    width: float
    height: float
    textSize: float
    symbols: dict[str, str]
    ground: str
    spots: dict[str, tuple[float, float, str]]
    arrows: dict[str, tuple[float, float]]
    stacks: dict[str, str]
