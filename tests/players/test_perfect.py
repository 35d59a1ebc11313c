"""The perfect player, and search results corrected by exact values."""

import numpy as np
import pytest
from tests.cli.conftest import Cli, cli
from tests.sampling import short_run

import charkoni
from charkoni import solve
from charkoni.analysis.record_search import RecordSearcher
from charkoni.core.constants import OVER
from charkoni.core.game import Position
from charkoni.core.random_numbers import below, seeded
from charkoni.players import SearchPlayer, player
from charkoni.players.perfect import NotSolved, searcher, with_proof
from charkoni.search import Choice, Limits, Searcher, SearchResult

__all__ = ["cli"]
pytestmark = pytest.mark.compiled_only

FEW = "0,0,0,1,0,2:20/1,0,0,0,0,0:24 a"


def record_at(name: str, text: str | None = None) -> charkoni.Record:
    game = charkoni.game(name)
    return charkoni.Record(game, game.parse(text) if text else None)


SOLVED = ("mosty:size=4", "mosty:links=2,size=2", "barbakan:board=mini3")


@pytest.mark.parametrize("name", short_run(SOLVED, ["mosty:size=4"]))
def test_the_perfect_player_never_gives_a_win_away(name: str) -> None:
    record = record_at(name)
    one, other = player("perfect:nodes=100"), player("random", 3)
    one.prepare(record.game)
    winner = solve.probe(record.position).points.index(1)
    while not record.outcome:
        record.play((one if record.turn == winner else other).choose(record))
    assert record.outcome.scores[winner] == 1


def few_stones(name: str, seed: int) -> charkoni.Record:
    """Return an unfinished random game with at most 14 stones in the holes."""
    record, rng = charkoni.Record(charkoni.game(name)), seeded(seed)
    while record.turn != OVER:
        store = record.position.state[0].store
        if 48 - int(store[0]) - int(store[1]) <= 14:
            return record
        moves = record.position.moves
        record.play(moves[int(below(rng, len(moves)))])
    return few_stones(name, seed + 1000)


@pytest.mark.parametrize("seed", range(20))
def test_the_kernel_known_agrees_with_the_solver(seed: int) -> None:
    position = few_stones("mangala", seed).position
    endings, points = solve.endings(position.game), np.zeros(2, np.int64)
    proved = solve.probe(position)
    assert proved is not None
    assert position.game.kernels.known(position.state[0], endings, points) > 0
    assert tuple(points / 12) == tuple(map(float, proved.points))
    assert position.game.kernels.known(position.state[0], endings[:0], points) == 0


def test_tables_of_first_use_are_made_before_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tablebase of Chaupar once took seconds of the first move."""
    chaupar, prepared = charkoni.game("chaupar"), []
    solve.prepare(chaupar)
    # All tablebases are built.
    monkeypatch.setattr("charkoni.solve.chaupar.lane_tablebase.LaneTablebaseKey.build", None)
    assert solve.probe(chaupar.parse("l7,h3/l6,h3/l7,h3/l5,h3 b b 1")) is not None
    monkeypatch.setattr(solve, "prepare", prepared.append)
    player("best:nodes=5").prepare(chaupar)
    assert prepared == [chaupar]


def test_nothing_is_looked_up_in_the_variant_or_with_many_stones() -> None:
    endings, points = solve.endings(charkoni.game("mangala")), np.zeros(2, np.int64)
    assert solve.endings(charkoni.game("mangala:fortress")) is None
    variant = few_stones("mangala:fortress", 1).position
    assert variant.game.kernels.known(variant.state[0], endings, points) == 0
    start = charkoni.game("mangala").start()
    assert start.game.kernels.known(start.state[0], endings, points) == 0


def test_a_search_with_the_endgame_table_proves_the_same_with_fewer_nodes() -> None:
    position = charkoni.game("mangala").parse("3,1,2,1,4,0:13/2,0,3,2,2,1:14 a")
    plain = Searcher(position.game).search(position, Limits(depth=60))
    known = searcher(position.game).search(position, Limits(depth=60))
    assert plain.exact
    assert known.exact
    assert known.values == plain.values
    assert known.nodes < plain.nodes / 5


@pytest.mark.parametrize(
    ("text", "plain", "swindle"),
    [
        ("2,1,1,2,0,0:18/1,1,0,2,0,1:19 a", "4", "2"),  # after 2, one of four answers loses; after 4, none
        ("0,0,0,0,2,3:17/0,1,1,0,3,0:21 a", "6", "6"),  # one of four, which looks well; one of three, the worst
        ("1,0,1,2,0,0:21/0,1,0,0,2,1:19 a", "1", "3"),
    ],
)
def test_in_a_proved_draw_the_move_with_the_most_tempting_losing_answers_is_played(
    text: str, plain: str, swindle: str
) -> None:
    record = record_at("mangala", text)
    found = Searcher(record.game).search(record, Limits(nodes=50_000))
    assert (found.move, found.value, found.exact) == (plain, 0.5, True)
    chosen = SearchPlayer(Limits(nodes=50_000)).find(record)
    assert (chosen.move, chosen.value, chosen.exact) == (swindle, 0.5, True)
    assert player("best:nodes=1").choose(record) in record.position.moves


def test_the_perfect_player_searches_where_nothing_is_proved() -> None:
    assert player("perfect:nodes=200").choose(record_at("mangala")) in "123456"
    assert player("perfect:nodes=200").choose(record_at("mangala", FEW)) == "6"


@pytest.mark.parametrize("name", ["focus", "gana", "banglagor", "mangala:fortress", "barbakan", "mosty:links=2"])
def test_perfect_play_is_refused_in_games_without_a_solver(name: str) -> None:
    with pytest.raises(NotSolved, match=f"{name} has no perfect player"):
        player("perfect").prepare(charkoni.game(name))
    with pytest.raises(NotSolved):
        player("perfect").choose(record_at(name))


@pytest.mark.parametrize(
    "words",
    [
        ("match", "perfect", "random", "--game", "focus", "--games", 2),
        ("play", "focus", "b=perfect", "--pace", 0),
    ],
)
def test_the_commands_refuse_it_in_a_line(cli: Cli, words: tuple[object, ...]) -> None:
    code, _, err = cli(*words)
    assert code == 2
    assert err.endswith("charkoni: 'focus': focus has no perfect player: nothing is proved about its positions\n")


def found_in(position: Position, *moves: str) -> SearchResult:
    ranking = tuple(Choice(move, 0.9 - 0.1 * i, 3, (move,)) for i, move in enumerate(moves))
    return SearchResult(moves[0], ranking, (0.9, 0.1), 100, 3, 0.1)


def test_a_search_is_corrected_by_exact_values() -> None:
    position = charkoni.game("mosty:size=4").start()
    while len(solve.best_moves(position, solve.explore(position))) == len(position.moves):
        position = position.play(position.moves[0])
    winning = solve.best_moves(position, solve.explore(position))
    losing = [move for move in position.moves if move not in winning]
    assert winning
    assert losing
    for move in (losing[0], winning[-1]):
        found = with_proof(found_in(position, move), position)
        assert found.exact
        assert found.move in winning
        assert found.values == (1.0, 0.0)
        assert found.ranking[0].exact
    assert with_proof(found_in(position, winning[-1]), position).move == winning[-1]  # none is better: it stays
    both = with_proof(found_in(position, winning[0], losing[0]), position)
    assert len(winning) > 1
    assert [choice.value for choice in both.ranking] == [1.0, 1.0]  # the next best of all moves, not of those ranked
    assert both.ranking[1].move in winning[1:]


def test_a_result_without_proof_is_unchanged() -> None:
    position = charkoni.game("focus").start()
    found = found_in(position, position.moves[0])
    assert with_proof(found, position) is found


def test_books_of_openings_correct_no_search() -> None:
    """Books cover single positions, so that values along a game could not be compared."""
    position = charkoni.game("mangala").start()
    assert solve.probe(position.play("1")) is not None
    found = found_in(position, "1")
    assert with_proof(found, position) is found


def test_players_and_analysis_use_the_tables() -> None:
    record = record_at("mangala", FEW)
    exact = solve.probe(record.position)
    for found in (player("ab:nodes=2").find(record), RecordSearcher().search(record, Limits(nodes=2))):
        assert (found.move, found.exact) == ("6", True)
        assert found.values == tuple(map(float, exact.points))
