"""Notices of games: your move, time is short, a challenge, and what others have answered: a game begins, or is over."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import sqlalchemy as sa

from charkoni.core.errors import N_
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.http.sessions import now_ms
from charkoni.web.live.game.clocks import SHORT_MS, SHORT_PART, control_of, is_short, time_text
from charkoni.web.live.game.live_game import CONDITIONAL
from charkoni.web.live.results import RESULTS, outcome_for
from charkoni.web.live.table_state import seat_name
from charkoni.web.notices.kinds import ANSWER, CHALLENGE, MOVE, SHORT, Said, Waiting
from charkoni.web.notices.outbox import BATCH, Outbox
from charkoni.web.store import Store
from charkoni.web.store.database import rows_in
from charkoni.web.store.tables import ChallengeRow, GameRow, LogRow, NoticeRow, SeatRow, games, holders, notices, seats

TITLES = {
    SHORT: N_("Little time is left against {who}"),
    MOVE: N_("It is your move against {who}"),
    CHALLENGE: N_("{who} challenges you"),
    ANSWER: N_("Your game with {who} begins"),
}
DECLINED = N_("Your challenge was declined")
OVER = N_("Your game with {who} is over")
ENDED = ("over", "called-off")


class GameNotices:
    """A source of notices, see `notices.outbox`."""

    def __init__(self, store: Store, outbox: Outbox, now: Callable[[], int] = now_ms) -> None:
        """Take the store, the outbox, and the clock, in ms since 1970."""
        self._store, self._outbox, self._now = store, outbox, now
        store.consequences.append(self.consequence)
        store.arrivals.append(self.arrival)
        outbox.sources.append(self.waiting)

    def arrival(self, connection: sa.Connection, game: str, person: str) -> None:
        """Note for the others at a table that a person has sat down: a `store.store.Arrival`."""
        self._outbox.tell(connection, _people(connection, game).keys() - {person}, ANSWER, game)

    def consequence(self, connection: sa.Connection, row: LogRow, game: GameRow) -> None:
        """Note in a game over days whose move it is, and its end: a `store.database.Consequence`.

        And in any game that the challenge to it was declined.
        """
        if game.clock != "daily" and game.reason != "declined":
            return
        people = _people(connection, game.id) if game.turn >= 0 or game.state in ENDED else {}
        to_move = {person for person, mine in people.items() if game.state == "open" and game.turn in mine}
        of_game = notices.c.about == game.id
        known = connection.execute(sa.select(notices.c.person, notices.c.kind).where(of_game)).all()
        for person, kind in known:
            # Who has made a move knows that the game has begun.
            is_gone = row.seat in people.get(person, ()) if kind == ANSWER else person not in to_move
            if is_gone and kind in TITLES:
                mine = (of_game, notices.c.person == person, notices.c.kind == kind)
                connection.execute(sa.delete(notices).where(*mine))
        self._outbox.tell(connection, to_move - {person for person, kind in known if kind == MOVE}, MOVE, game.id)
        if game.state in ENDED:
            self._outbox.tell(connection, people.keys() - _ended_by(row, people), ANSWER, game.id)

    def challenge(self, connection: sa.Connection, terms: ChallengeRow) -> None:
        """Note a challenge for the person to whom it is: a `challenges.challenges.New`."""
        self._outbox.tell(connection, [terms.person] if terms.person else (), CHALLENGE, terms.game)

    async def warn(self) -> int:
        """Add notices for games over days in which little time is left; return how many.  Raises StoreError."""
        now = self._now()
        ends_soon = [
            games.c.state == "open",
            games.c.clock == "daily",
            games.c.due.between(now + 1, now + SHORT_MS - 1),  # as `clocks.is_short`
            games.c.due - games.c.base // SHORT_PART < now,
        ]
        warned = sa.select(notices.c.about).where(notices.c.about == games.c.id, notices.c.kind == SHORT)

        def work(connection: sa.Connection) -> int:
            query = sa.select(games).where(*ends_soon, ~warned.exists()).order_by(games.c.due).limit(BATCH)
            count = 0
            for game in rows_in(connection, query, GameRow):
                people = [person for person, mine in _people(connection, game.id).items() if game.turn in mine]
                self._outbox.tell(connection, people, SHORT, game.id)
                count += len(people)
            return count

        return await self._store.write(work)

    async def waiting(self, person: str, rows: Iterable[NoticeRow]) -> dict[NoticeRow, Waiting]:
        """Return the notices of games that are true, a `notices.outbox.Source`; raise StoreError."""
        of_games = [row for row in rows if row.kind in TITLES]
        ids = [row.about for row in of_games]
        by_id = {game.id: game for game in await self._store.rows(sa.select(games).where(games.c.id.in_(ids)), GameRow)}
        at_tables, held = await self._store.seats_of(ids), await self._store.held_in(ids, person)
        found, now = {}, self._now()
        for row in of_games:
            game, mine = by_id.get(row.about), held[row.about]
            if game and (title := _title(row.kind, game, at_tables[game.id], mine, now)):
                say = partial(_said, title, game, at_tables[game.id], mine)
                path = f"/i/{game.invite}" if row.kind == CHALLENGE else f"/g/{game.id}"
                found[row] = Waiting(row, path, say, mine)
        return found


def _title(kind: str, game: GameRow, at_table: Sequence[SeatRow], mine: frozenset[int], now: int) -> str:
    """Return the title of a notice of a game, "" where it is not true."""
    is_full = game.state == "open" or all(seat.kind != "open" for seat in at_table)
    if kind == CHALLENGE:
        is_true = game.state == "waiting"
    elif not mine:
        is_true = False
    elif kind == ANSWER and game.state in ENDED:
        is_true = game.clock == "daily" or game.reason == "declined"
    elif kind == ANSWER:
        is_true = is_full
    else:
        is_true = game.state == "open" and game.turn in mine
        is_true &= kind == MOVE or (game.due > now and is_short(control_of(game), game.due - now))
    title = (DECLINED if game.reason == "declined" else OVER) if game.state in ENDED else TITLES[kind]
    return title if is_true else ""


def _said(title: str, game: GameRow, at_table: Sequence[SeatRow], mine: frozenset[int], words: Words, now: int) -> Said:
    """Return what a notice of a game says: see `kinds.Said`."""
    others = dict.fromkeys(seat_name(words, seat) for seat in at_table if seat.seat not in mine and seat.kind != "open")
    details = ""
    if game.due:
        details = words._("{time} left", time=time_text(words, game.due - now))
    elif result := outcome_for(game, mine):
        details = words._(RESULTS[result])
    return Said(words._(title, who=", ".join(others)), names.game_name(words, named(game.name)), details)


def _people(connection: sa.Connection, game: str) -> dict[str, set[int]]:
    """Return the people at a table and their seats, without programs of theirs, and nobody who plays alone."""
    held = connection.execute(sa.select(holders.c.person, holders.c.seat).where(holders.c.game == game)).all()
    at_table = rows_in(connection, sa.select(seats).where(seats.c.game == game), SeatRow)
    programs = {seat.seat for seat in at_table if seat.program}
    all_of = {person: {seat for other, seat in held if other == person} for person, _ in held}
    return {
        person: mine - programs for person, mine in all_of.items() if len(mine) != len(at_table) and mine - programs
    }


def _ended_by(row: LogRow, people: Mapping[str, set[int]]) -> set[str]:
    """Return who has ended a game by its last row, and so knows: nobody by the clock, or by a conditional move."""
    if row.kind == "flag" or row.salt == CONDITIONAL:
        return set()
    at_seat = {person for person, mine in people.items() if row.seat in mine}
    return people.keys() - at_seat if row.kind == "draw" else at_seat  # a draw is noted for the one who offered it
