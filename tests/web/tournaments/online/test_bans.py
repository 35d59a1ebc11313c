"""Bans of players who do not come."""

from tests.web.conftest import House
from tests.web.tournaments.online_event import opened_event, play_and_resign

from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.online import bans


def test_bans_double_and_end(house: House) -> None:
    store = house.hub.store
    hours = [house.run(bans.ban, store, "somebody", "Open", "id", 0).hours for _ in range(7)]
    assert hours == [24, 48, 96, 192, 384, 720, 720]
    assert house.run(bans.current, store, "somebody", 720 * bans.HOUR) is None
    house.run(bans.lift, store, "somebody")
    assert house.run(bans.current, store, "somebody", 0) is None


def test_a_game_played_to_its_end_clears_all_bans(house: House) -> None:
    arbiter, people = opened_event(house)
    store, now = house.hub.store, house.time.wall()
    guests = [permissions.guest_of(arbiter.event, entry) for entry in (1, 2)]
    for guest in guests:
        house.run(bans.ban, store, guest, "Another", "another", now)
        assert house.run(bans.current, store, guest, now) is not None
    play_and_resign(arbiter, people)
    assert [house.run(bans.current, store, guest, now) for guest in guests] == [None, None]
