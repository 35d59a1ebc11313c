"""Explanations of pairings and tie-breaks."""

from tests.web.tournaments.people import Arbiter, main_text


def test_why_a_table_and_why_not_another(six: Arbiter) -> None:
    six.publish_next()
    six.play_round("1")
    six.publish_next()
    guest = Arbiter(six.local_server, six.local_server.visitor(), six.id)
    page = main_text(guest.get("/why?round=2&table=1"))
    assert "Both belong to the group of" in page and "article E." in page
    first = six.state.rounds[0].boards[0]
    a, b = six.state.entry(first.first).number, six.state.entry(first.second).number
    assert "have played each other already" in main_text(guest.get(f"/why?round=2&a={a}&b={b}"))
    assert guest.get("/why?round=2&a=1&b=1").status_code == 409
    assert guest.get("/why?round=3").status_code == 200


def test_why_a_tiebreak(six: Arbiter) -> None:
    for _ in range(3):
        six.publish_next()
        six.play_round()
    for name in ("BH-C1", "BH", "SB", "DE", "WIN"):
        page = main_text(six.get(f"/entry/1/why/{name}?after=3"))
        assert "after round 3 of 3" in page
    assert "struck: the lowest" in main_text(six.get("/entry/1/why/BH-C1?after=3"))
    assert six.get("/entry/1/why/KS").status_code == 409
