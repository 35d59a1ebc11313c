"""Replies: the messages from server to client, their parts, and the documents fetched by HTTP.

Common fields.  g: the id of a game.  v: the version of its position, which grows with every move, throw and takeback.
n: the counter of the request that is answered.  Times are in ms; text is in the language of the board's `hello`.
"""

from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

Lang = Literal["ru", "en", "tr"]
OfferKind = Literal["draw", "takeback", "rematch"]
Phrase = Literal["hello", "luck", "thanks", "good-move", "sorry", "wait", "good-game", "bye"]
Action = Literal["undo", "draw", "takeback", "rematch", "resign", "call-off", "claim", "stand-in", "hint", "throw"]

Trie = TypeAliasType("Trie", "dict[str, Trie | str]")
"""The click trie: a zone leads to the zones that may be tapped next, or to the text of the move that is complete."""

Node = tuple[str, str, str, str, str, str]
"""A piece: id, symbol, x, y, classes, text.  Coordinates are numbers as text, in units of the scene; lists of nodes
stand in paint order."""


# --- parts of replies -------------------------------------------------------------------------------------------------


class Event(TypedDict):
    """An effect of a move, for motion and sound.

    ids: the nodes that move; to: the zone of each afterwards ("": gone); path: the zones on the way; zone: where it
    happens; value: the number or text that is shown.
    """

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
    """Fairness of the dice.

    commitment: SHA-256 of the key, in hexadecimal, known before the game.  key: when the game is over.  url: the
    document that `charkoni verify-dice` checks.
    """

    commitment: str
    key: NotRequired[str]
    url: str


class Table(TypedDict):
    """Everything beside the board.

    watchers: how many follow without a seat.  can: the actions that make sense now.  next: the address of the next
    game.  invite: the address for other players while a seat is open.  note: a sentence to show.
    """

    seats: list[SeatInfo]
    clocks: Clocks
    status: Status
    offers: list[OfferInfo]
    watchers: int
    can: list[
        Literal["undo", "draw", "takeback", "rematch", "resign", "call-off", "claim", "stand-in", "hint", "throw"]
    ]
    next: NotRequired[str]
    invite: NotRequired[str]
    dice: NotRequired[Dice]
    note: NotRequired[str]


class Last(TypedDict):
    """The last ply: the move, the seat that made it (-1: a throw), the zones to mark, and the sentence about it."""

    m: str
    seat: int
    zones: list[str]
    say: str


class Preview(TypedDict):
    """The preview of a move: a sentence and an icon."""

    say: str
    icon: NotRequired[str]


class Board(TypedDict):
    """What `View` and `Ply` share: the parts that depend on the position, for one subscriber.

    ply: how many plies stand on the board.  zones: a label for every zone.  say: the coach's sentence.  hud: the
    counters.  trie, marks, peeks: only for the seat that decides.  marks: icon of every move that does
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
    """Something beside the board has changed: presence, clocks, offers, names, the state of the computer."""

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
    """Message n is refused: a code, a sentence, and the clause if it is refused by the rules."""

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
    """Answer to marks, also sent without a request: the icon of every move that does more than move."""

    type: Literal["marks"]
    g: str
    v: int
    prefix: list[str]
    marks: dict[str, str]


class Hint(TypedDict):
    """Answer to hint: three sentences to uncover one by one (the aim, the place, the move with what follows).

    m: the move; script: the taps that play it.
    """

    type: Literal["hint"]
    g: str
    v: int
    n: int
    script: list[str]
    m: str
    steps: list[str]


class Said(TypedDict):
    """A seat says a preset phrase."""

    type: Literal["chat"]
    g: str
    seat: int
    phrase: Phrase
    text: str


class Pong(TypedDict):
    """Answer to ping: its number, and the server's time, in ms since 1970."""

    type: Literal["pong"]
    t: float
    server: float


class Bye(TypedDict):
    """The server closes the socket; come back after `retry` ms."""

    type: Literal["bye"]
    code: Literal["RESTART", "FLOOD", "IDLE"]
    retry: int


Reply = View | Ply | TableMessage | Ack | Nack | Peek | Why | Marks | Hint | Said | Pong | Bye


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
