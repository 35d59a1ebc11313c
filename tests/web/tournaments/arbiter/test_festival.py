"""The desk of a festival and its JSON: who sees it, what arbiters of its sections do there."""

import re
from collections.abc import Iterator

import pytest
from tests.web.api.test_rest import Program
from tests.web.conftest import LocalServer, Visitor
from tests.web.tournaments.people import Arbiter, begin, main_text


@pytest.fixture
def sections(local_server: LocalServer) -> Iterator[tuple[Arbiter, Arbiter]]:
    """Return two events of one chief, joined to a festival at his desk."""
    u12 = begin(local_server, "Ada", "Boris", "Cem", "Dora", name="U12")
    visitor = u12.visitor
    answer = visitor.post("/events/new", name="U16", seed="dice", arbiter="Dana")
    u16 = Arbiter(local_server, visitor, answer.headers["location"].split("/")[2])
    u16.enter("Ece", "Fatma", "Gül")
    assert "U16" in u12.get("/desk/festival").text
    made = u12.do("festival", name="Степь 2026", **{f"with-{u16.id}": "1"})
    assert made.headers["location"] == "/festival/step-2026/desk", main_text(made)
    yield u12, u16
    u12.event.path.with_name("step-2026.festival").unlink()


DESK = "/festival/step-2026/desk"


def send(visitor: Visitor, act: str, **form: str) -> str:
    answer = visitor.post(f"{DESK}/{act}", page=DESK, **form)
    return "" if answer.status_code == 303 else main_text(answer)


def test_the_desk_shows_hall_people_timetable_and_prizes(sections: tuple[Arbiter, Arbiter]) -> None:
    u12, u16 = sections
    visitor = u12.visitor
    assert send(visitor, "set", times="2026-11-21 10:00, 2026-11-21 12:00", place="Hall 3") == ""
    for arbiter in sections:
        arbiter.done("close-list", rounds="2")
        arbiter.publish_next()
    u12.done("results", results="1 1")
    page = visitor.get(DESK).text
    for words in ("U12", "U16", "Ada", "Gül", "tables 1 to 4", "November 21", f"/t/{u16.id}/desk", "/screen"):
        assert words in page, words
    assert [board.number for board in u16.state.rounds[0].boards] == [5, 6]
    assert u16.state.settings.place == "Hall 3" and u16.event.director.log[-3].who == "Dana"
    assert len(re.findall(r"<li class=", page)) == 4 and len(re.findall(r'class="is-done"', page)) == 2
    assert "<h2>Prizes</h2>" not in page
    u12.done("results", results="2 1")
    u12.done("close", round=1)
    assert "<h2>Prizes</h2>" in visitor.get(DESK).text


def test_a_person_moves_and_enters_no_second_section(sections: tuple[Arbiter, Arbiter]) -> None:
    u12, u16 = sections
    refused = main_text(u16.do("enter", name="Ada"))
    assert "Ada is in U12 as entry #1" in refused and "the desk of the festival" in refused
    assert "Ada is in U12" in main_text(u16.do("import", list="name\nZoe\nAda"))
    assert len(u16.state.entries) == 3
    chosen = re.findall(r'<option value="([^"]+)" selected', u12.visitor.get(DESK).text)
    assert chosen == [u16.event.path.name]
    wanted = {"section": u12.event.path.name, "to": u16.event.path.name}
    assert "there is no entry" in send(u12.visitor, "move", entry="Zoe", **wanted)
    assert "there is no section u18" in send(u12.visitor, "move", entry="Ada", **{**wanted, "to": "u18"})
    assert send(u12.visitor, "move", entry="#1", **wanted) == ""
    assert u12.state.entry(1).left and u16.state.name(4) == "Ada" and u16.state.entry(4).rating == 2000
    assert "Ada is in U16" in main_text(u12.do("return", entry="1"))
    assert "no such act" in send(u12.visitor, "sing")


def test_only_arbiters_of_the_sections_act(sections: tuple[Arbiter, Arbiter], local_server: LocalServer) -> None:
    u12, u16 = sections
    assert local_server.visitor().get(DESK).status_code == 403
    other = u12.colleague("arbiter", "Emil")
    assert other.visitor.get(DESK).status_code == 200 and "/desk/set" not in other.visitor.get(DESK).text
    wanted = {"section": u12.event.path.name, "to": u16.event.path.name, "entry": "Ada"}
    for act, form in (("move", wanted), ("tables", {}), ("set", {"place": "Hall"})):
        assert "for the arbiters" in send(other.visitor, act, **form)
    assert other.get("/desk/festival").status_code == 200
    assert other.do("festival", name="Mine", **{f"with-{u16.id}": "1"}).status_code == 403
    alone = begin(local_server, "Zed", name="Alone")
    assert "second event" in main_text(alone.get("/desk/festival"))
    assert "two sections" in main_text(alone.do("festival", name="Mine", **{f"with-{u16.id}": "1"}))


def test_programs_read_it_and_act(sections: tuple[Arbiter, Arbiter], local_server: LocalServer) -> None:
    u12, u16 = sections
    program = Program(local_server, "bot")
    path = "/festivals/step-2026"
    found = program.get(path).json()
    assert [(each["title"], each["first"]) for each in found["sections"]] == [("U12", 1), ("U16", 5)]
    assert {each["name"] for each in found["people"]} >= {"Ada", "Fatma"} and found["remarks"] == []
    fields = {"section": u12.event.path.name, "entry": "Ada", "to": u16.event.path.name}
    assert program.post(f"{path}/acts/move", fields=fields).status_code == 403
    for arbiter in sections:
        program.post(f"/events{arbiter.link('arbiter').removeprefix('/t')}", name="Bot")
    moved = program.post(f"{path}/acts/move", fields=fields).json()
    assert {each["section"] for each in moved["people"] if each["name"] == "Ada"} == {"U16"}
    again = program.post(f"{path}/acts/move", fields={**fields, "entry": "Nobody"})
    assert (again.status_code, again.json()["field"]) == (409, "entry")
    assert program.post(f"/events/{u12.id}/acts/enter", fields={"name": "Fatma"}).status_code == 409
    assert program.post(f"{path}/acts/tables", fields={}).status_code == 403
    assert program.post(f"{path}/acts/sing", fields={}).status_code == 404
    assert program.get("/festivals/none").status_code == 404
