"""Ladders: who may challenge whom, and how places move."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.conftest import Make

from charkoni.tournament.acts.challenges import Challenge
from charkoni.tournament.acts.entries import Expel, Withdraw
from charkoni.tournament.director import Director
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.errors import NoPairing, WrongPhase
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing.ladder import IDLE_ROUNDS, REACH, moved, order_of, reachable, slid
from charkoni.tournament.standings.ranking import standings

ORDERS = st.integers(1, 30).flatmap(lambda count: st.permutations(range(count)))
CHANCES = st.builds(Random, st.integers(0, 2**32))


@given(ORDERS)
def test_those_up_to_three_places_above_may_be_challenged(order: list[int]) -> None:
    for place, who in enumerate(order):
        within = reachable(order, who)
        assert set(within) == {other for other in order if 0 < place - order.index(other) <= REACH}
        assert [place - order.index(other) for other in within] == list(range(1, len(within) + 1))


@given(ORDERS, CHANCES)
def test_a_winner_is_just_above_the_loser_whatever_the_order_of_games(order: list[int], chance: Random) -> None:
    free, won = list(order), []
    while len(free) > 1:
        challenger = free[-1]
        within = [who for who in reachable(order, challenger) if who in free]
        if within and chance.random() < 0.6:
            won.append((challenger, chance.choice(within)))
            free = [who for who in free if who not in won[-1]]
        else:
            free.pop()
    after = moved(order, won)
    assert sorted(after) == sorted(order)
    for challenger, challenged in won:
        assert after.index(challenger) + 1 == after.index(challenged)
        assert after.index(challenger) <= order.index(challenged) + len(won)
    assert moved(order, chance.sample(won, len(won))) == after
    still = [who for who in order if all(who not in game for game in won)]
    assert [who for who in after if who in still] == still
    assert moved(order, []) == list(order)


@given(ORDERS, CHANCES)
def test_the_idle_go_down_one_place_each(order: list[int], chance: Random) -> None:
    idle = {who for who in order if chance.random() < 0.4}
    after = slid(order, idle)
    for kept in (idle, set(order) - idle):
        assert [who for who in after if who in kept] == [who for who in order if who in kept]
    for place, who in enumerate(order):
        has_active_below = any(other not in idle for other in order[place:])
        assert after.index(who) == place + 1 if who in idle and has_active_below else True
        assert who in idle or after.index(who) <= place


def ladder(make: Make, count: int = 6) -> Director:
    return make(count, system="ladder", rounds=20)


def challenge(director: Director, who: int, opponent: int) -> None:
    director.do(Challenge(entry=who, opponent=opponent, at=director.time))


def play(director: Director, *games: tuple[int, int, str]) -> list[int]:
    """Play a round of challenges (who, opponent, result of the challenger), and return the order after it."""
    for who, opponent, _ in games:
        challenge(director, who, opponent)
    director.draft()
    director.publish()
    results = {
        (opponent, who): {"1": "0", "0": "1", "+": "-", "-": "+"}.get(result, result) for who, opponent, result in games
    }
    for board in director.state.rounds[-1].boards:
        director.result(board.number, results[board.first, board.second])
    director.close_round()
    return order_of(director.state)


def test_a_challenger_who_wins_takes_the_place(make: Make) -> None:
    director = ladder(make)
    assert play(director, (5, 2, "1")) == [1, 5, 2, 3, 4, 6]
    assert play(director, (6, 3, "0"), (2, 1, "=")) == [1, 5, 2, 3, 4, 6]
    assert play(director, (2, 5, "+"), (6, 4, "1")) == [1, 2, 5, 3, 6, 4]
    assert [line.number for line in standings(director.state)] == [1, 2, 5, 3, 6, 4]
    assert [(line.place, line.last) for line in standings(director.state)] == [(n, n) for n in range(1, 7)]


def test_who_does_not_play_goes_down(make: Make) -> None:
    director = ladder(make)
    orders = [play(director, (4, 3, result)) for result in "0=0=1"]
    assert orders[: IDLE_ROUNDS - 1] == [[1, 2, 3, 4, 5, 6]] * (IDLE_ROUNDS - 1)
    assert orders[IDLE_ROUNDS - 1 :] == [[3, 1, 2, 4, 5, 6], [3, 4, 1, 2, 5, 6], [4, 3, 1, 2, 5, 6]]
    absent = ladder(make)
    for _ in range(IDLE_ROUNDS):
        order = play(absent, (4, 3, "-"), (6, 5, "0"))  # a game that he missed is none
    assert order == [3, 1, 2, 5, 4, 6]


def test_late_entries_are_at_the_bottom_and_leavers_at_the_end(make: Make) -> None:
    director = ladder(make, 4)
    play(director, (4, 3, "1"))
    for name, rating in (("Late", 2500), ("Later", 0)):
        director.enter(Person(name), rating=rating)
    assert order_of(director.state) == [1, 2, 4, 3, 5, 6]
    assert play(director, (5, 4, "1")) == [1, 2, 5, 4, 3, 6]
    director.do(Withdraw(entry=2))
    assert order_of(director.state) == [1, 5, 4, 3, 6, 2]
    with pytest.raises(WrongPhase):
        challenge(director, 5, 2)
    challenge(director, 3, 5)
    challenge(director, 4, 1)
    director.do(Expel(entry=4))
    assert play(director, (3, 5, "1")) == [3, 1, 5, 6, 2, 4]  # and 1 has not played in three rounds


def test_late_entries_come_until_the_last_round(make: Make) -> None:
    director = make(4, system="ladder", rounds=2)
    play(director, (4, 3, "1"))
    director.enter(Person("Late"))
    assert play(director, (5, 3, "1")) == [1, 2, 4, 5, 3]


def test_a_challenge_is_refused_where_it_is_not_possible(make: Make) -> None:
    director = ladder(make)
    for who, opponent in ((6, 2), (2, 3), (1, 1), (5, 1)):
        with pytest.raises(WrongPhase, match="up to 3 places above"):
            challenge(director, who, opponent)
    challenge(director, 4, 2)
    for who, opponent in ((3, 2), (5, 4), (2, 1)):
        with pytest.raises(WrongPhase, match="already has a challenge"):
            challenge(director, who, opponent)
    challenge(director, 4, 3)  # in place of the earlier one
    challenge(director, 2, 1)
    director.draft()
    assert {
        board.seats if board.mover == board.first else board.seats[::-1] for board in director.state.rounds[-1].boards
    } == {(1, 2), (3, 4)}
    director.publish()
    assert director.state.challenges == ()
    swiss = make(4)
    with pytest.raises(WrongPhase, match="only on a ladder"):
        challenge(swiss, 2, 1)


def test_without_a_challenge_there_is_no_round(make: Make) -> None:
    director = ladder(make)
    with pytest.raises(NoPairing):
        director.draft()
    challenge(director, 2, 1)
    director.do(Withdraw(entry=1))
    with pytest.raises(NoPairing):
        director.draft()


def test_a_ladder_is_exported_and_its_log_folds(make: Make, tmp_path: Path) -> None:
    director = ladder(make)
    play(director, (5, 2, "1"), (4, 1, "0"))
    play(director, (2, 5, "="))
    again = reader.read(writer.write(director.reported())).tournament
    assert order_of(again) == order_of(director.state)
    with Director.open(director.store.path) as other:
        assert other.state == director.state
