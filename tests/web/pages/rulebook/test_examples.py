"""Examples and diagrams of rule pages are shown as boards, and their results are computed by the rules."""

import re

import pytest
from tests.web.conftest import LocalServer

import charkoni
from charkoni.check.examples import Example, examples
from charkoni.core.translations import Words
from charkoni.web.engine.warm import playable, warm
from charkoni.web.pages.rulebook.diagrams import positions_by_diagram, stripped
from charkoni.web.pages.rulebook.examples import Board, ShownExample, plain_parts, shown_example, shown_parts
from charkoni.web.pages.rulebook.markdown import Diagram, rule_page

LANGUAGES = ("ru", "en", "tr")


def all_shown(name: str, lang: str) -> list[ShownExample]:
    page = rule_page(name, lang)
    assert page is not None
    return [each for part in shown_parts(page, lang) if isinstance(part, tuple) for each in part]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", playable())
def test_every_example_of_a_page_becomes_a_board(name: str, lang: str, pytestconfig: pytest.Config) -> None:
    page = pytestconfig.rootpath / "docs" / "games" / (f"{name}.md" if lang == "en" else f"{name}.{lang}.md")
    written = [each for each in examples(page.read_text(encoding="utf-8")) if isinstance(each, Example)]
    found = all_shown(name, lang)
    assert [(each.position, each.move) for each in found] == [(each.position, each.move) for each in written]
    for example, each in zip(written, found, strict=True):
        if example.wanted.startswith("illegal:"):
            assert each.refused and each.rule and not each.after, each
        elif example.move == "*":
            assert " ".join(each.moves) == example.wanted
        else:
            assert each.after and each.result and not each.refused, each


@pytest.mark.parametrize("name", playable())
def test_a_rule_page_has_its_clauses_examples_and_ways_to_play(local_server: LocalServer, name: str) -> None:
    local_server.run(warm, charkoni.game(name))  # a page whose rules are not ready has no boards
    page = local_server.visitor().get(f"/rules/{name}").text
    found = all_shown(name, "en")
    assert page.count('<figure class="example"') == len(found)
    assert page.count("Play from here") == sum(bool(each.play) for each in found) > 5
    anchors = set(re.findall(r'id="([A-Z]+[0-9]+)"', page))
    assert {each.rule for each in found if each.rule} <= anchors
    first = next(each for each in found if each.play)
    assert local_server.visitor().get(first.play).status_code == 200
    assert "| illegal" not in re.sub(r"<code tabindex.*?</code>", "", page)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", playable())
def test_a_drawing_in_letters_becomes_the_board_it_shows(name: str, lang: str) -> None:
    page = rule_page(name, lang)
    assert page is not None
    boards = [part for part in shown_parts(page, lang) if isinstance(part, Board)]
    sketches = [part for part in page.parts if isinstance(part, Diagram)]
    drawn = {position.diagram for position in positions_by_diagram(page.text, name).values()}
    assert len(boards) == sum(stripped(each.text) in {stripped(text) for text in drawn} for each in sketches) >= 2


def test_what_is_shown_comes_from_the_rules_and_not_from_the_page() -> None:
    wrong = Example(1, charkoni.game("mangala"), "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a", "9", "fine", "a lie")
    each = shown_example(wrong, Words("en"))
    assert each.refused and not each.after
    over = Example(1, charkoni.game("mosty:size=2"), "1b/1/r1 a", "a3", "", "")
    assert "Red wins" in shown_example(over, Words("en")).result


def test_without_rules_that_are_ready_examples_stand_as_text() -> None:
    page = rule_page("mangala", "en")
    assert page is not None
    parts = plain_parts(page)
    assert all(isinstance(part, str) for part in parts)
    assert "<pre>4,4,4,4,4,4:0/4,4,4,4,4,4:0 a | 1 |" in "".join(parts)
