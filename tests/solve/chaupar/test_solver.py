"""The end of Chaupar: chances against the rules played out, races against published and hand-made figures."""

import random

import numpy as np
import pytest
from bench.chaupar_races import _uses, expected, throws_to_go

import charkoni
from charkoni.core.constants import CHANCE
from charkoni.core.game import Position
from charkoni.solve import perfect_move, probe
from charkoni.solve.chaupar.lane_kernels import SETS
from charkoni.solve.chaupar.lane_tablebase import LaneTablebaseKey, LaneTablebases
from charkoni.solve.tablebase_files import BadTablebase, in_memory, open_tablebase, write_tablebase

pytestmark = pytest.mark.compiled_only  # millions of throws


def word(cells: tuple[int, ...]) -> str:
    """Return the text of a colour on these lane cells: the first pile has all remaining pieces."""
    if not cells:
        return "h4"
    heights = [4 - (len(cells) - 1) if i == 0 else 1 for i in range(len(cells))]
    return ",".join(f"l{cell}" + (f"x{n}" if n > 1 else "") for cell, n in zip(cells, heights, strict=True))


def at_random(luck: random.Random, sets: int, game: charkoni.Game) -> Position:
    while True:
        words = [word(SETS[luck.randrange(sets)]) for _ in range(4)]
        try:
            return game.parse(f"{'/'.join(words)} {luck.choice('abcd')} ? -")
        except charkoni.BadPosition:
            continue  # a team is Home already


@pytest.mark.parametrize("name", ["chaupar", pytest.param("chaupar:dice=1346", marks=pytest.mark.long)])
def test_chances_agree_with_those_after_each_throw_and_move(name):
    luck, own_tablebases = random.Random(1), LaneTablebases()
    game = charkoni.game(name)

    def chance(position: Position) -> float:
        return float(position.outcome.scores[0]) if position.outcome else own_tablebases.chance(position)

    for _ in range(25):
        position = at_random(luck, 8, game)
        after = [chance(position.play(throw)) for throw in position.moves]
        assert chance(position) == pytest.approx(np.dot(after, [float(p) for p in position.odds]), abs=1e-12)
        for throw in luck.sample(position.moves, 4):
            decided = position.play(throw)
            while not decided.outcome and decided.turn != CHANCE:
                after = [chance(decided.play(move)) for move in decided.moves]
                best = max(after) if decided.turn in (0, 2) else min(after)
                assert chance(decided) == pytest.approx(best, abs=1e-12), decided
                decided = decided.play(luck.choice(decided.moves))


def test_two_last_pieces_that_need_a_one_each():
    """The first throws a one with probability 37/64, then the other does, and so on."""
    position = charkoni.game("chaupar").parse("l7,h3/l7,h3/h4/h4 a ? -")
    assert float(probe(position).points[0]) == pytest.approx((37 / 64) / (1 - (27 / 64) ** 2))


def test_yellow_waits_for_black():
    """Black needs a one; until then yellow, who needs one too, has no move (C11)."""
    game = charkoni.game("chaupar")
    both = probe(game.parse("l7,h3/h4/l7,h3/l7,h3 c ? -")).points[0]
    black_home = probe(game.parse("h4/h4/l7,h3/l7,h3 c ? -")).points[0]
    assert both < black_home


def test_a_perfect_player_goes_home():
    position = charkoni.game("chaupar").parse("l6,h3/l1x4/h4/l1x4 a a 256")
    assert perfect_move(position) == "l6:2"


def test_nothing_is_said_about_pieces_on_the_edge():
    assert probe(charkoni.game("chaupar").start()) is None
    assert probe(charkoni.game("chaupar").parse("l3,l4,l5,l6/l1x4/h4/l1x4 a ? -")) is None
    assert probe(charkoni.game("chaupar").parse("l5,l6x3/l1x4/h4/l1x4 a ? -")) is None  # two piles: built on command


def test_a_file_is_read_back_and_a_damaged_one_refused(tmp_path):
    key = LaneTablebaseKey(0, 1)
    path = tmp_path / key.file_name
    position = charkoni.game("chaupar").parse("l7,h3/l7,h3/h4/h4 a ? -")
    chances = np.zeros(key.sets**4 * 4)
    chances[:] = 0.25  # a file with the right checksum is accepted
    cells = chances.view(np.uint8)
    write_tablebase(in_memory(path, key.title, [len(cells)], cells))
    assert LaneTablebases(tmp_path).chance(position) == 0.25
    content = bytearray(path.read_bytes())
    content[-9] ^= 1
    path.write_bytes(content)
    with pytest.raises(BadTablebase, match="damaged"):
        open_tablebase(path, key.title).check_all()
    assert LaneTablebases(tmp_path).chance(position) == probe(position).points[0]


def test_small_tables_are_made_in_a_file(tmp_path):
    tablebase = LaneTablebaseKey(1, 0).open_or_build(tmp_path)
    assert (
        open_tablebase(tmp_path / LaneTablebaseKey(1, 0).file_name, LaneTablebaseKey(1, 0).title).cells.tobytes()
        == LaneTablebaseKey(1, 0).build().tobytes()
    )
    assert tablebase.cells.view(np.float64)[0] == 1  # all Home: black and yellow are named first


# --- races ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "wanted"),
    [
        (0, [64 / 37, 16 / 11, 6260 / 2849, 48240 / 19943, 432 / 275, 32 / 25, 598 / 385]),
        (1, [64 / 37, 4096 / 1369, 32 / 19, 64 / 49, 26688 / 12691, 3392 / 2499, 9008 / 5831]),
    ],
)
def test_throws_of_the_last_piece_in_the_lane(dice, wanted):
    """Exact fractions by hand from C7 to C10 and C17, for a piece 1 to 7 steps from Home."""
    assert [expected((208 - way,), dice) for way in range(1, 8)] == pytest.approx(wanted)


@pytest.mark.parametrize(("dice", "wanted"), [(0, 1.8062), (1, 2.0438)])
def test_throws_of_a_piece_about_to_turn_in(dice, wanted):
    assert expected((109,), dice) == pytest.approx(wanted, abs=5e-5)


def test_a_piece_two_steps_from_home_waits_rather_than_come_closer():
    assert expected((206,)) < expected((207,))


def test_more_to_go_takes_longer_on_the_edge():
    way = [expected((step,)) for step in (0, 10, 30, 50, 68)]
    assert way == sorted(way, reverse=True)
    assert expected((160, 165)) > expected((160,))


def test_the_race_of_a_position():
    position = charkoni.game("chaupar").parse("l5,h3/c4/60+,l3x3/h4 a ? -")
    assert throws_to_go(position, 0) == expected((205,))
    assert throws_to_go(position, 1) is None
    assert throws_to_go(position, 2) == expected((160, 203))
    assert throws_to_go(position, 3) == 0


@pytest.mark.parametrize("name", ["chaupar", "chaupar:entry=outer"])
def test_the_uses_of_a_value_agree_with_the_rules(name):
    game, luck = charkoni.game(name), random.Random(5)
    places = [0, *range(1, 69), *range(101, 110), *range(201, 208)]
    for _ in range(150):
        piles = sorted(luck.sample(places, luck.choice([1, 2])))
        if len({pile % 100 for pile in piles if 0 < pile < 200}) < len([pile for pile in piles if 0 < pile < 200]):
            continue
        value = luck.choice([1, 2, 5, 6])
        position = game.parse(f"{text_of(piles)}/c4/c4/c4 a a {value}")
        ends = set()
        for move in position.moves:
            goes_on = not move.endswith("^") and f"{move}^" in position.moves
            if not goes_on:  # another lap: allowed, never better
                ends.add(piles_of(position.play(move)))
        assert _uses(tuple(piles), value, int(name.endswith("outer"))) == ends, (piles, value)


def text_of(piles: list[int]) -> str:
    words = ["c1"] if 0 in piles else []
    words += [
        f"{pile % 100}+" if pile > 100 else f"{pile}"
        for pile in sorted(piles, key=lambda pile: pile % 100)
        if 0 < pile < 200
    ]
    words += [f"l{pile - 200}" for pile in piles if pile > 200]
    return ",".join([*words, f"h{4 - len(piles)}"])


def piles_of(position: Position) -> tuple[int, ...]:
    found = []
    for each in str(position).split(" ")[0].split("/")[0].split(","):
        name = each.split("x")[0]
        if name.startswith("c"):
            found += [0] * int(name[1:])
        elif name.startswith("l"):
            found.append(200 + int(name[1:]))
        elif not name.startswith("h"):
            found.append(int(name.rstrip("+")) + 100 * name.endswith("+"))
    return tuple(sorted(found))
