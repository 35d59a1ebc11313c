"""Pairs of pupils, whoever is there and whatever was played before."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from charkoni.web.classroom.pairs import WAYS, Played, paired, played_in, standings
from charkoni.web.store import GameRow, PupilRow, SeatRow


def pupils(levels: list[int]) -> list[PupilRow]:
    return [PupilRow(f"p{n}", "room", f"Name {n}", n, level, "here") for n, level in enumerate(levels, 1)]


LEVELS = st.lists(st.integers(0, 10), max_size=31)
ALONE = st.lists(st.integers(0, 3), min_size=31, max_size=31)


@given(levels=LEVELS, alone=ALONE, way=st.sampled_from(WAYS), seed=st.integers(0, 99))
def test_everybody_plays_once_and_one_who_played_the_computer_least_is_left_over(
    levels: list[int], alone: list[int], way: str, seed: int
) -> None:
    people = pupils(levels)
    played = Played(alone=Counter({pupil.person: alone[n] for n, pupil in enumerate(people)}))
    pairs, odd = paired(people, way, played, Random(seed))
    seated = [pupil for pair in pairs for pupil in pair] + ([odd] if odd else [])
    assert sorted(pupil.place for pupil in seated) == [pupil.place for pupil in people]
    assert (odd is not None) == (len(people) % 2 == 1)
    if odd:
        assert played.alone[odd.person] == min(played.alone[pupil.person] for pupil in people)
    for first, second in pairs:  # the weaker begins
        assert not (first.level and second.level) or first.level <= second.level


def test_by_strength_neighbours_in_strength_play_and_by_seat_neighbours_in_the_room() -> None:
    people = pupils([9, 2, 5, 3, 8, 6])
    found, _ = paired(people, "strength", Played(), Random(1))
    assert [sorted(pupil.level for pupil in pair) for pair in found] == [[8, 9], [5, 6], [2, 3]]
    found, _ = paired(people, "seat", Played(), Random(1))
    assert [sorted(pupil.place for pupil in pair) for pair in found] == [[1, 2], [3, 4], [5, 6]]


def test_points_decide_between_equal_levels() -> None:
    people = pupils([0, 0, 0, 0])
    played = Played(points=Counter({"p4": 4, "p2": 3, "p1": 1}))
    found, _ = paired(people, "strength", played, Random(1))
    assert [sorted(pupil.place for pupil in pair) for pair in found] == [[2, 4], [1, 3]]


@given(seed=st.integers(0, 99))
def test_by_lot_those_play_first_who_have_not_met(seed: int) -> None:
    played = Played(met=Counter({frozenset(("p1", "p2")): 2, frozenset(("p3", "p4")): 1}))
    found, _ = paired(pupils([0, 0, 0, 0]), "lot", played, Random(seed))
    assert {frozenset(pupil.place for pupil in pair) for pair in found} & {
        frozenset((1, 2)),
        frozenset((3, 4)),
    } == set()


def game(result: str, *owners: str) -> tuple[GameRow, list[SeatRow]]:
    state = "over" if result else "open"
    row = GameRow("g", "mangala", "none", 0, 0, "i", 0, "", 0, 0, state=state, result=result)
    kinds = [("human" if owner else "computer", owner) for owner in owners]
    return row, [SeatRow("g", seat, kind, owner=owner) for seat, (kind, owner) in enumerate(kinds)]


def test_points_are_those_of_finished_games_between_pupils() -> None:
    games = [game("1:0", "a", "b"), game("1/2:1/2", "b", "a"), game("", "a", "b"), game("1:0", "a", "")]
    played = played_in(games)
    assert (played.points, played.finished) == ({"a": 3, "b": 1}, {"a": 2, "b": 2})
    assert (played.alone, played.met) == ({"a": 1}, {frozenset("ab"): 3})


def test_the_standings_hold_everybody_and_equal_ones_share_a_rank() -> None:
    people = pupils([0] * 5)
    played = Played(points=Counter(p1=2, p2=2, p4=3), finished=Counter(p1=2, p2=1, p3=1, p4=2))
    assert standings(people, played) == [
        (1, "Name 4", 1.5, 2),
        (2, "Name 2", 1, 1),
        (3, "Name 1", 1, 2),
        (4, "Name 5", 0, 0),
        (5, "Name 3", 0, 1),
    ]
    assert [rank for rank, *_ in standings(people, Played())] == [1] * 5
