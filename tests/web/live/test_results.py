"""Results in words of the person who reads them."""

from typing import Any

import pytest
from tests.web.conftest import LocalServer

from charkoni.core.translations import Words
from charkoni.web.live import results
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.store import GameRow, SeatRow

EN = Words("en")


def finished(name: str, seats: list[SeatRow], loser: int | None) -> LiveGame:
    """Return a game that a seat has given up; loser: None for a draw."""
    row = GameRow("abcdefgh", name, "none", 0, 0, "", 0, "", 0, 0)
    live = LiveGame(row, seats)
    if loser is None:
        live.record.agree()
    else:
        live.record.resign(loser)
    return live


def human(seat: int, name: str = "") -> SeatRow:
    return SeatRow("abcdefgh", seat, "human", name, f"guest{name or seat}")


def computer(seat: int) -> SeatRow:
    return SeatRow("abcdefgh", seat, "computer", level=3)


@pytest.mark.parametrize(
    ("seats", "loser", "own", "said"),
    [
        ([human(0), computer(1)], 1, {0}, "You won"),
        ([human(0), computer(1)], 0, {0}, "The computer won"),
        ([human(0), human(1, "Ben")], 0, {0}, "Ben wins"),
        ([human(0), human(1)], 0, {0}, "Your opponent won"),
        ([human(0), human(1)], 0, {0, 1}, "Blue wins"),
        ([human(0), human(1)], 1, set(), "Red wins"),
        ([human(0), human(1)], None, {1}, "A draw"),
    ],
)
def test_headlines_speak_to_the_reader(seats: list[SeatRow], loser: int | None, own: set[int], said: str) -> None:
    assert results.headline(EN, finished("mosty", seats, loser), own) == said


def test_partners_win_and_lose_together() -> None:
    seats = [human(0, "Ada"), human(1, "Ben"), computer(2), computer(3)]
    live = finished("chaupar", seats, 1)
    assert results.headline(EN, live, {0}) == results.headline(EN, live, {2}) == "You won"
    live = finished("chaupar", seats, 0)
    assert results.headline(EN, live, {0}) == "The other side won"


def test_watchers_of_three_sides_hear_who_shares(local_server: LocalServer) -> None:
    seats = [human(seat) for seat in range(3)]
    live = finished("barbakan:players=3", seats, 2)
    names = results.headline(EN, live, set())
    assert names.startswith("Shared: ") and names.count(",") == 1
    assert results.headline(EN, live, {2}) == "The other side won"


@pytest.mark.parametrize(
    ("kind", "own", "said"),
    [
        ("resign", {1}, "You resigned"),
        ("resign", {0}, "Your opponent resigned"),
        ("flag", {0}, "Your opponent's time ran out"),
        ("flag", {0, 1}, "Blue ran out of time"),
        ("resign", set(), "Blue resigned"),
        ("draw", {0}, "by agreement"),
    ],
)
def test_the_reason_says_who_has_given_up(kind: str, own: set[int], said: str) -> None:
    live = LiveGame(GameRow("abcdefgh", "mosty", "none", 0, 0, "", 0, "", 0, 0), [human(0), human(1)])
    live.apply(live.row_for_start(1), 1)
    live.apply(live.row_for(1, 1, kind, 1), 1)
    assert results.reason(EN, live, own) == said


def test_the_score_is_the_count_from_which_the_result_follows() -> None:
    assert results.score(finished("mangala", [human(0), human(1)], 0)) == ""  # not everything lies in the stores
    assert results.score(finished("mosty", [human(0), human(1)], 0)) == ""
    live = LiveGame(GameRow("abcdefgh", "mangala", "none", 0, 0, "", 0, "", 0, 0), [human(0), human(1)])
    while not live.record.outcome:
        live.record.play(live.position.moves[0])
    counts: Any = results.final_counts(live)
    assert sum(counts.values()) == 48
    assert results.score(live) == f"{max(counts.values())} : {min(counts.values())}"
