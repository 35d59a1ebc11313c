"""Static evaluation of moves and answers against the public rules."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.sampling import short_run

from charkoni import CHANCE, OVER, Record, game
from charkoni.core.game import Position
from charkoni.core.random_numbers import below, seeded
from charkoni.players.static_values import MoveEstimate, StaticEvaluator
from charkoni.search.decision.estimates import GOES_ON, IS_ANSWERED_BY_LOSS, LOSES, WINS

NAMES = (
    "mangala",
    "mosty:size=2",
    "gana",
    "focus",
    "chaupar",
    "barbakan:board=mini3,players=3",
)


def static_value(position: Position, player: int) -> float:
    if position.outcome:
        return float(position.outcome.scores[player])
    shares = np.zeros(position.game.players)
    position.game.kernels.value(position.state[0], shares)
    return float(shares[player])


def slow(position: Position, at_answers: bool) -> list[MoveEstimate]:
    """Return the expected estimates of all moves."""
    return [_candidates(position, move, at_answers) for move in sorted(position.moves)]


def _candidates(position: Position, move: str, at_answers: bool) -> MoveEstimate:
    me, after, fair = position.turn, position.play(move), 1 / len(set(position.game.sides))
    value, end, spread = static_value(after, me), GOES_ON, 0.0
    if after.turn == OVER:
        return MoveEstimate(move, value, 0.0, WINS if value > fair else LOSES)
    further = [after.play(answer) for answer in after.moves]
    odds = [float(each) for each in after.odds] if after.turn == CHANCE else [1 / len(further)] * len(further)
    values = [static_value(each, me) for each in further]
    mean = sum(p * v for p, v in zip(odds, values, strict=True))
    spread = math.sqrt(max(sum(p * v * v for p, v in zip(odds, values, strict=True)) - mean * mean, 0.0))
    if after.turn == CHANCE:
        return MoveEstimate(move, mean if at_answers else value, spread, end)
    his = [static_value(each, after.turn) for each in further]
    for each, own, theirs in zip(further, values, his, strict=True):
        if each.turn == OVER and theirs > fair and own < theirs:
            end = IS_ANSWERED_BY_LOSS
    answered = min(own for own, theirs in zip(values, his, strict=True) if theirs == max(his))
    return MoveEstimate(move, answered if at_answers else value, spread, end)


def positions(name: str, games: int) -> list[Position]:
    """Return the last positions of random games in which a player decides."""
    found: list[Position] = []
    for number in range(games):
        record, rng = Record(game(name)), seeded(number)
        while record.turn != OVER and len(record) < 150:
            moves = record.position.moves
            record.play(moves[int(below(rng, len(moves)))])
        found += [one for one in record.positions[-7:] if one.turn >= 0]
    return found


@pytest.mark.compiled_only  # whole random games, and every answer to every move
@pytest.mark.parametrize("name", short_run(NAMES, ("mangala", "mosty:size=2", "chaupar")))
def test_estimates_agree_with_the_rules(name: str, trials: Callable[[int], int]) -> None:
    view = StaticEvaluator(game(name))
    ends = set()
    for position in positions(name, 1 if name == "focus" else trials(6)):  # focus has hundreds of moves
        for at_answers in (False, True):
            for found, expected in zip(view.evaluate(position, at_answers), slow(position, at_answers), strict=True):
                assert (found.move, found.end) == (expected.move, expected.end)
                assert found.spread == pytest.approx(expected.spread, abs=1e-6)
                assert found.value == pytest.approx(expected.value, abs=1e-9)
                ends.add(found.end)
            for brief, full in zip(view.evaluate(position, answers=False), view.evaluate(position), strict=True):
                assert (brief.move, brief.value) == (full.move, full.value)
                assert brief.end == (GOES_ON if full.end == IS_ANSWERED_BY_LOSS else full.end)
    assert GOES_ON in ends


def ends_by_move(name: str, text: str) -> dict[str, Any]:
    one = game(name)
    return {found.move: found.end for found in StaticEvaluator(one).evaluate(one.parse(text))}


def test_moves_come_in_the_order_of_their_texts() -> None:
    for name in ("barbakan", "chaupar"):
        found = [each.move for each in StaticEvaluator(game(name)).evaluate(game(name).start())]
        assert found == sorted(found)


def test_ends_are_distinct() -> None:
    """The game is over when a side is empty; then the store with more stones has won."""
    assert ends_by_move("mangala", "0,0,0,0,0,1:30/2,0,0,0,0,0:15 a") == {"6": WINS}
    assert ends_by_move("mangala", "0,0,0,0,0,1:10/2,0,0,0,0,0:35 a") == {"6": LOSES}
    assert ends_by_move("mangala", "1,0,0,0,0,1:10/0,0,0,0,0,1:35 a")["1"] == IS_ANSWERED_BY_LOSS
    assert set(ends_by_move("mosty:size=2", "b1/1/r1 a").values()) == {GOES_ON, IS_ANSWERED_BY_LOSS}
