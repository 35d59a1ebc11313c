"""Checks of rule pages: examples are true and the same in all languages, and every clause is present."""

import re
from collections.abc import Iterator

from charkoni.check.examples import Example, LeafCounts, examples
from charkoni.check.report import Trouble
from charkoni.check.sample import Sample
from charkoni.core.compiler import compiled
from charkoni.core.game import Game
from charkoni.core.teaching.courses import course_of
from charkoni.core.teaching.equipment import equipment_of
from charkoni.core.teaching.guide import guide_of
from charkoni.core.teaching.rule_pages import rule_page_files
from charkoni.core.teaching.summary import summary_of

_MOST_LEAVES = 400_000 if compiled() else 1000


def rule_page(sample: Sample) -> Iterator[Trouble]:
    """The examples of the rule page are true and the same in all languages; it has all clauses that are named."""
    english: list[tuple[str, ...]] = []
    for language, path in rule_page_files(sample.game.family):
        text = path.read_text("utf-8")
        found = list(examples(text))
        for each in found:
            if each.game.name == sample.game.name and not (_is_too_long(each) or each.agrees()):
                yield Trouble(f"{path.name}, line {each.line}: the result is {each.run()}", each.position)
        shown = [(each.game.name, each.position, *_move(each)) for each in found]
        english = english or shown
        if shown != english:
            yield Trouble(f"{path.name} has other examples than the page in English")
        for clause in sorted(clauses(sample.game)):
            if not re.search(rf"\b{clause}\b", text):
                yield Trouble(f"{path.name} has no clause {clause}")
        if not found:
            yield Trouble(f"the rule page in {language} has no examples")


def clauses(game: Game) -> set[str]:
    """Return the clauses that summary, lessons, guide and equipment of a game name."""
    course, told = course_of(game.family, game.options), guide_of(game)
    named = {each.clause for each in summary_of(game)} | {each.clause for each in equipment_of(game)}
    if course:
        named |= {clause for lesson in course.lessons for clause in lesson.clauses}
    if told:
        named |= {told.clause, *(entry.clause for entry in told.legend), *(advice.clause for advice in told.advice)}
        named |= {each.clause for each in told.counters.values()} | {rule.clause for rule in told.rules}
    return named


def _move(each: Example | LeafCounts) -> tuple[str, ...]:
    return (each.move, each.clause) if isinstance(each, Example) else tuple(map(str, each.counts))


def _is_too_long(each: Example | LeafCounts) -> bool:
    return isinstance(each, LeafCounts) and max(each.counts) > _MOST_LEAVES
