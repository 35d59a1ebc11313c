"""One position or rule for all: answers of pupils, and what the hall screen shows."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from tests.web.classroom.conftest import School, goes_to, texts_of

from charkoni.web.classroom import pupil_pages
from charkoni.web.http.errors import Refused
from charkoni.web.pages.study import PositionValues

pytestmark = pytest.mark.usefixtures("impatient")


def test_all_answer_a_position_and_the_right_move_is_shown_with_its_reason(school: School) -> None:
    ann, ben, _ = school.seat("Ann", "Ben", "Cem")
    school.done("pair", way="seat")
    game = school.sent_to(ann)
    school.done("ask", source="lesson mangala/1/1")
    assert [goes_to(school, ann, path) for path in (game, "/class/question")] == ["/class/question", ""]
    assert 'data-turn="' not in ann.get("/class/question").text and "Play hole 1" in ann.get("/class/question").text
    assert ann.post("/class/question.json", m="9").status_code == 409
    answers = [
        phone.post("/class/question.json", m=move).json() for phone, move in ((ann, "1"), (ben, "4"), (ben, "3"))
    ]
    assert all(answer["right"] for answer in answers), "nobody is told before the others have answered"
    screen = school.teacher.get(f"{school.path}/screen").text
    assert "Answers: 2 of 3" in texts_of(screen) and 'class="answer' in screen and "stones reached" not in screen
    assert 'li class="right"' not in screen
    school.done("tell")
    screen = school.teacher.get(f"{school.path}/screen").text
    assert 'li class="right"' in screen and "One stone stayed in hole 1" in texts_of(screen)
    assert ann.post("/class/question.json", m="2").status_code == 409, "it is told already"
    school.done("end-question")
    assert school.sent_to(ann) == game


def test_an_answer_to_a_question_that_has_ended_is_refused(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    """The teacher asks another one while the first is being read."""
    [phone] = school.seat("Ann")
    school.done("ask", source="lesson mangala/1/1")
    read, room = pupil_pages.question_of, school.room

    def before(act: Callable[[], Awaitable[None]]) -> Any:
        async def slow(*arguments: Any) -> Any:
            asked = await read(*arguments)
            await act()
            return asked

        return slow

    for act in (partial(room.ask_all, "lesson mangala/2/1"), partial(room.change, screen="answer")):
        with monkeypatch.context() as patch:
            patch.setattr(pupil_pages, "question_of", before(act))
            assert phone.post("/class/question.json", m="1").json()["code"] == "NOT_NOW"
        assert school.pupil("Ann").answer == ""


def test_the_computer_says_the_right_move_in_a_position_of_a_board(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    [phone] = school.seat("Ann")
    school.done("computer", strength="1")
    school.done("ask", source=f"game {school.game_of('Ann')}")
    phone.post("/class/question.json", m="2")
    found: list[object] = []

    async def find(*_: object) -> object:
        if not found:
            raise Refused("NO_COMPUTER")
        return found[0]

    monkeypatch.setattr(PositionValues, "find", find)
    school.done("tell")
    screen = school.teacher.get(f"{school.path}/screen").text
    assert "What would you play?" in texts_of(screen)
    assert 'li class="right"' not in screen, "the computer is off"
    found.append({"best": ["3"], "proved": None, "values": [0.75, 0.25]})
    screen = school.teacher.get(f"{school.path}/screen").text
    assert screen.count('li class="right"') == 1
    assert "chances are 75%" in texts_of(screen)
    school.done("end-question")
    school.done("ask", source=f"game {school.game_of('Ann')}")
    assert "chances are" not in texts_of(school.teacher.get(f"{school.path}/screen").text), "it is not told yet"


@pytest.mark.parametrize(
    ("rule", "has_table", "following"), [("mosty/S2", True, "no pass"), ("mangala/M2", False, "Two stones")]
)
def test_a_rule_on_the_screen_has_the_table_that_it_announces_and_no_more(
    school: School, rule: str, has_table: bool, following: str
) -> None:
    school.done("screen", screen=f"rule {rule}")
    screen = school.teacher.get(f"{school.path}/screen?lang=en").text
    assert ("<table>" in screen) == has_table
    assert following not in texts_of(screen)
    assert 'class="answer refused-move"' in screen
