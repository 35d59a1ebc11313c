"""Lessons of the seven games: how many, and for which clauses; the kit checks what they say."""

import pytest

import charkoni
from charkoni.core.registry import family
from charkoni.core.teaching.courses import courses_of
from charkoni.core.teaching.summary import summary_of

pytestmark = pytest.mark.once

COURSES = {
    charkoni.game(f"{name}:{options}" if options else name).name: course
    for name in charkoni.games()
    for options, course in courses_of(charkoni.game(name).family).items()
}
BOARDS = {"size", "board", "players"}
"""Flags that change the board, not the rules."""


@pytest.mark.parametrize("name", COURSES)
def test_every_game_has_five_lessons_and_a_picture(name: str) -> None:
    course = COURSES[name]
    assert len(course.lessons) == 5
    assert charkoni.game(name).parse(course.picture).outcome is None
    assert all(2 <= len(lesson.steps) <= 3 for lesson in course.lessons)
    usual = charkoni.game(name)
    boards = {lesson.game.options for lesson in course.lessons}
    assert all(lesson.game.family is usual.family for lesson in course.lessons)
    assert boards == {usual.options} or all(option.startswith(("size", "board")) for option in boards - {""})
    assert set(charkoni.games()) <= set(COURSES) and "mangala:fortress" in COURSES


def test_the_lessons_of_a_variant_are_false_in_the_game_itself() -> None:
    """So no reader of the game gets the lessons of its variant, nor the other way round."""
    for name, course in COURSES.items():
        if ":" in name:
            usual = COURSES[name.partition(":")[0]]
            assert not {lesson.title for lesson in usual.lessons} & {lesson.title for lesson in course.lessons}
            for lesson in course.lessons:
                for text in lesson.texts:
                    with pytest.raises(charkoni.BadPosition):
                        usual.lessons[0].game.parse(text)


@pytest.mark.parametrize("name", charkoni.games())
def test_a_flag_has_lessons_on_each_clause_that_it_changes(name: str) -> None:
    """The statements of the rules in one minute tell which clauses these are."""
    for options, course in courses_of(family(name)).items():
        usual = {each.text: each.clause for each in summary_of(charkoni.game(f"{name}:{options}" if options else name))}
        for flag in family(name).flags:
            for value in flag.values[1:] if flag.name not in BOARDS | set(options.split(",")) else ():
                word = flag.name if flag.is_switch else f"{flag.name}={value}"
                if word in courses_of(family(name)):
                    continue
                reading = course.flag_lessons[word]
                variant = charkoni.game(f"{name}:{options},{word}" if options else f"{name}:{word}")
                told = {each.text: each.clause for each in summary_of(variant)}
                changed = {clause for text, clause in (usual | told).items() if (text in usual) != (text in told)}
                stated = {clause for lesson in reading.lessons for clause in lesson.clauses}
                assert changed <= reading.changes and stated & changed, (variant, changed)
                assert all(1 <= len(lesson.steps) <= 3 for lesson in reading.lessons)


TITLES = {
    "The king is hit in passing",
    "The last tower",
    "Three values, three decisions",
    "Walks bend and pass over everything",
    "Who goes Home first",
}
"""Titles of lessons that lose a step under a flag, read and found true with it."""


def test_the_title_of_a_lesson_that_loses_a_step_is_true() -> None:
    for name in charkoni.games():
        for course in courses_of(family(name)).values():
            for reading in course.flag_lessons.values():
                for lesson in course.lessons:
                    left = lesson.without(reading.changes).steps
                    assert len(left) in (0, len(lesson.steps)) or lesson.title in TITLES
