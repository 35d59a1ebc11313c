"""Players by name: legal moves, determinism, refused names."""

from collections import Counter

import pytest

from charkoni import CHANCE, OVER, BadText, Record, game
from charkoni.check.toys import toy
from charkoni.core.random_numbers import below, seeded
from charkoni.players import DEFAULT_BUDGET, BadPlayer, MctsPlayer, RandomPlayer, player
from charkoni.search import Limits


def played(name, *specs):
    """Return a whole game among players, the throws drawn from a fixed seed."""
    chosen = toy(name) if name in ("dash", "trio") else game(name)
    record, players, dice = Record(chosen), [player(spec, seed) for seed, spec in enumerate(specs)], seeded(1)
    while record.turn != OVER:
        if record.turn == CHANCE:
            record.play(record.position.moves[int(below(dice, len(record.position.moves)))])
        else:
            record.play(players[record.turn].choose(record))
    return record


# --- by name ----------------------------------------------------------------------------------------------------


def test_random_by_name():
    found = player("random", 5)
    assert isinstance(found, RandomPlayer)
    assert found.seed == 5


@pytest.mark.parametrize(
    ("spec", "budget"),
    [
        ("mcts", DEFAULT_BUDGET),
        ("mcts:2s", Limits(seconds=2.0)),
        ("mcts:0.5s", Limits(seconds=0.5)),
        ("mcts:500ms", Limits(seconds=0.5)),
        ("mcts:10000", Limits(nodes=10_000)),
        ("mcts:1", Limits(nodes=1)),
        ("mcts:86400s", Limits(seconds=86_400)),
    ],
)
def test_mcts_by_name(spec, budget):
    found = player(spec, 5)
    assert isinstance(found, MctsPlayer)
    assert (found.limits, found.seed) == (budget, 5)


@pytest.mark.parametrize(
    ("spec", "code", "words"),
    [
        ("", "UNKNOWN_PLAYER", "there is no such player; players are random, greedy, mcts"),
        ("Random", "UNKNOWN_PLAYER", "there is no such player"),
        ("stockfish:2s", "UNKNOWN_PLAYER", "there is no such player"),
        (" mcts", "UNKNOWN_PLAYER", "there is no such player"),
        ("random:", "BAD_PLAYER", "this player accepts no budget; write it as random"),
        ("random:2s", "BAD_PLAYER", "this player accepts no budget"),
        ("greedy:9", "BAD_PLAYER", "this player accepts no budget; write it as greedy"),
        ("mcts:", "BAD_BUDGET", "a budget is a time as in mcts:2s or a number of playouts as in mcts:10000"),
        ("mcts:2m", "BAD_BUDGET", "a budget is a time"),
        ("mcts:2 s", "BAD_BUDGET", "a budget is a time"),
        ("mcts:-2s", "BAD_BUDGET", "a budget is a time"),
        ("mcts:.5s", "BAD_BUDGET", "a budget is a time"),
        ("mcts:0.5", "BAD_BUDGET", "a budget is a time"),
        ("mcts:1e3", "BAD_BUDGET", "a budget is a time"),
        ("mcts:\u0662s", "BAD_BUDGET", "a budget is a time"),
        ("mcts:2s:3", "BAD_BUDGET", "a budget is a time"),
        ("mcts:9999999999999", "BAD_BUDGET", "a budget is a time"),
        ("mcts:0", "BAD_BUDGET", "a budget must be more than nothing"),
        ("mcts:0.000ms", "BAD_BUDGET", "a budget must be more than nothing"),
        ("mcts:86401s", "BAD_BUDGET", "a budget is at most 86400 s or 1000000000 playouts"),
        ("mcts:1000000001", "BAD_BUDGET", "a budget is at most"),
    ],
)
def test_names_of_no_player(spec, code, words):
    with pytest.raises(BadPlayer) as error:
        player(spec)
    assert isinstance(error.value, BadText)
    assert error.value.reason.code == code
    assert error.value.reason.message().startswith(words)
    assert repr(spec) in str(error.value)


# --- choosing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "specs"),
    [
        pytest.param("mangala", ("mcts:20", "random"), marks=pytest.mark.compiled_only),
        pytest.param("mangala:fortress", ("random", "mcts:20"), marks=[pytest.mark.compiled_only, pytest.mark.long]),
        pytest.param("dash", ("mcts:20", "mcts:30"), marks=pytest.mark.long),
        ("trio", ("mcts:20", "random", "mcts:30")),
    ],
)
def test_whole_games_are_legal_and_repeat(name, specs):
    """An illegal move would raise in `Record.play`."""
    record = played(name, *specs)
    assert record.outcome
    assert played(name, *specs).moves == record.moves


@pytest.mark.parametrize(
    ("name", "text", "taking"),
    [
        ("mangala", "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a", set("123456")),  # nothing can be taken
        ("mangala", "0,0,0,0,1,3:20/3,1,0,1,0,1:18 a", {"6"}),  # the third stone makes b's first hole four
        ("gana", "8/8/8/3,kppp,4/3,P,4/8/8/4,K,3 a 0", {"d4n"}),  # the king
        ("mosty:size=2", "1b/1/r1 a", {"a3"}),  # joins
        ("focus", "4/6/5,g,2/8/3,grr,4/8/r,5/4 a 2:0", {"@f6"}),  # the last enemy tower, of many that can be taken
        (
            "banglagor",
            "8/cccccb2/8/8/3b4/8/3C4/8/8/CC6/CCCCCCCC/C7 a 000:000 2",
            {"d6-c8xd8", "d6-e8xd8", "d6-d7xd8"},
        ),
    ],
)
def test_greedy_captures(name, text, taking):
    record = Record(game(name), game(name).parse(text))
    assert {player("greedy", seed).choose(record) for seed in range(60)} == taking


@pytest.mark.parametrize("name", ["banglagor", "barbakan", "chaupar", "focus", "gana", "mosty"])
def test_greedy_plays_every_game(name):
    record, chooser = Record(game(name)), player("greedy", 1)
    chooser.prepare(record.game)
    while len(record) < 12:
        record.play(record.position.moves[0] if record.turn == CHANCE else chooser.choose(record))


@pytest.mark.parametrize("name", ["banglagor", "barbakan", "chaupar", "focus", "gana", "mosty"])
def test_random_chooses_in_every_game(name):
    record, chooser = Record(game(name)), player("random", 1)
    chooser.prepare(record.game)
    while len(record) < 12:
        if record.turn == CHANCE:
            record.play(record.position.moves[0])
        else:
            record.play(chooser.choose(record))


@pytest.mark.parametrize("spec", ["random", "mcts:30"])
def test_the_choice_does_not_depend_on_earlier_calls(spec):
    fresh, asked, record = player(spec, 3), player(spec, 3), Record(game("mangala"))
    for move in ("1", "1", "3"):
        asked.choose(record)
        record.play(move)
    assert fresh.choose(record) == asked.choose(record) == asked.choose(record)


def test_random_chooses_all_moves_alike():
    record = Record(game("mangala"))
    counts = Counter(player("random", seed).choose(record) for seed in range(600))
    assert sorted(counts) == ["1", "2", "3", "4", "5", "6"]
    assert all(60 < count < 140 for count in counts.values())


def test_random_varies_from_ply_to_ply():
    record = played("mangala", "random", "random")
    assert len(set(record.moves[:20])) > 3


def test_find_and_choose_return_the_same_move():
    chooser, record = MctsPlayer(Limits(nodes=100), seed=4), Record(game("mangala"))
    finding = chooser.find(record)
    assert chooser.choose(record) == finding.move == max(finding.ranking, key=lambda choice: choice.effort).move
    assert (finding.nodes, sum(choice.effort for choice in finding.ranking)) == (100, 100)


@pytest.mark.parametrize("spec", ["random", "mcts:10"])
def test_no_choice_when_the_game_is_over(spec):
    over = Record(game("mangala"), game("mangala").parse("0,0,0,0,0,0:24/0,0,0,0,0,0:24 ."))
    given_up = Record(game("mangala"))
    given_up.resign(0)
    for record in (over, given_up):
        with pytest.raises(ValueError, match="the game is over"):
            player(spec).choose(record)


@pytest.mark.parametrize("spec", ["random", "mcts:10"])
def test_no_choice_when_a_throw_is_due(spec):
    with pytest.raises(ValueError, match="a throw is due"):
        player(spec).choose(Record(toy("dash")))
