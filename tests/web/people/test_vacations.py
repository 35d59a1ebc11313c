"""Vacations: days a year, clocks that stand still, what opponents see; on SQLite and PostgreSQL."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.web.conditions import wait_until
from tests.web.conftest import LocalServer, Pair, Work, make_pair

from charkoni.web.http.errors import Refused
from charkoni.web.live.hub import Hub
from charkoni.web.people.vacations import DAY_MS, Vacations, day_of, days_by_year
from charkoni.web.store import Store
from charkoni.web.store.tables import VacationRow

HOUR_MS = 3_600_000
TODAY = date(2027, 1, 15)
NOW = (TODAY - date(1970, 1, 1)).days * DAY_MS + 5 * HOUR_MS


def days(first: int, last: int) -> tuple[date, date]:
    return TODAY + timedelta(first), TODAY + timedelta(last)


def test_a_vacation_has_its_days_and_a_year_its_sum(inside: Callable[[Work], Any]) -> None:
    async def work(store: Store) -> None:
        vacations = Vacations(store)
        for first, last, code in (
            (0, 14, "VACATION_LONG"),
            (-1, 3, "VACATION_DATES"),
            (3, 2, "VACATION_DATES"),
            (0, 13, ""),
            (13, 14, "VACATION_DATES"),
            (14, 15, "VACATION_DATES"),  # beside it: both would be one
            (15, 28, ""),
            (40, 40, "VACATION_DAYS"),
            (351, 352, ""),  # of the next year
        ):
            if code:
                with pytest.raises(Refused, match=code):
                    await vacations.add("ann", *days(first, last), NOW)
            else:
                await vacations.add("ann", *days(first, last), NOW)
        assert await vacations.until("ann", NOW) == NOW - 5 * HOUR_MS + 14 * DAY_MS
        assert await vacations.until("ann", NOW + 14 * DAY_MS) == 0
        assert await vacations.until("bob", NOW) == 0
        assert await vacations.begun(NOW) == {"ann"}
        await vacations.note_begun(NOW)
        assert await vacations.begun(NOW) == set()
        running = next(row for row in await vacations.of("ann") if row.begins == NOW)
        await vacations.give_up("ann", running.id, NOW + DAY_MS)
        assert await vacations.until("ann", NOW + DAY_MS) == 0
        assert days_by_year(await vacations.of("ann"))[2027] == 2 + 14, "what was not taken is free again"

    inside(work)


@given(st.lists(st.tuples(st.integers(0, 700), st.integers(1, 14)), max_size=6))
@settings(max_examples=50, deadline=None)
def test_days_are_counted_in_the_year_in_which_they_lie(spans: list[tuple[int, int]]) -> None:
    start = NOW - 5 * HOUR_MS
    rows = [VacationRow("", "ann", start + a * DAY_MS, start + (a + n) * DAY_MS) for a, n in spans]
    counted = days_by_year(rows)
    assert sum(counted.values()) == sum(n for _, n in spans)
    for row in rows:
        assert counted[day_of(row.begins).year] and counted[day_of(row.ends - 1).year]


def to_move(local_server: LocalServer, clock: str = "3d") -> Pair:
    """Return a game in which it is the second one's move."""
    pair = make_pair(local_server, clock=clock)
    assert pair.a.post(f"/g/{pair.g}/text", action="move", v="0", m="1").status_code == 303
    return pair


def leave(pair: Pair, last: int) -> Any:
    """Let the second one begin a vacation now, until so many days later."""
    today = day_of(pair.local_server.time.wall())
    form = {"first": today.isoformat(), "last": (today + timedelta(last)).isoformat()}
    return pair.b.post("/mine/vacation", **form)


def left(pair: Pair) -> int:
    room = pair.local_server.hub.rooms[pair.g]
    return room.live.clocks.seats_left(room.host.time.now())[1]


def stopped(pair: Pair) -> bool:
    return pair.local_server.hub.rooms[pair.g].live.vacation > pair.local_server.time.wall()


async def overdue(hub: Hub) -> None:
    """Do what is done once in a while: load the games whose time is over."""
    hub.evict()
    for game in await hub.store.overdue(hub.time.wall()):
        room = await hub.room(game)
        assert room
        await room.ask(room.enforce_deadline)


def test_a_vacation_stops_the_clock_and_the_opponent_sees_why(local_server: LocalServer) -> None:
    pair = to_move(local_server)
    local_server.time.pass_by(DAY_MS)
    before = left(pair)
    assert leave(pair, 9).status_code == 303
    wait_until(lambda: stopped(pair))
    page = pair.a.get(f"/g/{pair.g}/text?lang=en").text
    assert "Ben is on vacation until " in page and "the clock stands still" in page
    local_server.time.pass_by(9 * DAY_MS)
    assert left(pair) == before
    local_server.run(overdue, local_server.hub)
    assert local_server.run(local_server.hub.room, pair.g).live.state == "open"
    local_server.time.pass_by(DAY_MS + before)
    local_server.run(overdue, local_server.hub)
    assert local_server.run(local_server.hub.room, pair.g).live.state == "over", "the clock has gone on"


def test_the_clock_also_stops_when_the_turn_comes_in_the_vacation(local_server: LocalServer) -> None:
    pair = make_pair(local_server, clock="1d")
    assert leave(pair, 3).status_code == 303
    assert pair.a.post(f"/g/{pair.g}/text", action="move", v="0", m="1").status_code == 303
    wait_until(lambda: stopped(pair))
    local_server.time.pass_by(2 * DAY_MS)
    assert left(pair) == DAY_MS
    assert pair.b.post(f"/g/{pair.g}/text", action="move", v="1", m="1").status_code == 303, "he may play all the same"
    assert not stopped(pair), "the opponent's clock runs"


def test_a_vacation_that_is_given_up_starts_the_clock(local_server: LocalServer) -> None:
    pair = to_move(local_server)
    assert leave(pair, 9).status_code == 303
    wait_until(lambda: stopped(pair))
    found = re.search('name="id" value="([^"]+)"', pair.b.get("/mine/vacation").text)
    assert found
    local_server.time.pass_by(DAY_MS)
    assert pair.b.post("/mine/vacation", id=found[1]).status_code == 303
    wait_until(lambda: not stopped(pair))
    before = left(pair)
    local_server.time.pass_by(HOUR_MS)
    assert left(pair) == before - HOUR_MS


def test_no_vacation_saves_a_game_whose_time_is_over(local_server: LocalServer) -> None:
    pair = to_move(local_server, "1d")
    local_server.time.pass_by(DAY_MS + HOUR_MS)
    assert leave(pair, 3).status_code == 303
    wait_until(lambda: local_server.hub.rooms[pair.g].live.state == "over")


def test_what_is_no_vacation_is_refused_with_the_reason(local_server: LocalServer) -> None:
    pair = make_pair(local_server)
    answer = leave(pair, 14)
    assert answer.status_code == 409
    assert "at most 14 days" in pair.b.post("/mine/vacation?lang=en", first="2030-01-01", last="2030-02-01").text
    assert pair.b.post("/mine/vacation", first="no day", last="").status_code == 400
    assert pair.b.post("/mine/vacation", id="x").status_code == 303, "there is nothing to give up"
    assert pair.b.get("/mine/vacation").status_code == 200


@pytest.mark.parametrize("jump", [-2 * HOUR_MS, 0])
def test_a_restart_keeps_the_clock_where_it_was(opened: Callable[..., LocalServer], jump: int) -> None:
    """Also when the time of day is another one afterwards."""
    server = opened()
    pair = to_move(server)
    assert leave(pair, 5).status_code == 303
    wait_until(lambda: stopped(pair))
    server.time.pass_by(DAY_MS)
    before = left(pair)
    server.client.__exit__(None, None, None)
    server.time.wall_ms += jump
    again = opened(server.time)
    room = again.run(again.hub.room, pair.g)
    assert room.live.clocks.seats_left(again.time.now())[1] == before
    again.time.pass_by(DAY_MS)
    assert room.live.clocks.seats_left(again.time.now())[1] == before
    again.time.pass_by(5 * DAY_MS)
    assert room.live.clocks.seats_left(again.time.now())[1] < before
