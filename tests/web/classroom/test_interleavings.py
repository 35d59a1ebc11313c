"""What a teacher, pupils and their phones do at the same time."""

import re
from functools import partial

import pytest
from tests.web.classroom.conftest import School
from tests.web.conftest import Visitor
from tests.web.interleaving import Gate

from charkoni.web.classroom import leaving, lesson_games, questions, teacher_pages
from charkoni.web.http.errors import Refused
from charkoni.web.people.credentials import Credentials
from charkoni.web.store.classroom_tables import pupils as pupil_rows
from charkoni.web.store.tables import credentials


def version_of(page: str) -> int:
    found = re.search(r'data-version="(\d+)"', page)
    assert found
    return int(found[1])


@pytest.mark.parametrize("path", ["", "/screen"])
def test_what_changes_while_a_screen_is_made_is_asked_for(
    path: str, school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    school.done("ask", source="lesson mangala/1/1")
    gate = Gate(monkeypatch, *((questions, "question_of") if path else (teacher_pages, "shown_games")), is_after=True)
    with gate.holding(partial(school.teacher.get, school.path + path)) as answer:
        school.server.run(partial(school.room.change, screen="standings"))
    assert answer.result().status_code == 200
    assert version_of(answer.result().text) < school.room.page_version
    assert version_of(school.teacher.get(school.path + path).text) == school.room.page_version


def test_two_acts_of_a_teacher_come_one_after_the_other(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    school.seat("Ann", "Ben", "Cem", "Dia")
    gate = Gate(monkeypatch, lesson_games, "give")
    pair = partial(school.do, "pair", way="lot")
    for answer in gate.try_both(pair, pair):
        assert answer.status_code == 303
    games = [school.game_of(name) for name in ("Ann", "Ben", "Cem", "Dia")]
    assert all(games.count(game) == 2 for game in games)
    played = [row.id for row, _ in school.server.run(school.room.played)]
    assert len(played) == 4
    assert {game for game in played if not school.live(game).paused} == set(games), "nobody is waited for elsewhere"


def test_a_room_is_removed_with_a_pupil_who_comes_in_meanwhile(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    school.seat("Ann", "Ben")
    room, gate = school.room, Gate(monkeypatch, leaving, "delete_all")
    with gate.holding(partial(school.do, "end")) as answer:
        [late] = school.server.run(room.add, [("Cem", 0)], "asks")
        assert school.server.run(school.hub.people.credentials.of, late.person)
    assert (answer.result().status_code, answer.result().headers["location"]) == (303, "/class")
    assert school.server.run(school.hub.store.scalars, pupil_rows.select()) == []
    assert school.server.run(school.hub.store.scalars, credentials.select()) == []
    with pytest.raises(Refused):
        school.server.run(room.add, [("Dia", 0)], "asks")


def test_a_card_that_two_phones_open_at_once_is_of_one_of_them(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    school.done("names", names="Ann")
    card, phones = school.card("Ann"), [school.server.visitor(), school.server.visitor()]
    gate = Gate(monkeypatch, Credentials, "note_use")
    gate.try_both(*(partial(phone.get, card) for phone in phones))

    def is_pupil(phone: Visitor) -> bool:
        return phone.get("/class/me.json?path=/x").status_code == 200

    assert [is_pupil(phone) for phone in phones].count(True) == 1


def test_a_phone_with_an_earlier_question_gets_the_present_one_and_does_not_answer_it(school: School) -> None:
    [ann] = school.seat("Ann")
    school.done("ask", source="lesson mangala/1/1")
    page = ann.get("/class/question").text
    shown = re.search('data-why="([0-9a-f]+)"', page)
    assert shown and f'"of": "{shown[1]}"' in page

    def goes_to(why: str) -> str:
        return str(ann.get(f"/class/me.json?path=/class/question&why={why}").json()["to"])

    assert goes_to(shown[1]) == ""
    school.done("ask", source="lesson mangala/2/1")
    assert goes_to(shown[1]) == "/class/question"
    for move in ("1", "99"):  # legal in both, in none
        answer = ann.post("/class/question.json", m=move, of=shown[1])
        assert (answer.status_code, answer.json()["code"]) == (409, "NOT_NOW")
    assert school.pupil("Ann").answer == ""
