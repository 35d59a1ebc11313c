"""The perfect player, and searches that are corrected by what is proved."""

import pytest
from tests.cli.conftest import Cli, cli

import charkoni
from charkoni import solve
from charkoni.analysis.thinking import Searches
from charkoni.core.position import Position
from charkoni.players import player
from charkoni.players.exact import NotSolved, with_proof
from charkoni.search import Choice, Found, Limits

__all__ = ["cli"]
pytestmark = pytest.mark.compiled_only

FEW = "0,0,0,1,0,2:20/1,0,0,0,0,0:24 a"


def record_at(name: str, text: str | None = None) -> charkoni.Record:
    game = charkoni.game(name)
    return charkoni.Record(game, game.parse(text) if text else None)


@pytest.mark.parametrize("name", ["mosty:size=4", "mosty:links=2,size=2", "barbakan:board=mini3"])
def test_the_perfect_player_never_gives_a_win_away(name: str) -> None:
    record = record_at(name)
    one, other = player("perfect:nodes=100"), player("random", 3)
    one.prepare(record.game)
    winner = solve.probe(record.position).points.index(1)
    while not record.outcome:
        record.play((one if record.turn == winner else other).choose(record))
    assert record.outcome.scores[winner] == 1


def test_the_perfect_player_searches_where_nothing_is_proved() -> None:
    assert player("perfect:nodes=200").choose(record_at("mangala")) in "123456"
    assert player("perfect:nodes=200").choose(record_at("mangala", FEW)) == "6"


@pytest.mark.parametrize("name", ["focus", "gana", "banglagor", "mangala:fortress", "barbakan", "mosty:links=2"])
def test_nobody_is_perfect_where_nothing_is_proved(name: str) -> None:
    with pytest.raises(NotSolved, match=f"nobody plays {name} perfectly"):
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
    assert err.endswith("charkoni: 'focus': nobody plays focus perfectly: nothing is proved about its positions\n")


def found_in(position: Position, *moves: str) -> Found:
    ranking = tuple(Choice(move, 0.9 - 0.1 * i, 3, (move,)) for i, move in enumerate(moves))
    return Found(moves[0], ranking, (0.9, 0.1), 100, 3, 0.1)


def test_a_search_is_corrected_by_what_is_proved() -> None:
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
    assert with_proof(found_in(position, winning[-1]), position).move == winning[-1]  # as good as any: it stays
    both = with_proof(found_in(position, winning[0], losing[0]), position)
    assert [choice.value for choice in both.ranking] == [1.0, 0.0]


def test_what_nobody_knows_stays_as_it_was_found() -> None:
    position = charkoni.game("focus").start()
    found = found_in(position, position.moves[0])
    assert with_proof(found, position) is found


def test_players_and_analysis_use_the_tables() -> None:
    record = record_at("mangala", FEW)
    exact = solve.probe(record.position)
    for found in (player("ab:nodes=2").find(record), Searches().think(record, Limits(nodes=2))):
        assert (found.move, found.exact) == ("6", True)
        assert found.values == tuple(map(float, exact.points))
