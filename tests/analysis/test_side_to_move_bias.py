"""Removal of the side-to-move bias from values."""

from typing import Any

import pytest
from tests.analysis.scripted_searcher import row

import charkoni
from charkoni.analysis.chances import without_bias
from charkoni.analysis.grading import Grade
from charkoni.analysis.report import report
from charkoni.core.record import Record

MOVES = ("a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5")
LOW = ([0.35, 0.65], [0.65, 0.35])
"""Values are too low for the player to move, by a constant."""


def played(count: int) -> Record:
    record = Record(charkoni.game("mosty:size=3"))
    for move in MOVES[:count]:
        record.play(move)
    return record


def low(count: int) -> list[dict[str, Any]]:
    """Return rows of so many positions, the best move played in each."""
    return [row(ply, list(LOW[ply % 2]), MOVES[ply]) for ply in range(count)]


def is_evened(found: list[tuple[float, ...]]) -> bool:
    return found[0] == pytest.approx((0.5, 0.5))


def test_the_side_to_move_bias_is_removed() -> None:
    record, found = played(7), low(7)
    for verdict, value in zip(report(record, found).verdicts, report(record, found).values, strict=False):
        assert value == pytest.approx((0.5, 0.5))
        assert verdict.loss == 0
    found[3]["best"], found[4]["values"] = "e5", [0.6, 0.4]
    slip = report(record, found).verdicts[3]
    assert slip.value == pytest.approx(0.5)
    assert slip.loss == pytest.approx(0.5 - 0.263, abs=0.05)
    assert slip.grade == Grade.BLUNDER


def test_exact_values_are_unchanged() -> None:
    found = low(8)
    found[7]["exact"] = True
    values = without_bias(played(8), found)
    assert is_evened(values)
    assert values[7] == (0.65, 0.35)


def test_few_best_moves_show_no_bias() -> None:
    assert not is_evened(without_bias(played(4), low(4)))
    assert is_evened(without_bias(played(5), low(5)))


def test_only_best_moves_show_a_bias() -> None:
    found = low(8)
    for each in found[:5]:
        each["best"] = "e5"
    assert not is_evened(without_bias(played(8), found))


def test_proofs_show_no_bias() -> None:
    found = low(8)
    for each in found[1::2]:
        each["exact"] = True
    assert not is_evened(without_bias(played(8), found))


def test_moves_with_another_turn_show_no_bias() -> None:
    """A last stone in Mangala's store gives another turn: such moves show no bias."""
    game = charkoni.game("mangala")
    record = Record(game, game.parse("0,0,0,4,3,2:19/4,4,4,4,4,0:0 a"))
    for move in ("6", "6", "5", "6", "4", "6"):
        record.play(move)
    assert [position.turn for position in record.positions] == [0] * 7
    values = [[0.3 + ply / 20, 0.7 - ply / 20] for ply in range(7)]
    rising = [row(ply, values[ply], [*record.moves, ""][ply]) for ply in range(7)]
    assert without_bias(record, rising) == [tuple(each) for each in values]
