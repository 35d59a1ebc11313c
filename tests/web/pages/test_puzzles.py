"""Puzzles: each has one correct move, which the page accepts and a search confirms."""

import asyncio

import pytest
from tests.web.conftest import LocalServer
from tests.web.pages.local_engine import LocalEngine

import charkoni
from charkoni import solve
from charkoni.analysis.puzzles import FOLDER, GAP, GAP_OF_BEST, GAP_WITH_DICE, Puzzle, Theme, count, puzzle_set
from charkoni.analysis.record_search import RecordSearcher
from charkoni.core.translations import Words
from charkoni.search import Limits
from charkoni.web.pages.puzzles import hints, verdict

WORDS = Words("en")


SETS = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


ALL = [(name, place) for name in SETS for place in range(count(name))]


GAPS = {Theme.WIN: GAP, Theme.SAVE: GAP, Theme.BEST: GAP_OF_BEST, Theme.MEAN: GAP_WITH_DICE}


def test_there_are_puzzles() -> None:
    assert set(SETS) == set(charkoni.games()) and all(count(name) >= 4 for name in SETS)
    assert {one.theme for one in puzzle_set("chaupar")} == {Theme.MEAN}


@pytest.mark.parametrize(("name", "place"), ALL)
def test_puzzles_of_the_package_hold(name: str, place: int) -> None:
    """The solution can be played to its end, is much better than every other move, and its proof holds."""
    one = puzzle_set(name)[place]
    assert one.position.game.family.name == name and len(one.position.moves) >= 3
    assert one.value - one.second >= GAPS[one.theme]
    position = one.position
    for move in one.line:
        position = position.play(move)
    if name != "mosty":
        return
    won = [move for move, value in solve.explore(one.position).items() if value and value.points[one.position.turn]]
    assert one.exact and won == [one.move]


@pytest.mark.long
@pytest.mark.parametrize(("name", "place"), ALL)
def test_a_search_finds_the_solution_again(name: str, place: int) -> None:
    one = puzzle_set(name)[place]
    found = RecordSearcher().search(one.position, Limits(nodes=one.nodes, lines=2))
    assert found.move == one.move and found.ranking[0].value - found.ranking[1].value >= GAPS[one.theme]


@pytest.mark.parametrize("name", SETS)
def test_a_puzzle_is_solved_on_its_page(local_server: LocalServer, name: str) -> None:
    visitor, one = local_server.visitor(), puzzle_set(name)[0]
    page = visitor.get(f"/puzzles/{name}/1").text
    assert "<details>" in page and "data-key" not in page and str(one.position) in page.replace("&#34;", '"')
    assert visitor.get(f"/puzzles/{name}/1.json", params={"m": one.move}).json()["right"] is True
    wrong = next(move for move in one.position.moves if move != one.move)
    told_wrong = visitor.get(f"/puzzles/{name}/1.json", params={"m": wrong}).json()
    assert told_wrong["right"] is False and one.theme.missed in told_wrong["say"] and "line" not in told_wrong
    assert one.theme.task in page
    assert visitor.get(f"/puzzles/{name}/1.json", params={"m": "zz"}).status_code == 409
    assert visitor.get(f"/puzzles/{name}/{count(name) + 1}").status_code == 404
    assert f'data-puzzle="{name}/1"' in visitor.get("/puzzles").text
    assert len(hints(one, WORDS)) == 3


def test_a_proved_solution_is_labelled() -> None:
    one = puzzle_set("mosty")[0]
    assert isinstance(one, Puzzle) and one.exact
    assert "proved" in verdict(one, one.move, WORDS)["say"]
    assert asyncio.iscoroutinefunction(LocalEngine.find)
