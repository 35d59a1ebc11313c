"""Lesson plans: five lessons that together teach the whole course, all rules and all puzzles."""

import re

import pypdfium2
import pytest

import charkoni
from charkoni.classroom.lesson_plan import HOURS, MINUTES, _refusals, hours, lesson_plan
from charkoni.classroom.workbook import PUZZLES
from charkoni.core.teaching.courses import course_of
from charkoni.core.teaching.rule_pages import rule_page_file
from charkoni.core.teaching.summary import summary_of
from charkoni.core.translations import LANGUAGES, Words
from charkoni.games import names
from charkoni.tournament.printouts.document import Figures, Grid
from charkoni.tournament.printouts.pdf import pdf

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
    assert len(said) == len(shares), "a rule is misunderstood in the lesson that teaches it"
    assert all(len(rule) > 20 and share == shares[clause] for rule, clause, share in said)
    for hour in hours(game):
        order = [share for _, _, share in hour.refused]
        assert order == sorted(order, reverse=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_its_board_and_answer_in_the_language(language: str) -> None:
    words, game = Words(language), charkoni.game("mosty")
    sheet, course = lesson_plan(words, game), course_of(game.family)
    assert course
    figures = [figure for part in sheet.parts if isinstance(part, Figures) for figure in part.figures]
    steps = [step for lesson in course.lessons for step in lesson.steps]
    assert [figure.head.partition(" · ")[2] for figure in figures] == [words._(step.ask) for step in steps]
    mover = names.side_name(words, game, 0)
    for figure, step in zip(figures, steps, strict=True):
        assert figure.picture.svg
        assert figure.foot.startswith(f"{mover}: ")
        assert figure.foot.endswith(words._(step.praise))
    grids = [part for part in sheet.parts if isinstance(part, Grid)]
    assert [[row[0] for row in grid.rows] for grid in grids] == [[str(minutes) for minutes in MINUTES]] * HOURS


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_without_new_rules_has_aims_of_its_own(name: str) -> None:
    aims = [hour.aims for hour in hours(charkoni.game(name), "tr")]
    texts = [text for of_hour in aims for text, _ in of_hour]
    assert len(texts) == len(set(texts))
    if name != "mosty":  # two lessons of which are about tactics
        assert all(aims)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_a_page(language: str) -> None:
    words = Words(language)
    document = pypdfium2.PdfDocument(pdf(lesson_plan(words, charkoni.game("banglagor"))))
    assert len(document) == HOURS
    for number, page in enumerate(document, 1):
        assert page.get_textpage().get_text_bounded().count(f"{number}.1 · ") == 1


@pytest.mark.parametrize(
    ("name", "language", "clause", "begins"),
    [("chaupar", "en", "C7", "Walk: a piece"), ("banglagor", "ru", "B7", "Столбики высоты 1 и 3")],
)
def test_a_rule_is_quoted_where_the_page_states_it(name: str, language: str, clause: str, begins: str) -> None:
    said = {key: text for hour in hours(charkoni.game(name), language) for text, key, _ in hour.refused}
    assert said[clause].startswith(begins)
