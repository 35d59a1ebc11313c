"""Interventions of arbiters in running games: clocks, takebacks, new devices."""

from tests.web.conftest import LocalServer, Socket
from tests.web.tournaments.online_event import game_of, live_game, mover, opened_event
from tests.web.tournaments.people import main_text, player


def test_the_arbiter_pauses_and_gives_time(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    assert arbiter.do("clock", round=1, board=1, what="pause").status_code == 409
    arbiter.done("clock", round=1, board=1, what="pause", reason="noise")
    assert live_game(arbiter).decider is None
    local_server.pass_by(1_000_000, game_of(arbiter))
    assert live_game(arbiter).state == "open"
    with people[mover(arbiter)].socket() as wire:
        socket = Socket(wire)
        socket.hello(game_of(arbiter))
        assert socket.ask("do", g=game_of(arbiter), v=0, m="4")["type"] == "nack"
    arbiter.done("clock", round=1, board=1, what="more-first", minutes="5", reason="noise")
    arbiter.done("clock", round=1, board=1, what="go-on", reason="quiet")
    assert live_game(arbiter).clocks.seats_left(local_server.time.now()) == [1_200_000, 900_000]
    assert live_game(arbiter).decider == 0


def test_the_arbiter_sets_a_clock_and_a_game_back(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    first = mover(arbiter)
    game = game_of(arbiter)
    with people[first].socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        assert socket.ask("do", g=game, v=0, m="1")["type"] == "ack"
    arbiter.done("clock", round=1, board=1, what="set-second", minutes="3", reason="the clock was wrong")
    assert live_game(arbiter).clocks.seats_left(local_server.time.now()) == [900_000, 180_000]
    assert arbiter.do("clock", round=1, board=1, what="restore", ply="5", reason="x").status_code == 409
    arbiter.done("clock", round=1, board=1, what="restore", ply="0", reason="a wrong hole was tapped")
    assert len(live_game(arbiter).record) == 0 and live_game(arbiter).decider == 0
    page = main_text(people[3 - first].get(f"/t/{arbiter.id}/round/1/board/1"))
    assert "back to ply 0 – a wrong hole was tapped" in page and "3 min on the clock of" in page
    assert arbiter.do("clock", round=1, board=1, what="nonsense", reason="x").status_code == 409
    assert arbiter.do("clock", round=1, board=2, what="pause", reason="x").status_code == 409


def test_all_clocks_are_stopped_at_once(local_server: LocalServer) -> None:
    arbiter, _ = opened_event(local_server)
    assert arbiter.do("clocks", what="pause").status_code == 409
    arbiter.done("clocks", what="pause", reason="fire alarm")
    assert live_game(arbiter).paused
    arbiter.done("clocks", what="go-on", reason="false alarm")
    assert not live_game(arbiter).paused


def test_a_new_device_takes_the_place_of_the_old_one(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    first, game = mover(arbiter), game_of(arbiter)
    refused = arbiter.do("clock", round=1, board=1, what="device-first", reason="battery")
    assert refused.status_code == 409 and "no other device" in main_text(refused)
    arbiter.done("release", entry=first)
    fresh = player(arbiter, first)
    arbiter.done("clock", round=1, board=1, what="device-first", reason="battery")
    with people[first].socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        assert socket.ask("do", g=game, v=0, m="4")["type"] == "nack"
    with fresh.socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        assert socket.ask("do", g=game, v=0, m="4")["type"] == "ack"
