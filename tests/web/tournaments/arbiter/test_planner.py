"""The planner of rounds, and timetables."""

from datetime import timedelta

from tests.web.conftest import LocalServer
from tests.web.tournaments.online_event import advance
from tests.web.tournaments.people import Arbiter, begin, main_text


def test_anybody_plans_a_day(local_server: LocalServer) -> None:
    page = main_text(local_server.visitor().get("/events/plan?players=35&begin=2026-11-21T10:00"))
    assert "Tables, boards, clocks 17" in page and "The end 14:40" in page
    assert "Rounds: fewest, usual, long 6 · 7 · 9" in page
    assert "14:00 14:30" in page
    long = main_text(local_server.visitor().get("/events/plan?players=100&rounds=9&begin=2026-11-21T10:00"))
    assert "Hours without long breaks 6:00" in long and "a long break of 60 minutes" in long
    assert "may be accelerated" in long
    assert "round robin is better" in main_text(local_server.visitor().get("/events/plan?players=6"))
    for query in ("players=1", "players=8&rounds=20", "begin=tomorrow", "system=chess"):
        assert 'role="alert"' in local_server.visitor().get(f"/events/plan?{query}").text, query


def test_the_plan_of_an_event_becomes_its_timetable(local_server: LocalServer) -> None:
    arbiter = begin(local_server, *(f"Player {n}" for n in range(9)))
    assert "Tables, boards, clocks 4" in main_text(arbiter.get("/desk/plan"))
    arbiter.done("plan", players="9", rounds="3", begin="2026-11-21T10:00", minutes="30", pause="10", zone="+06:00")
    assert arbiter.state.settings.times == ("2026-11-21 10:00", "2026-11-21 10:40", "2026-11-21 11:20")
    guest = Arbiter(local_server, local_server.visitor(), arbiter.id)
    assert guest.do("plan", players="9").status_code == 403
    assert "November 21, 10:40" in main_text(guest.get("?lang=en"))
    arbiter.done("close-list", rounds="3")
    assert "round 1 starts November 21, 10:00" in main_text(guest.get("/entries"))
    assert "11:20" in guest.get("/print/timetable.txt").text
    arbiter.done("set", rounds_by="times")
    arbiter.done("plan", off="1")
    assert arbiter.state.settings.times == () and arbiter.state.settings.rounds_by == "hand"


def test_rounds_begin_at_their_times(local_server: LocalServer) -> None:
    arbiter = begin(local_server, "Ada", "Boris")
    arbiter.done("close-list", rounds="1")
    director = arbiter.event.director
    before, begin_ = director.now, director.now() + timedelta(hours=2)
    arbiter.done("plan", players="2", rounds="1", begin=f"{begin_:%Y-%m-%dT%H:%M}", zone="+00:00")
    arbiter.done("set", rounds_by="times")
    director.now = lambda: before() + timedelta(hours=1, minutes=58)
    for _ in range(3):
        advance(arbiter)
    assert not arbiter.state.rounds
    director.now = lambda: before() + timedelta(hours=2)
    for _ in range(3):
        advance(arbiter)
    director.now = before
    assert [round_.state for round_ in arbiter.state.rounds] == ["published"]
