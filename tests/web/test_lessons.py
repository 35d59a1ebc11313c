"""Lessons and rule pages: what they show is what the rules do; a tap that leads nowhere is answered with the clause."""

import json
import re
from pathlib import Path

import pytest
from tests.web.conftest import House

import charkoni
from charkoni.check.examples import Example, examples
from charkoni.core.translations import Words
from charkoni.web.engine.warm import playable, warm
from charkoni.web.pages.rulebook.diagrams import positions_by_diagram, stripped
from charkoni.web.pages.rulebook.examples import Board, ShownExample, plain_parts, shown_example, shown_parts
from charkoni.web.pages.rulebook.markdown import Diagram, rule_page

LANGUAGES = ("ru", "en", "tr")


def data_of(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="page">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


@pytest.mark.parametrize("name", playable())
def test_every_lesson_is_there(house: House, name: str) -> None:
    course = charkoni.game(name).family.course
    assert course is not None
    house.run(warm, charkoni.game(name))
    overview = house.visitor().get("/learn").text
    for n, lesson in enumerate(course.lessons, 1):
        page = house.visitor().get(f"/learn/{name}/{n}").text
        data = data_of(page)
        steps = data["steps"]
        assert isinstance(steps, list)
        assert data["key"] == f"{name}/{n}" and f'data-lesson="{name}/{n}"' in overview
        assert [step["position"] for step in steps] == [str(start) for start in lesson.starts]
        assert [step["moves"] for step in steps] == [list(step.moves) for step in lesson.steps]
        assert "<noscript>" in page and "<svg" in page
        assert all(step["told"] for step in steps)
        assert f'href="/learn/{name}/{n + 1}"' in page or f'href="/play?game={name}"' in page
    assert house.visitor().get(f"/learn/{name}").headers["location"] == f"/learn/{name}/1"


@pytest.mark.parametrize("name", playable())
def test_the_pictures_of_a_lesson_are_there(house: House, name: str) -> None:
    page = house.visitor().get(f"/learn/{name}/1").text
    pictures = set(re.findall(r'src="(/picture/[^"]+)"', page))
    assert len(pictures) >= 3
    for address in pictures:
        assert house.visitor().get(address.replace("&amp;", "&")).text.startswith("<svg"), address


def test_the_picture_after_a_move_marks_it(house: House) -> None:
    address = "/picture/mosty:size=2.svg?position=2/1/2 a"
    plain, moved = (house.visitor().get(address + more).text for more in ("", "&moves=b2"))
    assert moved.count('fill-opacity="0.4"') > plain.count('fill-opacity="0.4"')
    assert house.visitor().get(address + "&moves=z9").status_code == 400


def test_a_tap_is_answered(house: House) -> None:
    ask = "/ask.json?game=focus&lang=en&position=4/6/5,g,2/8/3,rrr,4/8/r,5/4 a 0:0"
    visitor = house.visitor()
    assert visitor.get(f"{ask}&zone=f6").json()["rule"] == "F3"
    assert visitor.get(f"{ask}&zone=f6").json()["url"] == "/rules/focus#F3"
    assert "f6" not in visitor.get(f"{ask}&prefix=d4").json()["say"] and visitor.get(f"{ask}&prefix=d4").json()["say"]
    assert visitor.get(f"{ask}&zone=d4").json() == {"text": ""}
    assert visitor.get(f"{ask}&zone=nowhere").json() == {"text": ""}
    assert visitor.get("/ask.json?game=focus&position=x").status_code == 400
    assert visitor.get("/ask.json?game=chess&position=x").status_code == 404


# --- rule pages -------------------------------------------------------------------------------------------------------


def all_shown(name: str, lang: str) -> list[ShownExample]:
    page = rule_page(name, lang)
    assert page is not None
    return [each for part in shown_parts(page, lang) if isinstance(part, tuple) for each in part]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", playable())
def test_every_example_of_a_page_becomes_a_board(name: str, lang: str, pytestconfig: pytest.Config) -> None:
    page = pytestconfig.rootpath / "docs" / "games" / (f"{name}.ru.md" if lang == "ru" else f"{name}.md")
    written = [each for each in examples(page.read_text(encoding="utf-8")) if isinstance(each, Example)]
    found = all_shown(name, lang)
    assert [(each.position, each.move) for each in found] == [(each.position, each.move) for each in written]
    for example, each in zip(written, found, strict=True):
        if example.wanted.startswith("illegal:"):
            assert each.refused and each.rule and not each.after, each
        elif example.move == "*":
            assert " ".join(each.moves) == example.wanted
        else:
            assert each.after and each.told and not each.refused, each


@pytest.mark.parametrize("name", playable())
def test_a_rule_page_has_its_clauses_examples_and_ways_to_play(house: House, name: str) -> None:
    house.run(warm, charkoni.game(name))  # a page whose rules are not ready has no boards
    page = house.visitor().get(f"/rules/{name}").text
    found = all_shown(name, "en")
    assert page.count('<figure class="example"') == len(found)
    assert page.count("Play from here") == sum(bool(each.play) for each in found) > 5
    anchors = set(re.findall(r'id="([A-Z]+[0-9]+)"', page))
    assert {each.rule for each in found if each.rule} <= anchors
    first = next(each for each in found if each.play)
    assert house.visitor().get(first.play).status_code == 200
    assert "| illegal" not in re.sub(r"<code tabindex.*?</code>", "", page)


@pytest.mark.parametrize("lang", ["en", "ru"])
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
    assert "Red wins" in shown_example(over, Words("en")).told


def test_without_rules_that_are_ready_examples_stand_as_text() -> None:
    page = rule_page("mangala", "en")
    assert page is not None
    parts = plain_parts(page)
    assert all(isinstance(part, str) for part in parts)
    assert "<pre>4,4,4,4,4,4:0/4,4,4,4,4,4:0 a | 1 |" in "".join(parts)


def test_no_template_names_a_game() -> None:
    folder = Path(charkoni.__file__).parent / "web" / "templates"
    for path in folder.rglob("*.html"):
        words = set(re.findall(r"[a-z]+", path.read_text(encoding="utf-8").lower())) - {"focus"}
        assert not words & set(charkoni.games()), path.name
