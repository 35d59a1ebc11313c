"""The choice of a level among its candidates: the effect of each parameter alone."""

import math
from collections import Counter
from typing import Any

import pytest

from charkoni import Record, game
from charkoni.core.catalog import LevelParameters
from charkoni.core.game import Position
from charkoni.players import MctsPlayer, SearchPlayer
from charkoni.players.levels import STYLE_WEIGHT
from charkoni.search import Choice, Limits, SearchResult
from charkoni.search.decision.choice import CONSIDERED, REPETITION_PENALTY, begin_decision, end_decision, estimate
from charkoni.search.decision.estimates import GOES_ON, IS_ANSWERED_BY_LOSS, LOSES, WINS
from charkoni.search.decision.layout import DECIDING, SEARCHING, Task
from charkoni.search.decision.request import Level, ask_level, request_of, task_of

LOOSE = LevelParameters(0, 0.0, 1000.0, 1.0)
"""A temperature at which all moves are about equally likely."""
PREFERENCE = {"attacking": STYLE_WEIGHT, "balanced": 0.0, "cautious": -STYLE_WEIGHT}
START = game("mangala").start()


def task(
    own: LevelParameters,
    level: int = 9,
    seed: int = 0,
    style: str = "balanced",
    position: Position = START,
    path: tuple[Position, ...] = (),
) -> Task:
    """Return the task of a level before its decision."""
    asked = request_of(position, path)
    ask_level(asked, Level(level, own, PREFERENCE[style]), position.game.name, seed)
    return task_of(position.game, asked, len(position.moves))


def decide(made: Task, values: list[float], game_: Any = START.game, **more: list[float]) -> tuple[str, float]:
    """Return the move, and its value, that a level chooses among the first moves with these values."""
    request, progress, n = made.request[0], made.progress[0], len(values)
    made.words[0] = made.path[-1]
    every = more.get("every", values)
    request.count = len(every)
    spreads, ends = more.get("spreads", [0.0] * len(every)), more.get("ends", [GOES_ON] * len(every))
    for place, row in enumerate(zip(every, every, spreads, ends, strict=True)):
        progress.estimates[place] = row
    made.rows[0, :n]["code"], made.rows[0, :n]["value"] = request.codes[:n], values
    progress.rows, progress.phase = n, DECIDING
    assert end_decision(game_.kernels, made)
    return game_.move(int(progress.code)), float(progress.value)


def chosen(
    values: list[float], own: LevelParameters, level: int = 9, seeds: int = 60, style: str = "balanced", **more: Any
) -> Counter[str]:
    """Return how often a level with given parameters chooses each of the moves of given values."""
    return Counter(decide(task(own, level, seed, style), values, **more)[0] for seed in range(seeds))


def test_a_won_position_is_won() -> None:
    won, searching = [0.985, 0.9, 0.5], LevelParameters(400, 0.0, 1000.0, 1.0)
    assert set(chosen(won, searching, level=5)) == {"1"}
    assert set(chosen([0.97, 0.9, 0.5], searching, level=5)) == {"1", "2", "3"}
    assert set(chosen(won, searching, level=1)) == {"1", "2", "3"}


def test_a_static_value_is_a_whole_point_only_for_a_won_position() -> None:
    assert set(chosen([0.985, 0.9, 0.5], LOOSE, level=5)) == {"1", "2", "3"}
    assert set(chosen([1.0, 0.7, 0.5], LOOSE, level=5, ends=[WINS, WINS, GOES_ON])) == {"1"}


def test_guards() -> None:
    """From level 2 on wins are played, from level 3 on no move that an answer refutes, if there is another."""
    win, good, bad, lost = (1.0, WINS), (0.6, GOES_ON), (0.9, IS_ANSWERED_BY_LOSS), (0.0, LOSES)

    def kept(rows: list[tuple[float, int]], level: int) -> set[int]:
        values, ends = zip(*rows, strict=True)
        return {int(move) - 1 for move in chosen(list(values), LOOSE, level, ends=list(ends))}

    everything = [good, bad, lost, win]
    assert kept(everything, 1) == {0, 1, 2, 3}
    assert kept(everything, 2) == {3}
    assert kept([good, bad], 2) == {0, 1}
    assert kept([good, bad], 3) == {0}
    assert kept([bad], 3) == {0}


def test_it_gives_away_no_more_than_its_cap() -> None:
    assert set(chosen([0.5, 0.42, 0.38, 0.1], LevelParameters(0, 0.0, 1000.0, 0.1))) == {"1", "2"}


def test_errors_shrink_where_moves_differ_little() -> None:
    """A spread of a tenth of a point is two fifths of FULL_SPREAD."""
    assert set(chosen([0.5, 0.47, 0.40], LevelParameters(0, 0.0, 1000.0, 0.1))) == {"1", "2"}
    assert set(chosen([0.5, 0.47, 0.40, 0.25], LevelParameters(0, 0.0, 1000.0, 0.1))) == {"1", "2", "3"}


def test_the_better_of_two_moves_is_chosen_more_often_by_the_temperature() -> None:
    counts = chosen([0.5, 0.4, 0.2], LevelParameters(0, 0.0, 0.1, 0.15), seeds=600)
    odds = math.exp(-1)
    assert counts["2"] / 600 == pytest.approx(odds / (1 + odds), abs=0.06)
    assert set(chosen([0.5, 0.4, 0.2], LevelParameters(0, 0.0, 0.0, 0.15))) == {"1"}


def test_where_all_moves_are_worth_the_same_any_is_drawn() -> None:
    """All moves, not only those that a search has compared; one that ends the game makes the others differ."""
    even, own, ends = [0.5] * 6, LevelParameters(400, 0.0, 0.0, 0.0), [GOES_ON] * 6
    assert set(chosen([0.5, 0.5], own, 10, every=even)) == set("123456")
    assert set(chosen([0.5, 0.5], own, 10, every=even, ends=[*ends[:3], WINS, *ends[4:]])) == {"1"}


def test_chance_differs_from_ply_to_ply() -> None:
    picked = set()
    for ply in range(20):
        made = [task(LOOSE, 5, 3, path=(START,) * ply) for _ in range(3)]
        moves = [decide(one, [0.5, 0.5])[0] for one in made[:2]]
        assert moves[0] == moves[1]
        picked.add(moves[0])
        made[2].request[0].priors[:2] = 0, 1
        assert decide(made[2], [0.5, 0.5])[0] == "2"
    assert picked == {"1", "2"}


def test_the_attacking_style_prefers_a_large_spread() -> None:
    lively = {"spreads": [0.0, 0.2, 0.0]}
    exact = LevelParameters(0, 0.0, 0.0, 1.0)
    behind = 0.9 * STYLE_WEIGHT * 0.2
    assert set(chosen([0.5, 0.5 - behind, 0.1], exact, style="attacking", **lively)) == {"2"}
    assert set(chosen([0.5, 0.5 - behind, 0.1], exact, style="balanced", **lively)) == {"1"}
    assert set(chosen([0.5, 0.5 + behind, 0.1], exact, style="cautious", **lively)) == {"1"}
    assert set(chosen([0.5, 0.5 + behind, 0.1], exact, style="balanced", **lively)) == {"2"}


def test_the_value_of_a_level_is_clipped_to_a_share_of_the_point() -> None:
    own = LevelParameters(0, 0.0, 0.0, 1.0)
    for style, value, found in (("attacking", 0.99, 1.0), ("cautious", 0.01, 0.0)):
        assert decide(task(own, 5, 1, style), [value], spreads=[0.9])[1] == found


@pytest.mark.parametrize("level", [2, 9])
def test_a_level_that_has_been_there_tries_something_else(level: int) -> None:
    """A move about as good as the best that repeats no position is preferred to a repetition; a worse one is not."""
    record = Record(game("barbakan:board=mini3"))
    while record.position.moves[0][0] == "@":
        record.play(record.position.moves[0])
    one, other = record.position.moves[:2]
    met = (record.position.play(one),)
    for worse, expected in ((REPETITION_PENALTY / 2, other), (2 * REPETITION_PENALTY, one)):
        made = task(LevelParameters(0, 0.0, 0.0, 0.0), level, position=record.position, path=met)
        assert decide(made, [0.5, 0.5 - worse], record.game)[0] == expected


def test_levels_with_errors_compare_five_moves_and_others_one() -> None:
    for noise, lines in ((0.1, CONSIDERED), (0.0, 1)):
        made = task(LevelParameters(400, noise, 0.0, 1.0))
        begin_decision(made)
        estimate(START.game.kernels, made)
        assert (made.progress[0].phase, made.progress[0].lines) == (SEARCHING, lines)


def test_a_forced_move_is_not_searched() -> None:
    made = task(LevelParameters(400, 0.1, 0.0, 1.0), position=START.game.parse("0,0,0,0,0,2:20/4,4,4,4,4,4:2 a"))
    begin_decision(made)
    estimate(START.game.kernels, made)
    assert made.progress[0].phase == DECIDING
    assert end_decision(START.game.kernels, made)
    assert START.game.move(int(made.progress[0].code)) == "6"


@pytest.mark.parametrize(("name", "again"), [("gana", True), ("mangala", False)])
def test_before_a_repetition_other_moves_are_searched(name: str, again: bool) -> None:
    """In Mangala no position can repeat one, so that none is looked for."""
    start = game(name).start()
    for path in ((), (start.play(start.moves[0]),)):
        made = task(LevelParameters(400, 0.0, 0.0, 0.0), position=start, path=path)
        begin_decision(made)
        made.progress[0].lines = 1
        made.rows[0, 0].code, made.progress[0].rows = start.codes[0], 1
        searches_again = again and bool(path)
        assert bool(end_decision(start.game.kernels, made)) is not searches_again
        assert made.progress[0].lines == (CONSIDERED if searches_again else 1)


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


def test_searches_get_the_seed_and_the_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    record, search = Record(game("mangala")), RecordingSearcher()
    monkeypatch.setattr("charkoni.players.computer.searcher", lambda *_: search)
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
