"""The guide on the server: the card of a first meeting, the document, the remarks of a guided game."""

from functools import partial
from typing import Any

import pytest
from tests.web.conftest import LocalServer, Pair, Visitor
from tests.web.interleaving import Gate
from tests.web.pages.local_engine import LocalEngine

from charkoni.web.pages.table import guided_game
from charkoni.web.pages.table.guide import MET_COOKIE


def remarks(visitor: Visitor, g: str, search: int = 0) -> dict[str, Any]:
    """Return what the guide says."""
    answer = visitor.get(f"/g/{g}/guide.json?lang=en&search={search}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def play(local_server: LocalServer, g: str, *moves: str) -> None:
    """Play moves for all seats."""
    room = local_server.run(local_server.hub.room, g)
    for move in moves:
        row = room.live.row_for_move(local_server.time.now(), local_server.time.wall(), room.live.decider, move)
        local_server.run(room.commit, row)


def searched_game(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> tuple[Visitor, str, LocalEngine]:
    """Return a visitor, the game in which hole 4 was played, and the engine that searches for its guide."""
    visitor = local_server.visitor()
    g = visitor.new_game("mangala", opponent="computer", level="1")
    room = local_server.run(local_server.hub.room, g)
    engine = LocalEngine()
    monkeypatch.setattr(room.host, "engine", engine)
    engine.firsts = {("4",): 0.1}
    play(local_server, g, "4")
    return visitor, g, engine


def test_a_card_presents_a_game_once_to_each_device(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game("mangala:fortress", opponent="computer", level="2")
    page = visitor.get(f"/g/{g}").text
    assert 'id="meeting"' in page and "build a fortress that collects for you" in page
    assert "table/guide/first_meeting" in page
    assert f'name="instead" value="{g}"' in page
    visitor.cookies[MET_COOKIE] = "focus.mangala"
    assert 'id="meeting"' not in visitor.get(f"/g/{g}").text
    visitor.cookies[MET_COOKIE] = "focus"
    assert 'id="meeting"' in visitor.get(f"/g/{g}").text
    play(local_server, g, "1")
    assert 'id="meeting"' not in visitor.get(f"/g/{g}").text


def test_people_who_play_each_other_get_no_guide_but_a_card(pair: Pair) -> None:
    page = pair.a.get(f"/g/{pair.g}").text
    assert 'id="meeting"' in page and 'name="guided"' not in page and "data-guided" not in page
    assert pair.a.get(f"/g/{pair.g}/guide.json").status_code == 403
    assert "data-has-guide" not in pair.a.get(f"/g/{pair.g}?guided=1").text


def test_who_waits_for_a_friend_is_not_led_away(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    page = visitor.get(f"/g/{visitor.new_game('mangala', opponent='friend')}").text
    assert 'id="meeting"' in page and 'name="guided"' not in page and "data-guided" not in page


def test_a_guided_game_replaces_the_one_that_has_not_begun(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    first = visitor.new_game("mangala", opponent="computer", level="2")
    second = visitor.new_game("mangala", opponent="computer", level="1", guided="1", instead=first)
    assert second.endswith("?guided=1")
    assert local_server.run(local_server.hub.room, first).live.state == "called-off"
    g = second.removesuffix("?guided=1")
    assert "data-has-guide" in visitor.get(f"/g/{second}").text
    play(local_server, g, "4", "1")
    third = visitor.new_game("mangala", opponent="computer", guided="1", instead=g)
    assert local_server.run(local_server.hub.room, g).live.state == "open", "it has begun"
    stranger = local_server.visitor()
    stranger.new_game("mangala", opponent="computer", guided="1", instead=third.removesuffix("?guided=1"))
    assert local_server.run(local_server.hub.room, third.removesuffix("?guided=1")).live.state == "open"


def test_the_guide_speaks_of_the_present_position(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game("mangala", opponent="computer", level="1")
    said = remarks(visitor, g)
    assert [each["kind"] for each in said["remarks"]] == ["aim", "advice"]
    assert said["remarks"][1]["text"].startswith("Play hole 4.")
    assert said["remarks"][1]["url"] == "/rules/mangala#M6"
    assert not said["more"], "without engine nothing is searched"
    play(local_server, g, "4")
    said = remarks(visitor, g)
    assert [each["rule"] for each in said["remarks"] if each["kind"] == "rule"] == ["M4", "M6"]
    assert said["v"] == 1


def test_a_search_adds_praise_and_places(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor, g, engine = searched_game(local_server, monkeypatch)
    assert remarks(visitor, g)["more"]
    engine.fails_at = 1
    assert remarks(visitor, g, search=1)["remarks"] == []
    engine.fails_at = None
    found = remarks(visitor, g, search=1)
    assert [each["kind"] for each in found["remarks"]][:2] == ["warning", "warning"]
    assert engine.searched == [0, 1, 1, 1], "the one that failed again"
    monkeypatch.setattr(guided_game.GuidedGame, "suggestion", lambda *_: ([], "1"))
    assert remarks(visitor, g, search=1)["zones"] == ["a1"]
    assert engine.searched == [0, 1, 1, 1], "each position once"


def test_a_move_that_is_taken_back_during_the_search_is_not_judged(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, g, _ = searched_game(local_server, monkeypatch)
    room = local_server.run(local_server.hub.room, g)
    with Gate(monkeypatch, guided_game, "_row", is_after=True).holding(lambda: remarks(visitor, g, search=1)) as answer:
        local_server.run(partial(room.write, room.live.row_for, "undo", text="1"))
        play(local_server, g, "2")
    assert answer.result()["remarks"] == []


def test_the_document_shows_the_board_that_is_played_on(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    found = visitor.get("/guide/chaupar:dice=1346.json?lang=ru&portrait=1").json()
    assert found["lessons"] == "/learn/chaupar:dice=1346" and found["rules"] == "/rules/chaupar"
    assert all(each["symbol"] or each["zone"] for each in found["legend"])
    assert len(found["demonstration"]["frames"]) == 5
    assert all(frame["say"] for frame in found["demonstration"]["frames"][1:])
    assert visitor.get(found["demonstration"]["scene"]).status_code == 200
    assert visitor.get("/guide/whist.json").status_code == 404


def test_counters_say_on_the_page_what_they_count(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game("mangala", opponent="computer")
    assert '"?store": "Stones in the store. 25 of the 48' in visitor.get(f"/g/{g}?lang=en").text.replace("\\u0027", "'")
