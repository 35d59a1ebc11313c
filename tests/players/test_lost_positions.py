"""Lost positions of real games: what the players do in them, and how many they save."""

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

import charkoni
from charkoni import solve
from charkoni.core.constants import OVER
from charkoni.core.game import Position
from charkoni.core.random_numbers import below, seeded
from charkoni.core.record import Record
from charkoni.players import player
from charkoni.search import Limits, Searcher

pytestmark = pytest.mark.compiled_only

LOST_SEATS = runpy.run_path(str(Path(__file__).parents[2] / "bench" / "lost_seats.py"))
SMALL = ("mosty:size=3", "barbakan:board=mini3", "mangala", "gana", "focus", "banglagor")


def played(name: str, moves: str) -> Record:
    record = Record(charkoni.game(name))
    for move in moves.split():
        record.play(move)
    return record


@pytest.mark.parametrize("spec", ["perfect:nodes=300", "best:nodes=300"])
def test_a_lost_position_of_mosty_is_not_given_to_a_win_at_once(spec: str) -> None:
    """Blue is lost after this; every move but one lets Red win by e9."""
    record = played("mosty", "e5 a1 e3 a3 e1 a5 e7")
    assert player(spec).choose(record) == solve.perfect_move(record.position) == "e9"


def wins_at_once(position: Position) -> bool:
    outcomes = (position.play(move).outcome for move in position.moves)
    return any(outcome and outcome.scores[position.turn] == 1 for outcome in outcomes)


def lost_positions(name: str, count: int) -> Iterator[Record]:
    """Yield records of random games at positions in which a short search proves that all moves lose."""
    game, found, number = charkoni.game(name), 0, 0
    searcher = Searcher(game)
    while found < count:
        number += 1
        record, rng = Record(game), seeded(7, number)
        while record.turn != OVER:
            result = searcher.search(record, Limits(nodes=500))
            if result.exact and result.value == 0 and len(record.position.moves) > 1:
                yield record
                found += 1
                break
            move = result.move if len(record) % 2 else None
            moves = record.position.moves
            record.play(move or moves[int(below(rng, len(moves)))])


def check(name: str, count: int) -> None:
    """In lost positions of a game no win at once is allowed that could be prevented."""
    best = player("best:nodes=3000")
    for record in lost_positions(name, count):
        position, move = record.position, best.choose(record)
        after = position.play(move)
        if after.turn not in (OVER, position.turn) and wins_at_once(after):
            others = (position.play(other) for other in position.moves)
            safe = [other for other in others if other.turn != OVER and not wins_at_once(other)]
            assert not safe, f"{move} in {position}"


def test_wins_at_once_are_prevented_in_a_small_game() -> None:
    check("mosty:size=3", 3)


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_wins_at_once_are_prevented_in_every_game(name: str) -> None:
    check(name, 12)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "spec"), [("mosty", "perfect:nodes=20000"), ("mosty", "best:nodes=20000"), ("mangala", "best:nodes=20000")]
)
def test_some_lost_positions_are_saved_against_plain_tree_search(name: str, spec: str) -> None:
    assert sum(LOST_SEATS["saved"](name, spec, "mcts:600", 20)) >= 4
