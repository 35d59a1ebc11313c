"""Whole events through forms, without script."""

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import SIX, Arbiter, begin


def test_a_whole_event(local_server: LocalServer) -> None:
    arbiter = begin(local_server, *SIX, place="Issyk-Kul")
    arbiter.done("close-list", rounds="3")
    for number in (1, 2, 3):
        assert arbiter.publish_next() == number
        arbiter.play_round()
    arbiter.done("finish")
    assert arbiter.state.phase == "finished"
    guest = Arbiter(local_server, local_server.visitor(), arbiter.id)
    assert "Çağla" in guest.get("/standings").text
    assert "dice-4-2-6" in guest.get("").text
    assert guest.visitor.cookies.keys() <= {"charkoni_browser"}
