"""The choice of a level among its candidates: the effect of each parameter alone."""

import math
from collections import Counter
from typing import Any

import pytest

from charkoni import Record, game
from charkoni.players import MctsPlayer, SearchPlayer
from charkoni.players import levels as module
from charkoni.players.levels import CONSIDERED, STYLE_WEIGHT, LevelParameters, LevelPlayer, MoveEstimate
from charkoni.players.static_value_kernels import GOES_ON, WINS
from charkoni.search import Choice, Limits, SearchResult

LOOSE = LevelParameters(0, 0.0, 1000.0, 1.0)
"""A temperature at which all moves are about equally likely."""


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that counts the choices of a level with given parameters among moves of given values."""

    def choose(
        values: list[float],
        own: LevelParameters,
        level: int = 9,
        seeds: int = 60,
        style: str = "balanced",
        **more: list[float],
    ) -> Counter[str]:
        record = Record(game("mangala"))
        spreads = more.get("spreads", [0.0] * len(values))
        ends = more.get("ends", [GOES_ON] * len(values))
        seen = [MoveEstimate(str(i), *row) for i, row in enumerate(zip(values, spreads, ends, strict=True), 1)]
        monkeypatch.setattr(module, "parameters", lambda *_: own)
        monkeypatch.setattr(LevelPlayer, "_candidates", lambda *_: seen)
        monkeypatch.setattr(module, "book_move", lambda *_: None)
        return Counter(LevelPlayer(level, seed, style).choose(record) for seed in range(seeds))

    return choose


def test_a_won_position_is_won(chosen: Any) -> None:
    won = [0.985, 0.9, 0.5]
    assert set(chosen(won, LevelParameters(400, 0.0, 1000.0, 1.0), level=5)) == {"1"}
    assert set(chosen([0.97, 0.9, 0.5], LevelParameters(400, 0.0, 1000.0, 1.0), level=5)) == {"1", "2", "3"}
    assert set(chosen(won, LevelParameters(400, 0.0, 1000.0, 1.0), level=1)) == {"1", "2", "3"}


def test_a_static_value_is_a_whole_point_only_for_a_won_position(chosen: Any) -> None:
    assert set(chosen([0.985, 0.9, 0.5], LOOSE, level=5)) == {"1", "2", "3"}
    assert set(chosen([1.0, 0.7, 0.5], LOOSE, level=5, ends=[WINS, WINS, GOES_ON])) == {"1"}


def test_it_gives_away_no_more_than_its_cap(chosen: Any) -> None:
    assert set(chosen([0.5, 0.42, 0.38, 0.1], LevelParameters(0, 0.0, 1000.0, 0.1))) == {"1", "2"}


def test_errors_shrink_where_moves_differ_little(chosen: Any) -> None:
    """A spread of a tenth of a point is two fifths of FULL_SPREAD."""
    assert set(chosen([0.5, 0.47, 0.40], LevelParameters(0, 0.0, 1000.0, 0.1))) == {"1", "2"}
    assert set(chosen([0.5, 0.47, 0.40, 0.25], LevelParameters(0, 0.0, 1000.0, 0.1))) == {"1", "2", "3"}


def test_the_better_of_two_moves_is_chosen_more_often_by_the_temperature(chosen: Any) -> None:
    counts = chosen([0.5, 0.4, 0.2], LevelParameters(0, 0.0, 0.1, 0.15), seeds=600)
    odds = math.exp(-1)
    assert counts["2"] / 600 == pytest.approx(odds / (1 + odds), abs=0.06)
    assert set(chosen([0.5, 0.4, 0.2], LevelParameters(0, 0.0, 0.0, 0.15))) == {"1"}


def test_where_all_moves_are_worth_the_same_any_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """All moves, not only those that a search has compared; one that ends the game makes the others differ."""
    every = [MoveEstimate(str(i), 0.5, 0.0, GOES_ON) for i in range(1, 7)]
    monkeypatch.setattr(module, "parameters", lambda *_: LevelParameters(400, 0.0, 0.0, 0.0))
    monkeypatch.setattr(module.StaticEvaluator, "evaluate", lambda *_, **__: every)
    monkeypatch.setattr(LevelPlayer, "_candidates", lambda *_: every[:2])
    monkeypatch.setattr(module, "book_move", lambda *_: None)
    assert {LevelPlayer(10, seed).choose(Record(game("mangala"))) for seed in range(60)} == set("123456")
    every[3] = MoveEstimate("4", 0.5, 0.0, WINS)
    assert {LevelPlayer(10, seed).choose(Record(game("mangala"))) for seed in range(60)} == {"1"}


def test_chance_differs_from_ply_to_ply() -> None:
    record, one = Record(game("mangala")), LevelPlayer(5, 3)
    two = [MoveEstimate("1", 0.5, 0.0, GOES_ON), MoveEstimate("2", 0.5, 0.0, GOES_ON)]
    picked = set()
    for ply in range(20):
        picked.add(one._sample(two, 1.0, ply, [1, 1]).move)
        assert one._sample(two, 1.0, ply, [1, 1]) == LevelPlayer(5, 3)._sample(two, 1.0, ply, [1, 1])
        assert one._sample(two, 1.0, ply, [0, 1]).move == "2"
    assert picked == {"1", "2"}
    assert len(record) == 0


def test_the_attacking_style_prefers_a_large_spread(chosen: Any) -> None:
    lively = {"spreads": [0.0, 0.2, 0.0]}
    exact = LevelParameters(0, 0.0, 0.0, 1.0)
    behind = 0.9 * STYLE_WEIGHT * 0.2
    assert set(chosen([0.5, 0.5 - behind, 0.1], exact, style="attacking", **lively)) == {"2"}
    assert set(chosen([0.5, 0.5 - behind, 0.1], exact, style="balanced", **lively)) == {"1"}
    assert set(chosen([0.5, 0.5 + behind, 0.1], exact, style="cautious", **lively)) == {"1"}
    assert set(chosen([0.5, 0.5 + behind, 0.1], exact, style="balanced", **lively)) == {"2"}


def test_the_value_of_a_level_is_clipped_to_a_share_of_the_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "parameters", lambda *_: LevelParameters(0, 0.0, 0.0, 1.0))
    for style, value, found in (("attacking", 0.99, 1.0), ("cautious", 0.01, 0.0)):
        monkeypatch.setattr(
            LevelPlayer, "_candidates", lambda *_, value=value: [MoveEstimate("1", value, 0.9, GOES_ON)]
        )
        assert LevelPlayer(5, 1, style).find(Record(game("mangala"))).value == found


class RecordingSearcher:
    """A search that returns the first moves and records its arguments."""

    game = game("mangala")

    def __init__(self) -> None:
        self.asked: list[tuple[Limits, int]] = []

    def search(self, record: Record, limits: Limits, seed: int = 0) -> SearchResult:
        self.asked.append((limits, seed))
        moves = record.position.moves[: limits.lines]
        ranking = tuple(Choice(move, 0.6 - 0.01 * i, 1, (move,)) for i, move in enumerate(moves))
        return SearchResult(moves[0], ranking, (0.6, 0.4), 1, 1, 0.0)


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> RecordingSearcher:
    recording = RecordingSearcher()
    monkeypatch.setattr("charkoni.players.levels.Searcher", lambda *_: recording)
    monkeypatch.setattr("charkoni.players.computer.searcher", lambda *_: recording)
    return recording


def seen(own: LevelParameters, record: Record) -> list[MoveEstimate]:
    return list(LevelPlayer(9, 4)._candidates(record, record.position, own))


def test_levels_with_errors_compare_five_moves_and_others_one(search: RecordingSearcher) -> None:
    assert len(seen(LevelParameters(400, 0.1, 0.0, 1.0), Record(game("mangala")))) == CONSIDERED
    assert len(seen(LevelParameters(400, 0.0, 0.0, 0.0), Record(game("mangala")))) == 1
    assert search.asked == [(Limits(nodes=400, lines=CONSIDERED), 4), (Limits(nodes=400, lines=1), 4)]


def test_a_forced_move_is_not_searched(search: RecordingSearcher) -> None:
    one = game("mangala")
    record = Record(one, one.parse("0,0,0,0,0,2:20/4,4,4,4,4,4:2 a"))
    assert [each.move for each in seen(LevelParameters(400, 0.1, 0.0, 1.0), record)] == ["6"]
    assert search.asked == []


def test_before_a_repetition_other_moves_are_searched(
    search: RecordingSearcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Record(game("gana"))
    assert len(seen(LevelParameters(400, 0.0, 0.0, 0.0), record)) == 1
    monkeypatch.setattr(Record, "times", lambda *_: 1)
    assert len(seen(LevelParameters(400, 0.0, 0.0, 0.0), record)) == CONSIDERED


def test_where_positions_cannot_repeat_none_is_there_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Record, "times", lambda *_: 1)
    for name, again in (("gana", True), ("mangala", False)):
        record = Record(game(name))
        assert module._is_repetition(record, record.position) is again


def test_searches_get_the_seed_and_the_ply(search: RecordingSearcher, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(game("mangala"))
    record.play("1")
    SearchPlayer(Limits(nodes=5), seed=77).find(record)
    assert search.asked == [(Limits(nodes=5), 77)]
    asked: list[Any] = []

    class Plain:
        def search(self, position: object, limits: Limits, path: list[object], seed: int) -> None:
            asked.append((limits, seed, len(path)))

    monkeypatch.setattr("charkoni.players.computer.Mcts", lambda _: Plain())
    MctsPlayer(Limits(nodes=5), 77).find(record)
    assert asked == [(Limits(nodes=5), 77, 1)]
