"""Ratings: rated games on a store, SQLite and PostgreSQL alike, and the systems behind them."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from bench.ratings import FIXED, simulate

from charkoni.core.registry import named
from charkoni.tournament.standings.game_ratings import INTERVAL
from charkoni.tournament.standings.glicko2 import SCALE
from charkoni.web.people import personal_data
from charkoni.web.people.persons import keep
from charkoni.web.ratings import rated_games
from charkoni.web.ratings import ratings as book
from charkoni.web.ratings.anchors import anchors
from charkoni.web.ratings.conditions import obstacle, time_class
from charkoni.web.ratings.ratings import Ratings
from charkoni.web.store import GameRow, LogRow, SeatRow, Store

START = 1_800_000_000_000
HOUR = 3_600_000
DAY = 24 * HOUR

Work = Callable[[Store, Ratings], Awaitable[Any]]


@pytest.fixture
def inside(database_url: str) -> Callable[[Work], Any]:
    """Runs work on an open store whose rated games are rated."""

    async def opened(work: Work) -> Any:
        store = Store(database_url)
        await store.open()
        ratings = Ratings(store)
        store.consequences.append(ratings.consequence)
        try:
            return await work(store, ratings)
        finally:
            await store.close()

    return lambda work: asyncio.run(opened(work))


def game(number: int, name: str = "mosty", **more: Any) -> GameRow:
    values: dict[str, Any] = {
        "id": f"g{number}",
        "name": name,
        "clock": "fischer",
        "base": 10 * 60_000,
        "increment": 5000,
        "invite": f"i{number}",
        "open": 0,
        "dice_key": "k",
        "created": START,
        "changed": START,
        "state": "open",
        "rated": 1,
    }
    return GameRow(**(values | more))


def at_table(row: GameRow, *who: str) -> list[SeatRow]:
    """Return the seats: a number is the level of a computer, anything else a person, with a star a program of his."""
    return [
        SeatRow(row.id, seat, "computer", level=int(each))
        if each.isdigit()
        else SeatRow(row.id, seat, "human", each.strip("*"), each.strip("*"), program=int("*" in each))
        for seat, each in enumerate(who)
    ]


async def play(store: Store, row: GameRow, result: str, at: int, *who: str) -> None:
    """Play a whole game: the row of its end is written as by a room."""
    await store.add_game(row, at_table(row, *who))
    ended = replace(row, state="over", result=result, reason="resign", changed=at)
    await store.append(LogRow(row.id, 0, "resign", 0, at=at), ended)


async def known(ratings: Ratings, person: str) -> dict[tuple[str, str], tuple[float, float, int]]:
    return {(r.name, r.time_class): (r.rating, r.deviation, r.played) for r in await ratings.of(person)}


async def recompute(store: Store) -> int:
    return await store.write(rated_games.recompute)


def test_a_rated_game_changes_both_and_any_other_game_nobody(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, ratings: Ratings) -> None:
        await play(store, game(0, rated=0), "1:0", START, "ann", "bob")
        assert not await ratings.of("ann")
        await play(store, game(1), "1:0", START + DAY, "ann", "bob")
        (ann,), (bob,) = await ratings.of("ann"), await ratings.of("bob")
        # Two newcomers: the same way up and down, and both are surer than before.
        assert ann.rating - 1500 == pytest.approx(1500 - bob.rating) and ann.rating > 1600
        assert ann.deviation == pytest.approx(bob.deviation) and ann.deviation < 300
        assert (ann.name, ann.time_class, ann.played, ann.at) == ("mosty", "slow", 1, START + DAY)
        (change,) = await ratings.changes("ann", "mosty", "slow")
        assert (change.game, change.seat, change.rating, change.was) == ("g1", 0, ann.rating, 1500)

    inside(work)


def test_programs_are_rated_apart(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, ratings: Ratings) -> None:
        await play(store, game(1), "1:0", START, "ann", "bob")
        people = await known(ratings, "ann"), await known(ratings, "bob")
        for number in range(2, 8):
            await play(
                store, game(number), "1:0", START + number * HOUR, *(("*ann", "*bob") if number % 2 else ("*bob", "5"))
            )
        after = await known(ratings, "ann"), await known(ratings, "bob")
        for was, is_now in zip(people, after, strict=True):
            assert {key: is_now[key] for key in was} == was, "a person's rating is not that of his programs"
        assert after[0]["mosty", "p-slow"][2] == 3 and after[1]["mosty", "p-slow"][2] == 6
        assert after[0]["mosty", "p-slow"][0] > 1500
        best = await ratings.nearest("ann", "mosty", "p-slow")
        assert best is not None and best.time_class == "slow"
        assert await recompute(store) == 7
        assert after == (await known(ratings, "ann"), await known(ratings, "bob"))

    inside(work)


def test_who_wins_only_against_strong_computers_gains_and_they_do_not_change(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, ratings: Ratings) -> None:
        for number in range(30):
            await play(store, game(number), "1:0" if number % 2 else "0:1", START + number * HOUR, "ann", "6")
        (ann,) = await ratings.of("ann")
        # Half of the points against one level: her strength is that of the level.
        assert abs(ann.rating - anchors("mosty")[6].rating) < INTERVAL * ann.deviation
        assert ann.deviation < 80 and not await ratings.of("")

    inside(work)


def test_all_ratings_computed_again_are_those_that_the_games_have_made(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, ratings: Ratings) -> None:
        rng, people = random.Random(7), ("ann", "bob", "cem", "dan")
        for number in range(40):
            who = rng.sample(people, 2) if number % 4 else [rng.choice(people), str(rng.randrange(1, 11))]
            clock = rng.choice(({}, {"clock": "daily", "base": 3 * DAY, "increment": 0}, {"base": 60_000}))
            result = rng.choice(("1:0", "0:1", "1/2:1/2"))
            await play(store, game(number, **clock), result, START + number * DAY, *who)
        before = {person: await known(ratings, person) for person in people}
        assert {pace for each in before.values() for _, pace in each} == {"fast", "slow", "days"}
        assert await recompute(store) == 40
        assert before == {person: await known(ratings, person) for person in people}

    inside(work)


def test_two_devices_made_one_have_the_rating_of_all_their_games(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, ratings: Ratings) -> None:
        await play(store, game(1), "1:0", START, "ann", "bob")
        await play(store, game(2), "0:1", START + DAY, "phone", "6")
        await play(store, game(3), "1:0", START + 2 * DAY, "ann", "phone")  # against herself: it counts no more
        bob = await known(ratings, "bob")

        await store.write(lambda connection: keep(connection, "ann", {"name": "ann"}))
        await personal_data.move(store, "phone", "ann")
        (ann,) = await ratings.of("ann")
        assert ann.played == 2 and not await ratings.of("phone")
        assert [each.game for each in await ratings.changes("ann", "mosty", "slow")] == ["g2", "g1"]
        assert await known(ratings, "bob") == bob
        assert await recompute(store) == 3 and (await ratings.of("ann")) == [ann]

    inside(work)


def test_who_is_forgotten_leaves_the_ratings_of_others_as_they_are(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, ratings: Ratings) -> None:
        for number, who in enumerate((("ann", "bob"), ("bob", "7"), ("ann", "bob"))):
            await play(store, game(number), "1:0", START + number * DAY, *who)
        bob = await known(ratings, "bob")

        await personal_data.erase(store, "ann")
        assert not await ratings.of("ann") and await known(ratings, "bob") == bob
        await recompute(store)
        assert await known(ratings, "bob") == bob

    inside(work)


def test_who_has_not_played_for_long_is_known_less_well(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, ratings: Ratings) -> None:
        for number in range(20):
            await play(store, game(number), "1:0" if number % 2 else "0:1", START + number * HOUR, "ann", "5")
        (before,) = await ratings.of("ann")
        await play(store, game(20), "1/2:1/2", START + 365 * DAY, "ann", "5")
        change, last = (await ratings.changes("ann", "mosty", "slow"))[:2]
        assert (last.rating, last.deviation) == (before.rating, before.deviation)
        # 52 weeks of the usual volatility: the square root of the sum of the squares.
        grown = (last.deviation**2 + 52 * (last.volatility * SCALE) ** 2) ** 0.5
        assert change.was == last.rating and change.was_deviation == pytest.approx(grown, rel=0.01)

    inside(work)


def test_lists_show_who_is_known_well_and_has_played_lately(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, ratings: Ratings) -> None:
        for number in range(60):  # of four games ann wins one, and bob three
            result = "1:0" if number % 8 in (0, 1, 2, 4) else "0:1"
            await play(store, game(number), result, START + number * HOUR, "ann" if number % 2 else "bob", "5")
        await play(store, game(99), "1:0", START, "new", "9")
        now = START + 70 * HOUR
        assert await ratings.leaders("mosty", "slow", now) == []  # guests are on no list
        for person in ("ann", "bob", "new"):
            await store.write(lambda connection, person=person: keep(connection, person, {"name": person}))
        assert [row.person for row in await ratings.leaders("mosty", "slow", now)] == ["bob", "ann", "new"]
        assert await ratings.listed() == [("mosty", "slow", 3)]
        assert await ratings.leaders("mosty", "slow", now + book.YEAR_MS) == []

    inside(work)


@pytest.mark.parametrize(
    ("row", "who", "said"),
    [
        (game(0), ("a", "b"), ""),
        (game(0), ("a", "7"), ""),
        (game(0, clock="none", base=0, increment=0), ("a", "b"), "clock"),
        (game(0, "mangala", clock="daily", base=DAY, increment=0), ("a", "b"), "endgames"),
        (game(0, "mangala"), ("a", "b"), ""),
        (game(0, start="x"), ("a", "b"), "position"),
        (game(0), ("a", "a"), "different people"),
        (game(0), ("3", "7"), "different people"),
        (game(0, "mosty:size=7"), ("a", "7"), "measured"),
        (game(0), ("*a", "*b"), ""),
        (game(0), ("*a", "7"), ""),
        (game(0), ("*a", "b"), "with each other and with computers"),
        (game(0), ("*a", "*a"), "different people"),
        (game(0, "chaupar"), ("a", "b", "a", "b"), ""),
        (game(0, "chaupar"), ("a", "a", "b", "b"), "different people"),
    ],
)
def test_what_may_be_rated(row: GameRow, who: tuple[str, ...], said: str) -> None:
    why = obstacle(row, at_table(row, *who))
    assert said in str(why.message(str)) if why and said else why is None and not said


def test_time_classes() -> None:
    minutes = 60_000
    assert time_class(game(0, base=9 * minutes, increment=0)) == "fast"
    assert time_class(game(0, base=3 * minutes, increment=2000)) == "fast"
    assert time_class(game(0, base=10 * minutes, increment=0)) == "slow"
    assert time_class(game(0, clock="daily", base=DAY)) == "days"
    assert time_class(game(0, clock="none")) == ""


@pytest.mark.parametrize(("team", "sides", "games"), [(1, 2, 4000), (2, 2, 6000), (1, 3, 4000), (1, 4, 4000)])
def test_known_strengths_are_found_within_the_interval(team: int, sides: int, games: int) -> None:
    result = simulate(40, games, team, sides, 5)
    # 95 of 100 are meant; of 40 people fewer than 33 are one case in 10,000.
    assert result.share_inside() >= 33 / 40
    assert max(rating.deviation for rating in result.found.values()) < 150
    assert all(result.found[who].rating == rating for who, rating in FIXED.items())


def test_every_game_with_a_ladder_has_anchors_in_order() -> None:
    for name in ("banglagor", "focus", "chaupar", "barbakan", "gana", "mosty", "mangala", "mangala:fortress"):
        levels = anchors(name)
        assert sorted(levels) == list(range(1, len(levels) + 1)) and len(levels) >= 8 and named(name)
        rising = [levels[level].rating for level in sorted(levels)]
        assert rising == sorted(rising) and all(10 < each.deviation < 130 for each in levels.values())
