"""Numbers of rounds, plans of a day, timetables."""

from datetime import UTC, datetime

import pytest

from charkoni.core.translations import Words
from charkoni.tournament.model import schedule
from charkoni.tournament.model.errors import BadSetting


@pytest.mark.parametrize(
    ("count", "usual"),
    [(7, 5), (8, 5), (9, 5), (16, 5), (17, 7), (32, 7), (33, 7), (64, 7), (65, 9), (256, 9), (257, 11), (1024, 11)],
)
def test_usual_number_of_rounds(count: int, usual: int) -> None:
    assert schedule.usual_rounds(count) == usual


def test_plan_of_seven_rounds_takes_four_hours_and_forty_minutes() -> None:
    day = schedule.plan(35, 7, datetime(2026, 11, 21, 10))
    assert f"{day.rounds[-1][1]:%H:%M}" == "14:30"
    assert f"{day.end:%H:%M}" == "14:40" and day.minutes == 4 * 60 + 40
    assert day.boards == 17 and day.sittings == (1,)


def test_a_long_day_has_two_sittings_and_matches_take_longer() -> None:
    begin = datetime(2026, 11, 21, 10)
    nine = schedule.plan(100, 9, begin)
    assert nine.minutes == 6 * 60 and nine.sittings == (1, 6)
    assert f"{nine.rounds[4][1]:%H:%M}" == "13:10" and f"{nine.rounds[5][0]:%H:%M}" == "14:20"
    pace = schedule.DaySchedule(round=40, pause=5, sitting=2, rest=30)
    three = schedule.plan(8, 3, begin, pace)
    assert [f"{start:%H:%M}" for start, _ in three.rounds] == ["10:00", "10:45", "12:00"]
    assert three.sittings == (1, 3)


@pytest.mark.parametrize(
    ("times", "zone"),
    [
        (["2026-11-21 10:00", "2026-11-21 10:00"], "+00:00"),
        (["2026-11-31 10:00"], "+00:00"),
        (["10:00"], "+00:00"),
        (["2026-11-21 10:00"], "Bishkek"),
        (["2026-11-21 10:00"], "+15:00"),
    ],
)
def test_a_timetable_that_cannot_be_is_refused(times: list[str], zone: str) -> None:
    with pytest.raises(BadSetting):
        schedule.timetable(times, zone)


def test_a_timetable_is_in_the_zone_of_the_hall() -> None:
    found = schedule.timetable(["2026-11-21 10:00"], "+06:00")[0]
    assert found == datetime(2026, 11, 21, 4, tzinfo=UTC)


def test_a_round_that_is_too_short_for_its_games_is_told() -> None:
    words = Words("en")
    assert schedule.shortage(words, 15, "1", 30) == ""
    told = schedule.shortage(words, 15, "2", 30)
    assert "60 minutes" in told and "only 30" in told
    assert schedule.needed_minutes(10, "best-of-3") == 60
