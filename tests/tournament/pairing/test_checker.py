"""P1 ... P7: what each rule refuses, and the exception for leaders in the last round."""

from dataclasses import replace

import pytest
from tests.tournament.conftest import as_before, golden_input

from charkoni.tournament.model.errors import BadPairing
from charkoni.tournament.pairing.checker import absolute_preference, breaches_of, demand
from charkoni.tournament.pairing.input import ForbiddenPairs, PairingInput, Player, Slot, in_board_order

START = PairingInput(tuple(Player(number) for number in range(1, 7)), 5)
ROUND_1 = [(1, 4), (5, 2), (3, 6)]


def rules(pairing_input: PairingInput, boards: list[tuple[int, int]]) -> set[str]:
    return {breach.rule for breach in breaches_of(pairing_input, boards)}


def history(number: int, sides: str, mark: str = "1") -> Player:
    """Return a player who had these sides against players outside the test (numbers from 50)."""
    return Player(number, tuple(Slot(50 + 10 * number + i, side, mark) for i, side in enumerate(sides)))


@pytest.mark.parametrize(
    ("sides", "preference"),
    [("", ""), ("w", ""), ("wbw", ""), ("ww", "b"), ("bb", "w"), ("bbwb", "w"), ("wwbw", "b"), ("wbb", "w")],
)
def test_an_absolute_preference_follows_from_the_difference_and_from_the_last_two(sides: str, preference: str) -> None:
    assert absolute_preference(history(1, sides)) == preference


def test_a_right_pairing_passes() -> None:
    assert breaches_of(START, ROUND_1) == ()
    demand(START, ROUND_1)


@pytest.mark.parametrize(
    ("boards", "rule"),
    [
        ([(1, 4), (5, 2)], "P1"),
        ([(1, 4), (5, 2), (3, 1)], "P1"),
        ([(1, 4), (5, 2), (3, 9)], "P1"),
        ([(1, 1), (5, 2), (3, 6)], "P1"),
        ([(1, 4), (5, 2), (3, 0), (6, 0)], "P4"),
        ([(5, 2), (1, 4), (3, 6)], "P7"),
    ],
)
def test_p1_p4_p7(boards: list[tuple[int, int]], rule: str) -> None:
    assert rule in rules(START, boards)


def test_p1_an_absent_player_has_no_table() -> None:
    away = replace(START, players=(*START.players[:5], Player(6, absent="Z")))
    assert rules(away, ROUND_1) == {"P1", "P4"}


def after(first: Slot, second: Slot) -> PairingInput:
    """Return the field in which numbers 1 and 4 have sat at one table."""
    players = list(START.players)
    players[0], players[3] = Player(1, (first,)), Player(4, (second,))
    return replace(START, players=tuple(players))


def test_p2_no_second_game() -> None:
    played = after(Slot(4, "w", "1"), Slot(1, "b", "0"))
    assert rules(played, in_board_order(played, ROUND_1)) == {"P2"}


def test_p2_a_forfeit_is_no_game() -> None:
    played = after(Slot(4, "w", "+"), Slot(1, "b", "-"))
    assert rules(played, in_board_order(played, ROUND_1)) == set()


def test_p3_a_ban_of_this_round_only() -> None:
    assert rules(replace(START, forbidden=(ForbiddenPairs(1, 1, (1, 4)),)), ROUND_1) == {"P3"}
    assert rules(replace(START, forbidden=(ForbiddenPairs(2, 9, (1, 4)),)), ROUND_1) == set()


@pytest.mark.parametrize(("mark", "may"), [("U", False), ("F", False), ("+", False), ("H", True), ("Z", True)])
def test_p4_players_who_may_get_the_bye(mark: str, may: bool) -> None:
    opponent = 3 if mark == "+" else 0
    pairing_input = PairingInput(
        (Player(1, (Slot(2, "w", "1"),)), Player(2, (Slot(1, "b", "0"),)), Player(3, (Slot(opponent, "-", mark),))), 5
    )
    pairing_input = replace(
        pairing_input,
        players=(
            *pairing_input.players[:1],
            replace(pairing_input.players[1], slots=(Slot(9, "b", "0"),)),
            pairing_input.players[2],
        ),
    )
    found = rules(pairing_input, in_board_order(pairing_input, [(2, 1), (3, 0)]))
    assert ("P4" not in found) == may


def test_p5_two_absolute_preferences_and_the_last_round() -> None:
    pairing_input = PairingInput((history(1, "bww"), history(2, "bww")), 9)
    assert rules(pairing_input, [(1, 2)]) == {"P5"}
    last = replace(pairing_input, rounds=4)
    assert rules(last, [(1, 2)]) == set()
    losers = PairingInput((history(1, "bww", "0"), history(2, "bww", "0")), 4)
    assert rules(losers, [(1, 2)]) == {"P5"}
    halves = PairingInput((history(1, "bww", "="), history(2, "bww", "=")), 4)
    assert rules(halves, [(1, 2)]) == {"P5"}  # half of the points is not more than half


def test_p6_no_third_equal_side() -> None:
    pairing_input = PairingInput((history(1, "bww"), history(2, "wbb")), 9)
    assert rules(pairing_input, [(1, 2)]) == {"P6"}
    assert rules(pairing_input, [(2, 1)]) == set()


def test_p6_no_difference_beyond_two() -> None:
    pairing_input = PairingInput((history(1, "wwbw"), history(2, "bwwb")), 9)
    assert rules(pairing_input, [(1, 2)]) == {"P6"}
    assert rules(pairing_input, [(2, 1)]) == set()


def test_a_refusal_names_every_breach() -> None:
    with pytest.raises(BadPairing) as error:
        demand(START, [(1, 4), (5, 2), (3, 0), (6, 0)])
    assert str(error.value) == "byes: 2, for players: 6 (P4)"
    demand(START, [(1, 4), (5, 2), (3, 0), (6, 0)], allowed=["P4"])


@pytest.mark.parametrize("name", ["small_00005.trf", "heavy_00201.trf", "drawish_00501.trf"])
def test_two_exchanged_opponents_are_noticed_where_a_rule_is_hurt(name: str) -> None:
    """Every pairing that repeats an earlier board is refused by P2."""
    pairing_input = golden_input(name)
    before = as_before(pairing_input, 3)
    games = [(a, b) for a, b in before.boards(1) if b and b in before.player(a).met()]
    for a, b in games:
        assert "P2" in rules(before, [(a, b)])
