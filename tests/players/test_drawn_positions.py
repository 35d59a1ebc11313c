"""Swindles in drawn games: the move after which most answers lose, within the remaining limits."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

import charkoni
from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.players.drawn_positions import LONGEST_TURN, with_swindle
from charkoni.search import Choice, Limits, SearchResult

NODES = Limits(nodes=1000)
COST, SECONDS = 40, 0.15
GAME = charkoni.game("mangala")
START = GAME.parse("0,0,3,0,2,2:20/4,4,4,4,4,0:1 a")
"""After 3 and 5 the opponent is to move; 6 gives another turn, and so does 6 after it."""
LOST, HELD = 0.0, 0.5


class Known:
    """A searcher with given values of moves, by the moves that lead to a position; others are drawn.

    unsure: positions where nothing is proved.  guessed: positions where losses are not proved.  Calls are recorded.
    """

    def __init__(self, **values: Sequence[float]) -> None:
        self.values = values
        self.unsure: set[str] = set()
        self.guessed: set[str] = set()
        self.asked: dict[str, Limits] = {}

    def search(self, position: Position, limits: Limits, path: Sequence[Position] = ()) -> SearchResult:
        way = "_".join(["at", *(move for move in self._way([*path, position]))])
        self.asked[way] = limits
        values = self.values.get(way, [0.5] * len(position.moves))
        sure, is_proved = way not in self.unsure, way not in self.unsure | self.guessed
        moves = zip(position.moves, values, strict=True)
        choices = (Choice(move, value, 1, (move,), is_proved or value > LOST) for move, value in moves)
        ranking = sorted(choices, key=lambda one: -one.value)
        best = ranking[0]
        return SearchResult(best.move, tuple(ranking), (0.5, 0.5), COST, 1, SECONDS, sure)

    def _way(self, path: Sequence[Position]) -> list[str]:
        return [next(move for move in before.moves if before.play(move) == after) for before, after in pairwise(path)]


def draw(move: str, exact: bool = True) -> SearchResult:
    return SearchResult(move, (Choice(move, 0.5, 9, (move,), exact),), (0.5, 0.5), 100, 9, 0.2, exact)


def record() -> Record:
    return Record(GAME, START)


def played(known: Any, limits: Limits = NODES) -> str | None:
    return with_swindle(draw("3"), record(), known, limits).move


def test_the_start_has_the_assumed_moves() -> None:
    after = {move: START.play(move) for move in START.moves}
    assert {move: position.turn for move, position in after.items()} == {"3": 1, "5": 1, "6": 0}
    assert after["6"].moves == ("3", "5", "6")
    assert after["6"].play("6").turn == 0
    assert {len(after[move].moves) for move in "35"} == {5}


def test_the_larger_share_of_losing_answers_decides() -> None:
    known = Known(at_3=[HELD, LOST, HELD, HELD, HELD], at_5=[HELD, LOST, LOST, HELD, HELD])
    assert played(known) == "5"
    known = Known(at_3=[HELD, LOST, LOST, LOST, HELD], at_5=[HELD, LOST, LOST, HELD, HELD])
    assert played(known) == "3"


def test_it_is_the_share_not_the_number() -> None:
    """After 3 there is one more answer, since its last stone falls into a hole of the opponent."""
    start = GAME.parse("0,0,6,0,2,0:24/0,4,4,4,4,0:0 a")
    assert [len(start.play(move).moves) for move in "35"] == [5, 4]
    known = Known(at_3=[LOST, LOST, HELD, HELD, HELD], at_5=[LOST, LOST, HELD, HELD])
    assert with_swindle(draw("3"), Record(GAME, start), known, NODES).move == "5"


def test_answers_that_are_not_proved_to_lose_do_not_count() -> None:
    known = Known(at_5=[HELD, LOST, LOST, HELD, HELD])
    known.unsure.add("at_5")
    assert played(known) == "3"
    known = Known(at_3=[HELD, LOST, HELD, HELD, HELD], at_5=[HELD, LOST, LOST, HELD, HELD])
    known.guessed.add("at_5")
    assert played(known) == "3"


def test_only_moves_that_keep_the_draw_are_compared() -> None:
    known = Known(at=[HELD, LOST, HELD], at_5=[LOST, LOST, LOST, LOST, HELD])
    assert played(known) == "3"
    assert "at_5" not in known.asked


def test_with_another_turn_the_best_further_move_counts() -> None:
    """After 6 the same player moves again: of his moves 5 has the largest share of losing answers."""
    known = Known(at_3=[HELD, LOST, HELD, HELD, HELD], at_6_5=[HELD, LOST, LOST, HELD, HELD])
    assert played(known) == "6"
    known = Known(at_3=[LOST, LOST, LOST, HELD, HELD], at_6_5=[HELD, LOST, LOST, HELD, HELD])
    assert played(known) == "3"


def test_longer_turns_are_not_followed_to_their_end() -> None:
    known = Known()
    played(known)
    longest = max(known.asked, key=lambda way: way.count("_"))
    assert longest.count("_") <= LONGEST_TURN
    assert "at_6_6" in known.asked


@pytest.mark.parametrize("found", [draw("3", False), replace(draw("3"), ranking=(Choice("3", 0.6, 9, ("3",), True),))])
def test_without_a_proved_draw_the_result_is_unchanged(found: SearchResult) -> None:
    known = Known(at_5=[HELD, LOST, LOST, HELD, HELD])
    assert with_swindle(found, record(), known, NODES) is found
    assert known.asked == {}


def test_only_half_of_the_remaining_budget_is_used() -> None:
    """900 of 1000 nodes are left, 450 may be spent: a quarter on all moves, then 15 % of what is left each time."""
    known = Known()
    played(known)
    left, limits = 450, [each.nodes for each in known.asked.values()]
    expected = []
    for number in range(len(limits)):
        expected.append(int((0.15 if number else 0.25) * left))
        left -= COST
    assert limits == expected


def test_the_clock_is_kept_in_the_same_way() -> None:
    known = Known()
    played(known, Limits(seconds=1.0))
    left, limits = 0.4, [each.seconds for each in known.asked.values()]
    expected = []
    for number in range(len(limits)):
        expected.append((0.15 if number else 0.25) * left)
        left -= SECONDS
    assert limits == pytest.approx(expected)
    assert len(limits) == 3  # then no budget is left
    assert played(Known(at_5=[HELD, LOST, LOST, HELD, HELD]), Limits(nodes=100)) == "3"
