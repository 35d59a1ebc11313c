"""Guides: everything that a board shows or does is explained, and what is said of the rules names a clause."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import charkoni
from charkoni.analysis.goal_changes import changed_goals
from charkoni.check.toys import dash
from charkoni.core.board_types import Event
from charkoni.core.game import Game, variants_of
from charkoni.core.registry import family, named
from charkoni.core.teaching.courses import course_of
from charkoni.core.teaching.guide import Guide, guide_of
from charkoni.core.teaching.summary import summary_of
from charkoni.core.translations import Words

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[2] / "docs" / "games"
KINDS = set(re.findall(r"[a-z]+", re.search(r"kind: (.*?)\.", Event.__doc__ or "", re.DOTALL)[1]))
MOST_VARIANTS = 8
BOARDS = {"size", "board", "players"}
"""Flags that change the board, not the rules."""
VARIANTS = [
    f"{name}:{flags}" if flags else name
    for name in charkoni.games()
    for flags in family(name).combinations(MOST_VARIANTS)
]


def guided(name: str) -> tuple[Game, Guide]:
    """Return a variant and its guide."""
    game = named(name)
    guide = guide_of(game)
    assert guide is not None
    return game, guide


@pytest.mark.parametrize("name", charkoni.games())
def test_every_kind_of_event_has_its_rule(name: str) -> None:
    """The kinds are the constants of the module that makes the events."""
    _, *variants = (guided(each)[1] for each in [name, *VARIANTS] if each.partition(":")[0] == name)
    explained = {rule.kind for guide in variants for rule in guide.rules}
    source = Path(family(name).module("events").__file__ or "").read_text(encoding="utf-8")
    functions = {"events"} | {each for each in dir(family(name).module("events")) if each.startswith("_")}
    made = {
        node.value
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef)
        and function.name in functions
        and not function.name.startswith("_label")
        for call in ast.walk(function)
        if isinstance(call, ast.Call | ast.Assign)
        for node in ast.walk(call)
        if isinstance(node, ast.Constant) and node.value in KINDS
    }
    assert made
    assert made - explained == set()


TRUE_UNDER_BOTH = {
    "The king was entered and taken: that ends the game at once.",
    "One side is empty: its owner takes all stones that are left, and the game is over.",
    "Stones in the holes of this side. When none is left, this side takes all the others, and the game ends.",
    "The end is near. The player who runs out of stones takes all stones opposite: those kept at home may be lost.",
    "A hole is sown stone by stone, the first one back into the hole itself; only a single stone steps on.",
    "A piece enters from the Charkoni, with any value.",
    "A cross-hair on a king: the other side could take him now.",
    "A stick of the throw that is not used yet: so many steps it gives.",
    "A store, beside hole 6 of its owner: stones there are won for good.",
    "Bridges that the player to move may still build in this turn.",
    "On the last square one captures one, two capture two; a king who moves last captures all enemies there.",
    "Pieces of this colour that wait in the Charkoni; any value brings one in.",
    "The faces of each of the three sticks; all four are equally likely.",
    "Three sticks are thrown: each value is a move of its own, in any order.",
    "Three sticks, three moves, in any order. Bring a piece in with one value; then walk on with it, or bring in "
    "another.",
}
"""Sentences on a clause that a flag changes, read and found true with the flag and without it."""


@pytest.mark.parametrize("name", charkoni.games())
def test_a_sentence_on_a_clause_that_a_flag_changes_is_told_anew(name: str) -> None:
    """Which clauses these are, the statements of the rules in one minute tell."""
    usual = {each.text: each.clause for each in summary_of(named(name))}
    said = {each.text for each in sentences(guided(name)[1])}
    for flag in family(name).flags:
        for value in flag.values[1:] if flag.name not in BOARDS else ():
            variant = f"{name}:{flag.name}" if flag.is_switch else f"{name}:{flag.name}={value}"
            game, guide = guided(variant)
            told = {each.text: each.clause for each in summary_of(game)}
            changed = {clause for text, clause in (usual | told).items() if (text in usual) != (text in told)}
            same = {each.text for each in sentences(guide) if each.clause in changed} & said
            assert same <= TRUE_UNDER_BOTH, variant


def sentences(guide: Guide) -> list[Any]:
    """Return all that a guide says about rules, each with text and clause."""
    return [*guide.legend, *guide.counters.values(), *guide.advice, *guide.rules]


def test_a_game_without_a_guide_has_none() -> None:
    assert guide_of(Game(dash.FAMILY, "")) is None


def test_a_counter_that_asks_for_less_says_so() -> None:
    game = charkoni.game("banglagor")
    before = game.parse("8/8/8/6c1/8/8/3Ac*3/8/8/8/4C3/B7 a 000:000 7")
    after = before.play("e2-e5xe6")
    assert changed_goals(before, after, Words("en")) == ["Blue: the least height needed falls from 3 to 2."]
    assert changed_goals(after, after, Words("en")) == []


def test_the_fortress_game_cites_no_clause_that_it_replaces() -> None:
    """M16 says that M6, M8 and M11 do not hold there: what guide, lessons and summary say has clauses of its own."""
    for name in variants_of(family("mangala")):
        if "fortress" in name.options:
            guide = guided(name.name)[1]
            course = course_of(family("mangala"), name.options)
            assert course
            clauses = {guide.clause, *(each.clause for each in sentences(guide))}
            clauses |= {clause for lesson in course.lessons for clause in lesson.clauses}
            clauses |= {each.clause for each in summary_of(name)}
            assert "M23" in clauses and not clauses & {"M6", "M8", "M11"}
