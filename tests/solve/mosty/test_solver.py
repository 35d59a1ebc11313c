"""The trees of Mosty against exhaustive search and against theorems."""

import random
from collections.abc import Iterator

import pytest

import charkoni
from charkoni.core.game import Position
from charkoni.games.mosty.rules import WIDEST
from charkoni.solve import perfect_move, probe
from charkoni.solve.mosty.solver import solve

pytestmark = pytest.mark.compiled_only  # thousands of positions


def wins(position: Position, known: dict[Position, int]) -> int:
    """Return the winner by exhaustive search."""
    outcome = position.outcome
    if outcome is not None:
        return int(outcome.scores[1])
    if position not in known:
        me = position.turn
        known[position] = me if any(wins(position.play(move), known) == me for move in position.moves) else 1 - me
    return known[position]


def walk(size: object, luck: random.Random) -> Iterator[Position]:
    """Yield the positions of a random game."""
    position = charkoni.game(f"mosty:size={size}").start()
    while position.outcome is None:
        yield position
        position = position.play(luck.choice(position.moves))


def late(size: object, luck: random.Random, free: int) -> Iterator[Position]:
    return (position for position in walk(size, luck) if len(position.moves) <= free)


def check_by_search(position: Position, known: dict[Position, int]) -> None:
    verdict = solve(position)
    assert verdict.winner == wins(position, known), position
    assert verdict.winning == tuple(
        move for move in position.moves if wins(position.play(move), known) == position.turn
    ), position


def test_every_position_of_size_2_agrees_with_search():
    known: dict[Position, int] = {}
    wins(charkoni.game("mosty:size=2").start(), known)
    for position in list(known):
        check_by_search(position, known)


@pytest.mark.parametrize(("size", "games", "free"), [(3, 40, 9), (4, 30, 9), (6, 20, 8)])
def test_late_positions_agree_with_search(size, games, free, trials):
    luck, known = random.Random(size), {}
    for _ in range(trials(games)):
        for position in late(size, luck, free):
            check_by_search(position, known)


@pytest.mark.long
def test_ten_thousand_positions_of_all_sizes_agree_with_search():
    luck, checked = random.Random(7), 0
    while checked < 10_000:
        known: dict[Position, int] = {}
        for position in late(luck.choice([2, 3, 3, 4, 4, 5, 6, 8, 10]), luck, 10):
            check_by_search(position, known)
            checked += 1


@pytest.mark.parametrize("size", range(2, 11))
def test_every_first_move_wins(size):
    start = charkoni.game(f"mosty:size={size}").start()
    verdict = solve(start)
    assert verdict.winner == 0
    assert verdict.winning == start.moves


@pytest.mark.parametrize("size", [5, 6, pytest.param(8, marks=pytest.mark.long)])
def test_a_verdict_agrees_with_those_after_each_move(size):
    for position in list(walk(size, random.Random(size)))[:: size - 4]:
        verdict = solve(position)
        after = {move for move in position.moves if solve(position.play(move)).winner == position.turn}
        assert set(verdict.winning) == after
        assert (verdict.winner == position.turn) == bool(after)


@pytest.mark.parametrize("size", [3, 5, 8])
def test_the_winner_repairs_his_trees_after_every_reply(size):
    luck = random.Random(size)
    for _ in range(6):
        position = charkoni.game(f"mosty:size={size}").start()
        winner = solve(position).winner
        while position.outcome is None:
            if position.turn == winner:
                position = position.play(luck.choice(solve(position).winning))
            else:
                trees = solve(position).trees
                assert trees[0], trees[1]
                assert not trees[0] & trees[1]
                position = position.play(luck.choice(position.moves))
        assert position.outcome.scores[winner] == 1


def test_both_trees_are_as_large_and_span_the_same_dots():
    position = charkoni.game("mosty:size=6").start().play("f6")
    one, other = solve(position).trees
    # The bridge joins two dots of one row: 5 inner rows of 6 dots and the two shores make 32, less one.
    assert len(one) == len(other) == 30


def test_a_perfect_player_of_the_winning_side_beats_chance():
    luck = random.Random(3)
    position = charkoni.game("mosty").start()
    while position.outcome is None:
        move = perfect_move(position) if position.turn == 0 else luck.choice(position.moves)
        position = position.play(move)
    assert position.outcome.scores[0] == 1


def test_a_perfect_player_finds_the_only_move():
    luck = random.Random(5)
    only = [p for _ in range(20) for p in walk(4, luck) if len(solve(p).winning) == 1 and len(p.moves) > 2]
    assert len(only) > 5
    for position in only:
        assert (perfect_move(position),) == solve(position).winning


def test_a_finished_game_has_its_winner_and_no_move():
    position = charkoni.game("mosty:size=2").parse("rb/1/r1 .")
    assert solve(position).winner == 0
    assert solve(position).winning == ()
    assert perfect_move(position) is None


@pytest.mark.parametrize("name", ["mosty:links=2", "mangala"])
def test_other_games_are_refused(name):
    with pytest.raises(ValueError, match="one bridge"):
        solve(charkoni.game(name).start())


def test_nothing_is_claimed_with_two_links_a_turn_on_large_boards():
    start = charkoni.game("mosty:links=2,size=4").start()
    assert probe(start) is None
    assert perfect_move(start) is None


@pytest.mark.parametrize(("size", "games", "free"), [(2, 10, 5), (3, 8, 8)])
def test_boards_with_two_links_a_turn_agree_with_search(size, games, free):
    luck, known = random.Random(size), {}
    for _ in range(games):
        for position in late(f"{size},links=2", luck, free):
            assert probe(position).points[wins(position, known)] == 1, position


def test_a_perfect_player_wins_with_two_links_a_turn():
    position = charkoni.game("mosty:links=2,size=3").start()
    winner = probe(position).points.index(1)
    luck = random.Random(8)
    while position.outcome is None:
        move = perfect_move(position) if position.turn == winner else luck.choice(position.moves)
        position = position.play(move)
    assert position.outcome.scores[winner] == 1


def test_the_largest_board_fits():
    assert len(charkoni.game("mosty:size=10").start().moves) == WIDEST
