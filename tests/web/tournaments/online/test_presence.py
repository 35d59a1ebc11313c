"""Presence of players at an online event."""

from tests.web.conftest import LocalServer, Socket
from tests.web.tournaments.online_event import advance, game_of, mover, opened_event
from tests.web.tournaments.people import begin, main_text, player


def test_a_player_at_his_board_is_present(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    gone = mover(arbiter)
    with people[3 - gone].socket() as wire:
        Socket(wire).hello(game_of(arbiter))
        local_server.pass_by(901_000, game_of(arbiter))
        advance(arbiter)
        assert [entry.here for entry in arbiter.state.entries] == [entry.id != gone for entry in arbiter.state.entries]
        arbiter.done("presence")
        assert arbiter.state.entry(3 - gone).here


def test_absent_players_are_not_paired(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", boards="online", rounds_by="server")
    arbiter.done("set", interval="5")
    for entry in (1, 2):
        player(arbiter, entry)
    arbiter.done("close-list", rounds="1")
    from datetime import timedelta

    director = arbiter.event.director
    before = director.now
    director.now = lambda: before() + timedelta(seconds=60)
    for _ in range(4):
        advance(arbiter)
    director.now = before
    assert not any(entry.here for entry in arbiter.state.entries)
    assert arbiter.event.drafting is not None and arbiter.event.drafting.error is not None


def test_an_arbiter_checks_out_players_who_are_not_on_the_server(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris", "Ece", boards="online")
    assert "Mark players who are not on the server" in main_text(arbiter.get("/desk/entries"))
    people = {entry: player(arbiter, entry) for entry in (1, 2)}
    people[1].get(f"/t/{arbiter.id}/news?after=-1")
    arbiter.done("presence")
    assert [entry.here for entry in arbiter.state.entries] == [True, False, True]  # the third has no device yet
    people[2].post(f"/t/{arbiter.id}/me/here", entry="2", here="1")
    assert all(entry.here for entry in arbiter.state.entries)
    guest = local_server.visitor().post(f"/t/{arbiter.id}/desk/presence")
    assert guest.status_code == 403
