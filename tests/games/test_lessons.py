"""Lessons: everything that a lesson says of its board is so."""

import pytest

import charkoni
from charkoni.core.errors import BadMove, IllegalMove
from charkoni.core.game import Position
from charkoni.core.teaching.lesson import Lesson, Step, courses_of
from charkoni.graphics.scene import board

pytestmark = pytest.mark.once

COURSES = {
    charkoni.game(f"{name}:{options}" if options else name).name: course
    for name in charkoni.games()
    for options, course in courses_of(charkoni.game(name).family).items()
}
LESSONS = [
    pytest.param(lesson, id=f"{name}-{place}")
    for name, course in COURSES.items()
    if course
    for place, lesson in enumerate(course.lessons, 1)
]


def kinds(position: Position, move: str) -> set[str]:
    """Return the kinds of events that a move brings."""
    after, flags = position.play(move), position.game.flags
    return {event.kind for event in board(position.game).events(position.state[0], move, after.state[0], flags)}


def fulfils(step: Step, position: Position, move: str) -> bool:
    """Return whether a move is what the step claims of the right ones."""
    is_so = step.claim is None or step.claim(position, position.play(move))
    return is_so and set(step.brings) <= kinds(position, move)


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


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_step_names_the_clauses_it_states(lesson: Lesson) -> None:
    """A lesson of several clauses says of each step which of them it states; none is left out."""
    named = [step.clauses for step in lesson.steps]
    assert len(lesson.clauses) == 1 or any(named)
    assert {clause for step in lesson.steps for clause in step.clauses or lesson.clauses} == set(lesson.clauses)


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


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_right_moves_do_what_is_said(lesson: Lesson) -> None:
    for step, position in zip(lesson.steps, lesson.starts, strict=True):
        assert set(step.moves) <= set(position.moves), step.ask
        assert [move for move in step.moves if not fulfils(step, position, move)] == [], step.ask


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_other_move_does_it(lesson: Lesson) -> None:
    for step, position in zip(lesson.steps, lesson.starts, strict=True):
        if step.alone:
            assert step.brings or step.claim
            others = [move for move in position.moves if move not in step.moves]
            assert [move for move in others if fulfils(step, position, move)] == [], step.ask


@pytest.mark.parametrize("lesson", LESSONS)
def test_it_ends_where_it_says(lesson: Lesson) -> None:
    for step, position in zip(lesson.steps, lesson.starts, strict=True):
        after = position
        for move in (step.moves[0], *step.replies):
            after = after.play(move)
        assert str(after) == step.after, step.ask


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_is_forbidden_is_refused_for_the_reason_taught(lesson: Lesson) -> None:
    for step, position in zip(lesson.steps, lesson.starts, strict=True):
        for move, code in step.refused:
            with pytest.raises((BadMove, IllegalMove)) as error:
                position.play(move)
            assert error.value.reason.code == code, move


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_step_goes_on_only_for_those_who_stand_where_it_begins(lesson: Lesson) -> None:
    """A step without a position of its own follows the first right move: all right moves before must lead there."""
    for step, following in zip(lesson.steps, lesson.steps[1:], strict=False):
        assert following.position or len(step.moves) == 1, following.ask
    assert lesson.steps[0].position


@pytest.mark.parametrize("lesson", LESSONS)
def test_replies_fit_every_right_move(lesson: Lesson) -> None:
    for step, position in zip(lesson.steps, lesson.starts, strict=True):
        for move in step.moves:
            after = position.play(move)
            for reply in step.replies:
                after = after.play(reply)


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_clauses_are_on_the_rule_page(lesson: Lesson, rule_page: str) -> None:
    for clause in lesson.clauses:
        assert clause in rule_page


@pytest.fixture
def rule_page(lesson: Lesson, request: pytest.FixtureRequest) -> str:
    """The rule page of the lesson's game."""
    path = request.config.rootpath / "docs" / "games" / f"{lesson.game.family.name}.md"
    return path.read_text(encoding="utf-8")
