"""Lessons and rule pages: they agree with the rules; a tap that leads nowhere is refused with the clause."""

import json
import re

import pytest
from tests.web.conftest import LocalServer

import charkoni
from charkoni.core.teaching.courses import course_of
from charkoni.graphics.themes import theme_of
from charkoni.web.engine.warm import playable, warm


def data_of(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="page">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


@pytest.mark.parametrize("name", [*playable(), "mangala:fortress"])
def test_every_lesson_is_there(local_server: LocalServer, name: str) -> None:
    game = charkoni.game(name)
    course = course_of(game.family, game.options)
    assert course is not None
    local_server.run(warm, charkoni.game(name))
    overview = local_server.visitor().get("/learn").text
    for n, lesson in enumerate(course.lessons, 1):
        page = local_server.visitor().get(f"/learn/{name}/{n}").text
        data = data_of(page)
        steps = data["steps"]
        assert isinstance(steps, list)
        assert data["key"] == f"{name}/{n}" and f'data-lesson="{name}/{n}"' in overview
        assert [step["position"] for step in steps] == [str(start) for start in lesson.starts]
        assert [step["moves"] for step in steps] == [list(step.moves) for step in lesson.steps]
        assert "<noscript>" in page and "<svg" in page
        assert all(step["sentence"] for step in steps)
        assert f'href="/learn/{name}/{n + 1}"' in page or f'href="/play?game={name}"' in page
    assert local_server.visitor().get(f"/learn/{name}").headers["location"] == f"/learn/{name}/1"


def test_the_lessons_of_a_flag_come_before_those_that_hold_with_it(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    local_server.run(warm, charkoni.game("mangala:rest=keep"))
    assert 'href="/learn/mangala:rest=keep"' in visitor.get("/learn").text
    page = visitor.get("/learn/mangala:rest=keep/1").text
    assert "each player keeps the stones" in page and "An extra turn" in page
    assert "takes all stones opposite" not in visitor.get("/learn/mangala:rest=keep/5").text
    assert visitor.get("/learn/mosty:size=4").status_code == 404


@pytest.mark.parametrize("name", playable())
def test_the_pictures_of_a_lesson_are_there(local_server: LocalServer, name: str) -> None:
    page = local_server.visitor().get(f"/learn/{name}/1").text
    pictures = set(re.findall(r'src="(/picture/[^"]+)"', page))
    assert len(pictures) >= 3
    for address in pictures:
        assert local_server.visitor().get(address.replace("&amp;", "&")).text.startswith("<svg"), address


def test_the_picture_after_a_move_marks_it(local_server: LocalServer) -> None:
    address = "/picture/mosty:size=2.svg?position=2/1/2 a"
    plain, moved = (local_server.visitor().get(address + more).text for more in ("", "&moves=b2"))
    glow = theme_of(charkoni.game("mosty").family, "light")["plank-glow"]["fill"]
    assert moved.count(f'fill="{glow}"') == 3 and glow not in plain
    assert local_server.visitor().get(address + "&moves=z9").status_code == 400


def test_a_tap_is_answered(local_server: LocalServer) -> None:
    ask = "/ask.json?game=focus&lang=en&position=4/6/5,g,2/8/3,rrr,4/8/r,5/4 a 0:0"
    visitor = local_server.visitor()
    assert visitor.get(f"{ask}&zone=f6").json()["rule"] == "F3"
    assert visitor.get(f"{ask}&zone=f6").json()["url"] == "/rules/focus#F3"
    assert "f6" not in visitor.get(f"{ask}&prefix=d4").json()["say"] and visitor.get(f"{ask}&prefix=d4").json()["say"]
    assert visitor.get(f"{ask}&zone=d4").json() == {"text": ""}
    assert visitor.get(f"{ask}&zone=nowhere").json() == {"text": ""}
    assert visitor.get("/ask.json?game=focus&position=x").status_code == 400
    assert visitor.get("/ask.json?game=chess&position=x").status_code == 404


def test_a_lesson_leads_back_to_the_game_it_was_opened_from(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    assert visitor.get("/learn/mangala?back=abcdefghij").headers["location"] == "/learn/mangala/1?back=abcdefghij"
    page = visitor.get("/learn/mangala/1?back=abcdefghij").text
    assert 'href="/g/abcdefghij">Back to the game' in page and 'href="/learn/mangala/2?back=abcdefghij"' in page
    assert "Back to the game" not in visitor.get("/learn/mangala/1?back=//elsewhere").text
