"""Bans of players who do not come."""

from tests.web.conftest import LocalServer
from tests.web.tournaments.online_event import opened_event, play_and_resign

from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.online import bans


def test_bans_double_and_end(local_server: LocalServer) -> None:
    store = local_server.hub.store
    hours = [local_server.run(bans.ban, store, "somebody", "Open", "id", 0).hours for _ in range(7)]
    assert hours == [24, 48, 96, 192, 384, 720, 720]
    assert local_server.run(bans.current, store, "somebody", 720 * bans.HOUR) is None
    local_server.run(bans.lift, store, "somebody")
    assert local_server.run(bans.current, store, "somebody", 0) is None


def test_a_game_played_to_its_end_clears_all_bans(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    store, now = local_server.hub.store, local_server.time.wall()
    guests = [permissions.guest_of(arbiter.event, entry) for entry in (1, 2)]
    for guest in guests:
        local_server.run(bans.ban, store, guest, "Another", "another", now)
        assert local_server.run(bans.current, store, guest, now) is not None
    play_and_resign(arbiter, people)
    assert [local_server.run(bans.current, store, guest, now) for guest in guests] == [None, None]
