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

# A click trie, for taps b2 - c3 (a move), b2 - d4 - e5 (another) and a5 (a move by one tap):
#
#     {"a5": "a5", "b2": {"c3": "b2-c3", "d4": {"e5": "b2-d4-e5"}}}
Trie = TypeAliasType("Trie", "dict[str, Trie | str]")
"""The click trie: a zone leads to the zones that may be tapped next, or to the text of the move that is complete."""

Node = tuple[str, str, str, str, str, str]
"""A piece: id, symbol, x, y, classes, text.  Coordinates are numbers as text, in scene units; lists in paint order."""


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
    """A seat and its holder.

    side: seats of equal side win together.  label: the side's name ("Red").  colour: the word in the classes of its
    pieces ("side-red").  name: of the holder.  you: the receiver holds it.  key: the capability token of an own seat,
    for a second device: `/s/<key>`.
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
    """A labelled number beside the board, of a seat or of the game (null).

    bar: value, goal and maximum of a bar that shows the number.
    """

    seat: int | None
    label: str
    value: str
    bar: NotRequired[tuple[float, float, float]]


class Status(TypedDict):
    """The state of the game.  text: as a sentence ("Red to move", "Draw: by agreement.").

    turn: the seat that decides, -1 when a throw is due, -2 when the game is over.  thrower: the seat that throws, when
    a throw is due.  scores (fractions as text, by seat) and reason: when it is over.  called-off: ended without result.
    """

    state: Literal["waiting", "open", "over", "called-off"]
    turn: int
    text: str
    thrower: NotRequired[int]
    scores: NotRequired[list[str]]
    reason: NotRequired[str]


class OfferInfo(TypedDict):
    """An open offer: its kind, its seat, and the seats that have not answered yet."""

    kind: OfferKind
    seat: int
    waiting: list[int]


class Dice(TypedDict):
    """The state of the dice (see docs/dice.md).

    stage: which secrets are missing.  missing: the seats they are missing from.  commitments: by seat; "" for a seat
    without one, "-" for one that gives a word.  commitment: the server's, "" before it is made.  faces: the possible
    throws with their weights.  url: of the document with all public data.
    """

    stage: Literal["commit", "word", "reveal", "ready"]
    missing: list[int]
    commitments: list[str]
    commitment: str
    faces: str
    url: str


class Match(TypedDict):
    """The match of which the game is a set.

    sets: at most.  target: so many points decide it.  set: the number of this one.  points: of both sides, "1½", with
    this set once it is over.  decided: no set follows.  text: a sentence.
    """

    sets: int
    target: int
    set: int
    points: list[str]
    decided: bool
    text: str


class Table(TypedDict):
    """Everything beside the board.

    watchers: the number of subscribers without a seat.  can: the actions that are permitted now.  next: the address of
    the next game.  invite: the address for other players while a seat is open.  note: a sentence to show.
    """

    seats: list[SeatInfo]
    clocks: Clocks
    status: Status
    offers: list[OfferInfo]
    watchers: int
    can: list[Action]
    next: NotRequired[str]
    invite: NotRequired[str]
    dice: NotRequired[Dice]
    match: NotRequired[Match]
    note: NotRequired[str]


class LastPly(TypedDict):
    """The last ply: the move, the seat that made it (-1: a throw), the zones to mark, and a sentence."""

    m: str
    seat: int
    zones: list[str]
    say: str


class Preview(TypedDict):
    """The preview of a move: a sentence and an icon."""

    say: str
    icon: NotRequired[str]


class BoardReply(TypedDict):
    """The common part of `View` and `Ply`: the position for one subscriber.

    ply: the number of plies played.  zones: a label for every zone.  say: the coach's sentence.  hud: the counters.
    trie, marks, peeks: only for the seat that decides.  marks: by move its icon, if it has one; absent when there are
    many moves.  peeks: previews by move, when there are few moves.
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
    last: NotRequired[LastPly]


# --- server to client -------------------------------------------------------------------------------------------------


class View(BoardReply):
    """A whole board: the answer to `hello`, and sent where a delta does not suffice (`cause`).

    game: its canonical name.  title: its name in words.  scene: address of the static layer (`Scene`), which never
    changes.  bottom and portrait: the perspective.  log: all moves as [text, seat].
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


class Ply(BoardReply, _Gone):
    """One ply more.  set: nodes that are new or changed; del: ids of nodes that are removed.

    order: all ids in paint order, unless it is the old order with new ones at the end.  zones: only labels that
    changed (null: removed).
    """

    type: Literal["ply"]
    m: str
    seat: int
    events: list[Event]
    set: list[Node]
    order: NotRequired[list[str]]


class TableMessage(TypedDict):
    """A change beside the board: presence, clocks, offers, names, the state of the engine."""

    type: Literal["table"]
    g: str
    v: int
    table: Table


class Ack(TypedDict):
    """Request n is executed; its moves are stored."""

    type: Literal["ack"]
    g: str
    n: int


class Nack(TypedDict):
    """Request n is refused: a code of docs/protocol.md, a sentence, and the clause if it is refused by the rules."""

    type: Literal["nack"]
    g: NotRequired[str]
    n: NotRequired[int]
    code: str
    text: str
    rule: NotRequired[str]


class Peek(TypedDict):
    """Answer to peek.  say: the coach's sentence.

    Of a move also ghosts: the nodes that it would change; gone: the ids that it would remove; path: the zones on its
    way, in order; icon.
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
    """Answer to why.  text: "" for a legal tap or an unknown zone.  rule: clause; url: the rules, at that clause."""

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
    """Answer to marks, also sent without a request: the icons by move."""

    type: Literal["marks"]
    g: str
    v: int
    prefix: list[str]
    marks: dict[str, str]


class Hint(TypedDict):
    """Answer to hint: three sentences to reveal one by one (the aim, the place, the move and its consequences).

    m: the move; script: the taps that play it.
    """

    type: Literal["hint"]
    g: str
    v: int
    n: int
    script: list[str]
    m: str
    steps: list[str]


class Think(TypedDict):
    """Search a move for a computer: sent to a page that says that it can, while its player is alone.

    request: for the module of the page, base64.  moves: the legal moves by their codes.  Answered by `thought`.
    """

    type: Literal["think"]
    g: str
    v: int
    request: str
    moves: dict[str, str]


class ChatMessage(TypedDict):
    """A preset phrase of a seat."""

    type: Literal["chat"]
    g: str
    seat: int
    phrase: Phrase
    text: str


class Pong(TypedDict):
    """Answer to ping.  t: its number; server: the server's time, in ms since 1970."""

    type: Literal["pong"]
    t: float
    server: float


class Bye(TypedDict):
    """The server closes the socket; the client reconnects after `retry` ms."""

    type: Literal["bye"]
    code: Literal["RESTART", "FLOOD", "IDLE"]
    retry: int


Reply = View | Ply | TableMessage | Ack | Nack | Peek | Why | Marks | Hint | Think | ChatMessage | Pong | Bye


# --- documents fetched by HTTP ----------------------------------------------------------------------------------------


class Scene(TypedDict):
    """The static layer: `GET /scene/<game>/<seat>/<upright|lying>/<hash>.json`, cached for ever.

    symbols: inner SVG by name; the client puts each into <defs> as <g id="<prefix><name>">.  flatSymbols: those that
    the flat set of pieces draws differently.  paintServers: gradients and patterns for <defs>; the client puts the
    prefix before their ids and into each "url(#...)" of symbols and ground.  ground: SVG behind all nodes.  spots: by
    zone the centre (x, y) and the SVG shape of its hit area.  foot: the SVG of the ring, around a piece's middle, that
    marks a piece which may be chosen, or "".  lastMarks: by symbol the SVG of the mark, around a piece in the middle of
    a zone of the last move, that replaces the shape of the zone.  arrows: by chip that is a direction its unit vector
    on this board.  sound: the material that the pieces sound like.  stacks: by symbol of pieces that hide those below
    them the letter of their owner.
    """

    hash: str
    game: str
    seat: int
    portrait: bool
    width: float
    height: float
    textSize: float
    symbols: dict[str, str]
    flatSymbols: dict[str, str]
    paintServers: str
    sound: str
    ground: str
    spots: dict[str, tuple[float, float, str]]
    foot: str
    lastMarks: dict[str, str]
    arrows: dict[str, tuple[float, float]]
    stacks: dict[str, str]
