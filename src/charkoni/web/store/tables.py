"""The tables of the database, and their rows as dataclasses."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, get_type_hints

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


def _columns(row: type) -> Iterator[Column[object]]:
    """Yield the columns of a row's table: each stands in the annotation of its field, and holds no NULL."""
    for name, hint in get_type_hints(row, include_extras=True).items():
        column: Column[object] = hint.__metadata__[0]
        column.name = column.key = name
        column.nullable = False
        yield column


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

    id: Annotated[str, Column(String(32), primary_key=True)]
    name: Annotated[str, Column(String(120))]
    clock: Annotated[str, Column(String(12))]
    base: Annotated[int, Column(Integer)]
    increment: Annotated[int, Column(Integer)]
    invite: Annotated[str, Column(String(32), unique=True)]
    open: Annotated[int, Column(Integer)]
    dice_key: Annotated[str, Column(String(64))]
    created: Annotated[int, Column(BigInteger)]
    changed: Annotated[int, Column(BigInteger)]
    state: Annotated[str, Column(String(12))] = "waiting"
    start: Annotated[str, Column(Text, server_default="")] = ""
    previous: Annotated[str, Column(String(32), server_default="")] = ""
    result: Annotated[str, Column(String(60), server_default="")] = ""
    reason: Annotated[str, Column(String(40), server_default="")] = ""
    ply: Annotated[int, Column(Integer, server_default="0")] = 0
    turn: Annotated[int, Column(Integer, server_default="-1")] = -1
    due: Annotated[int, Column(BigInteger, server_default="0")] = 0
    listed: Annotated[int, Column(Integer, server_default="0")] = 0
    match: Annotated[str, Column(String(40), server_default="")] = ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat.

    kind: human, computer or open.  name: for a computer its style.  owner: the seated guest.  watch: 1 if the holder
    agrees that the game is listed for spectators; a free seat holds the choice of the game's creator.
    """

    game: Annotated[str, Column(String(32), ForeignKey("games.id"))]
    seat: Annotated[int, Column(Integer)]
    kind: Annotated[str, Column(String(12))]
    name: Annotated[str, Column(String(60))] = ""
    owner: Annotated[str, Column(String(40))] = ""
    level: Annotated[int, Column(Integer)] = 0
    watch: Annotated[int, Column(Integer, server_default="0")] = 0


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

    game: Annotated[str, Column(String(32), ForeignKey("games.id"))]
    seq: Annotated[int, Column(Integer)]
    kind: Annotated[str, Column(String(12))]
    seat: Annotated[int, Column(Integer)] = -1
    text: Annotated[str, Column(Text)] = ""
    salt: Annotated[str, Column(String(32))] = ""
    clocks: Annotated[str, Column(Text)] = ""
    at: Annotated[int, Column(BigInteger)] = 0
    uptime: Annotated[int, Column(BigInteger, server_default="0")] = 0


@dataclass(frozen=True, slots=True)
class Work:
    """Something that a guest has made besides games.  kind: analysis or event.  at: ms since 1970."""

    kind: Annotated[str, Column(String(12))]
    id: Annotated[str, Column(String(32))]
    guest: Annotated[str, Column(String(40))]
    address: Annotated[str, Column(String(60))]
    at: Annotated[int, Column(BigInteger)]


games = Table(
    "games",
    METADATA,
    *_columns(GameRow),
    Index("games_by_state", "state", "changed"),
    Index("games_by_name", "name", "state", "changed"),
    Index("games_listed", "listed", "state", "changed"),
    Index("games_by_clock", "state", "clock", "changed"),
    Index("games_joinable", "state", "open", "changed"),
)

seats = Table(
    "seats",
    METADATA,
    *_columns(SeatRow),
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
    *_columns(LogRow),
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
    *_columns(Work),
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
