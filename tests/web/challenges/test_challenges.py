"""Challenges on a store, SQLite and PostgreSQL alike: who finds them, who may take them, and how long they stand."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charkoni.web.challenges.challenges import (
    ABSENCE_MS,
    DAY_MS,
    MOST_A_DAY,
    MOST_WAITING,
    REACH,
    REACH_PER_S,
    SEARCH_MS,
    WEEK_MS,
    Challenges,
    fits,
    is_present,
)
from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import new_id
from charkoni.web.people import personal_data
from charkoni.web.people.complaints import BLOCK, Complaints
from charkoni.web.ratings.ratings import Ratings
from charkoni.web.store import GameRow, SeatRow, Store
from charkoni.web.store.tables import ChallengeRow, ComplaintRow

NOW = 1_800_000_000_000


class Table:
    """The challenges of a store, with a clock that is set by the test."""

    def __init__(self, store: Store) -> None:
        self.store, self.ms = store, NOW
        self.ratings = Ratings(store)
        self.complaints = Complaints(store)
        self.challenges = Challenges(store, self.ratings, self.complaints, lambda: self.ms)

    async def offer(self, maker: str, clock: str = "fischer", is_open: bool = True, **terms: Any) -> GameRow:
        """Write a game in which a person waits."""
        base = {"daily": DAY_MS, "fischer": 600_000, "none": 0}[clock]
        game = new_id(10)
        row = GameRow(game, "mosty", clock, base, 0, new_id(10), int(is_open), "", self.ms, self.ms)
        seats = [SeatRow(game, 0, "human", maker, maker), SeatRow(game, 1, "open")]
        written = ChallengeRow(**terms)
        await self.store.add_game(row, seats, (), lambda link: self.challenges.write(written, row, link))
        return row

    async def listed(self) -> set[str]:
        return {row.id for row in await self.challenges.open()}


Work = Callable[[Table], Awaitable[Any]]


@pytest.fixture
def inside(inside: Callable[[Callable[[Store], Awaitable[Any]]], Any]) -> Callable[[Work], Any]:
    """Runs work on the challenges of an open store."""
    return lambda work: inside(lambda store: work(Table(store)))


def test_each_challenge_stands_as_long_as_its_kind_says(inside: Callable[[Work], Any]) -> None:
    async def work(table: Table) -> None:
        ann, bob = new_id(20), new_id(20)
        opened, days = await table.offer(ann), await table.offer(ann, "daily")
        direct = await table.offer(ann, is_open=False, person=bob)
        search = await table.offer(ann, low=1500, high=1500, since=NOW)
        assert await table.listed() == {opened.id, days.id, search.id}
        assert [row.id for row in await table.challenges.to(bob)] == [direct.id]
        assert {row.id for row in await table.challenges.by(ann)} == {opened.id, days.id, search.id, direct.id}
        table.ms = NOW + 3 * SEARCH_MS + 1
        assert await table.listed() == {opened.id, days.id}
        assert await table.challenges.expired() == [search.id]
        table.ms = NOW + ABSENCE_MS + 1
        assert await table.listed() == {days.id}
        table.ms = NOW + WEEK_MS + 1
        assert await table.listed() == set() and await table.challenges.to(bob) == []
        assert {*await table.challenges.expired()} == {search.id, direct.id}, "the others are known by a link"

    inside(work)


def test_a_challenge_stands_while_its_maker_is_there(inside: Callable[[Work], Any]) -> None:
    async def work(table: Table) -> None:
        ann, bob, eve = new_id(20), new_id(20), new_id(20)
        games = {who: (await table.offer(who)).id for who in (ann, bob, eve)}
        search = (await table.offer(ann, low=1500, high=1500, since=NOW)).id
        direct = (await table.offer(ann, is_open=False, person=bob)).id
        table.ms = NOW + ABSENCE_MS - 1000
        table.challenges.seen.add(ann)
        await table.challenges.note_present([bob], [])
        assert table.challenges.seen == set()
        table.ms += 2000
        assert await table.listed() == {games[ann], games[bob]}
        terms = await table.challenges.of([search, direct, games[ann]])
        assert terms[search].until < table.ms and terms[direct].until == NOW + WEEK_MS
        assert is_present(terms[games[ann]], table.ms) and not is_present(terms[direct], table.ms)
        # Who comes back later finds the table in no list, unless he sits down there.
        table.challenges.seen.add(eve)
        await table.challenges.note_present([], [])
        assert games[eve] not in await table.listed()
        await table.challenges.note_present([], [games[eve]])
        assert games[eve] in await table.listed()

    inside(work)


def test_a_search_stands_while_its_page_asks(inside: Callable[[Work], Any]) -> None:
    async def work(table: Table) -> None:
        search = await table.offer("a", low=1500, high=1500, since=NOW)
        for _ in range(20):
            table.ms += SEARCH_MS - 1
            await table.challenges.keep_searching(search.id)
        assert search.id in await table.listed()
        table.ms += SEARCH_MS + 1
        assert search.id not in await table.listed()

    inside(work)


def test_only_who_is_meant_and_fits_may_take_a_seat(inside: Callable[[Work], Any]) -> None:
    async def work(table: Table) -> None:
        ann, bob = new_id(20), new_id(20)

        async def refused(row: GameRow, person: str) -> str:
            reason = await table.challenges.refusal(row, person)
            return reason.message() if reason else ""

        direct = await table.offer(ann, is_open=False, person=bob)
        assert await refused(direct, bob) == ""
        assert "somebody else" in await refused(direct, new_id(20)) and "somebody else" in await refused(direct, "")
        # A newcomer counts as 1500.
        for low, high, may in ((1500, 1500, True), (0, 1499, False), (1501, 0, False), (0, 1500, True)):
            row = await table.offer(ann, low=low, high=high)
            assert (await refused(row, bob) == "") is may, (low, high)
        assert "from 1501 to …" in await refused(await table.offer(ann, low=1501), bob)

    inside(work)


def test_floods_are_refused(inside: Callable[[Work], Any]) -> None:
    async def work(table: Table) -> None:
        ann, bob = new_id(20), new_id(20)

        async def refused(maker: str, person: str) -> str:
            try:
                await table.challenges.check(maker, person)
            except Refused as error:
                return error.reason.message() if error.reason else error.code
            return ""

        assert await refused(ann, ann) == "NOT_NOW"
        for _ in range(MOST_A_DAY):
            assert await refused(ann, bob) == ""
            await table.offer(ann, is_open=False, person=bob)
        assert f"{MOST_A_DAY} times within a day" in await refused(ann, bob)
        eve, tom = new_id(20), new_id(20)
        for _ in range(MOST_A_DAY):
            await table.offer(eve, is_open=False, person=tom)
        table.ms += DAY_MS - 1
        assert "within a day" in await refused(eve, tom), "not before the day is over"
        table.ms += 1
        assert await refused(eve, tom) == ""
        table.ms = NOW
        assert await refused(ann, new_id(20)) == "" and await refused(ann, "") == ""
        for _ in range(MOST_WAITING - MOST_A_DAY):
            await table.offer(new_id(20), is_open=False, person=bob)
        assert "This member has" in await refused(new_id(20), bob)
        for _ in range(MOST_WAITING - MOST_A_DAY):
            assert await refused(ann, "") == ""
            await table.offer(ann)
        assert "You have 20" in await refused(ann, "")
        table.ms += ABSENCE_MS + 1
        assert await refused(ann, "") == "", "what nobody finds does not count"
        table.ms += DAY_MS
        assert "This member has" in await refused(ann, bob)
        table.ms += WEEK_MS
        assert await refused(ann, bob) == ""

    inside(work)


def test_a_search_joins_what_was_there_before(inside: Callable[[Work], Any]) -> None:
    async def work(table: Table) -> None:
        people = [new_id(20) for _ in range(5)]
        far = await table.offer(people[0], low=1800, high=1800, since=NOW - 1)
        near = await table.offer(people[1], low=1450, high=1450, since=NOW - 1)
        plain = await table.offer(people[2])
        await table.offer(people[2], clock="none")
        own = await table.offer(people[3], low=1500, high=1500, since=NOW)
        later = await table.offer(people[4], low=1500, high=1500, since=NOW + 1)
        mine = await table.offer(people[3])

        async def fitting() -> list[str]:
            return [row.id for row in await table.challenges.fitting(own, people[3])]

        assert await fitting() == [near.id, plain.id]
        table.ms = NOW + 11_000
        assert await fitting() == [near.id, far.id, plain.id], "the range has widened"
        assert own.id in [row.id for row in await table.challenges.fitting(later, people[4])]
        assert mine.id not in await fitting()
        table.ms = NOW + 100_000
        assert await fitting() == [], "nobody is there any more"

    inside(work)


def test_who_is_blocked_challenges_nobody_and_is_not_found(inside: Callable[[Work], Any]) -> None:
    async def work(table: Table) -> None:
        ann, bob, eve = new_id(20), new_id(20), new_id(20)
        await table.complaints.add(ComplaintRow(ann, bob, BLOCK, "", "", NOW))
        with pytest.raises(Refused, match="BLOCKED"):
            await table.challenges.check(bob, ann)
        await table.challenges.check(ann, bob)
        there = await table.offer(bob, low=1500, high=1500, since=NOW)
        mine, other = [
            await table.offer(who, low=1500, high=1500, since=NOW + age) for age, who in ((1, ann), (2, eve))
        ]
        table.ms += 2
        assert await table.challenges.fitting(mine, ann) == []
        assert there.id in [row.id for row in await table.challenges.fitting(other, eve)]

    inside(work)


def test_who_leaves_a_search_leaves_it_once(inside: Callable[[Work], Any]) -> None:
    async def work(table: Table) -> None:
        ann, bob, eve = new_id(20), new_id(20), new_id(20)
        store = table.store
        first, second = await table.offer(ann, since=NOW), await table.offer(bob, since=NOW + 1)
        assert await store.take_seat(SeatRow(first.id, 1, "human", "Bob", bob), leaving=second.id)
        assert await store.game(second.id) is None and second.id not in await table.listed()
        assert await store.held(first.id, bob) == {1}
        # Somebody has come to his search first: he stays there, and the other seat stays free.
        first, second = await table.offer(ann, since=NOW), await table.offer(bob, since=NOW + 1)
        assert await store.take_seat(SeatRow(second.id, 1, "human", "Eve", eve))
        assert not await store.take_seat(SeatRow(first.id, 1, "human", "Bob", bob), leaving=second.id)
        assert [seat.kind for seat in (await store.seats_of([first.id]))[first.id]] == ["human", "open"]
        # Both at the same time, many times: never both, never none.
        for _ in range(10):
            first, second = await table.offer(ann, since=NOW), await table.offer(bob, since=NOW + 1)
            done = await asyncio.gather(
                store.take_seat(SeatRow(first.id, 1, "human", "Bob", bob), leaving=second.id),
                store.take_seat(SeatRow(second.id, 1, "human", "Eve", eve)),
            )
            assert sorted(done) == [False, True]

    inside(work)


def test_terms_go_with_their_game_and_their_person(inside: Callable[[Work], Any]) -> None:
    async def work(table: Table) -> None:
        ann, bob, new = new_id(20), new_id(20), new_id(20)
        direct = await table.offer(ann, is_open=False, person=bob)
        await personal_data.move(table.store, bob, new)
        assert [row.id for row in await table.challenges.to(new)] == [direct.id]
        assert [row["game"] for row in (await personal_data.export(table.store, new))["challenges"]] == [direct.id]
        await table.store.removal.delete_games([direct.id])
        assert await table.challenges.of([direct.id]) == {}

    inside(work)


@given(low=st.integers(0, 3000), high=st.integers(0, 3000), rating=st.integers(1, 3000), waited=st.integers(0, 60_000))
def test_bounds_hold_and_widen(low: int, high: int, rating: int, waited: int) -> None:
    fixed = ChallengeRow(low=low, high=high)
    assert fits(fixed, rating, NOW) == ((low == 0 or low <= rating) and (high == 0 or rating <= high))
    search = ChallengeRow(low=rating, high=rating, since=NOW)
    reach = REACH + REACH_PER_S * waited // 1000
    for other in (rating - reach, rating + reach):
        assert fits(search, other, NOW + waited)
    for other in (rating - reach - 1, rating + reach + 1):
        assert not fits(search, other, NOW + waited)
