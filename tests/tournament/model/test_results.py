"""Typed results: what can be read, what is refused, and when a match is decided."""

from dataclasses import replace

import pytest

from charkoni.tournament.model.errors import BadResult
from charkoni.tournament.model.results import PAIRS, checked_result, parse_result
from charkoni.tournament.model.rounds import Board, Result
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.pairing.systems import system_of

MANGALA = Settings()


FOCUS = Settings(game="focus")


TWO = Settings(games="2")


THREE = Settings(games="best-of-3")


FIVE = Settings(games="sets-of-5")


CUP = Settings(system="knockout")


CUP_OF_TWO = Settings(system="knockout", game="focus", games="2")


BOARD = Board(1, 1, 2, 1)


def _entered(settings: Settings, typed: str) -> Result:
    needs_winner = system_of(settings).needs_winner
    return checked_result(
        settings, BOARD, parse_result(settings, typed, needs_winner=needs_winner), needs_winner=needs_winner
    )


@pytest.mark.parametrize(
    ("settings", "typed", "shown"),
    [
        (MANGALA, "1", "1:0"), (MANGALA, "0", "0:1"), (MANGALA, "=", "½:½"), (MANGALA, "½", "½:½"),
        (MANGALA, "1/2", "½:½"), (MANGALA, "0.5", "½:½"),
        (MANGALA, "+", "+:−"), (THREE, "1.5:1.5", "½:½"),
        (MANGALA, "-", "−:+"), (MANGALA, "--", "−:−"), (MANGALA, "30:18", "1:0"), (MANGALA, "24-24", "½:½"),
        (MANGALA, "20:28", "0:1"), (MANGALA, "0:48", "0:1"), (MANGALA, "adj", "adj"), (FOCUS, "1:0", "1:0"),
        (FOCUS, "0:0", "0:0"), (FOCUS, "=:0", "½:0"), (FOCUS, "1-0", "1:0"), (TWO, "1.5:0.5", "1:0"),
        (CUP, "30:18", "1:0"), (CUP, "1.5:0.5", "1:0"), (CUP, "1.5:2.5", "0:1"), (CUP_OF_TWO, "2:1", "1:0"),
        (CUP_OF_TWO, "2:0", "1:0"), (CUP_OF_TWO, "2.5:1.5", "1:0"),
        (TWO, "1:1", "½:½"), (TWO, "0:2", "0:1"), (THREE, "2:0", "1:0"), (THREE, "1:2", "0:1"), (THREE, "2:1", "1:0"),
        (FIVE, "3:1", "1:0"), (FIVE, "2,5:2,5", "½:½"), (FIVE, "2½:2½", "½:½"), (FIVE, "0-3", "0:1"),
        (FIVE, "1.5:3.5", "0:1"), (FIVE, "--", "−:−"), (FIVE, "+:-", "+:−"), (FIVE, "-", "−:+"), (FIVE, "adj", "adj"),
    ],
)  # fmt: skip
def test_results_that_can_be(settings: Settings, typed: str, shown: str) -> None:
    assert _entered(settings, typed).text == shown


@pytest.mark.parametrize("pair", sorted(PAIRS - {"WL", "LW", "DD"}))
def test_a_result_is_read_as_it_is_shown(pair: str) -> None:
    shown = Result(pair[0], pair[1]).text
    assert parse_result(FOCUS, shown, needs_winner=False).text == shown


@pytest.mark.parametrize(
    ("settings", "typed", "problem"),
    [
        (MANGALA, "16:31", "48 stones together: 16 + 31 = 47"), (MANGALA, "50:-2", "a result is"),
        (MANGALA, "2", "a result is"), (MANGALA, "", "a result is"), (FOCUS, "30:18", "has no stores"),
        (FOCUS, "1:1", "exclude each other"), (TWO, "2:1", "2 games give 2"), (THREE, "1:1", "give"),
        (FIVE, "2:1", "over with 3 points"), (FIVE, "4:1", "over with 3 points"), (FIVE, "30:18", "over with"),
        (THREE, "3:0", "give"), (FOCUS, "½.5", "a result is"),
        (CUP, "1.5:1.5", "a knock-out needs a winner"), (CUP, "3:1", "games give"), (CUP_OF_TWO, "1:1", "a winner"),
        (CUP_OF_TWO, "3:1", "games give"), (CUP, "24:24", "play again with the first move exchanged"),
    ],
)  # fmt: skip
def test_results_that_are_refused(settings: Settings, typed: str, problem: str) -> None:
    with pytest.raises(BadResult) as error:
        _entered(settings, typed)
    assert problem in str(error.value)


def test_stones_against_the_result_and_a_result_of_a_bye() -> None:
    with pytest.raises(BadResult, match="the stores 30:18 say 1:0, the result says 0:1"):
        checked_result(MANGALA, BOARD, Result("0", "1", stones=(30, 18)), needs_winner=False)
    with pytest.raises(BadResult, match="table 1 has no opponent: a bye has no result"):
        checked_result(MANGALA, Board(1, 1, 0), Result("1", "0"), needs_winner=False)
    with pytest.raises(BadResult, match="needs a winner"):
        checked_result(Settings(game="focus"), BOARD, Result("=", "="), needs_winner=True)


def test_a_match_of_sets_that_was_stopped_needs_the_reason() -> None:
    stopped = replace(parse_result(FIVE, "2:1", needs_winner=False), reason="time is over")
    assert checked_result(FIVE, BOARD, stopped, needs_winner=False).shown == "2:1"
    for text in ("0:0", "6:0", "2.5:1"):
        with pytest.raises(BadResult):
            checked_result(
                FIVE, BOARD, replace(parse_result(FIVE, text, needs_winner=False), reason="x"), needs_winner=False
            )
