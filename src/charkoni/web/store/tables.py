"""The tables of the database, and their rows as dataclasses."""

from dataclasses import dataclass
from typing import Annotated, get_type_hints

import sqlalchemy as sa

METADATA = sa.MetaData()

PERSON = sa.String(40)
"""The type of columns that hold the id of a person.

Of a table with such a column everything else follows: its rows are in the person's export, are deleted with the
person, and follow when one person turns out to be another (see `people.personal_data`).  Of several such columns the
first is of the person to whom the row belongs; the others are secret, and no reason to export it.
"""


SECRET: dict[str, object] = {"is_secret": True}
"""The info of columns that no export shows, not even to the person."""


def table_of(name: str, row: type, *, sqlite_with_rowid: bool = True, **indexes: str) -> sa.Table:
    """Return the table of a row: its columns stand in the annotations of the fields, and hold no NULL.

    sqlite_with_rowid: whether the rows lie in another order than that of the key.  indexes: by name their columns.
    """
    table = sa.Table(name, METADATA, sqlite_with_rowid=sqlite_with_rowid)
    for field, hint in get_type_hints(row, include_extras=True).items():
        column: sa.Column[object] = hint.__metadata__[0]
        column.name = column.key = field
        column.nullable = False
        table.append_column(column)
    for index, columns in indexes.items():
        sa.Index(index, *(table.c[each] for each in columns.split()))
    return table


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
    rated: 1 when its result changes the ratings of its players.
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
    rated: Annotated[int, sa.Column(sa.Integer, server_default="0")] = 0


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat.

    kind: human, computer or open.  name: for a computer its style.  owner: the seated person.  watch: 1 if the holder
    agrees that the game is listed for spectators; a free seat holds the choice of the game's creator.  program: 1 if a
    program of the owner plays here, by a token.
    """

    game: Annotated[str, sa.Column(sa.String(32), sa.ForeignKey("games.id"), primary_key=True)]
    seat: Annotated[int, sa.Column(sa.Integer, primary_key=True)]
    kind: Annotated[str, sa.Column(sa.String(12))]
    name: Annotated[str, sa.Column(sa.String(60))] = ""
    owner: Annotated[str, sa.Column(PERSON)] = ""
    level: Annotated[int, sa.Column(sa.Integer)] = 0
    watch: Annotated[int, sa.Column(sa.Integer, server_default="0")] = 0
    program: Annotated[int, sa.Column(sa.Integer, server_default="0")] = 0


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of a game's log.

    kind: start (text: the clock of each seat, and ` official <wait> <draws>` in an event), move (text: the move), throw
    (text: the throw; salt: in old games; of a move `live.game.live_game.CONDITIONAL` or ""), seed (text: the commitment
    of the seat, "-" or "" as in `games.fair_dice`; of a computer with the seed after it), key (text: the server's key),
    reveal (text: the seat's seed or word), undo (text: the number of plies), resign, draw, flag, call-off, stand-in
    (text: the level of the computer that plays for an absent person), return, vacation (text: until when), or an
    arbiter's pause, go-on, clock. clocks: the time left after it, in ms per clock, joined by spaces. at: ms since 1970.
    uptime: of the server, in ms (see `live.uptime`); 0 in old rows.
    """

    game: Annotated[str, sa.Column(sa.String(32), sa.ForeignKey("games.id"), primary_key=True)]
    seq: Annotated[int, sa.Column(sa.Integer, primary_key=True)]
    kind: Annotated[str, sa.Column(sa.String(12))]
    seat: Annotated[int, sa.Column(sa.Integer)] = -1
    text: Annotated[str, sa.Column(sa.Text)] = ""
    salt: Annotated[str, sa.Column(sa.String(32))] = ""
    clocks: Annotated[str, sa.Column(sa.Text)] = ""
    at: Annotated[int, sa.Column(sa.BigInteger)] = 0
    uptime: Annotated[int, sa.Column(sa.BigInteger, server_default="0")] = 0


@dataclass(frozen=True, slots=True)
class Work:
    """Something that a person has made besides games.  kind: analysis or event.  at: ms since 1970."""

    kind: Annotated[str, sa.Column(sa.String(12), primary_key=True)]
    id: Annotated[str, sa.Column(sa.String(32), primary_key=True)]
    person: Annotated[str, sa.Column(PERSON)]
    address: Annotated[str, sa.Column(sa.String(60))]
    at: Annotated[int, sa.Column(sa.BigInteger)]


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person, stored from the first credential on, or from the first thing that is kept; until then a cookie is all.

    id: that of the signed cookie.  name: of a member, "" for others.  created, seen: ms since 1970.  kept: what follows
    a member from device to device, as JSON (see `pages.people.kept`).  muted: 1 where the owner of the server lets a
    person say nothing at tables.
    """

    id: Annotated[str, sa.Column(PERSON, primary_key=True)]
    name: Annotated[str, sa.Column(sa.String(60))] = ""
    created: Annotated[int, sa.Column(sa.BigInteger)] = 0
    seen: Annotated[int, sa.Column(sa.BigInteger)] = 0
    kept: Annotated[str, sa.Column(sa.Text)] = "{}"
    muted: Annotated[int, sa.Column(sa.Integer, server_default="0")] = 0


@dataclass(frozen=True, slots=True)
class NameRow:
    """A name that a member has or had, and that nobody else may take.

    key: the same for all names that look alike, see `people.names.key_of`.  person: "" for a name that nobody gets for
    a year, see `people.persons.withhold_names`; name: "" for these.  since: ms since 1970.
    """

    key: Annotated[str, sa.Column(sa.String(60), primary_key=True)]
    person: Annotated[str, sa.Column(PERSON)]
    name: Annotated[str, sa.Column(sa.String(60))]
    since: Annotated[int, sa.Column(sa.BigInteger)]


@dataclass(frozen=True, slots=True)
class CredentialRow:
    """What a person, or a program that acts for one, is recognised by.  One makes a guest a member.

    kind: passkey, passphrase, token or card.  id: SHA-256 of the passkey's id, of the token, or of the card's key; of a
    passphrase any.  secret: of a passkey its id and public key in base64url with a space between, of a passphrase its
    Argon2 hash, of others "".  count: the signatures of a passkey, as far as it counts them.  label: its device, the
    program, or the pupil.  created, used: ms since 1970, 0 for never.
    """

    id: Annotated[str, sa.Column(sa.String(64), primary_key=True)]
    person: Annotated[str, sa.Column(PERSON)]
    kind: Annotated[str, sa.Column(sa.String(12))]
    label: Annotated[str, sa.Column(sa.String(60))]
    created: Annotated[int, sa.Column(sa.BigInteger)]
    secret: Annotated[str, sa.Column(sa.Text, info=SECRET)] = ""
    count: Annotated[int, sa.Column(sa.BigInteger)] = 0
    used: Annotated[int, sa.Column(sa.BigInteger)] = 0


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A browser in which a member is signed in.  label: the device.  created, seen: ms since 1970, to a day."""

    id: Annotated[str, sa.Column(sa.String(20), primary_key=True)]
    person: Annotated[str, sa.Column(PERSON)]
    created: Annotated[int, sa.Column(sa.BigInteger)]
    seen: Annotated[int, sa.Column(sa.BigInteger)]
    label: Annotated[str, sa.Column(sa.String(60))]


@dataclass(frozen=True, slots=True)
class TicketRow:
    """Something that may be done once, until a time: see `people.tickets`.

    person: who may, or for whom; "" while that is not known.  browser: where, "" for anywhere.  expires: ms since 1970.
    """

    id: Annotated[str, sa.Column(sa.String(64), primary_key=True, info=SECRET)]
    kind: Annotated[str, sa.Column(sa.String(12))]
    person: Annotated[str, sa.Column(PERSON)]
    browser: Annotated[str, sa.Column(sa.String(40))]
    data: Annotated[str, sa.Column(sa.Text)]
    expires: Annotated[int, sa.Column(sa.BigInteger)]


@dataclass(frozen=True, slots=True)
class SessionEnd:
    """Cookies issued before a time are void, or hold an old name.

    name: a hash of the person or session (see `http.sessions.ended_name`), which outlives their data.  at: ms since
    1970.  renamed: the person's name since then, "" where the cookies are void.
    """

    name: Annotated[str, sa.Column(sa.String(24), primary_key=True)]
    at: Annotated[int, sa.Column(sa.BigInteger)]
    renamed: Annotated[str, sa.Column(sa.String(60))] = ""


@dataclass(frozen=True, slots=True)
class ComplaintRow:
    """What a person has against another one, see `people.complaints`.

    about: the other.  kind: `complaints.BLOCK`, or that of a report.  game: in which they met, "" for a block, and
    where none is named.  name: of the other then.  at: ms since 1970.  closed: 1 once the owner of the server has dealt
    with a report.
    """

    person: Annotated[str, sa.Column(PERSON, primary_key=True)]
    about: Annotated[str, sa.Column(PERSON, primary_key=True, info=SECRET)]
    kind: Annotated[str, sa.Column(sa.String(12), primary_key=True)]
    game: Annotated[str, sa.Column(sa.String(32), primary_key=True)]
    name: Annotated[str, sa.Column(sa.String(60))]
    at: Annotated[int, sa.Column(sa.BigInteger)]
    closed: Annotated[int, sa.Column(sa.Integer)] = 0


@dataclass(frozen=True, slots=True)
class ConditionalRow:
    """The conditional moves of a person at a seat, see `live.conditional_moves`.

    ply: of the game, in the position that the tree begins at.  tree: as JSON.  due: 1 when it is
    the person's move, so that the reply is to be played.
    """

    game: Annotated[str, sa.Column(sa.String(32), primary_key=True)]
    seat: Annotated[int, sa.Column(sa.Integer, primary_key=True)]
    person: Annotated[str, sa.Column(PERSON)]
    ply: Annotated[int, sa.Column(sa.Integer)]
    tree: Annotated[str, sa.Column(sa.Text)]
    due: Annotated[int, sa.Column(sa.Integer)] = 0


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """On which terms the free seats of a game are taken, see `challenges.challenges`.

    person: the only one who may, "" for anybody.  low, high: between which ratings, 0 for no bound.  since: from when
    on these bounds widen (ms since 1970), 0 for never.  several: 1 when the same is offered again once it is taken.
    until: when it ends by itself, ms since 1970.
    """

    game: Annotated[str, sa.Column(sa.String(32), primary_key=True)] = ""
    person: Annotated[str, sa.Column(PERSON, primary_key=True)] = ""
    low: Annotated[int, sa.Column(sa.Integer)] = 0
    high: Annotated[int, sa.Column(sa.Integer)] = 0
    since: Annotated[int, sa.Column(sa.BigInteger)] = 0
    several: Annotated[int, sa.Column(sa.Integer)] = 0
    until: Annotated[int, sa.Column(sa.BigInteger)] = 0


@dataclass(frozen=True, slots=True)
class VacationRow:
    """Days on which the clocks of a person stand still, see `people.vacations`.

    begins, ends: ms since 1970.  begun: 1 when the clocks have been stopped that ran when it began.
    """

    id: Annotated[str, sa.Column(sa.String(20), primary_key=True)]
    person: Annotated[str, sa.Column(PERSON)]
    begins: Annotated[int, sa.Column(sa.BigInteger)]
    ends: Annotated[int, sa.Column(sa.BigInteger)]
    begun: Annotated[int, sa.Column(sa.Integer)] = 0


@dataclass(frozen=True, slots=True)
class RatingRow:
    """The rating of a person in a game (its name with flags) and time class, see `standings.game_ratings`.

    played: the number of his rated games.  at: when the last one ended, ms since 1970.
    """

    person: Annotated[str, sa.Column(PERSON, primary_key=True)]
    name: Annotated[str, sa.Column(sa.String(120), primary_key=True)]
    time_class: Annotated[str, sa.Column(sa.String(8), primary_key=True)]
    rating: Annotated[float, sa.Column(sa.Double)]
    deviation: Annotated[float, sa.Column(sa.Double)]
    volatility: Annotated[float, sa.Column(sa.Double)]
    played: Annotated[int, sa.Column(sa.Integer)]
    at: Annotated[int, sa.Column(sa.BigInteger)]


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a rated game changed at a seat: the rating after it, and before it (was, was_deviation, was_volatility).

    person: "" for a computer, and for a person whose data are deleted.  at: when the game ended, ms since 1970.
    """

    game: Annotated[str, sa.Column(sa.String(32), primary_key=True)]
    seat: Annotated[int, sa.Column(sa.Integer, primary_key=True)]
    person: Annotated[str, sa.Column(PERSON)]
    name: Annotated[str, sa.Column(sa.String(120))]
    time_class: Annotated[str, sa.Column(sa.String(8))]
    at: Annotated[int, sa.Column(sa.BigInteger)]
    rating: Annotated[float, sa.Column(sa.Double)]
    deviation: Annotated[float, sa.Column(sa.Double)]
    volatility: Annotated[float, sa.Column(sa.Double)]
    was: Annotated[float, sa.Column(sa.Double)]
    was_deviation: Annotated[float, sa.Column(sa.Double)]
    was_volatility: Annotated[float, sa.Column(sa.Double)]


@dataclass(frozen=True, slots=True)
class ExploredPly:
    """A ply of a finished public game, by the position before it.

    position: see `explorer.positions.key_of`.  at: when the game ended, ms since 1970.  move: "" in the last position.
    winner: the side that won alone, -1 when none did.  rating: the mean of the rated players, 0 without one.
    """

    position: Annotated[int, sa.Column(sa.BigInteger, primary_key=True)]
    at: Annotated[int, sa.Column(sa.BigInteger, primary_key=True)]
    game: Annotated[str, sa.Column(sa.String(32), primary_key=True)]
    ply: Annotated[int, sa.Column(sa.Integer, primary_key=True)]
    move: Annotated[str, sa.Column(sa.String(40))]
    winner: Annotated[int, sa.Column(sa.SmallInteger)]
    rating: Annotated[int, sa.Column(sa.Integer)]


@dataclass(frozen=True, slots=True)
class MoveCount:
    """How often a move was made in a position, for positions of the first plies.

    winner: see `ExploredPly`.  games: how many such games.  ratings, rated: the sum of the ratings of `rated` games.
    """

    position: Annotated[int, sa.Column(sa.BigInteger, primary_key=True)]
    move: Annotated[str, sa.Column(sa.String(40), primary_key=True)]
    winner: Annotated[int, sa.Column(sa.SmallInteger, primary_key=True)]
    games: Annotated[int, sa.Column(sa.BigInteger)]
    ratings: Annotated[int, sa.Column(sa.BigInteger)]
    rated: Annotated[int, sa.Column(sa.BigInteger)]


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """Something that a person is told once on each of his channels, see `notices.outbox`.

    kind: see `notices.kinds`.  about: the id of its cause, as of the game.  at: since when it is so.  due: when it is
    looked at next, 0 when no channel is left (ms since 1970).  sent: the ids of the channels to which it was given,
    before it is sent.
    """

    person: Annotated[str, sa.Column(PERSON, primary_key=True)]
    kind: Annotated[str, sa.Column(sa.String(12), primary_key=True)]
    about: Annotated[str, sa.Column(sa.String(32), primary_key=True)]
    at: Annotated[int, sa.Column(sa.BigInteger)]
    due: Annotated[int, sa.Column(sa.BigInteger)]
    sent: Annotated[str, sa.Column(sa.Text)] = ""


@dataclass(frozen=True, slots=True)
class ChannelRow:
    """A way on which a person is told, see `notices.channels`.

    address: to which it is sent, "" for a feed.  secret: of a feed the end of its address, of a webhook the key of its
    signatures, of a browser its public key and its secret with a space between.  off: the kinds that it does not carry,
    joined by spaces.  label: its device or host.  origin: the beginning of the addresses in it.  lang: its language.
    failures: in a row.  paused: until when after them (ms since 1970).
    """

    id: Annotated[str, sa.Column(sa.String(20), primary_key=True)]
    person: Annotated[str, sa.Column(PERSON)]
    kind: Annotated[str, sa.Column(sa.String(12))]
    address: Annotated[str, sa.Column(sa.Text)]
    secret: Annotated[str, sa.Column(sa.Text, info=SECRET)]
    label: Annotated[str, sa.Column(sa.String(60))]
    origin: Annotated[str, sa.Column(sa.String(120))]
    lang: Annotated[str, sa.Column(sa.String(8))]
    created: Annotated[int, sa.Column(sa.BigInteger)]
    off: Annotated[str, sa.Column(sa.String(120))] = ""
    failures: Annotated[int, sa.Column(sa.Integer)] = 0
    paused: Annotated[int, sa.Column(sa.BigInteger)] = 0


@dataclass(frozen=True, slots=True)
class Holder:
    """A person who has a seat, perhaps on several devices."""

    game: Annotated[str, sa.Column(sa.String(32), sa.ForeignKey("games.id"), primary_key=True)]
    seat: Annotated[int, sa.Column(sa.Integer, primary_key=True)]
    person: Annotated[str, sa.Column(PERSON, primary_key=True)]


@dataclass(frozen=True, slots=True)
class Value:
    """A single value."""

    name: Annotated[str, sa.Column(sa.String(40), primary_key=True)]
    value: Annotated[str, sa.Column(sa.Text)]


@dataclass(frozen=True, slots=True)
class ResultPart:
    """A part of the result of a long computation, see `store.result_cache`.  at: ms since 1970."""

    name: Annotated[str, sa.Column(sa.String(64), primary_key=True)]
    part: Annotated[int, sa.Column(sa.Integer, primary_key=True)]
    value: Annotated[str, sa.Column(sa.Text)]
    at: Annotated[int, sa.Column(sa.BigInteger)]


games = table_of(
    "games",
    GameRow,
    games_by_state="state changed",
    games_by_name="name state changed",
    games_listed="listed state changed",
    games_by_clock="state clock changed",
    games_by_due="state clock due",
    games_joinable="state open changed",
)

seats = table_of("seats", SeatRow, seats_by_owner="owner", seats_by_name="name kind")

holders = table_of("holders", Holder, holders_by_person="person")

log = table_of("log", LogRow)
"""Append-only: a row is written before it is applied or shown, and never changed."""

persons = table_of("persons", PersonRow)

names = table_of("names", NameRow, names_by_person="person")

credentials = table_of("credentials", CredentialRow, credentials_by_person="person kind")

sessions = table_of("sessions", SessionRow, sessions_by_person="person")

tickets = table_of("tickets", TicketRow, tickets_by_person="person")

session_ends = table_of("session_ends", SessionEnd, session_ends_by_time="at")

complaints = table_of("complaints", ComplaintRow, complaints_about="about kind", complaints_open="closed kind at")

works = table_of("works", Work, works_by_person="person kind", works_by_address="address kind")
"""The makers of analyses and events."""

vacations = table_of("vacations", VacationRow, vacations_by_person="person ends", vacations_begun="begun begins")

conditional_moves = table_of(
    "conditional_moves", ConditionalRow, conditional_moves_by_person="person", conditional_moves_due="due"
)

challenges = table_of("challenges", ChallengeRow, challenges_by_person="person until", challenges_by_end="until")

ratings = table_of("ratings", RatingRow, ratings_by_rating="name time_class rating")

rating_changes = table_of("rating_changes", RatingChange, rating_changes_by_person="person name time_class at")

# The rows lie in the order of the key: the latest games of a position are read without a second index.
explored = table_of("explored", ExploredPly, sqlite_with_rowid=False)

move_counts = table_of("move_counts", MoveCount, sqlite_with_rowid=False)

notices = table_of("notices", NoticeRow, notices_by_due="due", notices_by_cause="about")

channels = table_of("channels", ChannelRow, channels_by_person="person")

house = table_of("house", Value)
"""Single values by name: the secret, when a server was last alive (ms since 1970), its uptime, bans."""

results = table_of("kept", ResultPart, kept_by_age="part at")
"""A cache, which is in no backup."""
