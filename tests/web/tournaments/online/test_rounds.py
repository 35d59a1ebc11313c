"""Online events: games begin by themselves, no-shows lose by their clock, restarts lose nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.web.conftest import Hand, House, Socket, Visitor
from tests.web.tournaments.people import Arbiter, begin, told
from tests.web.tournaments.player.test_boards import player

from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.online import bans


def online(house: House) -> Any:
    return house.client.app.state.tournaments.online  # type: ignore[attr-defined]


def look(arbiter: Arbiter) -> None:
    arbiter.house.run(online(arbiter.house).advance, arbiter.event)


def opened_event(house: House, **settings: str) -> tuple[Arbiter, dict[int, Visitor]]:
    """Begin an online event of two with its first round published."""
    arbiter = begin(house, "Ada", "Boris", boards="online", **settings)
    people = {entry: player(arbiter, entry) for entry in (1, 2)}
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    look(arbiter)
    return arbiter, people


def game_of(arbiter: Arbiter) -> str:
    return str(arbiter.event.mapping("games")["1:1"])


def match_of(arbiter: Arbiter) -> LiveGame:
    room = arbiter.house.run(arbiter.house.hub.room, game_of(arbiter))
    found: LiveGame = room.live
    return found


def mover(arbiter: Arbiter) -> int:
    return arbiter.state.rounds[0].boards[0].mover


def test_a_game_begins_by_itself_and_its_clock_runs(house: House) -> None:
    arbiter, people = opened_event(house)
    assert match_of(arbiter).clocks.seats_running() == [0]
    assert f"/g/{game_of(arbiter)}" in people[1].get(f"/t/{arbiter.id}/me").text
    with people[mover(arbiter)].socket() as wire:
        socket = Socket(wire)
        view = socket.hello(game_of(arbiter))
        assert view["table"]["can"] == ["resign"]
        assert socket.ask("do", g=game_of(arbiter), v=0, m="4")["type"] == "ack"


def test_who_does_not_come_loses_by_the_clock(house: House) -> None:
    arbiter, people = opened_event(house)
    house.pass_by(901_000, game_of(arbiter))
    people[3 - mover(arbiter)].get(f"/t/{arbiter.id}/news?after=-1")
    look(arbiter)
    board = arbiter.state.rounds[0].boards[0]
    gone = mover(arbiter)
    assert board.result is not None
    assert board.result.text == ("−:+" if board.first == gone else "+:−")
    assert not arbiter.state.entry(gone).here and arbiter.state.entry(3 - gone).here
    other = begin(house, "Zoe", boards="online")
    answer = people[gone].post(f"/t/{other.id}/me/enter", name="Back again")
    assert answer.status_code == 409 and "you did not come" in told(answer)
    assert people[3 - gone].post(f"/t/{other.id}/me/enter", name="I came").status_code == 303
    tables = begin(house, "Zoe")
    assert people[gone].post(f"/t/{tables.id}/me/enter", name="At tables").status_code == 303


def test_of_two_who_do_not_come_both_are_absent(house: House) -> None:
    arbiter, people = opened_event(house)
    house.pass_by(901_000, game_of(arbiter))
    look(arbiter)
    assert not any(entry.here for entry in arbiter.state.entries)
    other = begin(house, "Zoe", boards="online")
    assert people[3 - mover(arbiter)].post(f"/t/{other.id}/me/enter", name="No ban").status_code == 303


def test_who_waits_at_the_board_is_there(house: House) -> None:
    arbiter, people = opened_event(house)
    gone = mover(arbiter)
    with people[3 - gone].socket() as wire:
        Socket(wire).hello(game_of(arbiter))
        house.pass_by(901_000, game_of(arbiter))
        look(arbiter)
        assert [entry.here for entry in arbiter.state.entries] == [entry.id != gone for entry in arbiter.state.entries]
        arbiter.done("presence")
        assert arbiter.state.entry(3 - gone).here


def test_bans_double_and_end(house: House) -> None:
    store = house.hub.store
    hours = [house.run(bans.ban, store, "somebody", "Open", "id", 0).hours for _ in range(7)]
    assert hours == [24, 48, 96, 192, 384, 720, 720]
    assert house.run(bans.current, store, "somebody", 720 * bans.HOUR) is None
    house.run(bans.lift, store, "somebody")
    assert house.run(bans.current, store, "somebody", 0) is None


def play_and_resign(arbiter: Arbiter, people: dict[int, Visitor]) -> None:
    """Let who moves first at the first board play a move and resign, and the server look."""
    with people[mover(arbiter)].socket() as wire:
        socket = Socket(wire)
        socket.hello(game_of(arbiter))
        socket.ask("do", g=game_of(arbiter), v=0, m="4")
        socket.ask("resign", g=game_of(arbiter), seat=0)
    look(arbiter)


def test_a_game_played_to_its_end_is_a_result(house: House) -> None:
    arbiter, people = opened_event(house)
    play_and_resign(arbiter, people)
    board = arbiter.state.rounds[0].boards[0]
    assert board.result is not None and board.result.source == "game"
    assert board.result.text == ("0:1" if board.first == mover(arbiter) else "1:0")
    look(arbiter)
    arbiter.done("close", round=1)


def test_a_game_played_to_its_end_clears_all_bans(house: House) -> None:
    arbiter, people = opened_event(house)
    store, now = house.hub.store, house.time.wall()
    guests = [permissions.guest_of(arbiter.event, entry) for entry in (1, 2)]
    for guest in guests:
        house.run(bans.ban, store, guest, "Another", "another", now)
        assert house.run(bans.current, store, guest, now) is not None
    play_and_resign(arbiter, people)
    assert [house.run(bans.current, store, guest, now) for guest in guests] == [None, None]


def test_resigning_at_once_is_no_calling_off(house: House) -> None:
    arbiter, people = opened_event(house)
    with people[mover(arbiter)].socket() as wire:
        socket = Socket(wire)
        socket.hello(game_of(arbiter))
        socket.ask("resign", g=game_of(arbiter), seat=0)
    assert match_of(arbiter).state == "over"


def test_the_arbiter_pauses_and_gives_time(house: House) -> None:
    arbiter, people = opened_event(house)
    assert arbiter.do("clock", round=1, board=1, what="pause").status_code == 409
    arbiter.done("clock", round=1, board=1, what="pause", reason="noise")
    assert match_of(arbiter).decider is None
    house.pass_by(1_000_000, game_of(arbiter))
    assert match_of(arbiter).state == "open"
    with people[mover(arbiter)].socket() as wire:
        socket = Socket(wire)
        socket.hello(game_of(arbiter))
        assert socket.ask("do", g=game_of(arbiter), v=0, m="4")["type"] == "nack"
    arbiter.done("clock", round=1, board=1, what="more-first", minutes="5", reason="noise")
    arbiter.done("clock", round=1, board=1, what="go-on", reason="quiet")
    assert match_of(arbiter).clocks.seats_left(house.time.now()) == [1_200_000, 900_000]
    assert match_of(arbiter).decider == 0


@pytest.mark.parametrize(("outage", "is_paused"), [(20_000, False), (90_000, True)])
def test_a_restart_gives_time_and_after_long_ones_waits(
    opened: Callable[..., House], outage: int, is_paused: bool
) -> None:
    house = opened()
    arbiter, _ = opened_event(house)
    game, id_ = game_of(arbiter), arbiter.id
    house.pass_by(60_000, game)
    house.run(house.hub._write_alive)
    again = opened(Hand(house.time.ms, house.time.wall_ms + outage))
    arbiter = Arbiter(again, arbiter.visitor, id_)
    again.run(again.hub.room, game)
    look(arbiter)
    match = match_of(arbiter)
    assert match.paused == is_paused
    assert match.clocks.seats_left(again.time.now()) == [860_000, 910_000]
    look(arbiter)
    assert match_of(arbiter).clocks.seats_left(again.time.now()) == [860_000, 910_000]


def test_a_killed_server_makes_the_game_it_had_noted(opened: Callable[..., House]) -> None:
    house = opened()
    arbiter = begin(house, "Ada", "Boris", boards="online")
    for entry in (1, 2):
        player(arbiter, entry)
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    house.run(arbiter.event.set_item, "games", "1:1", "halfwaygame")
    look(arbiter)
    assert game_of(arbiter) == "halfwaygame"
    assert match_of(arbiter).state == "open"


def test_the_server_runs_a_whole_event(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris", boards="online", rounds_by="server")
    arbiter.done("set", interval="5")
    people = {entry: player(arbiter, entry) for entry in (1, 2)}
    arbiter.done("close-list", rounds="1")
    director = arbiter.event.director
    before = director.now
    from datetime import timedelta

    director.now = lambda: before() + timedelta(seconds=60)
    for visitor in people.values():
        visitor.get(f"/t/{arbiter.id}/news?after=-1")
    for _ in range(4):
        look(arbiter)
    assert [round_.state for round_ in arbiter.state.rounds] == ["published"]
    house.pass_by(901_000, game_of(arbiter))
    for minutes in (2, 3, 4):
        director.now = lambda minutes=minutes: before() + timedelta(minutes=minutes)
        look(arbiter)
        look(arbiter)
    assert arbiter.state.phase == "finished"


def test_who_is_not_there_is_not_paired(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris", boards="online", rounds_by="server")
    arbiter.done("set", interval="5")
    for entry in (1, 2):
        player(arbiter, entry)
    arbiter.done("close-list", rounds="1")
    from datetime import timedelta

    director = arbiter.event.director
    before = director.now
    director.now = lambda: before() + timedelta(seconds=60)
    for _ in range(4):
        look(arbiter)
    director.now = before
    assert not any(entry.here for entry in arbiter.state.entries)
    assert arbiter.event.drafting is not None and arbiter.event.drafting.error is not None


def test_an_arbiter_sets_absent_who_is_not_on_the_server(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris", "Ece", boards="online")
    assert "Who is not on the server" in told(arbiter.get("/desk/entries"))
    people = {entry: player(arbiter, entry) for entry in (1, 2)}
    people[1].get(f"/t/{arbiter.id}/news?after=-1")
    arbiter.done("presence")
    assert [entry.here for entry in arbiter.state.entries] == [True, False, True]  # the third has no device yet
    people[2].post(f"/t/{arbiter.id}/me/here", entry="2", here="1")
    assert all(entry.here for entry in arbiter.state.entries)
    guest = house.visitor().post(f"/t/{arbiter.id}/desk/presence")
    assert guest.status_code == 403


def test_hybrid_events_play_online_where_both_can(house: House) -> None:
    arbiter = begin(house, "Ada", "Boris", "Ece", "Gül", boards="hybrid")
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    board = arbiter.state.rounds[0].boards[1]
    for entry in (board.first, board.second):
        player(arbiter, entry)
    look(arbiter)
    assert set(arbiter.event.mapping("games")) == {"1:2"}


def test_official_games_survive_in_their_rows(house: House) -> None:
    arbiter, _ = opened_event(house)
    match = match_of(arbiter)
    again = house.run(house.hub.load, game_of(arbiter))
    assert again.official == match.official and match.official is not None
