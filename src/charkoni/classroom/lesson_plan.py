"""The plan of five lessons of a game: aims, what happens when, and what is usually misunderstood.

Everything follows from the game's folder: the aims from its lessons and rule page, the misunderstandings from
`refusals.toml`, which `bench/refusals.py` counts.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from charkoni.analysis.puzzles import count
from charkoni.classroom.workbook import PUZZLES
from charkoni.core.files.data_files import read_file, read_texts
from charkoni.core.game import Game
from charkoni.core.teaching.courses import course_of
from charkoni.core.teaching.guide import guide_of
from charkoni.core.teaching.lesson import Lesson, LessonStep
from charkoni.core.teaching.rule_pages import rule_page_file
from charkoni.core.teaching.rule_text import full_rules
from charkoni.core.teaching.summary import Statement, summary_of
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.tournament.printouts.document import RIGHT, Column, Figure, Figures, Grid, Part, Sheet, Text
from charkoni.tournament.printouts.game_rules import picture, side_and_move

HOURS = 5
MINUTES = (5, 10, 15, 7, 3)
"""Of a lesson: beginning, guided lesson, games in pairs, puzzles, end."""

_TEXTS = read_texts(Path(__file__).with_suffix(".toml"))


@dataclass(frozen=True, slots=True)
class _Refusals:
    games: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Hour:
    """One of the five lessons of a plan.

    number: from 1.  lessons: of the game's course.  statements: the rules that are new.  aims: (text, clause) of
    these, or else of other rules that its lessons teach.  refused: (statements, clause, share in percent) of the rules
    new in it that refuse attempts of beginners, the most frequent ones first.  puzzles: the first and the last number
    in the workbook, None without a set.
    """

    number: int
    lessons: Sequence[Lesson]
    statements: Sequence[Statement]
    aims: Sequence[tuple[str, str]]
    refused: Sequence[tuple[str, str, int]]
    puzzles: tuple[int, int] | None

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of its guided lessons, in English."""
        return tuple(lesson.title for lesson in self.lessons)


def lesson_plan(words: Words, game: Game) -> Sheet:
    """Return the plan of a game as a print-out; without lessons of its own it has no parts."""
    planned = hours(game, words.language)
    parts = [part for hour in planned for part in _hour(words, game, hour, planned)]
    under = _say(words, "title"), _say(words, "under")
    return Sheet(names.game_name(words, game), under, tuple(parts), words.language)


def hours(game: Game, language: str = "en") -> list[Hour]:
    """Return the five lessons of a game, none if it has no course.  language: of the statements."""
    course = course_of(game.family)
    if course is None:
        return []
    statements = summary_of(game, language)
    puzzles = min(count(game.family.name), PUZZLES)
    ends = [place * len(course.lessons) // HOURS for place in range(HOURS + 1)]
    parts = [course.lessons[start:end] for start, end in pairwise(ends)]
    taught = [{clause for lesson in part for clause in lesson.clauses} for part in parts]
    counted = _refusals().get(game.family.name, {})
    others = {each.clause for each in statements} | counted.keys()
    taught[0] |= others - set().union(*taught)  # what no lesson is about
    planned = []
    for place, part in enumerate(parts):
        known = set[str]().union(*taught[:place])
        new = [each for each in statements if each.clause in taught[place] - known]
        first, last = place * puzzles // HOURS + 1, (place + 1) * puzzles // HOURS
        aims = [(each.text, each.clause) for each in new]
        if not aims:
            rules = ((_rule(game, clause, statements, language), clause) for clause in sorted(taught[place] - known))
            aims = [(text, clause) for text, clause in rules if text]
        refused = [
            (_rule(game, clause, statements, language), clause, counted[clause])
            for clause in sorted((taught[place] - known) & counted.keys(), key=lambda clause: -counted[clause])
        ]
        planned.append(Hour(place + 1, part, new, aims, refused, (first, last) if puzzles else None))
    return planned


def _rule(game: Game, clause: str, statements: Sequence[Statement], language: str) -> str:
    """Return what the rules say in a clause: in one minute, else the words beside its number on the whole page.

    Of several places there the one where the number is a heading, "Walk (C7): ...", or else the last.
    """
    short = " ".join(each.text for each in statements if each.clause == clause)
    page = rule_page_file(game.family, language)
    if short or page is None:
        return short
    paragraphs = (text for _, texts in full_rules(page.read_text("utf-8")) for text in texts)
    said = (re.search(rf"([^.()]+) \({clause}\b[^)]*\)(:[^.]+)?", text) for text in paragraphs)
    found = max([each for each in said if each][::-1], key=lambda each: bool(each[2]), default=None)
    return f"{found[1].strip()}{found[2] or ''}." if found else ""


def _hour(words: Words, game: Game, hour: Hour, planned: Sequence[Hour]) -> Iterator[Part]:
    titles = _joined(words, hour.titles)
    yield Text((_say(words, "heading", number=hour.number, titles=titles),), heading=True, new_page=hour.number > 1)
    yield Text((_say(words, "aims"),), heading=True)
    aims = [f"{text} ({clause})" for text, clause in hour.aims]
    yield Text(tuple(f"• {aim}" for aim in aims or map(words._, hour.titles)))
    rows = ((str(minutes), text) for minutes, text in zip(MINUTES, _steps(words, game, hour, planned), strict=True))
    columns = Column(_say(words, "minutes"), RIGHT), Column(_say(words, "what"), wide=True)
    yield Grid(columns, tuple(rows))
    if hour.refused:
        yield Text((_say(words, "refused"),), heading=True)
        lines = (_say(words, "refused share", text=text, clause=clause, share=n) for text, clause, n in hour.refused)
        yield Text(tuple(f"• {line}" for line in lines))
    yield Text((_say(words, "positions"),), heading=True)
    steps = [(lesson, *pair) for lesson in hour.lessons for pair in zip(lesson.steps, lesson.texts, strict=True)]
    yield Figures(tuple(_position(words, f"{hour.number}.{n}", *step) for n, step in enumerate(steps, 1)), 2)


def _position(words: Words, number: str, lesson: Lesson, step: LessonStep, text: str) -> Figure:
    """Return the board of a step with its task, and its answer below."""
    right = f"{side_and_move(words, lesson.game, text, step.moves[0])}. {words._(step.praise)}"
    return Figure(picture(words, lesson.game, text), f"{number} · {words._(step.ask)}", foot=right)


def _steps(words: Words, game: Game, hour: Hour, planned: Sequence[Hour]) -> Iterator[str]:
    """Yield what happens in a lesson, for each of MINUTES."""
    guide, before = guide_of(game), planned[hour.number - 2]
    if hour.number == 1:
        yield _say(words, "begin", aim=words._(guide.aim) if guide else "")
    else:
        yield _say(words, "recall", titles=_joined(words, before.titles))
    yield " ".join(_say(words, "together", title=words._(title)) for title in hour.titles)
    board = next((lesson.game for lesson in hour.lessons if lesson.game != game), None)
    if hour.number == HOURS:
        yield _say(words, "tournament")
    elif board is not None:
        yield _say(words, "pairs small", board=names.game_name(words, board))
    else:
        clauses = dict.fromkeys(clause for lesson in hour.lessons for clause in lesson.clauses)
        yield _say(words, "pairs", clauses=", ".join(clauses))
    yield _say(words, "puzzles", first=hour.puzzles[0], last=hour.puzzles[1]) if hour.puzzles else "–"
    yield _say(words, "farewell" if hour.number == HOURS else "close")


def _joined(words: Words, titles: Sequence[str]) -> str:
    return "; ".join(words._(title) for title in titles)


def _say(words: Words, name: str, **args: object) -> str:
    return words._(_TEXTS[name], **args)


@cache
def _refusals() -> Mapping[str, Mapping[str, int]]:
    """Return, by game and clause, the share of refused attempts in percent; see bench/refusals.py."""
    return read_file(_Refusals, Path(__file__).with_name("refusals.toml")).games
