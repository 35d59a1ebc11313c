"""Clocks: on their own, at a table, and over a restart."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.web.conditions import until, wait_until
from tests.web.conftest import LocalServer, ManualClock, Socket, make_pair, settings_in

from charkoni.web.app import create_app
from charkoni.web.live.game.clocks import MOST_LAG, Clocks, Control
from charkoni.web.live.hub import Hub
from charkoni.web.live.observers.clock_watch import ClockWatch
from charkoni.web.live.room import Room
from charkoni.web.live.uptime import SUFFIX, Uptime, UptimeFile
from charkoni.web.store import GameRow, LogRow, Store, StoreError

FIVE = Control("sudden", 300_000)
FISCHER = Control("fischer", 60_000, 3_000)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("none", Control()),
        ("15", Control("sudden", 900_000)),
        ("5+3", Control("fischer", 300_000, 3_000)),
        ("0.5", Control("sudden", 30_000)),
        ("3d", Control("daily", 3 * 86_400_000)),
    ],
)
def test_a_control_is_read(text: str, control: Control) -> None:
    assert Control.parse(text) == control
    assert control.text == text


@pytest.mark.parametrize("text", ["x", "-1", "0", "5+", "5+-1", "99999", "5+9999", "nan", "inf", "1e99"])
def test_a_bad_control_is_refused(text: str) -> None:
    with pytest.raises((ValueError, OverflowError)):
        Control.parse(text)


def test_only_the_running_clock_loses_time() -> None:
    clocks = Clocks(FIVE, [0, 1])
    clocks.run(0, 1000)
    assert clocks.seats_left(11_000) == [290_000, 300_000]
    clocks.run(1, 11_000)
    assert clocks.seats_left(12_000) == [290_000, 299_000]
    assert clocks.deadline() == 311_000


def test_the_increment_comes_when_the_turn_goes_on() -> None:
    clocks = Clocks(FISCHER, [0, 1])
    clocks.run(0, 0)
    assert clocks.after_move(0, 10_000, goes_on=True) == [53_000, 60_000]
    assert clocks.after_move(0, 10_000, goes_on=False) == [50_000, 60_000]


def test_seats_of_one_person_share_a_clock() -> None:
    clocks = Clocks(FIVE, [0, 1, 0, 1])
    clocks.run(2, 0)
    assert clocks.seats_left(1000) == [299_000, 300_000, 299_000, 300_000]
    assert clocks.seats_running() == [0, 2]


def test_motion_is_not_charged() -> None:
    clocks = Clocks(FIVE, [0, 1])
    clocks.run(0, 0, delay=800)
    assert clocks.seats_left(700) == [300_000, 300_000]
    assert clocks.seats_left(1800) == [299_000, 300_000]


def test_lag_is_credited_from_a_bucket() -> None:
    clocks = Clocks(FIVE, [0, 1])
    clocks.add_round_trip(0, 400.0)
    given_back = []
    for move in range(4):
        clocks.set_left([300_000, 300_000], move * 10_000)
        clocks.run(0, move * 10_000)
        given_back.append(clocks.after_move(0, move * 10_000 + 5_000, True)[0] - 295_000)
        clocks.run(None, move * 10_000 + 5_000)
    assert given_back == [MOST_LAG, 100, 100, 100]


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 5_000), st.floats(0, 2_000)), max_size=40))
def test_no_clock_ever_gains_more_than_lag_and_increment(moves: list[tuple[int, int, float]]) -> None:
    clocks, now = Clocks(FISCHER, [0, 1]), 0
    for seat, spent, trip in moves:
        clocks.run(seat, now)
        before = clocks.shown(now)
        now += spent
        clocks.add_round_trip(seat, trip)
        after = clocks.after_move(seat, now, True)
        assert after[1 - seat] == before[1 - seat]
        assert max(0, before[seat] - spent) + 3_000 <= after[seat] <= max(0, before[seat] - spent) + 3_000 + MOST_LAG
        clocks.set_left(after, now)


def test_the_first_move_starts_the_clocks_and_a_flag_ends_the_game(local_server: LocalServer) -> None:
    pair = make_pair(local_server, clock="5")
    with pair.sockets() as (first, second):
        assert first.hello(pair.g)["table"]["clocks"]["running"] == []
        local_server.time.pass_by(20_000)
        first.ask("do", g=pair.g, v=0, m="1")
        clocks = first.hello(pair.g)["table"]["clocks"]
        assert (clocks["left"], clocks["running"]) == ([300_000, 300_000], [1])
        local_server.pass_by(300_000, pair.g)
        assert first.hello(pair.g)["table"]["status"]["state"] == "open", "the motion before is not charged"
        local_server.pass_by(1_001, pair.g)
        status = first.hello(pair.g)["table"]["status"]
        assert (status["state"], status["reason"], status["scores"]) == ("over", "time", ["1", "0"])
        assert second.ask("do", g=pair.g, v=1, m="1")["code"] == "OVER"


def test_a_move_after_the_deadline_comes_too_late(local_server: LocalServer) -> None:
    pair = make_pair(local_server, clock="5")
    with pair.sockets() as (first, second):
        first.ask("do", g=pair.g, v=0, m="1")
        local_server.time.pass_by(302_000)
        assert second.ask("do", g=pair.g, v=1, m="1")["code"] == "OVER"
        assert second.hello(pair.g)["table"]["status"]["reason"] == "time"


def test_a_clock_that_runs_out_while_the_database_is_away_is_noted_when_it_is_back(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = make_pair(local_server, clock="1")
    room = local_server.hub.rooms[pair.g]
    with pair.sockets() as (a, b):
        assert a.ask("do", g=pair.g, v=0, m="1")["type"] == "ack"
        assert b.ask("do", g=pair.g, v=1, m="1")["type"] == "ack"
        write, refused = local_server.hub.store.append, list[str]()

        async def away(row: LogRow, game: GameRow) -> None:
            if len(refused) < 2:
                refused.append(row.kind)
                raise StoreError("gone")
            await write(row, game)

        monkeypatch.setattr(local_server.hub.store, "append", away)
        monkeypatch.setattr("charkoni.web.live.cluster.RETRY_S", 0.01)
        local_server.time.pass_by(120_000)
        local_server.run(_expire, room)
        assert (refused, room.live.last.kind if room.live.last else "") == (["flag", "flag"], "flag")


async def _expire(room: Room) -> None:
    """Let the timer of a room expire, and wait until the game is over."""
    observer = next(observer for observer in room.observers if isinstance(observer, ClockWatch))
    room.spawn(observer.attempt(room.enforce_deadline))
    await until(lambda: room.live.state != "open")


def test_a_game_with_clocks_is_called_off_when_nobody_begins(local_server: LocalServer) -> None:
    pair = make_pair(local_server, clock="5+3")
    local_server.pass_by(31_000, pair.g)
    assert local_server.hub.rooms[pair.g].live.state == "called-off"
    assert "The game was called off: the first move did not come in time." in pair.a.get("/mine?lang=en").text


def test_a_restart_charges_nobody_for_the_time_without_server(opened: Callable[..., LocalServer]) -> None:
    clock = ManualClock()
    local_server = opened(clock)
    pair = make_pair(local_server, clock="5")
    with pair.sockets() as (first, second):
        first.ask("do", g=pair.g, v=0, m="1")
        clock.pass_by(11_000)
        second.ask("do", g=pair.g, v=1, m="1")
        left = first.hello(pair.g)["table"]["clocks"]["left"]
        assert 289_000 <= left[1] <= 290_000
        clock.pass_by(7_000)
    local_server.client.__exit__(None, None, None)
    clock.pass_by(3_600_000)
    again = opened(clock)
    pair.a.client = again.client
    with pair.a.socket() as one:
        view = Socket(one).hello(pair.g)
    after = view["table"]["clocks"]
    assert after["running"] == [0]
    assert after["left"][1] == left[1]
    assert 300_000 - 7_000 <= after["left"][0] < 300_000 - 6_000, "but for the motion of the pieces"


def test_a_restart_charges_nobody_for_the_time_it_takes_to_load_the_games(
    opened: Callable[..., LocalServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock()
    local_server = opened(clock)
    pairs = [make_pair(local_server, clock="5") for _ in range(3)]
    for pair in pairs:
        with pair.a.socket() as wire:
            socket = Socket(wire)
            socket.hello(pair.g)
            socket.ask("do", g=pair.g, v=0, m="1")
    clock.pass_by(7_000)
    local_server.client.__exit__(None, None, None)
    read = Store.game

    async def slow(self: Store, game: str) -> Any:
        clock.pass_by(20_000)
        return await read(self, game)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "game", slow)
        again = opened(clock)
        for pair in pairs:
            again.run(again.hub.room, pair.g)
    left = sorted(again.hub.rooms[pair.g].live.clocks.shown(clock.now())[1] for pair in pairs)
    for seconds, each in zip((40, 20, 0), left, strict=True):  # for which the others were loaded afterwards
        assert 293_000 - 1000 * seconds <= each <= 300_000


@pytest.mark.parametrize(
    "jump", [-3_600_000, pytest.param(3_600_000, marks=pytest.mark.long)], ids=["backward", "forward"]
)
def test_a_wall_clock_that_jumps_over_a_crash_changes_no_time(
    opened: Callable[..., LocalServer], tmp_path: Path, jump: int
) -> None:
    """The server is killed, the machine starts anew, and its clock is an hour wrong."""
    clock = ManualClock()
    server = opened(clock)
    pair = make_pair(server, clock="5")
    with pair.a.socket() as one, pair.b.socket() as two:
        sockets = Socket(one), Socket(two)
        for v, socket in enumerate(sockets):
            socket.hello(pair.g)
            clock.pass_by(1_000)
            assert socket.ask("do", g=pair.g, v=v, m="1")["type"] == "ack"
        clock.pass_by(6_000)
        clock.wall_ms += jump
        clock.pass_by(1_000)
        left = sockets[0].hello(pair.g)["table"]["clocks"]["left"]
        assert 293_000 <= left[0] < 294_000, "nor does a jump in the run"
        file = Path(f"{tmp_path / 'web.db'}{SUFFIX}")
        wait_until(lambda: file.read_text() == f"{server.hub.uptime.now():020d}\n")
        killed = tmp_path / "killed"
        killed.mkdir()
        for path in tmp_path.glob("web.db*"):
            shutil.copy(path, killed)
        clock.pass_by(60_000)
    other = ManualClock(ms=17, wall_ms=clock.wall_ms - jump // 2)
    with TestClient(create_app(settings_in(killed), other), base_url="http://testserver") as client:
        again = LocalServer(client, client.app.state.hub, other, server.settings)  # type: ignore[attr-defined]
        pair.a.client = client
        with pair.a.socket() as one:
            assert Socket(one).hello(pair.g)["table"]["clocks"]["left"] == left
            other.pass_by(2_000)
            other.wall_ms += jump
            again.pass_by(0, pair.g)
            assert Socket(one).hello(pair.g)["table"]["clocks"]["left"] == [left[0] - 2_000, left[1]]


def test_the_uptime_is_never_less_than_what_was_recorded(tmp_path: Path) -> None:
    clock = ManualClock()
    uptime = Uptime(clock)
    uptime.advance(5_000)
    clock.pass_by(250)
    uptime.advance(4_000)
    assert uptime.now() == 5_250
    file = UptimeFile(tmp_path / "web.db")
    assert file.read() == 0
    file.close(uptime)
    again = UptimeFile(tmp_path / "web.db")
    assert again.read() == 5_250
    (tmp_path / f"web.db{SUFFIX}").write_text("torn\0")
    assert again.read() == 0, "the database has an older record"
    again.close(uptime)


DAY = 86_400_000


async def _evicted_and_watched(hub: Hub, g: str) -> Room | None:
    """Close the idle rooms, load the games whose days are over, and return the room of a game if it is loaded."""

    def is_gone() -> bool:
        hub.evict()  # a room that still looks for planned answers stays
        return g not in hub.rooms

    await until(is_gone)
    for game in await hub.store.overdue(hub.time.wall()):
        await hub.room(game)
    return hub.rooms.get(g)


def test_days_per_move_run_while_nobody_looks_and_forfeit_the_game(local_server: LocalServer) -> None:
    pair, hub = make_pair(local_server, clock="3d"), local_server.hub
    assert pair.a.post(f"/g/{pair.g}/text", action="move", v="0", m="1").status_code == 303
    local_server.time.pass_by(2 * DAY - 3 * 3_600_000)
    assert local_server.run(_evicted_and_watched, hub, pair.g) is None
    assert "Your move · 1 day 3 hours left" in pair.b.get("/mine?lang=en").text
    assert "In play · 1 day 3 hours left" in pair.a.get("/mine?lang=en").text
    assert "3 days for each move" in pair.a.get("/mine?lang=en").text
    assert "1 day 3 hours" in pair.b.get(f"/g/{pair.g}/text?lang=en").text
    assert pair.b.post(f"/g/{pair.g}/text", action="move", v="1", m="1").status_code == 303
    assert "Your move · 3 days left" in pair.a.get("/?lang=en").text, "each move has all the days"
    local_server.time.pass_by(3 * DAY + 2_000)
    room = local_server.run(_evicted_and_watched, hub, pair.g)
    assert room
    local_server.run(until, lambda: room.live.state == "over")
    assert (room.live.row.reason, room.live.row.result) == ("time", "0:1")
    assert pair.g not in local_server.run(hub.store.overdue, hub.time.wall())


def test_a_game_of_days_that_nobody_begins_is_called_off(local_server: LocalServer) -> None:
    pair, hub = make_pair(local_server, clock="1d"), local_server.hub
    local_server.time.pass_by(DAY + 2_000)
    room = local_server.run(_evicted_and_watched, hub, pair.g)
    assert room
    local_server.run(until, lambda: room.live.state == "called-off")
