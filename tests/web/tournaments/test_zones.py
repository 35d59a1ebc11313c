"""Times of an event are those of its zone, wherever the server stands."""

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.web.conftest import LocalServer, page_routes
from tests.web.tournaments.people import SIX, Arbiter, begin, main_text

from charkoni.core.translations import Words
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import TournamentError
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.printouts.registry import SHEETS, PrintOptions, sheet
from charkoni.tournament.printouts.text import text

NOW = datetime(2026, 11, 21, 10, 37, tzinfo=UTC)
HERE = "13:37"
"""The same by the clock of the event."""

ELSEWHERE = ("10:37", "15:37", "10:52", "15:52", "11:07", "16:07")
"""That time, the forfeit and the end of the round in UTC, and by the clock of the machine."""


@pytest.fixture
def almaty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the machine stand in Almaty."""
    monkeypatch.setenv("TZ", "Asia/Almaty")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def pages_of(arbiter: Arbiter) -> dict[str, str]:
    """Return the texts of all pages of an event that need nothing but numbers, by their paths."""
    texts = {}
    for route in page_routes(arbiter.local_server.client):
        path = route.path.replace("{event}", arbiter.id).replace("{round}", "1").replace("{board}", "1")
        path = path.replace("{entry}", "1").replace("{number}", "1")
        if path.startswith(f"/t/{arbiter.id}") and "{" not in path and "GET" in (route.methods or ()):
            answer = arbiter.visitor.get(path)
            if answer.status_code == 200 and "html" in answer.headers["content-type"]:
                texts[path] = main_text(answer)
    return texts


def test_every_page_and_print_out_shows_the_times_of_the_event(local_server: LocalServer, almaty: None) -> None:
    arbiter = begin(local_server, *SIX, zone="+03:00", boards="hybrid")
    director = arbiter.event.director
    director.now = lambda: NOW
    arbiter.done("close-list")
    arbiter.publish_next()
    board = arbiter.state.rounds[0].boards[0]
    arbiter.done("protest", round="1", entry=str(board.first), table="1", text="a touched stone")
    arbiter.done("decide", protest="1", outcome="upheld", decision="it is played")
    assert f"already started, at {HERE}" in main_text(arbiter.do("start-clock", round=1))
    pages = pages_of(arbiter)
    assert len(pages) > 20
    shown = {path for path, page in pages.items() if HERE in page}
    for path in ("", "/desk", "/desk/log", "/log", "/round/1", "/desk/protests"):
        assert f"/t/{arbiter.id}{path}" in shown, path
    printed = {name: printout(arbiter.state, name) for name in SHEETS}
    assert HERE in printed["protests"]
    for path, shown_text in (pages | printed).items():
        assert not re.search("|".join(ELSEWHERE), shown_text), path


def printout(state: Tournament, name: str) -> str:
    """Return a print-out as text, empty where the event has none of its kind."""
    try:
        return text(sheet(Words("en"), state, name, PrintOptions(address="http://hall/t/x")))
    except TournamentError:
        return ""


def test_a_new_event_has_the_zone_of_the_machine(tmp_path: Path, almaty: None) -> None:
    with Director.create(tmp_path / "event", {}) as director:
        assert director.state.settings.zone == "+05:00"
