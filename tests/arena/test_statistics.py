"""Elo, error bars, the sequential test and ratings, against published and hand-computed values."""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charkoni.arena.statistics import (
    Sprt,
    StopInterval,
    Tally,
    bradley_terry,
    elo_of,
    estimate,
    expected,
    ratings_of,
    sweep_bound,
)

# Ratios that Fishtest printed, with its counts of pairs and bounds: Stockfish pull requests 2493, 2971, 3098, 3103.
FISHTEST = [
    ((17, 253, 1042, 337, 39), (-0.5, 1.5), 2.96),
    ((11, 407, 3238, 513, 11), (0.25, 1.75), 2.93),
    ((491, 7345, 29693, 7670, 465), (-0.25, 1.25), 2.96),
    ((53, 2220, 21459, 2445, 47), (0.25, 1.25), 2.97),
    ((293, 5085, 20082, 5070, 326), (-1.25, 0.25), 2.95),
    ((424, 2948, 5832, 3045, 460), (-1.0, 3.0), 2.94),
]

# Elo and margin that fastchess printed for counts of pairs.
FASTCHESS = [((1, 10, 78, 48, 13), 72.85, 22.33), ((352, 579, 1264, 743, 464), 19.83, 6.77)]


@pytest.mark.parametrize(("pairs", "bounds", "ratio"), FISHTEST)
def test_the_ratio_is_that_of_fishtest(pairs: tuple[int, ...], bounds: tuple[float, float], ratio: float) -> None:
    assert Sprt(*bounds).ratio(Tally.pentanomial(pairs)) == pytest.approx(ratio, abs=0.01)


@pytest.mark.parametrize(("pairs", "elo", "margin"), FASTCHESS)
def test_elo_and_margin_are_those_of_fastchess(pairs: tuple[int, ...], elo: float, margin: float) -> None:
    found = estimate(Tally.pentanomial(pairs))
    assert found.elo == pytest.approx(elo, abs=0.01)
    assert (found.high - found.low) / 2 == pytest.approx(margin, abs=0.01)


def test_the_test_is_decided_at_2_94() -> None:
    assert Sprt(0, 10).bound == pytest.approx(2.944, abs=0.001)
    assert Sprt(-0.5, 1.5).verdict(Tally.pentanomial((17, 253, 1042, 337, 39))) == 1
    assert Sprt(-1.5, 0.5).verdict(Tally.pentanomial((39, 337, 1042, 253, 17))) == -1
    assert Sprt(-0.5, 1.5).verdict(Tally.pentanomial((1, 2, 3, 3, 1))) == 0
    assert Sprt(0, 10).ratio(Tally()) == 0.0


def test_a_few_sets_decide_nothing() -> None:
    """Two pairs with one win each have no variance."""
    alike = Tally.pentanomial((0, 0, 2, 0, 0))
    assert Sprt(200, 512).ratio(alike) < -2.95
    assert Sprt(200, 512).verdict(alike) == 0
    assert Sprt(200, 512).verdict(Tally.pentanomial((0, 0, 10, 0, 0))) == -1


@pytest.mark.parametrize(("games", "elo"), [(20, 317), (50, 484), (100, 607), (200, 729)])
def test_a_clean_sweep_proves_this_much(games: int, elo: float) -> None:
    assert sweep_bound(games) == pytest.approx(elo, abs=0.6)
    won = estimate(Tally.pentanomial((0, 0, 0, 0, games // 2)))
    assert (won.elo, won.high) == (math.inf, math.inf)
    assert won.low == pytest.approx(elo, abs=0.6)


def test_shares_and_leads() -> None:
    assert expected(0) == 0.5
    assert expected(400) == pytest.approx(10 / 11)
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)  # the usual table
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_pairs_that_all_ended_alike_are_no_proof() -> None:
    found = estimate(Tally.pentanomial((0, 0, 10, 0, 0)))
    assert found.elo == 0
    assert found.low < -50 < 50 < found.high


def test_games_of_a_pair_are_not_independent() -> None:
    """Pairs with one win for each seat show equality; the single games would leave wide bounds."""
    seats_decide = estimate(Tally.pentanomial((1, 0, 98, 0, 1)))
    anything_goes = estimate(Tally.pentanomial((25, 0, 50, 0, 25)))
    assert seats_decide.high < anything_goes.high / 4


def test_without_games_nothing_is_known() -> None:
    assert estimate(Tally()).low == -math.inf
    assert Tally().mean == 0.5


counts = st.lists(st.integers(0, 200), min_size=5, max_size=5).filter(sum)


@given(counts)
def test_changing_sides_turns_the_sign(pairs: list[int]) -> None:
    one, other = estimate(Tally.pentanomial(pairs)), estimate(Tally.pentanomial(pairs[::-1]))
    assert one.elo == pytest.approx(-other.elo)
    assert one.low == pytest.approx(-other.high)
    assert Sprt(0, 20).ratio(Tally.pentanomial(pairs)) == pytest.approx(
        -Sprt(-20, 0).ratio(Tally.pentanomial(pairs[::-1])), abs=1e-6
    )


@given(counts)
def test_the_interval_holds_the_estimate_and_narrows(pairs: list[int]) -> None:
    found, more = estimate(Tally.pentanomial(pairs)), estimate(Tally.pentanomial([4 * n for n in pairs]))
    assert found.low <= found.elo <= found.high
    if 0 < Tally.pentanomial(pairs).mean < 1:
        assert more.low >= found.low - 1e-9
        assert more.high <= found.high + 1e-9


@given(counts, st.integers(1, 10))
def test_the_ratio_grows_with_the_games(pairs: list[int], times: int) -> None:
    test = Sprt(0, 20)
    full = [n + 1 for n in pairs]  # nothing unseen, so that no small number is added
    assert test.ratio(Tally.pentanomial([times * n for n in full])) == pytest.approx(
        times * test.ratio(Tally.pentanomial(full)), rel=1e-6, abs=1e-6
    )


def test_the_error_rate_of_the_test_is_as_designed() -> None:
    rng = random.Random(3)
    test, wrong = Sprt(0, 200), 0
    for _ in range(100):
        tally = Tally()
        while not test.verdict(tally):
            tally.counts[Fraction(sum(rng.random() < 0.5 for _ in range(2)), 2)] += 1
        wrong += test.verdict(tally) == 1
    assert wrong <= 11  # 5 expected; more than 11 happens once in 230 times


def test_ratings_of_two_are_their_lead() -> None:
    results = {("b", "a"): [1.0] * 150 + [0.0] * 50}
    assert bradley_terry(results, "a") == pytest.approx({"a": 0, "b": 190.85}, abs=1)


def test_ratings_of_a_chain_add_up() -> None:
    results = {("b", "a"): [1.0] * 150 + [0.0] * 50, ("c", "b"): [1.0] * 150 + [0.0] * 50}
    assert bradley_terry(results, "a")["c"] == pytest.approx(2 * 190.85, abs=2)
    assert bradley_terry(results, "b")["a"] == pytest.approx(-190.85, abs=1)


def test_a_player_without_losses_has_a_finite_rating() -> None:
    found = bradley_terry({("b", "a"): [1.0] * 100}, "a")["b"]
    assert found == pytest.approx(elo_of(200.5 / 201), abs=0.1)


def test_a_player_without_games_linked_to_the_anchor_gets_no_rating() -> None:
    found = bradley_terry({("b", "a"): [1.0, 0.0], ("d", "c"): [0.5, 0.5]}, "a")
    assert found["c"] == found["d"] == pytest.approx(0)
    with pytest.raises(ValueError, match="'z' has played no games"):
        bradley_terry({("b", "a"): [1.0]}, "z")


def test_the_bootstrap_finds_the_truth_and_repeats_itself() -> None:
    rng, truth = random.Random(5), {"a": 0, "b": 150, "c": 300}
    results = {
        (one, other): [
            sum(rng.random() < expected(truth[one] - truth[other]) for _ in range(2)) / 2 for _ in range(400)
        ]
        for one, other in (("b", "a"), ("c", "b"), ("c", "a"))
    }
    found = ratings_of(results, "a", samples=60)
    assert found == ratings_of(results, "a", samples=60)
    for name, elo in truth.items():
        assert found[name].low - 15 <= elo <= found[name].high + 15
    assert 20 < found["c"].high - found["c"].low < 90


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ((0, 0, 9, 0, 0), False),  # too few sets
        ((2, 6, 20, 6, 2), True),  # about even: below
        ((0, 0, 0, 1, 19), True),  # nearly a sweep: above
        ((0, 4, 20, 14, 8), False),  # about 150, but it may be 60
        ((0, 20, 190, 230, 120), True),  # 148, give or take 14: inside
    ],
)
def test_a_stop_interval_decides_when_the_lead_is_inside_or_outside(pairs: tuple[int, ...], told: bool) -> None:
    assert StopInterval(120, 250).is_decided(Tally.pentanomial(pairs)) is told
