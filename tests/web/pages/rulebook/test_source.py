"""The pages that compare the rules with their sources: complete, equal in all languages, with executed examples."""

import re
from pathlib import Path

import pytest
from tests.web.conftest import LocalServer

from charkoni import game
from charkoni.check.examples import Example, examples
from charkoni.web.engine.warm import playable

PAGES = Path(__file__).resolve().parents[4] / "docs" / "games"
VERDICTS = {
    "": ("said", "read", "known", "added"),
    ".ru": ("сказано", "прочтено", "известно", "добавлено"),
    ".tr": ("söylenir", "yorum", "bilinen", "ek"),
}
FOLLOWING = {"C22", "F13", "M15"}
"""Clauses that follow from others."""

BOARDS = {"M2", "B1", "F2", "G2", "K1"}
"""Readings about the board, the start and who begins, between which no move decides."""

ROW = re.compile(r"^\| (.+) \| ([A-Z][0-9A-Z, ]*) \| (.+?) \|(.*) \|$", re.MULTILINE)


def text(name: str, language: str) -> str:
    return (PAGES / "sources" / f"{name}{language}.md").read_text(encoding="utf-8")


def rows(name: str, language: str) -> list[tuple[str, int, bool]]:
    """Return of each row its clauses, the number of its verdict, and whether it names another reading."""
    verdicts = VERDICTS[language]
    return [
        (clause, verdicts.index(verdict), bool(other))
        for _, clause, verdict, other in ROW.findall(text(name, language))
    ]


@pytest.mark.parametrize("name", playable())
def test_every_clause_is_compared_with_the_source(name: str) -> None:
    rules = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    letter = rows(name, "")[0][0][0]
    clauses = set(re.findall(rf"\b{letter}[0-9]{{1,2}}\b", re.sub(r"```.*?```", "", rules, flags=re.DOTALL)))
    compared = {clause for clauses, *_ in rows(name, "") for clause in clauses.split(", ")}
    assert clauses - FOLLOWING <= compared <= clauses


@pytest.mark.parametrize("name", playable())
def test_the_comparison_is_the_same_in_all_languages(name: str) -> None:
    assert rows(name, ".ru") == rows(name, "") == rows(name, ".tr")
    english, *translated = ([shown(each) for each in examples(text(name, language))] for language in VERDICTS)
    assert english and all(each == english for each in translated)


def shown(each: object) -> tuple[str, str, str, str]:
    assert isinstance(each, Example)
    return each.game.name, each.position, each.move, each.clause


@pytest.mark.parametrize("name", playable())
def test_every_other_reading_has_a_position_that_tells_the_two_apart(name: str) -> None:
    decided = {each.clause for each in examples(text(name, "")) if isinstance(each, Example)}
    read = [
        clauses.split(", ") for clauses, verdict, other in rows(name, "") if VERDICTS[""][verdict] == "read" and other
    ]
    assert [clauses for clauses in read if not decided & set(clauses) and not BOARDS & set(clauses)] == []


@pytest.mark.parametrize("name", playable())
def test_the_positions_come_out_as_stated(name: str) -> None:
    found = [each for each in examples(text(name, "")) if isinstance(each, Example)]
    assert [each.move for each in found if not each.agrees()] == []


def test_the_printed_rules_are_compared_in_turkish_by_names_that_can_be_played() -> None:
    page = (PAGES / "printed" / "mangala.tr.md").read_text(encoding="utf-8")
    found = [each for each in examples(page) if isinstance(each, Example)]
    assert found and all(each.agrees() for each in found)
    named = set(re.findall(r"`(mangala[^`]*)`", page))
    assert {game(each).name for each in named} == named
    assert {
        flag for each in named for flag, value in game(each).flags.items() if value != game("mangala").flags[flag]
    } == {
        "first",
        "fortress",
        "rest",
    }


def test_the_comparison_of_printed_rules_is_linked_where_there_is_one(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    assert '"/rules/mangala/printed"' in visitor.get("/rules/mangala?lang=tr").text
    assert "<h1>Basılı mangala kuralları</h1>" in visitor.get("/rules/mangala/printed?lang=tr").text
    assert '"/rules/mangala/printed"' not in visitor.get("/rules/mangala?lang=en").text
    assert visitor.get("/rules/mangala/printed?lang=en").status_code == 404


def test_the_page_links_its_clauses_to_the_rules(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    assert '"/rules/mangala/source"' in visitor.get("/rules/mangala").text
    page = visitor.get("/rules/mangala/source").text
    assert '<td><a href="/rules/mangala#M11">M11</a>, <a href="/rules/mangala#M12">M12</a></td>' in page
    assert page.count('<figure class="example"') == 9
    assert visitor.get("/rules/chess/source").status_code == 404
