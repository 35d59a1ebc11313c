"""The rules in one minute: each sentence names its clause and a move that shows it, in every variant it is told of."""

import re
from collections.abc import Iterator

import pytest

import charkoni
from charkoni.core.game import Game, variants_of
from charkoni.core.registry import family
from charkoni.core.teaching.rule_pages import rule_page_file
from charkoni.core.teaching.rule_text import full_rules, rule_text
from charkoni.core.teaching.summary import BOARDS, Statement, summary_of
from charkoni.core.translations import EVENT_LANGUAGES

LOSING = {
    "banglagor": {"B8", "B15", "B16"},
    "barbakan": {"K7", "K9", "K10"},
    "chaupar": {"C10", "C11", "C15", "C18", "C21"},
    "focus": {"F8"},
    "gana": {"G13", "G15", "G21", "G22"},
    "mangala": {"M13"},
    "mosty": {"S3"},
}
"""The clauses by which one loses a game, or what was won."""


def told() -> Iterator[tuple[Game, Statement]]:
    """Yield every variant with each statement about it."""
    for name in charkoni.games():
        for game in variants_of(family(name)):
            for statement in summary_of(game):
                yield game, statement


def example_game(game: Game, statement: Statement) -> Game:
    """Return the variant itself, on the board of the example where that differs."""
    played, flags = charkoni.game(statement.game), game.family.flags
    values = {flag: (played if flag.name in BOARDS else game).flags[flag.name] for flag in flags}
    changed = [
        flag.name if flag.is_switch else f"{flag.name}={values[flag]}" for flag in flags if values[flag] != flag.default
    ]
    return charkoni.game(f"{game.family.name}:{','.join(changed)}" if changed else game.family.name)


def test_an_example_is_borrowed_only_from_a_board_of_another_size() -> None:
    for game, statement in told():
        other = example_game(game, statement)
        assert other.family is game.family
        assert {flag for flag, value in game.flags.items() if other.flags[flag] != value} <= BOARDS, (game, statement)


@pytest.mark.parametrize("name", charkoni.games())
def test_the_languages_say_the_same(name: str) -> None:
    """Each page has the same items, of the same clauses, with the same examples."""
    pages = [rule_text(family(name), language) for language in ("en", "ru", "tr")]
    assert len({tuple((item.variant, item.clauses, item.is_exception) for item in page.minute) for page in pages}) == 1
    assert len({item.text for page in pages for item in page.minute}) == sum(len(page.minute) for page in pages)
    shown = {tuple((each.game, each.position, each.move, each.clause) for each in page.examples) for page in pages}
    assert len(shown) == 1


def test_a_flag_that_changes_the_rules_changes_the_statements() -> None:
    for name in charkoni.games():
        usual = charkoni.game(name)
        for flag in family(name).flags:
            for value in flag.values:
                game = charkoni.game(f"{name}:{flag.name}" if flag.is_switch else f"{name}:{flag.name}={value}")
                is_same = value == flag.default and not flag.is_switch
                assert (summary_of(game) == summary_of(usual)) == (is_same or flag.name in BOARDS), game


@pytest.mark.parametrize("language", ["en", "ru", "tr"])
@pytest.mark.parametrize("name", charkoni.games())
def test_the_clauses_are_told_on_the_rule_page(name: str, language: str) -> None:
    path = rule_page_file(family(name), language)
    assert path
    told = " ".join(text for _, texts in full_rules(path.read_text(encoding="utf-8")) for text in texts)
    for game in variants_of(family(name)):
        clauses = {statement.clause for statement in summary_of(game, language)}
        assert [clause for clause in clauses if not re.search(rf"\b{clause}\b", told)] == []
        assert clauses >= LOSING[name]


@pytest.mark.parametrize("language", EVENT_LANGUAGES)
@pytest.mark.parametrize("name", charkoni.games())
def test_the_full_rules_are_whole_sentences(name: str, language: str) -> None:
    """What announces a drawing goes with it, whole; a cell of a wide table keeps its head."""
    path = rule_page_file(family(name), language, "summary") or rule_page_file(family(name), language)
    assert path
    texts = [text for _, texts in full_rules(path.read_text(encoding="utf-8")) for text in texts]
    assert texts
    for text in texts:
        assert text.count("(") == text.count(")") and text[-1] in ".)", text
        assert not re.search(r"\|\S|: [^:.;]*: [^:.;]*: ", text), text


def test_a_table_of_three_columns_names_the_head_of_each_cell() -> None:
    page = "# P\n\n## One\n\n## Two\n\nSo it is.\n\n| place | red | blue |\n|---|---|---|\n| a1 | up | – |\n"
    assert list(full_rules(page)) == [("Two", ["So it is.", "place, a1: red – up."])]


def test_a_drawing_goes_with_the_whole_paragraph_that_announces_it() -> None:
    page = "# P\n\n## One\n\n## Two\n\nSo it is.\n\nA board (out\nand back):\n\n```\n. x .\n```\n\nIt ends.\n"
    assert list(full_rules(page)) == [("Two", ["So it is.", "It ends."])]
