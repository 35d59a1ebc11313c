"""Leagues: divisions, times, and the events of seasons."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charkoni.tournament import leagues
from charkoni.tournament.acts.challenges import Challenge
from charkoni.tournament.acts.entries import Withdraw
from charkoni.tournament.director import Director
from charkoni.tournament.leagues import LEAST, MOST, MOVED
from charkoni.tournament.model.errors import WrongPhase
from charkoni.tournament.model.league import DAYS, DIVISIONS, HOUR, LADDER, LATEST_DAY, WEEK, League
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.rounds import Round
from charkoni.tournament.model.times import local_time
from charkoni.tournament.pairing.ladder import YEAR_ROUNDS, order_of
from charkoni.tournament.standings.ranking import standings

ZONES = st.sampled_from(["+00:00", "+06:00", "-03:30", "+14:00", "-11:00"])
DAYS_OF_WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
HOURS = st.builds("{} {:02}:{:02}".format, st.sampled_from(DAYS_OF_WEEK), st.integers(0, 23), st.integers(0, 59))
LEAGUES = st.builds(League, st.sampled_from([LADDER, DIVISIONS]), st.just("gana"), st.sampled_from([DAYS, HOUR]), HOURS,
                    ZONES)  # fmt: skip
TIMES = st.datetimes(datetime(2024, 1, 1), datetime(2034, 1, 1), timezones=st.just(UTC))
CHANCES = st.builds(Random, st.integers(0, 2**32))

# --- divisions --------------------------------------------------------------------------------------------------------


@given(st.integers(1, 200))
def test_divisions_are_few_and_of_nearly_one_size(count: int) -> None:
    divisions = leagues.divided(range(count))
    sizes = [len(division) for division in divisions]
    assert [who for division in divisions for who in division] == list(range(count))
    assert len(sizes) == -(-count // MOST) and max(sizes) <= MOST
    assert min(sizes) >= min(count, LEAST) and max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes, reverse=True)


@given(st.integers(LEAST, 60), CHANCES)
def test_two_go_up_and_two_down(count: int, chance: Random) -> None:
    before = leagues.divided(range(count))
    ranks = [chance.sample(division, len(division)) for division in before]
    after = leagues.divided(leagues.next_order(ranks, range(count)))
    assert [len(division) for division in after] == [len(division) for division in before]
    for place, rank in enumerate(ranks):
        up = set(rank[:MOVED]) if place else set()
        down = set(rank[-MOVED:]) if place + 1 < len(ranks) else set()
        for shift, who in ((-1, up), (1, down), (0, set(rank) - up - down)):
            assert not who or who <= set(after[place + shift])
    assert after[0][0] == ranks[0][0] and after[-1][-1] == ranks[-1][-1]


@given(CHANCES, st.integers(1, 24))
def test_months_of_coming_and_going(chance: Random, months: int) -> None:
    members, ranks, new = list[int](), list[list[int]](), 0
    for _ in range(months):
        leaving = {who for who in members if chance.random() < 0.2}
        members = [who for who in members if who not in leaving] + list(range(new, new := new + chance.randint(0, 9)))
        came = [who for who in members if not any(who in rank for rank in ranks)]
        divisions = leagues.next_divisions(DIVISIONS, ranks, members)
        if len(members) < LEAST:
            assert not divisions and not leagues.next_divisions(LADDER, ranks, members)
            continue
        order = [who for division in divisions for who in division]
        assert sorted(order) == members and order[len(order) - len(came) :] == came
        assert all(LEAST <= len(division) <= MOST for division in divisions)
        assert [order] == leagues.next_divisions(LADDER, ranks, members)
        # Who wins a division is above those of the same division who stay in it, whoever leaves.
        for rank in ranks:
            stayed = [who for who in rank if who in members]
            assert not stayed or order.index(stayed[0]) < min(map(order.index, stayed[1:]), default=len(order))
        ranks = [chance.sample(division, len(division)) for division in divisions]


# --- times ------------------------------------------------------------------------------------------------------------


@given(LEAGUES, TIMES)
def test_weeks_begin_at_their_hour(league: League, at: datetime) -> None:
    week = league.week(at)
    assert week <= at < week + WEEK
    hour = league.hour if league.pace == HOUR else "mon 00:00"
    assert f"{local_time(league.zone, week):%a %H:%M}".lower() == hour
    assert league.week(week) == week and league.week(week - timedelta(seconds=1)) == week - WEEK


@given(LEAGUES, TIMES, st.timedeltas(timedelta(0), timedelta(days=800)))
def test_seasons_follow_each_other(league: League, at: datetime, later: timedelta) -> None:
    assert league.season(at) <= league.season(at + later)
    weeks = {league.season(league.week(at) + n * WEEK) for n in range(53)}
    assert len(weeks) <= 2 if league.kind == LADDER else 12 <= len(weeks) <= 13
    assert league.season(at) != league.season(at + timedelta(days=371 if league.kind == LADDER else 31))


@given(LEAGUES, TIMES)
def test_games_over_days_end_with_the_week_or_the_month(league: League, began: datetime) -> None:
    deadline = league.deadline(began)
    if league.pace == HOUR:
        assert deadline is None
        return
    assert deadline is not None and began < deadline
    before, local = deadline - timedelta(seconds=1), local_time(league.zone, deadline)
    assert f"{local:%H:%M:%S}" == "00:00:00"
    if league.kind == LADDER:
        assert league.week(began) == league.week(before) and league.week(deadline) == deadline
    else:
        assert league.season(began) == league.season(before) and local.day == 1


@given(LEAGUES, TIMES, st.integers(3, 7))
def test_the_rounds_of_a_month_are_at_its_weekly_hours(league: League, at: datetime, rounds: int) -> None:
    league, at = replace(league, kind=DIVISIONS, pace=HOUR), at.replace(day=2 + at.day % (LATEST_DAY - 2))
    assert league.may_begin(at)
    times = league.times(at, rounds)
    assert len(times) == rounds and at < times[0] and times == sorted(set(times))
    assert all(
        league.week(time) - at <= timedelta(days=31) and time - league.week(time) < timedelta(hours=3) for time in times
    )
    assert {league.season(league.week(time)) for time in times} == {league.season(at)}


# --- events -----------------------------------------------------------------------------------------------------------

Begin = Callable[..., Director]
TUESDAY = datetime(2026, 12, 1, 10, tzinfo=UTC)


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    def work(kind: str, pace: str, count: int = 5, at: datetime = TUESDAY, game: str = "gana") -> Director:
        path, league = tmp_path / f"{kind}-{pace}.event", League(kind, game, pace)
        leagues.begin(path, league, 0, [f"P{n}" for n in range(1, count + 1)], at, {"league": "kept"})
        director = Director.open(path)
        director.now = lambda: at
        return director

    return work


def at(director: Director, time: datetime) -> Director:
    director.now = lambda: time
    return director


def test_all_games_over_days_of_a_month_go_on_at_once(begin: Begin) -> None:
    director = begin(DIVISIONS, DAYS)
    state, league = director.state, League(DIVISIONS, "gana", DAYS)
    assert state.settings.name == "Gana 2026-12" and director.store.value("league") == "kept"
    assert [(round_.state, len(round_.boards)) for round_ in state.rounds] == [("closed", 2)] * 5
    pending = [(round_.number, board.number) for round_ in state.rounds for board in round_.boards if board.is_pending]
    assert len(pending) == 10 and all(round_.clock for round_ in state.rounds)
    assert [line.points for line in standings(state)] == [0] * 5
    for number, board in pending:
        leagues.advance(director, league, "2026-12")
        assert director.state.phase == "playing"
        director.result(board, "1", round_=number, reason="stones")
    assert sum(line.points for line in standings(director.state)) == 20
    leagues.advance(director, league, "2026-12")
    assert director.state.phase == "finished"
    points = {line.number: line.points for line in standings(director.state)}
    assert [points[place] for place in leagues.ranks(director)] == sorted(points.values(), reverse=True)


def test_rounds_at_a_weekly_hour_have_their_times(begin: Begin) -> None:
    director = begin(DIVISIONS, HOUR)
    assert director.state.settings.rounds_by == "times" and not director.state.rounds
    assert director.state.settings.times == (
        "2026-12-06 18:00", "2026-12-06 18:45", "2026-12-13 18:00", "2026-12-13 18:45", "2026-12-20 18:00",
    )  # fmt: skip
    leagues.advance(at(director, datetime(2027, 1, 1, tzinfo=UTC)), League(DIVISIONS, "gana", HOUR), "2026-12")
    assert director.state.phase == "playing"  # the server's rounds end it


@pytest.mark.parametrize("pace", [DAYS, HOUR])
def test_a_ladder_goes_from_week_to_week(begin: Begin, pace: str) -> None:
    director, league = begin(LADDER, pace), League(LADDER, "gana", pace)
    first = league.week(TUESDAY) + WEEK

    def advance(time: datetime) -> int:
        leagues.advance(at(director, time), league, "2026")
        return len(director.state.rounds)

    def challenge(who: int, opponent: int, time: datetime) -> None:
        at(director, time).do(Challenge(entry=who, opponent=opponent, at=director.time))

    assert advance(first) == 0
    challenge(3, 2, first + timedelta(hours=1))
    director.enter(Person("Late"))
    assert advance(first + timedelta(days=6)) == 0  # challenges wait for the begin of a week
    assert advance(first + WEEK) == 1
    [board] = director.state.rounds[0].boards
    assert (board.first, board.second, director.state.rounds[0].state) == (2, 3, "published")
    challenge(5, 4, first + WEEK + timedelta(hours=1))
    assert advance(first + 2 * WEEK) == 1  # as long as a game goes on
    director.result(board.number, "0", round_=1)
    assert advance(first + 2 * WEEK + timedelta(minutes=1)) == 2
    assert order_of(director.state) == [1, 3, 2, 4, 5, 6]
    director.result(1, "0", round_=2)
    assert advance(first + 2 * WEEK + timedelta(hours=2)) == 2
    assert director.state.rounds[1].state == "closed" and leagues.ranks(director) == [1, 3, 2, 5, 4, 6]
    challenge(4, 5, first + 2 * WEEK + timedelta(hours=3))
    assert advance(first + 3 * WEEK) == 3
    assert advance(datetime(2027, 1, 10, 23, tzinfo=UTC)) == 3 and director.state.phase == "playing"
    director.result(1, "=", round_=3)
    advance(datetime(2027, 1, 10, 23, 1, tzinfo=UTC))
    assert director.state.phase == "finished"


@given(LEAGUES, st.integers(2024, 2033))
def test_the_weeks_of_years_follow_without_a_gap(league: League, year: int) -> None:
    """Over ten years each week belongs to one season of a ladder, by the ISO calendar."""
    league = replace(league, kind=LADDER)
    weeks = [league.week(datetime(year, 1, 20, tzinfo=UTC)) + n * WEEK for n in range(522)]
    seasons = [league.season(week) for week in weeks]
    assert seasons == [league.season(week + WEEK - timedelta(minutes=1)) for week in weeks]
    assert seasons == [str(week.isocalendar()[0]) for week in weeks]
    of_year = {season: seasons.count(season) for season in seasons[:1] + seasons}
    assert set(list(of_year.values())[1:-1]) <= {52, YEAR_ROUNDS} and list(of_year) == sorted(of_year)


@pytest.mark.parametrize(("pace", "zone", "hour"), [(DAYS, "+06:00", "sun 18:00"), (HOUR, "-03:30", "thu 23:59")])
def test_every_week_around_new_year_has_its_round(tmp_path: Path, pace: str, zone: str, hour: str) -> None:
    """Ten years: a challenge of the week before is played in each week, also in the first one of a year."""
    league, count = League(LADDER, "gana", pace, hour, zone), 0
    at = league.week(datetime(2025, 12, 18, tzinfo=UTC))
    ladder = _season(tmp_path, league, at, ["A", "B", "C", "D"])
    for _ in range(10):
        for n in range(-1, 2):
            rounds, season = len(ladder.state.rounds), league.season(at)
            low, high = order_of(ladder.state)[n % 3 + 1], order_of(ladder.state)[n % 3]
            ladder.now = lambda at=at: at + timedelta(hours=5)  # type: ignore[misc]
            pair = ladder.state.name(low), ladder.state.name(high)
            ladder.do(Challenge(entry=low, opponent=high, at=ladder.time))
            at += WEEK
            ladder.now = lambda at=at: at  # type: ignore[misc]
            leagues.advance(ladder, league, season)
            if league.season(at) != season:
                assert ladder.state.phase == "finished" and len(ladder.state.rounds) == rounds
                order = leagues.ranks(ladder)
                names = [ladder.state.name(entry) for entry in order]
                left = [
                    (order.index(one) + 1, order.index(two) + 1, since) for one, two, since in ladder.state.challenges
                ]
                ladder.close()
                ladder, rounds, count = _season(tmp_path, league, at, names, left), 0, count + 1
                leagues.advance(ladder, league, league.season(at))
            assert len(ladder.state.rounds) == rounds + 1
            [board] = ladder.state.rounds[-1].boards
            assert (ladder.state.name(board.second), ladder.state.name(board.first)) == pair
            ladder.result(board.number, "0", round_=rounds + 1)
            leagues.advance(ladder, league, league.season(at))
        at += 49 * WEEK + (league.season(at + 51 * WEEK) == league.season(at)) * WEEK
    assert count == 10


def _season(
    folder: Path, league: League, at: datetime, names: list[str], challenges: Collection[tuple[int, int, str]] = ()
) -> Director:
    path = folder / f"{league.season(at)}.event"
    leagues.begin(path, league, 0, names, at, {}, challenges)
    director = Director.open(path)
    director.now = lambda: at
    return director


def test_a_challenge_of_last_year_holds_when_its_places_have_changed(tmp_path: Path) -> None:
    """As on the same ladder: out of reach it is played, and one who has overtaken the other does not go down."""
    since = "2026-01-01T00:00:00.000000Z"
    league, at = League(LADDER, "gana", DAYS), datetime(2026, 1, 5, tzinfo=UTC)
    ladder = _season(tmp_path, league, at, list("ABCDEFG"), [(6, 2, since), (1, 3, since)])
    leagues.advance(ladder, league, "2026")
    boards = {(board.first, board.second): board.number for board in ladder.state.rounds[0].boards}
    for number in boards.values():
        ladder.result(number, "0", round_=1)
    leagues.advance(ladder, league, "2026")
    assert sorted(boards) == [(2, 6), (3, 1)] and order_of(ladder.state) == [1, 6, 2, 3, 4, 5, 7]


@pytest.mark.parametrize("done", range(4))
def test_a_round_that_a_kill_left_half_done_is_completed(begin: Begin, done: int) -> None:
    director, league = begin(LADDER, DAYS), League(LADDER, "gana", DAYS)
    director.do(Challenge(entry=3, opponent=2, at=director.time))
    at(director, TUESDAY + WEEK)
    steps: list[Callable[[], object]] = [
        director.draft,
        director.publish,
        lambda: leagues.advance(director, league, "2026"),
    ]
    for step in steps[:done]:
        step()
    leagues.advance(director, league, "2026")
    [round_] = director.state.rounds
    assert round_.state == "published" and round_.clock is not None and len(round_.boards) == 1


def test_who_plays_next_is_known_before(begin: Begin) -> None:
    league, done = begin(DIVISIONS, HOUR).state, Round(1, "closed", ())
    free = [{1, 2, 3, 4, 5} - leagues.next_players(replace(league, rounds=(done,) * count)) for count in range(5)]
    assert free == [{1}, {4}, {2}, {5}, {3}], "the opponents of 6 in the Berger table for six"
    ladder = begin(LADDER, HOUR)
    ladder.do(Challenge(entry=3, opponent=2, at=ladder.time))
    assert leagues.next_players(ladder.state) == {2, 3}


def test_another_name_is_taken_once_and_after_the_end_too(begin: Begin) -> None:
    director = begin(LADDER, DAYS)
    director.rename(2, "Pavel")
    leagues.advance(at(director, datetime(2027, 1, 10, 23, 1, tzinfo=UTC)), League(LADDER, "gana", DAYS), "2025")
    assert director.state.phase == "finished"
    for name in ("Pavel", "Pasha", "Pasha"):
        director.rename(2, name)
    assert [entry.kind for entry in director.log[-3:]] == ["correct", "finish", "correct"]
    assert [director.state.name(entry) for entry in (1, 2, 3)] == ["P1", "Pasha", "P3"]
    with pytest.raises(WrongPhase, match="finished"):
        director.correct(2, {"rating": 1500}, Person("Pasha"))
    director.refresh()
    assert Director.open(director.store.path).state.name(2) == "Pasha"


def test_challenges_of_leavers_hold_up_nobody(begin: Begin) -> None:
    director, league = begin(LADDER, DAYS), League(LADDER, "gana", DAYS)
    director.do(Challenge(entry=3, opponent=2, at=director.time))
    director.do(Withdraw(entry=2))
    leagues.advance(at(director, TUESDAY + WEEK), league, "2026")
    assert not director.state.rounds
    director.do(Challenge(entry=5, opponent=4, at=director.time))
    leagues.advance(at(director, TUESDAY + 2 * WEEK), league, "2026")
    assert [board.first for board in director.state.rounds[0].boards] == [4]


def test_entering_twice_is_entering_once(tmp_path: Path) -> None:
    league = League(DIVISIONS, "gana", DAYS)
    leagues.create(tmp_path / "list.event", leagues.settings_of(league), {})
    with Director.open(tmp_path / "list.event") as director:
        assert [leagues.join(director, name, 0, f"key {name}") for name in ("Ada", "Ada B", "Ada")] == [1, 2, 1]
        director.do(Withdraw(entry=1))
        assert leagues.join(director, "Ada", 1, "key Ada") == 1 and not director.state.entry(1).left
        assert leagues.join(director, "Ada", 1, "key Ada") == 1 and len(director.state.entries) == 2


def test_a_file_appears_complete_or_not_at_all(tmp_path: Path) -> None:
    path, settings = tmp_path / "one.event", leagues.settings_of(League(LADDER, "gana", DAYS))
    with pytest.raises(RuntimeError), leagues.created(path, settings, {}) as director:
        assert not path.exists() and director.state.settings.game == "gana"
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []
    leagues.create(path, settings, {"by": "the first"})
    leagues.create(path, settings, {"by": "another process"})
    with Director.open(path) as director:
        assert director.store.value("by") == "the first"
    assert {each.name for each in tmp_path.iterdir()} <= {path.name, f"{path.name}-anchor"}


def test_a_file_system_without_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refuse)
    leagues.create(tmp_path / "one.event", leagues.settings_of(League(LADDER, "gana", DAYS)), {})
    with Director.open(tmp_path / "one.event") as director:
        assert director.state.settings.system == "ladder"


def test_known_endgames_are_not_rated() -> None:
    assert not League(LADDER, "mangala", DAYS).is_rated and League(LADDER, "mangala", HOUR).is_rated
    assert League(DIVISIONS, "gana", DAYS).is_rated
