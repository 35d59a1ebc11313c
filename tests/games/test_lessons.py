"""Lessons: everything that a lesson says of its board is so."""

import pytest

import charkoni
from charkoni.core.errors import BadMove, IllegalMove
from charkoni.core.game import Position, variants_of
from charkoni.core.registry import family
from charkoni.core.teaching.lesson import Lesson, LessonStep, course_of, courses_of
from charkoni.core.teaching.summary import summary_of
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
] + [
    pytest.param(lesson, id=f"{name}-{flag}-{place}")
    for name, course in COURSES.items()
    for flag, reading in course.flag_lessons.items()
    for place, lesson in enumerate(reading.lessons, 1)
]
BOARDS = {"size", "board", "players"}
"""Flags that change the board, not the rules."""


def kinds(position: Position, move: str) -> set[str]:
    """Return the kinds of events that a move brings."""
    after, flags = position.play(move), position.game.flags
    return {event.kind for event in board(position.game).events(position.state[0], move, after.state[0], flags)}


def fulfils(step: LessonStep, position: Position, move: str) -> bool:
    """Return whether a move is what the step claims of the right ones."""
    is_so = step.claim is None or step.claim(position, position.play(move))
    return is_so and set(step.expects) <= kinds(position, move)


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
        if step.is_only_move:
            assert step.expects or step.claim
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


def shown(position: Position) -> str:
    """Return what a sentence can be about: the text without its last word, where some flags count other things."""
    return str(position).rpartition(" ")[0]


def is_true_under(lesson: Lesson, step: LessonStep, text: str, flags: str) -> bool:
    """Return whether a step of a lesson comes out in the same way under these flags, on the lesson's board."""
    family_name, own = lesson.game.family.name, [word for word in lesson.game.options.split(",") if word]
    words = [*own, *(word for word in flags.split(",") if word and word not in own)]
    try:
        start = charkoni.game(":".join(filter(None, (family_name, ",".join(words))))).parse(text)
        ends = [start.play(move) for move in step.moves]
        after = ends[0]
        for reply in step.replies:
            after = after.play(reply)
        usual = lesson.game.parse(step.after)
    except (charkoni.BadPosition, BadMove, IllegalMove):
        return False
    if shown(after) != shown(usual) or not all(fulfils(step, start, move) for move in step.moves):
        return False
    for move, code in step.refused:
        try:
            start.play(move)
        except (BadMove, IllegalMove) as error:
            if error.reason.code == code:
                continue
        return False
    return True


@pytest.mark.parametrize("name", charkoni.games())
def test_a_variant_is_taught_nothing_that_its_flags_make_false(name: str) -> None:
    """Every step is played under the flags; a clause that a flag changes is told by the flag's own lessons."""
    for game in variants_of(family(name)):
        flags = ",".join(word for word in game.options.split(",") if word.partition("=")[0] not in BOARDS)
        course = course_of(game.family, flags)
        assert course is not None and course.lessons, game
        for lesson in course.lessons:
            for step, text in zip(lesson.steps, lesson.texts, strict=True):
                assert is_true_under(lesson, step, text, flags), (game, step.ask)


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


def test_a_step_that_a_flag_makes_false_is_refused() -> None:
    """The check above sees each of the falsehoods that the lessons of the game itself would tell."""
    false = {
        flag: [
            (lesson.title, step.ask)
            for lesson in COURSES["mangala"].lessons
            for step, text in zip(lesson.steps, lesson.texts, strict=True)
            if not is_true_under(lesson, step, text, flag)
        ]
        for flag in ("rest=keep", "first=on")
    }
    assert len(false["rest=keep"]) == 1 and "takes all" in false["rest=keep"][0][1]
    assert len(false["first=on"]) >= 5


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_clauses_are_on_the_rule_page(lesson: Lesson, rule_page: str) -> None:
    for clause in lesson.clauses:
        assert clause in rule_page


@pytest.fixture
def rule_page(lesson: Lesson, request: pytest.FixtureRequest) -> str:
    """The rule page of the lesson's game."""
    path = request.config.rootpath / "docs" / "games" / f"{lesson.game.family.name}.md"
    return path.read_text(encoding="utf-8")
