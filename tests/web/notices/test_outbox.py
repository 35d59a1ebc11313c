"""The outbox on SQLite and PostgreSQL: who is told, and that nobody is told twice."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from charkoni.core.translations import Words
from charkoni.web.http.sessions import new_id
from charkoni.web.live.game.live_game import CONDITIONAL
from charkoni.web.notices.channels import HOOK, MOST_CHANNELS, MOST_FAILURES, Channels, QuietHours, quiet_hours
from charkoni.web.notices.games import GameNotices
from charkoni.web.notices.kinds import ANSWER, KINDS, LASTS_MS, MOVE, ROUND, SHORT, Said, Waiting, message_of
from charkoni.web.notices.outbox import DELAY_MS, Outbox
from charkoni.web.people import personal_data
from charkoni.web.people.persons import keep
from charkoni.web.store import GameRow, LogRow, SeatRow, Store
from charkoni.web.store.tables import ChannelRow, NoticeRow, notices

NOW = 1_800_000_000_000
HOUR = 3_600_000
DAY = 24 * HOUR


class Wall:
    """A clock that is set by the test."""

    def __init__(self) -> None:
        self.ms = NOW

    def __call__(self) -> int:
        return self.ms


Work = Callable[[Store, Outbox, Wall], Awaitable[Any]]


@pytest.fixture
def inside(database_url: str) -> Callable[[Work], Any]:
    """Runs work on an open store with an outbox."""

    async def opened(work: Work) -> Any:
        store, wall = Store(database_url), Wall()
        await store.open()
        outbox = Outbox(store, wall)
        GameNotices(store, outbox, wall)
        try:
            return await work(store, outbox, wall)
        finally:
            await store.close()

    return lambda work: asyncio.run(opened(work))


class Table:
    """A game over days between people, whose rows are written as by a room."""

    def __init__(self, store: Store, *people: str, clock: str = "daily", base: int = 3 * DAY) -> None:
        game, self.store, self.seq = new_id(10), store, 0
        self.row = GameRow(game, "mosty", clock, base, 0, new_id(10), 0, "", NOW, NOW, "open")
        self.places = [
            SeatRow(game, seat, "human" if person else "computer", person, person) for seat, person in enumerate(people)
        ]

    async def begin(self, turn: int = 0) -> "Table":
        await self.store.add_game(self.row, self.places)
        return await self.then("start", -1, turn)

    async def then(
        self, kind: str, seat: int, turn: int, due: int = NOW + 3 * DAY, state: str = "open", salt: str = ""
    ) -> "Table":
        self.row = replace(self.row, turn=turn, due=due, state=state)
        await self.store.append(LogRow(self.row.id, self.seq, kind, seat, salt=salt, at=NOW), self.row)
        self.seq += 1
        return self


async def told(store: Store, game: str) -> set[tuple[str, str]]:
    """Return person and kind of the notices about a game."""
    rows = await store.rows(select(notices).where(notices.c.about == game), NoticeRow)
    return {(row.person, row.kind) for row in rows}


def test_who_has_to_move_is_told_until_he_has(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        game = await Table(store, "ann", "bob").begin()
        assert await told(store, game.row.id) == {("ann", MOVE)}
        (first,) = await store.rows(select(notices).where(notices.c.about == game.row.id), NoticeRow)
        wall.ms += 1000
        await game.then("throw", 0, 0)
        assert await store.rows(select(notices).where(notices.c.about == game.row.id), NoticeRow) == [first], (
            "as it was"
        )
        await game.then("move", 0, 1)
        assert await told(store, game.row.id) == {("bob", MOVE)}
        await game.then("resign", 1, -1, due=0, state="over")
        assert await told(store, game.row.id) == {("ann", ANSWER)}

        other = await Table(store, "ann", "bob").begin()
        await store.removal.delete_games([other.row.id])
        assert await told(store, other.row.id) == set(), "nor of a game that was deleted"

    inside(work)


def test_nobody_is_told_of_other_games(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        for other in (Table(store, "ann", "bob", clock="fischer"), Table(store, "ann", "ann")):
            assert await told(store, (await other.begin()).row.id) == set()
        programs = Table(store, "ann", "bob")
        programs.places[0] = replace(programs.places[0], program=1)
        assert await told(store, (await programs.begin()).row.id) == set(), "a program of hers has to move"
        assert await told(store, (await Table(store, "", "bob").begin()).row.id) == set(), "a computer has to move"

    inside(work)


@pytest.mark.parametrize(
    ("kind", "salt", "told_"),
    [
        ("move", "", {"ann"}),
        ("move", CONDITIONAL, {"ann", "bob"}),
        ("resign", "", {"ann"}),
        ("flag", "", {"ann", "bob"}),
        ("draw", "", {"bob"}),
    ],
)
def test_who_did_not_end_a_game_is_told(inside: Callable[[Work], Any], kind: str, salt: str, told_: set[str]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        game = await Table(store, "ann", "bob").begin(1)
        await game.then(kind, 1, -1, due=0, state="over", salt=salt)
        assert await told(store, game.row.id) == {(person, ANSWER) for person in told_}
        (waiting,) = (await outbox.waiting("bob" if kind == "draw" else "ann")).values()
        said = waiting.say(Words("en"), wall.ms)
        assert said == (f"Your game with {'ann' if kind == 'draw' else 'bob'} is over", "Mosty", "")
        wall.ms += LASTS_MS
        assert await outbox.waiting("ann") == {}, "old news"

    inside(work)


def test_others_at_the_table_hear_that_somebody_has_sat_down(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        for clock in ("fischer", "daily"):
            game = Table(store, "ann", "", clock=clock)
            game.row = replace(game.row, state="waiting")
            game.places[1] = replace(game.places[1], kind="open")
            await store.add_game(game.row, game.places)
            assert await store.take_seat(SeatRow(game.row.id, 1, "human", "Bob", "bob"))
            assert not await store.take_seat(SeatRow(game.row.id, 1, "human", "Eve", "eve"))
            assert await told(store, game.row.id) == {("ann", ANSWER)}
            (waiting,) = (await outbox.waiting("ann")).values()
            assert waiting.say(Words("en"), wall.ms)[:2] == ("Your game with Bob begins", "Mosty")
            await game.then("start", -1, 0)
            await game.then("move", 0, 1)
            assert await told(store, game.row.id) == ({("ann", ANSWER)} if clock == "fischer" else {("bob", MOVE)})
            await game.then("call-off", 1, -1, due=0, state="called-off")
            assert len(await outbox.waiting("ann")) == (clock == "daily"), "of games over minutes nobody hears the end"
            await outbox.drop(await store.rows(select(notices), NoticeRow))

    inside(work)


def test_a_clock_that_is_set_back_makes_no_news_old(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        game = await Table(store, "ann", "bob").begin(1)
        await store.write(lambda connection: outbox.tell(connection, ["ann"], ANSWER, game.row.id))
        wall.ms -= DAY
        await game.then("resign", 1, -1, due=0, state="over")
        (waiting,) = (await outbox.waiting("ann")).values()
        assert waiting.row.at == wall.ms and waiting.say(Words("en"), wall.ms).title == "Your game with bob is over"

    inside(work)


def test_time_is_short_once_a_turn(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        game = await Table(store, "ann", "bob").begin()
        day = await Table(store, "eve", "bob", base=DAY).begin()
        warn = GameNotices(store, outbox, wall).warn
        assert await warn() == 0
        wall.ms = NOW + 3 * DAY - 11 * HOUR
        assert [await warn(), await warn()] == [1, 0]
        assert await told(store, game.row.id) == {("ann", MOVE), ("ann", SHORT)}
        assert await told(store, day.row.id) == {("eve", MOVE)}, "of one day a quarter"
        wall.ms = NOW + 3 * DAY - 5 * HOUR
        assert await warn() == 1
        await game.then("move", 0, 1, due=wall.ms + 3 * DAY)
        assert await told(store, game.row.id) == {("bob", MOVE)}

    inside(work)


def test_only_what_is_true_waits(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        game = await Table(store, "ann", "bob").begin()
        assert await outbox.people_due() == [], "first it waits"
        wall.ms += DELAY_MS
        assert await outbox.people_due() == ["ann"] and await outbox.people_due(["ann"]) == []
        (row,) = await outbox.due("ann")
        (waiting,) = (await outbox.waiting("ann", [row])).values()
        assert (waiting.row, waiting.path, waiting.mine) == (row, f"/g/{game.row.id}", frozenset({0}))
        await game.then("move", 0, 1)
        assert await outbox.waiting("ann", [row]) == {}
        assert await outbox.give([row], "c") == [], "it is gone since it was read"
        wall.ms += 1
        await game.then("move", 1, 0)
        assert await outbox.give([row], "c") == [], "the next turn is another notice"

    inside(work)


def test_a_cause_is_told_once_for_each_of_its_times(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        async def tell(at: int) -> list[NoticeRow]:
            await store.write(lambda connection: outbox.tell(connection, ["ann"], ROUND, "t/x", at))
            return await store.rows(select(notices), NoticeRow)

        (first,) = await tell(NOW)
        assert await outbox.give([first], "c") == [first]
        for at in (NOW, NOW - 1):
            (row,) = await tell(at)
            assert (row.at, row.sent) == (NOW, " c"), "it is the same, or an older one"
        (row,) = await tell(NOW + 1)
        assert (row.at, row.sent) == (NOW + 1, "")

    inside(work)


def test_one_message_names_the_most_important() -> None:
    def waiting(kind: str, path: str, title: str = "T", subject: str = "Mosty") -> Waiting:
        return Waiting(NoticeRow("ann", kind, path, NOW, NOW), path, lambda words, now: Said(title, subject, "d"))

    def sent(*all_: Waiting) -> tuple[str, str, str, bool]:
        message = message_of(Words("en"), all_, NOW)
        return message.title, message.text, message.path, message.is_urgent

    move, begun = waiting(MOVE, "/g/a", "your move"), waiting(ANSWER, "/g/a", "begins")
    assert sent(move) == ("your move", "Mosty · d", "/g/a", False)
    assert sent(begun, move) == sent(move), "one thing about each game"
    short, round_ = waiting(SHORT, "/g/b", "short", "Gana"), waiting(ROUND, "/t/x", "Round 2", "Cup")
    assert sent(round_, begun) == ("begins", "Mosty · d · Round 2", "/g/a", True)
    assert sent(move, short) == ("2 games wait for you", "Gana, Mosty", "/next", True)
    assert sent(round_, move, short) == ("2 games wait for you", "Gana, Mosty · Round 2", "/next", True)
    assert set(KINDS) == {SHORT, MOVE, ANSWER, ROUND, "challenge"}


def test_a_channel_gets_a_notice_once(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        for _ in range(3):
            await Table(store, "ann", "bob").begin()
        wall.ms += DELAY_MS
        rows = await outbox.due("ann")
        tries = [outbox.give(rows, channel) for channel in ("aaaa", "bbbb") for _ in range(4)]
        given = await asyncio.gather(*tries)
        assert [sum(map(len, given[:4])), sum(map(len, given[4:]))] == [3, 3]
        await outbox.take_back(rows[:1], "aaaa")
        assert await outbox.give(rows, "aaaa") == rows[:1]
        assert await outbox.give(rows, "bbbb") == []
        await outbox.put_off(rows, 0)
        assert await outbox.due("ann") == [] and len(await outbox.waiting("ann")) == 3

    inside(work)


def test_notices_follow_a_guest_who_turns_out_to_be_a_member(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        game = await Table(store, "guest", "bob").begin()
        await store.hold(game.row.id, 0, "ann")
        await game.then("move", 0, 1)
        await game.then("move", 1, 0)
        assert await told(store, game.row.id) == {("guest", MOVE), ("ann", MOVE)}, "both devices"
        await store.write(lambda connection: keep(connection, "ann", {"name": "Ann"}))
        await personal_data.move(store, "guest", "ann")
        assert await told(store, game.row.id) == {("ann", MOVE)}

    inside(work)


def channel(person: str, address: str = "https://example.org/hook") -> ChannelRow:
    return ChannelRow(new_id(10), person, HOOK, address, "key", "", "http://testserver", "en", NOW)


def test_a_channel_that_fails_rests_longer_and_longer_and_is_removed(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        channels, last = Channels(store, wall), 0
        await channels.add(channel("ann"))
        for _ in range(MOST_FAILURES - 1):
            (row,) = await channels.of("ann")
            await channels.failed(row)
            (row,) = await channels.of("ann")
            assert last <= row.paused - wall.ms <= DAY
            last = row.paused - wall.ms
        assert last == DAY
        await channels.succeeded(row)
        (row,) = await channels.of("ann")
        assert (row.failures, row.paused) == (0, 0)
        await channels.failed(replace(row, failures=MOST_FAILURES - 1))
        assert await channels.of("ann") == []

    inside(work)


def test_a_person_has_a_bounded_number_of_channels_and_each_once(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store, outbox: Outbox, wall: Wall) -> None:
        channels = Channels(store, wall)
        for number in (*range(MOST_CHANNELS), 0):
            await channels.add(channel("ann", f"https://example.org/{number}"))
        with pytest.raises(Exception, match="NOT_NOW"):
            await channels.add(channel("ann", "https://example.org/more"))
        rows = await channels.of("ann")
        assert len(rows) == MOST_CHANNELS
        await channels.remove("bob", rows[0].id)
        await channels.choose("bob", rows[0].id, [])
        assert await channels.of("ann") == rows, "others change nothing"
        await channels.choose("ann", rows[0].id, [SHORT])
        assert (await channels.find(rows[0].id)) == replace(rows[0], off="move challenge answer round")

    inside(work)


ZONES = ["UTC", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia"]


@given(st.times(), st.times(), st.sampled_from(ZONES), st.integers(1_600_000_000_000, 1_900_000_000_000), st.booleans())
def test_quiet_hours_end(start: Any, end: Any, zone: str, now: int, at_change: bool) -> None:
    hours = quiet_hours(f"{start:%H:%M} {end:%H:%M} {zone}")
    assert quiet_hours(str(hours)) == hours
    now = 1_793_494_800_000 + now % (6 * HOUR) if at_change else now  # clocks are put back in Europe, 25 October 2026
    steps = 0
    while (later := hours.until(now)) and steps < 70:
        assert now < later <= now + 26 * HOUR
        now, steps = later, steps + 1
    assert not hours.until(now), "they end"


def test_no_text_is_quiet_for_ever() -> None:
    for text in ("", "x", "22:00", "22:00 08:00", "22:00 08:00 Mars/Base", "25:00 08:00 UTC", "22:00 08:00 ../../etc"):
        assert quiet_hours(text) == QuietHours(), text
    hours = quiet_hours("22:00 08:00 Europe/Istanbul")
    evening = 1_800_043_200_000 - 1_800_043_200_000 % DAY + 20 * HOUR  # 23:00 in Istanbul
    assert hours.until(evening) == evening + 9 * HOUR
    assert hours.until(evening + 10 * HOUR) == 0
