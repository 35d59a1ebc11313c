"""Levels: determinism, order of strength, errors, guards against absurd moves."""

import hashlib
import re
from collections import Counter
from itertools import pairwise
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import short_run

from charkoni import Record, game, games
from charkoni.arena import Match, play, run_here
from charkoni.check.toys import toy
from charkoni.core.game import Position
from charkoni.players import BadPlayer, player
from charkoni.players.levels import HIGHEST, STYLES, BadLevel, LevelPlayer, level_player, parameters
from charkoni.search.decision.choice import SEES_LOSSES, error_of
from charkoni.search.decision.request import Level, ask_level, request_of, task_of

# b needs one bridge; the player to move can set it or stop it (by enumeration of all games of this size).
THREATENED = "b1/1/r1 a"


def at(name: str, text: str) -> Record:
    one = game(name)
    return Record(one, one.parse(text))


def choices(record: Record, level: int, style: str = "balanced", seeds: int = 30) -> set[str]:
    return {LevelPlayer(level, seed, style).choose(record) for seed in range(seeds)}


@pytest.mark.parametrize("level", [1, 3, 5])
@pytest.mark.parametrize("name", short_run(("mangala", "barbakan:board=mini3,players=3"), ["mangala"]))
def test_the_same_seed_gives_the_same_move(level: int, name: str) -> None:
    record = Record(game(name))
    for _ in range(6):
        move = LevelPlayer(level, 7).choose(record)
        assert move == LevelPlayer(level, 7).choose(record)
        record.play(move)


def test_the_value_of_a_level_contains_its_errors() -> None:
    record = Record(game("mangala"))
    found = LevelPlayer(1, 3).find(record)
    assert found.move == LevelPlayer(1, 3).choose(record)
    assert 0 <= found.value <= 1


def test_levels_are_named_with_their_style() -> None:
    found = level_player("level=3,style=attacking", 5)
    assert (found.level, found.style, found.seed) == (3, "attacking", 5)
    assert level_player("level=10").style == "balanced"
    assert isinstance(player("level=4", 2), LevelPlayer)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("level=0", "levels are level=1 to level=10"),
        ("level=11", "levels are level=1 to level=10"),
        ("level", "levels are level=1 to level=10"),
        ("level=x", "levels are level=1 to level=10"),
        ("level=3:2s", "levels are level=1 to level=10"),
        ("level=-1", "levels are level=1 to level=10"),
        ("level=3,style=wild", "there is no such style; styles are balanced, attacking, cautious"),
    ],
)
def test_unknown_levels_and_styles_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadLevel, match=message):
        level_player(text)
    with pytest.raises(BadPlayer, match=message):
        player(text)


def test_a_level_that_is_none() -> None:
    with pytest.raises(ValueError, match="no level 0 of style 'balanced'"):
        LevelPlayer(0)


def test_a_win_at_hand_is_seen_from_level_2_on() -> None:
    record = at("mangala", "1,0,0,0,0,3:30/3,0,0,0,0,0:11 a")
    wins = {move for move in record.position.moves if record.position.play(move).outcome}
    for level in (2, 3, 4):
        assert choices(record, level) <= (wins or set(record.position.moves))


def test_a_threat_is_missed_by_level_1_and_seen_by_level_5() -> None:
    record = at("mosty:size=2", THREATENED)
    assert choices(record, 1) - {"c3"}
    assert choices(record, 5, seeds=8) == {"c3"}


def error(position: Position, seed: int) -> float:
    """Return the error of a level about a position, as the kernel has it."""
    asked, game_ = request_of(position, ()), position.game
    ask_level(asked, Level(1, parameters(game_, 1)), game_.name, seed)
    made = task_of(game_, asked, 1)
    made.words[1] = asked.path[-1]
    return float(error_of(asked.request[0], made.progress[0], made.words, game_.dtype.itemsize))


@settings(max_examples=30)
@given(st.integers(0, 2**40), st.sampled_from(["mangala", "chaupar", "gana", "barbakan:board=mini3"]))
def test_errors_come_from_a_hash_of_seed_game_and_position(seed: int, name: str) -> None:
    """By the definition with the standard library: BLAKE2b and the quantile of the normal distribution."""
    position = game(name).start()
    content = f"{seed} {name} ".encode() + position.state.tobytes()
    number = int.from_bytes(hashlib.blake2b(content, digest_size=7).digest(), "big")
    assert error(position, seed) == pytest.approx(NormalDist().inv_cdf((number + 0.5) / 2**56), abs=1e-12)


def test_a_wrong_belief_belongs_to_the_position() -> None:
    one, other = game("mangala").start(), game("mangala").start().play("1")
    assert error(one, 1) == error(game("mangala").start(), 1)
    assert error(one, 1) != error(other, 1)
    assert error(one, 1) != error(one, 2)


@pytest.mark.compiled_only
@given(st.integers(0, 2**40))
def test_errors_are_normal(seed: int) -> None:
    errors = [error(game("mangala").start(), seed + i) for i in range(200)]
    mean = sum(errors) / 200
    assert abs(mean) < 0.4
    assert 0.5 < sum(error**2 for error in errors) / 200 < 1.7


def test_a_game_with_flags_has_levels_of_its_own_or_those_without() -> None:
    assert parameters(game("mangala:fortress"), 10) != parameters(game("mangala"), 10)
    assert parameters(game("mangala:first=on,fortress"), 10) == parameters(game("mangala:fortress"), 10)
    assert (
        parameters(game("mosty:size=3"), 3)
        == parameters(game("mosty"), 3)
        == game("mosty").family.catalog.levels[""][3]
    )


@pytest.mark.parametrize("name", [*games(), "mangala:fortress"])
def test_parameters_only_get_finer(name: str) -> None:
    """Among levels with the same kind of search and the same guards; the highest has no errors."""
    ladder = [parameters(game(name), level) for level in range(1, HIGHEST + 1)]
    searching = [own.nodes for own in ladder if own.nodes > 0]
    assert searching == sorted(searching)
    for level, (low, high) in enumerate(pairwise(ladder), 2):
        if min(low.nodes, 1) == min(high.nodes, 1) and level != SEES_LOSSES:
            assert low.nodes <= high.nodes
            assert low.noise >= high.noise, level
            assert low.temperature >= high.temperature, level
            assert low.cap >= high.cap, level
    assert (ladder[-1].noise, ladder[-1].temperature, ladder[-1].cap) == (0, 0, 0)


def test_records_know_how_often_they_held_a_position() -> None:
    record = at("focus", "4/6/8/3,rrrr,2,rrrr,1/2,rrrr,1,rrrr,3/8/1,gg,4/4 a 0:0")
    assert record.times(record.position) == 1
    for _ in range(2):
        record.play("-")
    assert record.times(record.position) == 2
    assert record.times(record.position.play("-")) == 1
    record.undo()
    assert record.times(record.start) == 1


@pytest.mark.parametrize("level", [2, 10])
def test_columns_are_placed_as_people_do_where_no_value_tells_the_cells_apart(level: int) -> None:
    """Never cell by cell in their order: on several rows and files, none in the back corner first."""
    record = Record(game("banglagor"))
    while len(record) < 12:
        record.play(LevelPlayer(level, 1).choose(record))
    blue = [ply.move.partition("@")[2] for ply in record.plies[::2]]
    assert blue != sorted(blue)
    assert len({cell[0] for cell in blue}) >= 3
    assert len({cell[1:] for cell in blue}) >= 3
    firsts = Counter(LevelPlayer(level, seed).choose(Record(game("banglagor")))[:1] for seed in range(15))
    assert set(firsts) == {"1", "2", "3"}


def test_weak_levels_walk_forwards_rather_than_to_and_fro() -> None:
    """On level 2 columns stand on enemy land before the tenth move without one ends the game."""
    for seed in range(2):
        record, blue, green = Record(game("banglagor")), LevelPlayer(2, seed), LevelPlayer(2, seed + 50)
        while len(record) < 64 and record.outcome is None:
            record.play((blue, green)[record.turn].choose(record))
        walks = [ply.move for ply in record.plies[36:] if "-" in ply.move]
        forwards = [
            (int(end) > int(start)) == (place % 2 == 0)
            for place, ply in enumerate(record.plies)
            for start, end in re.findall(r"^[a-h](\d+)-[a-h](\d+)", ply.move)
            if start != end
        ]
        assert len(walks) > 10
        assert sum(forwards) > 2 * (len(forwards) - sum(forwards))


@pytest.mark.parametrize("style", STYLES)
def test_every_style_plays_legal_games(style: str) -> None:
    record = Record(game("mosty:size=3"))
    while record.outcome is None:
        record.play(LevelPlayer(2, 1, style).choose(record))


def test_styles_differ() -> None:
    record = Record(game("mangala"))
    for move in ("1", "2", "3"):
        record.play(move)
    tried = {style: [LevelPlayer(3, seed, style).choose(record) for seed in range(40)] for style in STYLES}
    assert tried["attacking"] != tried["cautious"]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_toys_with_dice_and_three_players_can_be_played(level: int) -> None:
    record = Record(toy("trio"))
    for _ in range(4):
        if record.outcome is None:
            record.play(LevelPlayer(level, 1).choose(record))


def test_no_choice_at_the_end_or_before_a_throw() -> None:
    record = Record(game("mangala"))
    record.resign(0)
    with pytest.raises(ValueError, match="the game is over"):
        LevelPlayer(2).choose(record)
    with pytest.raises(ValueError, match="a throw is due"):
        LevelPlayer(2).choose(Record(game("chaupar")))


@pytest.mark.parametrize(
    ("stronger", "weaker"), [("level=4", "level=1"), pytest.param("level=3", "random", marks=pytest.mark.long)]
)
def test_a_stronger_player_wins_most_games(stronger: str, weaker: str) -> None:
    """Of 28 games; the odds that an equal player scores so much are below one in a hundred."""
    assert play(Match("mangala", stronger, weaker, 28, 3), run_here).points >= 21
