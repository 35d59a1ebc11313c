"""Lessons as data: where the steps begin, and which games have a course."""

import pytest

from charkoni import BadPosition, game
from charkoni.check import toy
from charkoni.core.teaching.courses import Lesson, LessonStep, course_of

START = "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a -/-"
AFTER = "4,4,4,1,5,5:1/4,4,4,4,4,4:0 a -/-"
LATER = "0,0,0,0,0,1:24/0,0,0,0,0,1:22 a -/-"
LESSON = Lesson(
    "Sowing",
    (
        LessonStep("Sow.", ("4",), "Good.", AFTER, START, clauses=("M4",)),
        LessonStep("Again.", ("6",), "Good.", "", hint="No.", clauses=("M6", "M4")),
        LessonStep("", (), "", "", LATER),
    ),
    "mangala:fortress",
)


def test_a_step_without_a_position_begins_where_the_one_before_ended():
    assert LESSON.texts == (START, AFTER, LATER)


def test_the_starts_are_positions_of_the_game_with_its_flags():
    assert LESSON.game is game("mangala:fortress")
    assert [str(position) for position in LESSON.starts] == list(LESSON.texts)
    assert all(position.game is LESSON.game for position in LESSON.starts)


def test_a_lesson_teaches_the_clauses_of_its_steps():
    assert LESSON.clauses == ("M4", "M6")
    assert LESSON.without(frozenset({"M6"})).texts == (START, LATER)


def test_a_text_that_is_no_position_is_refused():
    with pytest.raises(BadPosition):
        _ = Lesson("", (LessonStep("", (), "", "", "4,4"),), "mangala").starts


def test_a_game_has_the_course_of_its_folder_or_none():
    course = course_of(game("mangala").family)
    assert course is not None and len(course.lessons) == 5
    assert course_of(toy("trio").family) is None
