"""The end of a game: its result, its analysis in place, and what comes next."""

import re
from dataclasses import replace
from typing import Any

import pytest
from tests.analysis.scripted_searcher import row
from tests.web.conftest import LocalServer, Visitor
from tests.web.pages.local_engine import LocalEngine

from charkoni.analysis.report import report
from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.web.live.room import Room
from charkoni.web.pages.analyses.ending import final_counts, guided_again, lesson_of, next_level

MOVES = ("c1", "c3", "a1", "b2")


@pytest.fixture
def engine(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> LocalEngine:
    here = LocalEngine()
    monkeypatch.setattr(local_server.hub, "engine", here)
    return here


def ended(
    local_server: LocalServer, plies: int, size: str = "2", moves: tuple[str, ...] = MOVES
) -> tuple[Visitor, str]:
    """Return a player and the id of his game, given up after some plies."""
    visitor = local_server.visitor()
    g = visitor.new_game("mosty", flag_size=size, opponent="here")
    assert visitor.get(f"/g/{g}/ending.json").status_code == 409
    for v, move in enumerate(moves[:plies]):
        assert visitor.post(f"/g/{g}/text", action="move", v=str(v), m=move).status_code == 303
    assert visitor.post(f"/g/{g}/text", action="resign", v=str(plies)).status_code == 303
    return visitor, g


def finished(visitor: Visitor, g: str, part: str = "") -> dict[str, Any]:
    for _ in range(600):
        found: dict[str, Any] = visitor.get(f"/g/{g}/ending.json?part={part}").json()
        if not found["running"]:
            return found
    raise AssertionError(found)


def test_a_player_who_comes_begins_the_analysis_and_a_watcher_does_not(
    local_server: LocalServer, engine: LocalEngine
) -> None:
    player, g = ended(local_server, len(MOVES))
    watcher = local_server.visitor()
    seen = watcher.post(f"/g/{g}/ending.json", watching="1").json()
    assert "wins" in seen["card"] and 'data-act="ending-analysis"' in seen["card"] and seen["chances"].strip() == ""
    assert not engine.searched
    engine.firsts = {0: 0.5, 1: 0.5, 2: 0.5, 3: 0.2, 4: 0.2}
    assert "<h2" in player.post(f"/g/{g}/ending.json").json()["card"]
    found = finished(player, g, "moves")
    assert set(range(len(MOVES) + 1)) <= set(engine.searched)
    assert 'class="edge"' in found["chances"] and "accuracy" in found["chances"] and "progress" not in found["chances"]
    assert [move["move"] for move in found["moves"]] == list(MOVES)
    assert "<h2" in found["card"] and "card" not in finished(watcher, g, "chances")
    assert 'class="edge"' in watcher.post(f"/g/{g}/ending.json", watching="1").json()["chances"]


def test_a_puzzle_from_the_game_can_be_solved(
    local_server: LocalServer, engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, g = ended(local_server, 3)
    rows = LocalEngine.find

    async def find(self: LocalEngine, *request: Any, **more: Any) -> Any:
        _, name, start, moves, task, *_ = request
        if task == "puzzle":
            position = named(name).parse(start)
            for move in moves:
                position = position.play(move)
            found = {"charkoni-puzzle": 1, "game": name, "position": str(position), "theme": "win"}
            return found | {"line": [position.moves[0]], "value": 0.9, "second": 0.1, "nodes": 1, "exact": False}
        row = await rows(self, *request, **more)
        if task == "look" and row["lines"]:
            row["lines"].append({"move": "z", "value": 0.1, "line": ["z"], "exact": False})
        return row

    monkeypatch.setattr(LocalEngine, "find", find)
    player.post(f"/g/{g}/ending.json")
    address = re.search('data-puzzle="([^"]+)"', finished(player, g)["chances"])
    assert address
    page = player.get(address[1]).text
    assert "puzzle from a game" in page and "One move wins" in page
    assert player.get(f"{address[1]}.json?m=%3F").json()["right"]
    assert local_server.visitor().get("/analysis/0123456789/puzzle").status_code == 404


def played(local_server: LocalServer, level: str, loser: int | None, **form: str) -> Room:
    """Return the room of a game against a computer that a seat has given up."""
    visitor = local_server.visitor()
    g = visitor.new_game("mosty", seat0="me", seat1=level, **form)
    room: Room = local_server.run(local_server.hub.room, g)
    if loser is None:
        room.live.record.agree()
    else:
        room.live.record.resign(loser)
    return room


@pytest.mark.parametrize(
    ("level", "loser", "following"),
    [("2", 1, "3"), ("2,attacking", 0, "1"), ("1", 0, ""), ("2", None, "")],
    ids=["up", "down", "not below the first", "a draw"],
)
def test_the_level_follows_the_result(local_server: LocalServer, level: str, loser: int | None, following: str) -> None:
    room = played(local_server, level, loser, clock="5+3")
    found = next_level(room.live, {0})
    if not following:
        assert found is None
        return
    assert found and found["level"] == int(following)
    style = level.partition(",")[2] or "balanced"
    assert found["fields"] == {
        "game": "mosty", "clock": "5+3", "start": "", "seat0": "me", "seat1": f"{following},{style}"
    }  # fmt: skip
    again = local_server.visitor().new_game(**found["fields"])
    assert local_server.run(local_server.hub.room, again).live.seats[1].level == int(following)


def test_no_level_is_offered_to_watchers(local_server: LocalServer) -> None:
    assert next_level(played(local_server, "2", 1).live, set()) is None


def over(local_server: LocalServer, engine: LocalEngine, firsts: list[float], *last: str) -> dict[str, Any]:
    """Return the end of a game whose first player had these chances.  last: what its last row says of it."""
    engine.firsts = dict(enumerate(firsts))
    player, g = ended(local_server, len(firsts) - 1, "3")
    room: Room = local_server.run(local_server.hub.room, g)
    for kind in last:
        room.live.last = replace(room.live.last, kind=kind)
    player.post(f"/g/{g}/ending.json")
    return finished(player, g)


def test_a_game_lost_on_time_names_no_move(local_server: LocalServer, engine: LocalEngine) -> None:
    firsts = [0.7, 0.7, 0.3, 0.3, 0.3]  # the first to give up is the first player
    assert "decided it" in over(local_server, engine, firsts)["chances"]
    told = over(local_server, engine, firsts, "flag")["chances"]
    assert "decided it" not in told and "On the board the chances of Red were 30%." in told


def test_the_card_counts_moves_and_what_is_on_the_board(local_server: LocalServer, engine: LocalEngine) -> None:
    card = over(local_server, engine, [0.5] * 4)["card"]
    assert "2 moves" in card and "bridges still needed: Red " in card


def test_after_a_loss_the_guide_is_offered(local_server: LocalServer) -> None:
    assert guided_again(played(local_server, "2", 1).live, {0}) is None
    fields = guided_again(played(local_server, "2", 0).live, {0})
    assert fields
    visitor = local_server.visitor()
    page = visitor.get(f"/g/{visitor.new_game(**fields)}?guided=1").text
    assert 'id="guide"' in page


def test_the_lesson_of_a_mistake_is_on_what_the_better_move_does() -> None:
    record = Record(named("mangala"))
    for move in ("1", "3"):
        record.play(move)
    rows = [
        row(0, [0.9, 0.1], "4"),  # the last stone falls into the store: another turn
        row(1, [0.5, 0.5], "3"),
        row(2, [0.5, 0.5], "1"),
    ]
    found = lesson_of(Words("en"), report(record, rows), {0})
    assert found and found["url"] == "/learn/mangala/2"
    assert lesson_of(Words("en"), report(record, rows), {1}) is None


def test_counts_in_words_stand_apart_from_the_name_before_them(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game("mosty", flag_size="2", seat0="me", seat1="1")
    room: Room = local_server.run(local_server.hub.room, g)
    assert final_counts(Words("en"), room.live, {0})[0][1].startswith("You 2")
    for move in ("c1", "b2", "c3"):
        if not room.live.record.outcome:
            room.live.record.play(move)
    assert room.live.record.outcome
    assert final_counts(Words("en"), room.live, {0}) == [("shores", "You – connected, Blue – apart")]
