"""Lesson plans: five lessons that together teach the whole course, all rules and all puzzles."""

import re

import pytest

import charkoni
from charkoni.classroom.lesson_plan import HOURS, MINUTES, _refusals, hours, lesson_plan
from charkoni.classroom.workbook import PUZZLES
from charkoni.core.teaching.courses import course_of
from charkoni.core.teaching.rule_pages import rule_page_file
from charkoni.core.teaching.summary import summary_of
from charkoni.core.translations import LANGUAGES, Words
from charkoni.tournament.printouts.document import Grid, Item

GAMES = ("banglagor", "barbakan", "chaupar", "focus", "gana", "mangala", "mosty")


@pytest.mark.parametrize("name", GAMES)
def test_the_five_lessons_are_the_course_the_rules_and_the_puzzles(name: str) -> None:
    game = charkoni.game(name)
    planned, course = hours(game), course_of(game.family)
    assert course and len(planned) == HOURS and sum(MINUTES) == 40
    assert [lesson for hour in planned for lesson in hour.lessons] == list(course.lessons)
    assert all(hour.lessons for hour in planned)
    new = [each for hour in planned for each in hour.statements]
    assert sorted(map(repr, new)) == sorted(map(repr, summary_of(game)))
    ranges = [hour.puzzles or (0, 0) for hour in planned]
    assert [n for first, last in ranges for n in range(first, last + 1)] == list(range(1, PUZZLES + 1))


@pytest.mark.parametrize("name", GAMES)
def test_misunderstandings_are_those_that_were_counted(name: str) -> None:
    game, shares = charkoni.game(name), _refusals()[name]
    page = rule_page_file(game.family, "en")
    assert page and 90 <= sum(shares.values()) <= 102
    text = page.read_text("utf-8")
    assert all(re.search(rf"\b{clause}\b", text) for clause in shares)
    said = [entry for hour in hours(game) for entry in hour.refused]
    assert {clause for _, clause, _ in said} == shares.keys()
    assert all(rule and share == shares[clause] for rule, clause, share in said)
    for hour in hours(game):
        order = [share for _, _, share in hour.refused]
        assert order == sorted(order, reverse=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_its_board_and_answer_in_the_language(language: str) -> None:
    words, game = Words(language), charkoni.game("mosty")
    sheet, course = lesson_plan(words, game), course_of(game.family)
    assert course
    items = [part for part in sheet.parts if isinstance(part, Item)]
    steps = [step for lesson in course.lessons for step in lesson.steps]
    assert [item.text for item in items] == [words._(step.ask) for step in steps]
    assert all(item.pictures and words._(step.praise) in item.caption for item, step in zip(items, steps, strict=True))
    grids = [part for part in sheet.parts if isinstance(part, Grid)]
    assert [[row[0] for row in grid.rows] for grid in grids] == [[str(minutes) for minutes in MINUTES]] * HOURS
