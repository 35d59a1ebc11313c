"""Tablebases of Barbakan against another algorithm and against the rules."""

import random
from pathlib import Path

import numpy as np
import pytest
from bench.barbakan_symmetry import full_circles, symmetries
from bench.solve_others import counts

import charkoni
from charkoni.core.game import Position
from charkoni.games.barbakan.points import BOARDS
from charkoni.games.barbakan.rules import NEAR, POINTS
from charkoni.solve import is_solved, perfect_move, probe
from charkoni.solve.barbakan.retrograde_kernels import NEVER, OVER, rank, unrank
from charkoni.solve.barbakan.solver import SOLVER, best_of
from charkoni.solve.barbakan.tablebase import ArmyTablebaseKey, ArmyTablebases, TooLarge, key_of
from charkoni.solve.tablebase_files import BadTablebase, open_tablebase
from charkoni.solve.tasks import BadTaskRequest, BuildOptions

pytestmark = pytest.mark.compiled_only  # hundreds of thousands of positions


def position_of(key: ArmyTablebaseKey, index: int) -> Position:
    """Return the position of an index, parsed by the game, which refuses one that is over."""
    pair = np.zeros(2, np.uint64)
    unrank(index, POINTS[key.number], key.mine, key.other, pair)
    signs = ["a" if int(pair[0]) >> i & 1 else "b" if int(pair[1]) >> i & 1 else "." for i in range(POINTS[key.number])]
    rings, start = [], 0
    for _, size in BOARDS[key.board].rings:
        rings.append("".join(signs[start : start + size]))
        start += size
    return charkoni.game(f"barbakan:board={key.board}").parse(f"{'/'.join(rings)} {'ab'[index & 1]} 0:0")


def plies_of(key: ArmyTablebaseKey, values: np.ndarray, position: Position) -> int:
    """Return the value of a position as in a tablebase, also of one that is over."""
    if position.outcome:
        return OVER
    s = position.state[0]
    return int(values[rank(s.pawns[0], s.pawns[1], position.turn, POINTS[key.number], key.mine, key.other)])


def by_rounds(key: ArmyTablebaseKey) -> dict[Position, int]:
    """Return the values of all positions by iteration until nothing changes."""
    positions = []
    for index in range(key.positions):
        try:
            positions.append(position_of(key, index))
        except charkoni.BadPosition:
            continue
    after = {p: [p.play(move) for move in p.moves] for p in positions}
    known: dict[Position, int] = {}
    for plies in range(1, 100):
        found = {}
        for p in positions:
            if p in known:
                continue
            replies = [(0 if q.outcome.scores[p.turn] == 1 else None) if q.outcome else known.get(q) for q in after[p]]
            won = [reply for reply in replies if reply is not None and reply % 2 == 0]
            if (won and plies % 2) or (None not in replies and not won):
                found[p] = plies
        if not found and plies > 40:
            return {p: known.get(p, 0) for p in positions}
        known |= found
    raise AssertionError("no end")


@pytest.mark.parametrize(("mine", "other"), [(1, 1), (2, 1), (1, 2)])
def test_all_positions_are_as_found_by_rounds(mine, other):
    key = ArmyTablebaseKey("mini3", mine, other)
    values = key.build()
    other_way = by_rounds(key)
    assert len(other_way) == int((values < NEVER).sum())
    for position, plies in other_way.items():
        assert plies_of(key, values, position) == plies, position


@pytest.mark.parametrize(
    "key", [ArmyTablebaseKey("mini3", 3, 3), ArmyTablebaseKey("mini3", 3, 2), ArmyTablebaseKey("b12", 1, 1)]
)
def test_values_agree_with_those_after_each_move(key):
    values, luck = key.build(), random.Random(1)
    checked = 0
    while checked < 150:
        index = luck.randrange(key.positions)
        if values[index] >= NEVER:
            with pytest.raises(charkoni.BadPosition):
                position_of(key, index)
            continue
        position = position_of(key, index)
        replies = [plies_of(key, values, position.play(move)) for move in position.moves]
        assert values[index] == best_of(replies), position
        checked += 1


def turned(position: Position, by: int) -> Position:
    """Return the position with the board turned by some sectors."""
    rings, mover, hand = str(position).split(" ")
    steps = [2 * by, by, by, by]
    moved = "/".join(ring[-n:] + ring[:-n] for ring, n in zip(rings.split("/"), steps, strict=True))
    return position.game.parse(f"{moved} {mover} {hand}")


def test_turning_the_board_changes_nothing():
    key, luck = ArmyTablebaseKey("mini3", 3, 3), random.Random(2)
    values = key.build()
    for index in luck.sample(np.flatnonzero(values < NEVER).tolist(), 100):
        position = position_of(key, index)
        assert plies_of(key, values, turned(position, 1)) == values[index]


def test_numbers_of_positions_lead_there_and_back():
    pair, luck = np.zeros(2, np.uint64), random.Random(3)
    for key in (ArmyTablebaseKey("mini4", 4, 4), ArmyTablebaseKey("b12", 3, 2), ArmyTablebaseKey("mini3", 3, 3)):
        for _ in range(200):
            index = luck.randrange(key.positions)
            unrank(index, POINTS[key.number], key.mine, key.other, pair)
            assert pair[0] & pair[1] == 0
            assert rank(pair[0], pair[1], index & 1, POINTS[key.number], key.mine, key.other) == index


def test_the_first_player_wins_mini3():
    start = charkoni.game("barbakan:board=mini3").start()
    exact = probe(start)
    assert exact.points == (1, 0)
    assert exact.plies == 19
    position = start
    luck = random.Random(4)
    for _ in range(19):
        if position.outcome:
            break
        move = perfect_move(position) if position.turn == 0 else luck.choice(position.moves)
        position = position.play(move)
    assert position.outcome.scores == (1, 0)


def test_the_facts_of_mini3():
    """Figures of docs/solving.md."""
    assert counts(ArmyTablebaseKey("mini3", 3, 3).build()) == {
        "wins": 93606,
        "draws": 48002,
        "losses": 41032,
        "longest": 17,
    }


@pytest.mark.long
def test_mini4_is_a_draw():
    key = ArmyTablebaseKey("mini4", 4, 4)
    values = key.build()
    assert counts(values) == {"wins": 7386812, "draws": 6700964, "losses": 3038564, "longest": 35}
    known: dict[Position, int] = {}

    def placing(position: Position) -> int:
        if key_of(position):
            return plies_of(key, values, position)
        if position not in known:
            known[position] = best_of([placing(position.play(move)) for move in position.moves])
        return known[position]

    assert placing(charkoni.game("barbakan:board=mini4").start()) == 0


def test_a_damaged_file_is_not_used_but_made_again(tmp_path):
    key = ArmyTablebaseKey("mini3", 2, 1)
    whole = key.open_or_build(tmp_path).cells.copy()
    path = tmp_path / key.file_name
    content = bytearray(path.read_bytes())
    content[-100] ^= 4
    path.write_bytes(content)
    with pytest.raises(BadTablebase, match="damaged"):
        open_tablebase(path, key.title).check_all()
    own_tablebases = ArmyTablebases(tmp_path)
    for index in np.flatnonzero(whole < NEVER)[::50].tolist():
        assert own_tablebases.plies(position_of(key, index)) == whole[index]


def test_a_table_too_large_for_its_index_is_refused():
    with pytest.raises(TooLarge, match="more than the program counts"):
        ArmyTablebaseKey("b12", 12, 12).build()


def test_positions_without_a_table_have_no_value(tmp_path):
    assert probe(charkoni.game("barbakan").start()) is None
    assert probe(charkoni.game("barbakan:board=mini3,players=3").start()) is None
    full = charkoni.game("barbakan").parse("abababababababababababab/............/............/............ a 0:0")
    assert ArmyTablebases(tmp_path).plies(full) is None


@pytest.mark.parametrize(("board", "number", "circles"), [("mini3", 6, (20, 6)), ("mini4", 8, (70, 13))])
def test_symmetries_keep_every_value(board, number, circles):
    """Half of them are rotations, half are reflections."""
    assert len(set(symmetries(board))) == number
    assert full_circles(board) == circles
    key, luck = ArmyTablebaseKey(board, 2, 1), random.Random(5)
    values, pair = key.build(), np.zeros(2, np.uint64)
    points = int(POINTS[key.number])
    for index in luck.sample(range(key.positions), 300):
        unrank(index, points, 2, 1, pair)
        for mapping in symmetries(board):
            a, b = (sum(1 << mapping[i] for i in range(points) if int(army) >> i & 1) for army in pair)
            image = rank(np.uint64(a), np.uint64(b), index & 1, points, 2, 1)
            assert values[image] == values[index]


def test_the_symmetries_of_the_whole_board_keep_its_lines():
    assert len(symmetries("b12")) == 24
    assert full_circles("b12") == (2_704_156, 113_182)
    lines = {(p, q) for p in range(60) for q in range(60) if int(NEAR[0, p]) >> q & 1}
    for mapping in symmetries("b12"):
        assert {(mapping[p], mapping[q]) for p, q in lines} == lines


def test_a_game_in_which_one_who_cannot_move_has_lost_has_no_tablebases() -> None:
    loses = charkoni.game("barbakan:blocked=loses,board=mini3")
    assert not is_solved(loses)
    assert probe(loses.start()) is None
    assert perfect_move(loses.start()) is None
    assert perfect_move(loses.parse("aba.a./b.b/.../... b 0:0")) == "o2-m2"  # it ends the game
    with pytest.raises(BadTaskRequest, match="a player without a move loses"):
        SOLVER.tablebase(loses, None, BuildOptions(Path()))
