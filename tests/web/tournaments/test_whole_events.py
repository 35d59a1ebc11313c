"""Whole events through forms, without script."""

from tests.web.conftest import House
from tests.web.tournaments.people import SIX, Arbiter, begin


def test_a_whole_event(house: House) -> None:
    arbiter = begin(house, *SIX, place="Issyk-Kul")
    arbiter.done("close-list", rounds="3")
    for number in (1, 2, 3):
        assert arbiter.publish_next() == number
        arbiter.play_round()
    arbiter.done("finish")
    assert arbiter.state.phase == "finished"
    guest = Arbiter(house, house.visitor(), arbiter.id)
    assert "Çağla" in guest.get("/standings").text
    assert "dice-4-2-6" in guest.get("").text
    assert guest.visitor.cookies == {}
