"""The tables of the database, and their rows as dataclasses."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, get_type_hints

import sqlalchemy as sa

METADATA = sa.MetaData()


def _columns(row: type) -> Iterator[sa.Column[object]]:
    """Yield the columns of a row's table: each stands in the annotation of its field, and holds no NULL."""
    for name, hint in get_type_hints(row, include_extras=True).items():
        column: sa.Column[object] = hint.__metadata__[0]
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

    id: Annotated[str, sa.Column(sa.String(32), primary_key=True)]
    name: Annotated[str, sa.Column(sa.String(120))]
    clock: Annotated[str, sa.Column(sa.String(12))]
    base: Annotated[int, sa.Column(sa.Integer)]
    increment: Annotated[int, sa.Column(sa.Integer)]
    invite: Annotated[str, sa.Column(sa.String(32), unique=True)]
    open: Annotated[int, sa.Column(sa.Integer)]
    dice_key: Annotated[str, sa.Column(sa.String(64))]
    created: Annotated[int, sa.Column(sa.BigInteger)]
    changed: Annotated[int, sa.Column(sa.BigInteger)]
    state: Annotated[str, sa.Column(sa.String(12))] = "waiting"
    start: Annotated[str, sa.Column(sa.Text, server_default="")] = ""
    previous: Annotated[str, sa.Column(sa.String(32), server_default="")] = ""
    result: Annotated[str, sa.Column(sa.String(60), server_default="")] = ""
    reason: Annotated[str, sa.Column(sa.String(40), server_default="")] = ""
    ply: Annotated[int, sa.Column(sa.Integer, server_default="0")] = 0
    turn: Annotated[int, sa.Column(sa.Integer, server_default="-1")] = -1
    due: Annotated[int, sa.Column(sa.BigInteger, server_default="0")] = 0
    listed: Annotated[int, sa.Column(sa.Integer, server_default="0")] = 0
    match: Annotated[str, sa.Column(sa.String(40), server_default="")] = ""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat.

    kind: human, computer or open.  name: for a computer its style.  owner: the seated guest.  watch: 1 if the holder
    agrees that the game is listed for spectators; a free seat holds the choice of the game's creator.
    """

    game: Annotated[str, sa.Column(sa.String(32), sa.ForeignKey("games.id"))]
    seat: Annotated[int, sa.Column(sa.Integer)]
    kind: Annotated[str, sa.Column(sa.String(12))]
    name: Annotated[str, sa.Column(sa.String(60))] = ""
    owner: Annotated[str, sa.Column(sa.String(40))] = ""
    level: Annotated[int, sa.Column(sa.Integer)] = 0
    watch: Annotated[int, sa.Column(sa.Integer, server_default="0")] = 0


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

    game: Annotated[str, sa.Column(sa.String(32), sa.ForeignKey("games.id"))]
    seq: Annotated[int, sa.Column(sa.Integer)]
    kind: Annotated[str, sa.Column(sa.String(12))]
    seat: Annotated[int, sa.Column(sa.Integer)] = -1
    text: Annotated[str, sa.Column(sa.Text)] = ""
    salt: Annotated[str, sa.Column(sa.String(32))] = ""
    clocks: Annotated[str, sa.Column(sa.Text)] = ""
    at: Annotated[int, sa.Column(sa.BigInteger)] = 0
    uptime: Annotated[int, sa.Column(sa.BigInteger, server_default="0")] = 0


@dataclass(frozen=True, slots=True)
class Work:
    """Something that a guest has made besides games.  kind: analysis or event.  at: ms since 1970."""

    kind: Annotated[str, sa.Column(sa.String(12))]
    id: Annotated[str, sa.Column(sa.String(32))]
    guest: Annotated[str, sa.Column(sa.String(40))]
    address: Annotated[str, sa.Column(sa.String(60))]
    at: Annotated[int, sa.Column(sa.BigInteger)]


games = sa.Table(
    "games",
    METADATA,
    *_columns(GameRow),
    sa.Index("games_by_state", "state", "changed"),
    sa.Index("games_by_name", "name", "state", "changed"),
    sa.Index("games_listed", "listed", "state", "changed"),
    sa.Index("games_by_clock", "state", "clock", "changed"),
    sa.Index("games_joinable", "state", "open", "changed"),
)

seats = sa.Table(
    "seats",
    METADATA,
    *_columns(SeatRow),
    sa.PrimaryKeyConstraint("game", "seat"),
    sa.Index("seats_by_owner", "owner"),
)

holders = sa.Table(
    "holders",
    METADATA,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("guest", sa.String(40), nullable=False),
    sa.PrimaryKeyConstraint("game", "seat", "guest"),
    sa.Index("holders_by_guest", "guest"),
)

log = sa.Table(
    "log",
    METADATA,
    *_columns(LogRow),
    sa.PrimaryKeyConstraint("game", "seq"),
)
"""Append-only: a row is written before it is applied or shown, and never changed."""

tokens = sa.Table(
    "tokens",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("guest", sa.String(40), nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)

works = sa.Table(
    "works",
    METADATA,
    *_columns(Work),
    sa.PrimaryKeyConstraint("kind", "id"),
    sa.Index("works_by_guest", "guest", "kind"),
    sa.Index("works_by_address", "address", "kind"),
)
"""The makers of analyses and events."""

house = sa.Table(
    "house",
    METADATA,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""Single values by name: the secret, when a server was last alive (ms since 1970), its uptime, ends of sessions."""

ENDED = "ended "
"""The prefix of the names of values that hold when the sessions of a guest were ended (ms since 1970)."""
