"""Openings: which random plies are taken."""

from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

import charkoni
from charkoni.arena import openings as module
from charkoni.arena.openings import ATTEMPTS, SMALL, openings
from charkoni.core.record import Record
from charkoni.search import Searcher

MANGALA = charkoni.game("mangala")


def played(moves: str) -> Record:
    record = Record(MANGALA)
    for move in moves:
        record.play(move)
    return record


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that computes openings from given random plies and values, the last one repeatedly."""

    def find(count: int, *tried: tuple[str, float]) -> list[str]:
        def random(game: Any, seed: int, number: int) -> Record:
            return played(tried[min(number, len(tried)) - 1][0])

        unevenness = {played(moves).position: value for moves, value in tried}
        monkeypatch.setattr(module, "_random", random)
        monkeypatch.setattr(module, "_unevenness", lambda judge, record, nodes: unevenness[record.position])
        return ["".join(moves) for moves in islice(openings(MANGALA, 1), count)]

    return find


def test_an_opening_is_even_enough(scripted: Any) -> None:
    assert scripted(2, ("1", 0.3), ("2", 0.11), ("3", 0.1), ("5", 0.0)) == ["3", "5"]


def test_where_none_is_even_enough_the_evenest_is_taken(scripted: Any) -> None:
    assert scripted(1, ("1", 0.3), ("2", 0.2), ("3", 0.4)) == ["2"]


def test_an_opening_comes_again_only_where_there_is_no_other(scripted: Any) -> None:
    assert scripted(2, ("1", 0.0), ("1", 0.0), ("2", 0.0)) == ["1", "2"]
    assert scripted(2, ("1", 0.0)) == ["1", "1"]
    assert ATTEMPTS > 2


@pytest.mark.parametrize("name", ["mangala", "barbakan:board=mini3,players=3", "chaupar"])
def test_each_side_has_decided_twice(name: str) -> None:
    game = charkoni.game(name)
    record = module._random(game, 1, 1)
    assert sum(position.turn >= 0 for position in record.positions[:-1]) == 2 * len(set(game.sides))


def test_an_even_share_is_one_of_as_many_as_there_are_sides() -> None:
    judge: Any = SimpleNamespace(search=lambda *_: SimpleNamespace(values=(1 / 3, 0.5, 1 / 6)))
    three = Record(charkoni.game("barbakan:board=mini3,players=3"))
    assert module._unevenness(judge, three, 9) == pytest.approx(0)
    assert module._unevenness(judge, Record(MANGALA), 9) == pytest.approx(1 / 6)


def test_a_larger_node_budget_takes_other_openings() -> None:
    judge = Searcher(MANGALA)

    def uneven(seen: int) -> int:
        found = [played("".join(moves)) for moves in islice(openings(MANGALA, 1, seen), 6)]
        return sum(module._unevenness(judge, record, 3000) > SMALL for record in found)

    assert uneven(50) > 0
    assert uneven(3000) == 0


def test_a_game_that_is_over_is_no_opening() -> None:
    judge: Any = SimpleNamespace(search=lambda *_: SimpleNamespace(values=(0.5, 0.5)))
    over = Record(MANGALA, MANGALA.parse("0,0,0,0,0,0:24/0,0,0,0,0,0:24 ."))
    assert module._unevenness(judge, over, 9) == 1.0
