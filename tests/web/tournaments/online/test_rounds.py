"""Online rounds: games begin by themselves, absent players lose by their clock, restarts lose nothing."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from tests.web.conditions import wait_until
from tests.web.conftest import LocalServer, ManualClock, Socket, Visitor
from tests.web.tournaments.online_event import advance, game_of, live_game, mover, opened_event, play_and_resign
from tests.web.tournaments.people import SIX, Arbiter, begin, main_text, player, report, seats, started

from charkoni.tournament.model.event import Tournament
from charkoni.web.tournaments.online import rounds


def test_a_game_begins_by_itself_and_its_clock_runs(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    assert live_game(arbiter).clocks.seats_running() == [0]
    assert f"/g/{game_of(arbiter)}" in people[1].get(f"/t/{arbiter.id}/me").text
    with people[mover(arbiter)].socket() as wire:
        socket = Socket(wire)
        view = socket.hello(game_of(arbiter))
        assert view["table"]["can"] == ["resign"]
        assert socket.ask("do", g=game_of(arbiter), v=0, m="4")["type"] == "ack"


def test_an_absent_player_loses_on_time(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    local_server.pass_by(901_000, game_of(arbiter))
    people[3 - mover(arbiter)].get(f"/t/{arbiter.id}/news?after=-1")
    advance(arbiter)
    board = arbiter.state.rounds[0].boards[0]
    gone = mover(arbiter)
    assert board.result is not None
    assert board.result.text == ("−:+" if board.first == gone else "+:−")
    assert not arbiter.state.entry(gone).here and arbiter.state.entry(3 - gone).here
    other = begin(local_server, "Zoe", boards="online")
    answer = people[gone].post(f"/t/{other.id}/me/enter", name="Back again")
    assert answer.status_code == 409 and "you missed" in main_text(answer)
    assert people[3 - gone].post(f"/t/{other.id}/me/enter", name="I came").status_code == 303
    tables = begin(local_server, "Zoe")
    assert people[gone].post(f"/t/{tables.id}/me/enter", name="At tables").status_code == 303


@pytest.mark.parametrize(("system", "came"), [("swiss", 1), ("swiss", 0), ("knockout", 0)])
def test_who_never_opens_his_link_loses_at_the_announced_time(
    local_server: LocalServer, system: str, came: int
) -> None:
    arbiter = begin(local_server, "Ada", "Boris", boards="online", system=system)
    for entry in range(1, came + 1):
        player(arbiter, entry)
    arbiter.done("close-list")
    arbiter.publish_next()
    advance(arbiter)
    assert arbiter.state.rounds[0].boards[0].is_open
    director = arbiter.event.director
    before, wait = director.now, timedelta(minutes=director.state.settings.forfeit_after, seconds=1)
    arbiter.done("stop-clock", round=1, reason="a call from somebody on the way")
    director.now = lambda: before() + wait
    advance(arbiter)
    assert arbiter.state.rounds[0].boards[0].is_open
    arbiter.done("continue-clock", round=1)
    advance(arbiter)
    assert arbiter.state.rounds[0].boards[0].is_open, "the time of the call does not count"
    director.now = lambda: before() + 2 * wait
    advance(arbiter)
    director.now = before
    board = arbiter.state.rounds[0].boards[0]
    absent = {1: {2}, 0: {mover(arbiter)} if system == "knockout" else {1, 2}}[came]
    assert board.result is not None
    assert (board.result.first == "-", board.result.second == "-") == (board.first in absent, board.second in absent)
    arbiter.done("close", round=1)
    assert {entry.id for entry in arbiter.state.entries if not entry.here} == absent


def test_two_absent_players_are_both_checked_out(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    local_server.pass_by(901_000, game_of(arbiter))
    advance(arbiter)
    assert not any(entry.here for entry in arbiter.state.entries)
    other = begin(local_server, "Zoe", boards="online")
    assert people[3 - mover(arbiter)].post(f"/t/{other.id}/me/enter", name="No ban").status_code == 303


def test_a_game_played_to_its_end_is_a_result(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    play_and_resign(arbiter, people)
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is not None and board.result.source == "game"
    assert board.result.text == ("0:1" if board.first == mover(arbiter) else "1:0")
    advance(arbiter)
    arbiter.done("close", round=1)


@pytest.mark.parametrize(("outage", "is_paused"), [pytest.param(20_000, False, marks=pytest.mark.long), (90_000, True)])
def test_a_restart_gives_time_and_after_long_ones_waits(
    opened: Callable[..., LocalServer], outage: int, is_paused: bool
) -> None:
    local_server = opened()
    arbiter, _ = opened_event(local_server)
    game, id_ = game_of(arbiter), arbiter.id
    local_server.pass_by(60_000, game)
    local_server.run(local_server.hub._write_alive)
    again = opened(ManualClock(local_server.time.ms, local_server.time.wall_ms + outage))
    arbiter = Arbiter(again, arbiter.visitor, id_)
    again.run(again.hub.room, game)
    advance(arbiter)
    live = live_game(arbiter)
    assert live.paused == is_paused
    assert live.clocks.seats_left(again.time.now()) == [860_000, 910_000]
    advance(arbiter)
    assert live_game(arbiter).clocks.seats_left(again.time.now()) == [860_000, 910_000]


def test_a_killed_server_makes_the_game_it_had_noted(opened: Callable[..., LocalServer]) -> None:
    local_server = opened()
    arbiter = begin(local_server, "Ada", "Boris", boards="online")
    for entry in (1, 2):
        player(arbiter, entry)
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    local_server.run(arbiter.event.set_item, "games", "1:1", "halfwaygame")
    advance(arbiter)
    assert game_of(arbiter) == "halfwaygame"
    assert live_game(arbiter).state == "open"


def test_the_server_runs_a_whole_event(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "AWAY_S", 1e6)  # a slow machine must not check out players who were seen
    arbiter = begin(local_server, "Ada", "Boris", boards="online", rounds_by="server")
    arbiter.done("set", interval="50")
    for entry in (1, 2):
        player(arbiter, entry).get(f"/t/{arbiter.id}/news?after=-1")
    arbiter.done("close-list", rounds="1")
    director = arbiter.event.director
    before = director.now
    director.now = lambda: before() + timedelta(seconds=60)
    wait_until(lambda: advanced(arbiter).rounds and arbiter.state.rounds[0].state == "published")
    advance(arbiter)  # the games of the round begin
    local_server.pass_by(901_000, game_of(arbiter))
    for minutes in (2, 3, 4):
        director.now = lambda minutes=minutes: before() + timedelta(minutes=minutes)
        advance(arbiter)
    wait_until(lambda: advanced(arbiter).phase == "finished")


def advanced(arbiter: Arbiter) -> Tournament:
    """Return the state after what is due; the server does it by itself, too, and may be pairing right now."""
    advance(arbiter)
    return arbiter.state


def test_one_report_counts_after_five_minutes_where_that_is_allowed(local_server: LocalServer) -> None:
    arbiter = started(local_server)
    arbiter.done("set", **{"lone_reports-asked": "1", "lone_reports": "1"})
    first, _ = seats(arbiter)
    report(arbiter, first, "first", own="1")
    advance(arbiter)
    assert arbiter.state.rounds[0].boards[0].is_open
    director = arbiter.event.director
    before = director.now
    director.now = lambda: before() + timedelta(seconds=301)
    advance(arbiter)
    director.now = before
    assert not arbiter.state.rounds[0].boards[0].is_open


@dataclass
class OnlineEvent:
    """An online event of a random kind, whose players are absent, late, or leave; the test advances its clocks."""

    opened: Callable[..., LocalServer]
    chance: Random

    def __post_init__(self) -> None:
        self.local_server, self.minutes = self.opened(), 0.0
        system, games = self.chance.choice(["swiss", "swiss", "knockout"]), self.chance.choice(["1", "1", "2"])
        self.forfeit_after, names = self.chance.choice([0, 5, 15]), SIX[: self.chance.randint(2, 5)]
        wanted = {"system": system, "games": games, "forfeit_after": str(self.forfeit_after), "clock": "10"}
        self.arbiter = begin(self.local_server, *names, boards="online")
        self.arbiter.done("set", **wanted, profile=self.chance.choice(["mangala-wng", "classic"]))
        self.people: dict[int, Visitor] = {}
        self.kinds = {
            entry: self.chance.choice(["never", "opens", "late", "moves"]) for entry in range(1, len(names) + 1)
        }
        for entry, kind in self.kinds.items():
            if kind in ("opens", "moves"):
                self.people[entry] = player(self.arbiter, entry)
        self.arbiter.done("close-list")
        self.arbiter.publish_next()
        self.pass_by(0)

    def pass_by(self, minutes: float) -> None:
        """Advance the clocks of hall and games, and let the server do what is due."""
        self.minutes += minutes
        director, after = self.arbiter.event.director, timedelta(minutes=self.minutes, seconds=1)
        director.now = lambda: datetime.now(UTC) + after
        self.local_server.time.pass_by(round(60_000 * minutes))
        for room in list(self.local_server.hub.rooms.values()):
            self.local_server.run(room.ask, room.enforce_deadline)
        for _ in range(2):  # a result, and the next game of a match
            advance(self.arbiter)

    def restart(self, seconds: int) -> None:
        """Stop the server without a word, and open it again after some seconds."""
        self.local_server.run(self.local_server.hub._write_alive)
        time = self.local_server.time
        self.local_server = self.opened(ManualClock(time.ms, time.wall_ms + 1000 * seconds))
        cookies = {entry: visitor.cookies for entry, visitor in self.people.items()}
        self.arbiter = self.arbiter.at(self.local_server)
        for entry, known in cookies.items():
            self.people[entry] = self.local_server.visitor()
            self.people[entry].cookies.update(known)
        self.pass_by(0)

    def do_something(self) -> None:
        """Let somebody open his link late, report a win without a game, or move."""
        entry = self.chance.choice(sorted(self.kinds))
        board = self.arbiter.state.rounds[0].board_of(entry)
        assert board is not None
        if self.kinds[entry] == "late" and entry not in self.people:
            self.people[entry] = player(self.arbiter, entry)
        elif entry in self.people and self.chance.random() < 0.5:
            side = "first" if board.first == entry else "second"
            address = f"/t/{self.arbiter.id}/round/1/board/{board.number}"
            self.people[entry].post(f"{address}/record")
            self.people[entry].post(f"{address}/report", side=side, own="1")
        elif self.kinds[entry] == "moves" and board.mover == entry and (game := self.game(board.number)):
            with self.people[entry].socket() as wire:
                socket = Socket(wire)
                view = socket.hello(game)
                socket.ask("do", g=game, v=view["v"], m="4")

    def game(self, table: int) -> str:
        """Return the id of the first game of a table, empty without one."""
        return str(self.arbiter.event.mapping("games").get(f"1:{table}", ""))


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 120))])
def test_an_announced_deadline_always_ends_a_table(opened: Callable[..., LocalServer], seed: int) -> None:
    event = OnlineEvent(opened, Random(seed))
    chance = event.chance
    while event.minutes < event.forfeit_after + 1:
        event.do_something()
        if chance.random() < 0.15:
            event.restart(chance.choice([5, 50]))
        event.pass_by(chance.choice([0.2, 1, 3]))
    for _ in range(8):  # two games of ten minutes for each side, and what restarts gave them
        event.pass_by(6)
    assert [board.number for board in event.arbiter.state.rounds[0].boards if board.is_open] == []
    event.arbiter.done("close", round=1)


def test_the_deadline_is_announced_to_those_who_wait(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", boards="online")
    ada = player(arbiter, 1)
    arbiter.done("close-list")
    arbiter.publish_next()
    at = main_text(ada.get(f"/t/{arbiter.id}/me"))
    found = re.search(r"Boris has not opened the link yet. Without it you win by forfeit at (\d\d:\d\d)", at)
    assert found and "I won" not in at
    assert f"the table ends by forfeit at {found[1]}: 1 Boris" in main_text(arbiter.get())
    assert ada.post(f"/t/{arbiter.id}/round/1/board/1/record").status_code == 409
    player(arbiter, 2)
    advance(arbiter)
    assert "has not opened" not in main_text(ada.get(f"/t/{arbiter.id}/me")) + main_text(arbiter.get())
