"""The strength of the computer: the choices of forms and programs, and its descriptions."""

import pytest
from tests.web.conftest import LocalServer

from charkoni import game, games
from charkoni.core.catalog import LEVEL_DESCRIPTIONS
from charkoni.core.registry import family
from charkoni.core.translations import Words
from charkoni.games import opponents
from charkoni.games.opponents import HIGHEST
from charkoni.players.levels import AT_ANSWERS, AT_MOVES, parameters
from charkoni.solve import has_solver
from charkoni.web.ratings.anchors import _cells, ladders


def test_a_form_chooses_level_and_style(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game(level="7", style="attacking")
    assert [(seat.kind, seat.level, seat.name) for seat in local_server.hub.rooms[g].live.seats] == [
        ("human", 0, ""),
        ("computer", 7, "attacking"),
    ]
    assert "Computer, level 7, attacking" in visitor.get(f"/g/{g}/text").text
    g = visitor.new_game(level=str(opponents.PERFECT))
    assert "Computer, the solver" in visitor.get(f"/g/{g}/text").text
    assert visitor.post("/new", game="mangala", level="3", style="wild").status_code == 400


def test_a_beginner_who_chooses_nothing_meets_a_weak_level(local_server: LocalServer) -> None:
    g = local_server.visitor().new_game()
    assert local_server.hub.rooms[g].live.seats[1].level == opponents.USUAL_LEVEL <= 3
    form = local_server.visitor().get("/play?game=mangala").text
    assert f'<option value="{opponents.USUAL_LEVEL}" selected>' in form


def test_the_solver_is_offered_where_something_is_solved(local_server: LocalServer) -> None:
    page = {name: local_server.visitor().get(f"/play?game={name}").text for name in ("mosty", "gana")}
    assert f'value="{opponents.PERFECT}"' in page["mosty"] and has_solver("mosty")
    assert (f'value="{opponents.PERFECT}"' in page["gana"]) is has_solver("gana")
    assert not has_solver("chess")


def test_the_page_describes_every_level(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    row = _cells("| `level=3` | 512 | 480 to 544 | 200 | +170 (+120 to +220) |")
    assert row == ("3", "512", "480 to 544", "200", "+170 (+120 to +220)")
    monkeypatch.setattr(
        "charkoni.web.pages.ratings.ladders", lambda: {"mangala": (row,), "mangala:fortress": (row, row)}
    )
    page = local_server.visitor().get("/levels").text
    words = Words("en")
    assert all(words._(sight) in page for sight in LEVEL_DESCRIPTIONS)
    assert page.count("<td>512</td>") == 3 and page.count('id="mangala"') == 1
    assert page.count('class="staircase"') == 2 and 'id="mangala:fortress"' in page
    assert isinstance(ladders(), dict)
    own = [text for name in games() for text in family(name).catalog.level_descriptions.values()]
    for text in {*own, *LEVEL_DESCRIPTIONS}:
        assert page.count(words._(text)) == own.count(text) + (text in LEVEL_DESCRIPTIONS), text


def test_the_description_of_a_level_matches_its_behaviour() -> None:
    searched_at = {"its own moves": AT_MOVES, "Sees your answer": AT_ANSWERS}
    for name in [*games(), "mangala:fortress"]:
        for level in range(1, HIGHEST + 1):
            own = family(name.split(":")[0]).catalog.level_descriptions
            text = own.get(level, LEVEL_DESCRIPTIONS[level - 1])
            nodes = [kind for phrase, kind in searched_at.items() if phrase in text] or [1]
            assert min(parameters(game(name), level).nodes, 1) == nodes[0], (name, level, text)
            assert ("Always plays the best" in text) == (parameters(game(name), level).noise == 0), (name, level, text)
