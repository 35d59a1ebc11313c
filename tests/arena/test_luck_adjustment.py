"""Luck of throws: mean zero, and results adjusted for it."""

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import charkoni
from charkoni.arena import Match, MatchScore, Sprt, play, run_here
from charkoni.arena.luck_adjustment import luck_of
from charkoni.arena.statistics import LuckAdjustedScores, bradley_terry, estimate
from charkoni.core.constants import CHANCE
from charkoni.core.record import Record

DUE = (
    "c4/c4/c4/c4 a ? -",
    "c1,20x2,30/c2,39,47/c3,66+/16,38x3 b ? -",
    "h4/14,22,60x2/l7,h3/l3x4 c ? -",
)
CHAUPAR = Match("chaupar", "greedy", "random", games=8, seed=3)


def thrown(text: str, throw: str) -> Record:
    record = Record(charkoni.game("chaupar"), charkoni.game("chaupar").parse(text))
    record.play(throw)
    return record


# --- of throws --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", DUE)
def test_the_mean_of_all_throws_is_no_luck(text: str) -> None:
    position = charkoni.game("chaupar").parse(text)
    lucks = [luck_of(thrown(text, throw)) for throw in position.moves]
    for seat in range(4):
        mean = sum(float(odds) * luck[seat] for odds, luck in zip(position.odds, lucks, strict=True))
        assert mean == pytest.approx(0, abs=1e-5)
    assert any(abs(luck[0]) > 0.001 for luck in lucks)


@pytest.mark.parametrize("text", DUE)
def test_the_luck_of_one_team_is_the_loss_of_the_other(text: str) -> None:
    for throw in charkoni.game("chaupar").parse(text).moves:
        luck = luck_of(thrown(text, throw))
        assert luck[0] == luck[2] == pytest.approx(-luck[1], abs=1e-5)
        assert luck[1] == luck[3]


def test_the_luck_of_a_winning_throw_is_the_missing_part_of_the_point() -> None:
    """Yellow's last piece goes Home by a 1, which 37 of 64 throws have."""
    text = "h4/60,h3/l7,h3/60,h3 c ? -"
    by_throw = {throw: luck_of(thrown(text, throw))[2] for throw in charkoni.game("chaupar").parse(text).moves}
    wins = {throw for throw in by_throw if "1" in throw}
    best = max(by_throw.values())
    assert {throw for throw, luck in by_throw.items() if luck == best} == wins
    others = {luck for throw, luck in by_throw.items() if throw not in wins}
    assert best > 0 > max(others)
    assert best * 37 == pytest.approx(-sum(odds_in_64(text, throw) * by_throw[throw] for throw in set(by_throw) - wins),
                                      abs=1e-3)  # fmt: skip


def odds_in_64(text: str, throw: str) -> int:
    position = charkoni.game("chaupar").parse(text)
    return int(position.odds[position.moves.index(throw)] * 64)


def test_an_opening_is_no_luck() -> None:
    record = Record(charkoni.game("chaupar"))
    record.play("[666]")
    while record.turn != CHANCE:
        record.play(record.position.moves[0])
    opening = len(record)
    assert luck_of(record, opening) == [0.0] * 4
    assert luck_of(record) != [0.0] * 4
    record.play("[111]")
    assert luck_of(record, opening) == luck_of(thrown(str(record.positions[-2]), "[111]"))


# --- of matches -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def match_score() -> MatchScore:
    return play(CHAUPAR, run_here)


def test_a_match_keeps_the_luck_of_its_games(match_score: MatchScore) -> None:
    for line in match_score.lines:
        assert line["luck"] == luck_of(Record.parse(line["record"]), line["opening"])


def test_games_that_were_kept_without_it_count_alike(match_score: MatchScore) -> None:
    old: list[dict[str, Any]] = [
        {name: value for name, value in line.items() if name != "luck"} for line in match_score.lines
    ]
    again = MatchScore(CHAUPAR, old)
    assert again.estimate == match_score.estimate != match_score.plain_estimate
    assert again.summary()["without_luck"] == match_score.summary()["without_luck"]


def test_the_summary_has_results_with_and_without_luck(match_score: MatchScore) -> None:
    summary = match_score.summary()
    assert set(summary["without_luck"]) == {"share", "elo", "elo_low", "elo_high"}
    assert summary["share"] == pytest.approx(match_score.tally.mean, abs=1e-5)
    mangala = play(Match("mangala", "random", "random", games=2, seed=1), run_here)
    assert "without_luck" not in mangala.summary()
    assert mangala.sets is mangala.tally
    assert all("luck" not in line for line in mangala.lines)


def test_luck_is_taken_from_the_side_on_which_a_sat() -> None:
    """A wins exactly the lucky sets: the adjusted score is one half, without variance."""
    match_score = MatchScore(Match("chaupar", "a", "b", games=24, seed=1, sprt=Sprt(0, 100)))
    for game in range(24):
        lucky = game // 2 % 2
        luck = 0.5 if (game % 2 == 0) == bool(lucky) else -0.5
        match_score.add({
            "game": game,
            "set": game // 2,
            "seats": ["ABAB", "BABA"][game % 2],
            "points": str(lucky),
            "reason": "home",
            "luck": [luck, -luck, luck, -luck],
        })  # fmt: skip
    assert match_score.sets.scores == pytest.approx([0.5] * len(match_score.sets))
    assert match_score.verdict == -1
    assert match_score.estimate.high < 100 < match_score.plain_estimate.high


# --- adjusted scores --------------------------------------------------------------------------------------------------


def games_of(rng: random.Random, share: float, known: float) -> tuple[float, float]:
    """Return the score of a set and its luck: the luckier player wins; `known` is the share of luck observed."""
    seen, hidden = rng.gauss(0, known), rng.gauss(0, math.sqrt(1 - known**2))
    return float(seen + hidden < 2 * (share - 0.5)), 0.4 * -seen


def sample(seed: int, sets: int, share: float = 0.5, known: float = 0.9) -> tuple[list[float], list[float]]:
    rng = random.Random(seed)
    found = [games_of(rng, share, known) for _ in range(sets)]
    return [score for score, _ in found], [luck for _, luck in found]


def test_without_luck_the_same_is_known_from_fewer_games() -> None:
    scores, luck = sample(1, 4000)
    without = LuckAdjustedScores(scores, luck)
    assert without.mean == pytest.approx(0.5, abs=0.03)
    assert without.variance < 0.55 * 0.25


def test_luck_without_correlation_is_not_subtracted() -> None:
    rng = random.Random(2)
    scores = [rng.choice((0.0, 0.5, 1.0)) for _ in range(400)]
    nonsense = [rng.gauss(0, 5) for _ in scores]
    found, plain = LuckAdjustedScores(scores, nonsense), LuckAdjustedScores(scores, [0.0] * len(scores))
    assert plain.scores == scores
    assert found.mean == pytest.approx(plain.mean, abs=0.01)
    assert found.variance < 1.01 * plain.variance


def test_a_few_sets_keep_their_luck() -> None:
    """A line through two points leaves no residual error."""
    assert LuckAdjustedScores([1.0, 0.0], [0.3, -0.3]).scores == [1.0, 0.0]
    assert LuckAdjustedScores([], []).mean == 0.5
    assert estimate(LuckAdjustedScores([], [])).low == -math.inf


def test_the_interval_covers_the_truth_nineteen_times_of_twenty() -> None:
    held = 0
    for seed in range(600):
        found = estimate(LuckAdjustedScores(*sample(seed, 40)))
        held += found.low <= 0 <= found.high
    assert 0.92 <= held / 600 <= 0.98


def test_the_error_is_that_of_the_line_where_luck_is_nothing() -> None:
    """Scores are noise about a line; the error of its height at 0 is that of ordinary least squares."""
    had, got = [0.3, 0.1, 0.4, 0.2, 0.3, 0.5], [0.9, 0.3, 1.0, 0.6, 0.5, 1.2]
    design = np.array([[1.0, luck] for luck in had])
    line, (rest,), _, _ = np.linalg.lstsq(design, np.array(got), rcond=None)
    found = LuckAdjustedScores(got, had)
    assert found.mean == pytest.approx(line[0])
    assert found.variance / len(found) == pytest.approx(rest / 4 * np.linalg.inv(design.T @ design)[0, 0])


def test_the_test_is_hardly_ever_wrong_and_takes_fewer_sets(trials: Callable[[int], int]) -> None:
    """Equal players: the test of 0 against 100 Elo accepts 100 at most one time in twenty."""
    wrong, with_luck, without_luck = 0, 0, 0
    for seed in range(trials(200)):
        scores, luck = sample(seed, 400)
        for sets in range(10, 401):
            verdict = Sprt(0, 100).verdict(LuckAdjustedScores(scores[:sets], luck[:sets]))
            if verdict:
                break
        wrong += verdict == 1
        without_luck += sets
        for sets in range(10, 401):
            if Sprt(0, 100).verdict(LuckAdjustedScores(scores[:sets], [0.0] * sets)):
                break
        with_luck += sets
    assert wrong <= 0.09 * trials(200)
    assert without_luck < 0.7 * with_luck


def test_scores_beyond_the_maximum_make_no_rating_infinite() -> None:
    found = bradley_terry({("a", "b"): [1.2, 1.1, 1.3]}, "b")
    assert found["a"] == pytest.approx(bradley_terry({("a", "b"): [1.0, 1.0, 1.0]}, "b")["a"])


def test_the_ratio_is_that_of_normal_scores_each_mean_with_its_likeliest_variance() -> None:
    scores = [0.25, 0.75, 0.5, 1.0, 0.75]
    found = LuckAdjustedScores(scores, [0.0] * 5)
    low, high = 0.5, 0.6
    spreads = [sum((score - mean) ** 2 for score in scores) for mean in (low, high)]
    assert found.ratio(low, high) == pytest.approx(4 / 2 * math.log(spreads[0] / spreads[1]))
    assert found.ratio(high, low) == pytest.approx(-found.ratio(low, high))
    assert LuckAdjustedScores([], []).ratio(low, high) == 0.0
