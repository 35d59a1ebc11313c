"""Challenges: the terms on which the free seats of a game that waits for players are taken.

A game with free seats and without terms is an invitation, for whoever has its link.  Terms make it a challenge to one
person, or to all whose rating fits, who find it in the lobby:

    made --> taken: the game begins, and with several opponents the same is offered again
         --> declined or withdrawn: the game is called off
         --> its time is over: it is in no list any more; one that nobody knows by a link is deleted

A challenge to one person, and one to a game with days per move, stands for a week.  Others stand while their maker is
on the site, and for a while after that.  A search for anybody ("Play anyone now") stands while its page asks.
"""

from collections.abc import Callable, Collection
from dataclasses import asdict, replace

import sqlalchemy as sa

from charkoni.core.errors import N_, Reason
from charkoni.web.http.errors import Refused
from charkoni.web.people.complaints import Complaints
from charkoni.web.ratings.conditions import time_class
from charkoni.web.ratings.ratings import Ratings
from charkoni.web.store.database import Database
from charkoni.web.store.store import MOST_LISTED
from charkoni.web.store.tables import ChallengeRow, GameRow, games, holders, seats
from charkoni.web.store.tables import challenges as table

DAY_MS = 86_400_000
WEEK_MS = 7 * DAY_MS
ABSENCE_MS = 30 * 60_000
"""How long a challenge stands after its maker was last on the site."""

SEARCH_MS = 10_000
"""How long a search stands after its page has last asked."""

PRESENT_MS = 90_000
"""Who was seen within this time is there for a game at once."""

REACH, REACH_PER_S = 100, 20
"""By how much the ratings of a search may differ at first, and how fast that grows: 500 points after 20 s."""

MOST_WAITING = 20
"""How many challenges of a person, and to a person, wait for an answer at a time."""

MOST_A_DAY = 3
"""How many challenges a person sends to the same one in a day."""

_MINE_WAIT = N_("You have {most} unanswered challenges; withdraw some of them first.")
_THEIRS_WAIT = N_("This member has {most} unanswered challenges already; please try later.")
_AGAIN = N_("You have challenged this member {most} times within a day; please try tomorrow.")
_NOT_INVITED = N_("This challenge is for somebody else.")
_NO_FIT = N_("This challenge is for ratings from {low} to {high}.")

_WAITS = (games.c.id == table.c.game, games.c.state == "waiting")

_ALIKE = ("name", "clock", "base", "increment", "rated", "start", "match")
"""What is the same in two games that can stand for each other."""

New = Callable[[sa.Connection, ChallengeRow], None]
"""What a new challenge causes elsewhere, in the transaction that writes it."""


class Challenges:
    """Reads and writes the challenges: nothing else touches the table `challenges`, but what deletes games.

    Its methods raise StoreError.  seen: people who were on the site since `note_present`, in this process.
    """

    def __init__(self, database: Database, ratings: Ratings, complaints: Complaints, now: Callable[[], int]) -> None:
        """now: returns the time, in ms since 1970."""
        self._database, self._ratings, self._complaints, self._now = database, ratings, complaints, now
        self.seen: set[str] = set()
        self.consequences: list[New] = []

    # --- writing ------------------------------------------------------------------------------------------------------

    def write(self, terms: ChallengeRow, game: GameRow, connection: sa.Connection) -> None:
        """Write the terms of a new game, in its transaction."""
        lasts = WEEK_MS if terms.person or game.clock == "daily" else 3 * SEARCH_MS if terms.since else ABSENCE_MS
        row = replace(terms, game=game.id, until=self._now() + lasts)
        connection.execute(sa.insert(table), asdict(row))
        for consequence in self.consequences:
            consequence(connection, row)

    async def check(self, maker: str, person: str) -> None:
        """Refuse a challenge to a person, or to anybody (""): NOT_NOW (to oneself), BLOCKED, QUOTA (too many)."""
        if maker == person:
            raise Refused("NOT_NOW")
        if person and await self._complaints.is_blocked(maker, person):
            raise Refused("BLOCKED")
        count = sa.select(sa.func.count()).select_from(table).join(games, games.c.id == table.c.game)
        now, own = self._now(), table.c.game.in_(sa.select(holders.c.game).where(holders.c.person == maker))
        waits, is_to = (games.c.state == "waiting", table.c.until > now), table.c.person == person
        limits: list[tuple[str, int, *tuple[sa.ColumnElement[bool], ...]]] = [(_MINE_WAIT, MOST_WAITING, own, *waits)]
        if person:
            limits.append((_THEIRS_WAIT, MOST_WAITING, is_to, *waits))
            limits.append((_AGAIN, MOST_A_DAY, own, is_to, games.c.created > now - DAY_MS))
        for text, most, *which in limits:
            if (await self._database.scalar(count.where(*which)) or 0) >= most:
                raise Refused("QUOTA", Reason("QUOTA", "", text, {"most": most}))

    async def keep_searching(self, game: str) -> None:
        """Note that the page of a search has asked."""
        is_search = (table.c.game == game, table.c.since > 0)
        await self._database.execute(sa.update(table).where(*is_search).values(until=self._now() + SEARCH_MS))

    async def note_present(self, seated: Collection[str], tables: Collection[str]) -> None:
        """Let the challenges of people stand who are there: `seen`, or seated at a table; and those of some tables."""
        people, now = self.seen.union(seated), self._now()
        self.seen = set()
        is_held = sa.select(holders.c.game).where(holders.c.game == table.c.game, holders.c.person.in_(people))
        stands = sa.and_(table.c.until > now, is_held.exists())
        command = sa.update(table).where(table.c.person == "", table.c.since == 0, table.c.until < now + ABSENCE_MS)
        if people or tables:
            command = command.where(sa.or_(stands, table.c.game.in_(tables)))
            await self._database.execute(command.values(until=now + ABSENCE_MS))

    async def expired(self) -> list[str]:
        """Return the waiting games of challenges to one person and of searches whose time is over.

        Terms whose time is over and whose game waits no more are deleted.
        """
        is_over = table.c.until < self._now()
        waiting = sa.select(games.c.id).where(*_WAITS).exists()
        await self._database.execute(sa.delete(table).where(is_over, ~waiting))
        is_unknown = sa.or_(table.c.person != "", table.c.since > 0)
        return await self._database.scalars(sa.select(table.c.game).where(is_over, is_unknown).limit(MOST_LISTED))

    # --- reading ------------------------------------------------------------------------------------------------------

    async def of(self, ids: Collection[str]) -> dict[str, ChallengeRow]:
        """Return the terms of some games, of those that have any."""
        rows = await self._database.rows(sa.select(table).where(table.c.game.in_(ids)), ChallengeRow)
        return {row.game: row for row in rows}

    async def open(self, *which: sa.ColumnElement[bool], program: int = 0) -> list[GameRow]:
        """Return the games that anybody, or any program (1), may join, the latest first.  which: only these."""
        is_open = (games.c.open == 1, table.c.person == "", table.c.until > self._now())
        return await self._games(*is_open, _is_for(program), *which)

    async def to(self, person: str, program: int = 0) -> list[GameRow]:
        """Return the games to which a person, and a program of his (1), is challenged, the latest first."""
        is_to = (table.c.person == person, table.c.until > self._now(), _is_for(program))
        return await self._games(*is_to) if person else []

    async def by(self, person: str) -> list[GameRow]:
        """Return the games of a person that are in a list or on the way to somebody, the latest first."""
        held = sa.select(holders.c.game).where(holders.c.person == person)
        return await self._games(table.c.until > self._now(), games.c.id.in_(held)) if person else []

    async def searches(self, person: str) -> list[GameRow]:
        """Return the searches of a person that go on, the first one first."""
        held = sa.select(holders.c.game).where(holders.c.person == person)
        rows = await self._games(table.c.since > 0, table.c.until > self._now(), games.c.id.in_(held))
        return sorted(rows, key=lambda row: (row.created, row.id))

    async def _games(self, *which: sa.ColumnElement[bool]) -> list[GameRow]:
        query = sa.select(games).join(table, _WAITS[0]).where(_WAITS[1], *which)
        return await self._database.rows(query.order_by(games.c.changed.desc()).limit(MOST_LISTED), GameRow)

    async def refusal(self, game: GameRow, person: str) -> Reason | None:
        """Return why a person may not take a seat, None if he may.  Who comes to a search by himself is welcome."""
        terms = (await self.of([game.id])).get(game.id)
        if terms is None or terms.since or (terms.person == person and person):
            return None
        if terms.person:
            return Reason("NOT_INVITED", "", _NOT_INVITED)
        rating = await self._strength(person, game.name, time_class(game)) if terms.low or terms.high else 0
        return None if fits(terms, rating, self._now()) else Reason("NOT_INVITED", "", _NO_FIT, bounds(terms))

    async def fitting(self, game: GameRow, person: str) -> list[GameRow]:
        """Return the games that a person may join at once instead of his own search, the best opponent first.

        Only those that are older, for of two who find each other one moves, and of nobody whom he blocks.
        """
        now, rating = self._now(), await self._strength(person, game.name, time_class(game))
        blocked = [row.about for row in await self._complaints.blocks(person)]
        held = sa.select(holders.c.game).where(holders.c.person.in_([person, *blocked]))
        is_alike = [games.c[name] == getattr(game, name) for name in _ALIKE]
        found = await self.open(*is_alike, games.c.id.not_in(held))
        terms = await self.of([game.id, *(row.id for row in found)])
        age = (terms[game.id].since, game.id) if game.id in terms else (0, "")
        older = [each for each in terms.values() if (each.since, each.game) < age and is_present(each, now)]
        near = {each.game: each for each in older if fits(each, rating, now)}
        rows = [row for row in found if row.id in near]
        return sorted(rows, key=lambda row: (not near[row.id].since, abs(near[row.id].low - rating)))

    async def search(self, person: str, name: str, pace: str) -> ChallengeRow:
        """Return the terms of a search that begins now, for somebody near a person's rating in a game."""
        rating = await self._strength(person, name, pace)
        return ChallengeRow(low=rating, high=rating, since=self._now())

    async def _strength(self, person: str, name: str, pace: str) -> int:
        """Return the rating of a person in a game, a newcomer's if he has none."""
        from charkoni.tournament.standings.glicko2 import Rating  # no first game needs it

        return round((await self._ratings.nearest(person, name, pace) or Rating()).rating)


def _is_for(program: int) -> sa.ColumnElement[bool]:
    """Return the condition that a game is not rated, or played by people (0) or programs (1), as they are apart."""
    others = sa.select(seats.c.game).where(seats.c.game == games.c.id, seats.c.program != program)
    return sa.or_(games.c.rated == 0, ~others.where(seats.c.kind == "human").exists())


def fits(terms: ChallengeRow, rating: int, now: int) -> bool:
    """Return whether a rating is within the bounds of a challenge at a time."""
    reach = REACH + REACH_PER_S * (now - terms.since) // 1000 if terms.since else 0
    return (not terms.low or rating >= terms.low - reach) and (not terms.high or rating <= terms.high + reach)


def bounds(terms: ChallengeRow) -> dict[str, object]:
    """Return the bounds of a challenge as they are shown: low, high; none of a search, and where there are none."""
    if terms.since or not (terms.low or terms.high):
        return {}
    return {"low": terms.low or "…", "high": terms.high or "…"}


def is_present(terms: ChallengeRow, now: int) -> bool:
    """Return whether the maker of a challenge is there for a game at once."""
    return terms.since > 0 or now - PRESENT_MS < terms.until - ABSENCE_MS <= now
