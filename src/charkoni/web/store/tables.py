"""The tables of the database, and their rows as dataclasses."""

from dataclasses import dataclass

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

METADATA = MetaData()

games = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(120), nullable=False),
    Column("start", Text, nullable=False, server_default=""),
    Column("clock", String(12), nullable=False),
    Column("base", Integer, nullable=False),
    Column("increment", Integer, nullable=False),
    Column("invite", String(32), nullable=False, unique=True),
    Column("open", Integer, nullable=False),
    Column("dice_key", String(64), nullable=False),
    Column("previous", String(32), nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("state", String(12), nullable=False),
    Column("result", String(60), nullable=False, server_default=""),
    Column("reason", String(40), nullable=False, server_default=""),
    Column("ply", Integer, nullable=False, server_default="0"),
    Column("turn", Integer, nullable=False, server_default="-1"),
    Column("due", BigInteger, nullable=False, server_default="0"),
    Column("listed", Integer, nullable=False, server_default="0"),
    Column("match", String(40), nullable=False, server_default=""),
    Index("games_by_state", "state", "changed"),
    Index("games_by_name", "name", "state", "changed"),
    Index("games_listed", "listed", "state", "changed"),
    Index("games_by_clock", "state", "clock", "changed"),
    Index("games_joinable", "state", "open", "changed"),
)

seats = Table(
    "seats",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("name", String(60), nullable=False),
    Column("owner", String(40), nullable=False),
    Column("level", Integer, nullable=False),
    Column("watch", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("game", "seat"),
    Index("seats_by_owner", "owner"),
)

holders = Table(
    "holders",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guest", String(40), nullable=False),
    PrimaryKeyConstraint("game", "seat", "guest"),
    Index("holders_by_guest", "guest"),
)

log = Table(
    "log",
    METADATA,
    Column("game", String(32), ForeignKey("games.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("salt", String(32), nullable=False),
    Column("clocks", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("uptime", BigInteger, nullable=False, server_default="0"),
    PrimaryKeyConstraint("game", "seq"),
)
"""Append-only: a row is written before it is applied or shown, and never changed."""

tokens = Table(
    "tokens",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("guest", String(40), nullable=False),
    Column("name", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
)

works = Table(
    "works",
    METADATA,
    Column("kind", String(12), nullable=False),
    Column("id", String(32), nullable=False),
    Column("guest", String(40), nullable=False),
    Column("address", String(60), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("kind", "id"),
    Index("works_by_guest", "guest", "kind"),
    Index("works_by_address", "address", "kind"),
)
"""The makers of analyses and events."""

house = Table(
    "house",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Single values by name: the secret, when a server was last alive (ms since 1970), its uptime, ends of sessions."""

ENDED = "ended "
"""The prefix of the names of values that hold when the sessions of a guest were ended (ms since 1970)."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game and its state.

    name: of the game with its flags.  clock, base, increment: the time control, in ms.  invite: the code of its
    invitation.  open: 1 when anybody may join it.  dice_key: "", in old games
    the key of their first throws.  created, changed: ms since 1970.
    state: waiting, open, over or called-off.  start: a position, "" for the usual one.  previous: the id of the game
    before.  turn: the seat that has to act, -1 when none has.  due: with days per move by when, ms since 1970, else 0.
    listed: 1 when all people at the table agree that anybody may watch; the store keeps it.
    match: the match before this game, see `games.match_format.MatchState`; "" for a single game.
    """

    id: str
    name: str
    clock: str
    base: int
    increment: int
    invite: str
    open: int
    dice_key: str
    created: int
    changed: int
    state: str = "waiting"
    start: str = ""
    previous: str = ""
    result: str = ""
    reason: str = ""
    ply: int = 0
    turn: int = -1
    due: int = 0
    listed: int = 0
    match: str = ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat.

    kind: human, computer or open.  name: for a computer its style.  owner: the seated guest.  watch: 1 if the holder
    agrees that the game is listed for spectators; a free seat holds the choice of the game's creator.
    """

    game: str
    seat: int
    kind: str
    name: str = ""
    owner: str = ""
    level: int = 0
    watch: int = 0


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of a game's log.

    kind: start (text: the clock of each seat, and ` official <wait> <draws>` in an event), move (text: the move), throw
    (text: the throw; salt: in old games), seed (text: the commitment of the seat, "-" or "" as in `live.game.dice`; of
    a computer with the seed after it), key (text: the server's key), reveal (text: the seat's seed or word), undo
    (text: the number of plies), resign, draw, flag, call-off, stand-in (text: the level of the computer that plays for
    an absent person), return, or an arbiter's pause, go-on, clock.  clocks: the time left after it, in ms per clock,
    joined by spaces.  at: ms since 1970.  uptime: of the server, in ms (see `live.uptime`); 0 in old rows.
    """

    game: str
    seq: int
    kind: str
    seat: int = -1
    text: str = ""
    salt: str = ""
    clocks: str = ""
    at: int = 0
    uptime: int = 0
