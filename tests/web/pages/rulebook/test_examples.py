"""Rule pages show pictures beside the clauses; what they show is computed by the rules."""

import re

import pytest
from tests.web.conftest import LocalServer

import charkoni
from charkoni.check.examples import Example, examples
from charkoni.core.translations import Words
from charkoni.web.engine.warm import playable, warm
from charkoni.web.pages.rulebook.examples import (
    ExampleBoard,
    ShownExample,
    ShownSection,
    plain_sections,
    shown_example,
    shown_sections,
)
from charkoni.web.pages.rulebook.markdown import rule_page

LANGUAGES = ("ru", "en", "tr")
DRAWING = {"en": r"drawing|diagram", "ru": r"на рисунке|диаграмм", "tr": r"çizim"}
"""Words for a drawing of letters, in place of which the page shows a picture."""


def sections_of(name: str, lang: str) -> tuple[ShownSection, ...]:
    page = rule_page(name, lang)
    assert page is not None and page.lang == lang
    return shown_sections(page, lang)


def all_shown(name: str, lang: str) -> list[ShownExample]:
    parts = [part for section in sections_of(name, lang) for part in section.parts if not isinstance(part, str)]
    return [each for part in parts for each in part if isinstance(each, ShownExample)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", playable())
def test_every_example_of_a_page_becomes_a_board(name: str, lang: str) -> None:
    page = rule_page(name, lang)
    assert page is not None
    written = {(each.position, each.move): each.wanted for each in examples(page.text) if isinstance(each, Example)}
    found = {(each.position, each.move): each for each in all_shown(name, lang)}
    assert written.keys() <= found.keys()
    for example, wanted in written.items():
        each = found[example]
        if wanted.startswith("illegal:"):
            assert each.refused and each.rule and not each.after, each
        elif each.move == "*":
            assert " ".join(each.moves) == wanted
        else:
            assert each.after and each.result and not each.refused, each


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", playable())
def test_examples_that_name_a_clause_stand_behind_it(name: str, lang: str) -> None:
    count = 0
    for section in sections_of(name, lang):
        anchors: set[str] = set()
        for part in section.parts:
            if isinstance(part, str):
                anchors |= set(re.findall(r'id="([A-Z]+[0-9]+)"', part))
            elif not section.is_reference and isinstance(part[0], ShownExample) and part[0].clause:
                assert {each.clause for each in part if isinstance(each, ShownExample)} <= anchors
                count += len(part)
    assert count >= 5


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", playable())
def test_the_rules_are_told_with_pictures_and_not_with_drawings_of_letters(name: str, lang: str) -> None:
    sections = sections_of(name, lang)
    assert [section.is_reference for section in sections].count(True) == 4  # notation, sources, examples, history
    parts = [part for section in sections if not section.is_reference for part in section.parts]
    assert sum(isinstance(part, tuple) and isinstance(part[0], ExampleBoard) for part in parts) >= 2
    text = "".join(part for part in parts if isinstance(part, str))
    assert "<pre>" not in text
    assert not re.search(DRAWING[lang], text), re.findall(rf".{{30}}(?:{DRAWING[lang]}).{{30}}", text)


@pytest.mark.parametrize("name", playable())
def test_a_rule_page_has_its_clauses_examples_and_ways_to_play(local_server: LocalServer, name: str) -> None:
    local_server.run(warm, charkoni.game(name))  # a page whose rules are not ready has no boards
    page = local_server.visitor().get(f"/rules/{name}").text
    found = all_shown(name, "en")
    assert page.count('<figure class="example"') == len(found)
    assert page.count("Play from here") == sum(bool(each.play) for each in found) > 5
    anchors = set(re.findall(r'id="([A-Z]+[0-9]+)"', page))
    assert {each.rule for each in found if each.rule} <= anchors
    assert set(re.findall(r'class="clause-link" href="#(\w+)"', page)) <= anchors
    first = next(each for each in found if each.play)
    assert local_server.visitor().get(first.play).status_code == 200
    assert "| illegal" not in re.sub(r"<code tabindex.*?</code>", "", page)
    for address in re.findall(r'"(/picture/[^"]*reach=[^"]*)"', page):
        assert 'fill-opacity="0.12"' in local_server.visitor().get(address.replace("&amp;", "&")).text


def test_what_is_shown_comes_from_the_rules_and_not_from_the_page() -> None:
    wrong = Example(1, charkoni.game("mangala"), "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a", "9", "fine", "a lie")
    each = shown_example(wrong, Words("en"))
    assert each.refused and not each.after
    over = Example(1, charkoni.game("mosty:size=2"), "1b/1/r1 a", "a3", "", "")
    assert "Red wins" in shown_example(over, Words("en")).result


def test_without_rules_that_are_ready_examples_stand_as_text() -> None:
    page = rule_page("mangala", "en")
    assert page is not None
    parts = [part for section in plain_sections(page) for part in section.parts]
    assert all(isinstance(part, str) for part in parts)
    assert "<pre>4,4,4,4,4,4:0/4,4,4,4,4,4:0 a | 1 |" in "".join(map(str, parts))
