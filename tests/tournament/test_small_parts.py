"""Berger tables, brackets, rounds, lots, ratings, names, tie-breaks of published tables."""

from datetime import UTC, datetime

import pytest
from gacrux.berger import bergertables

from charkoni.tournament.model import schedule
from charkoni.tournament.model.errors import BadEntry, BadSetting
from charkoni.tournament.model.person_names import checked_name, folded, latin, sort_key
from charkoni.tournament.model.settings import checked_seed
from charkoni.tournament.pairing import knockout, lots, round_robin
from charkoni.tournament.pairing.input import PairingInput, Player, Slot, baku
from charkoni.tournament.pairing.systems import named
from charkoni.tournament.standings import glicko2
from charkoni.tournament.standings.ranking import table
from charkoni.tournament.standings.tiebreaks import SINGLE, Scores


@pytest.mark.parametrize(
    "rows",
    [
        ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
        ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
        ["1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7",
         "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1"],
    ],
)  # fmt: skip
def test_berger_tables_as_published(rows: list[str]) -> None:
    """FIDE C.05, annex 1, tables for 3 or 4, 5 or 6, 7 or 8 players."""
    for round_, row in enumerate(rows, 1):
        assert {f"{a}-{b}" for a, b in round_robin.boards(len(rows) + 1, round_)} == set(row.split())


@pytest.mark.parametrize("count", [4, 8, 14, 30, 60])
def test_berger_tables_equal_the_packages(count: int) -> None:
    found = bergertables(count)["pairing"]
    for round_ in range(1, count):
        assert set(round_robin.boards(count, round_)) == {(b["white"], b["black"]) for b in found[round_].values()}


@pytest.mark.parametrize("count", [2, 3, 5, 6, 9])
def test_everybody_meets_everybody_once_and_twice(count: int) -> None:
    cycle = count - 1 + count % 2
    met = sorted(tuple(sorted(b)) for r in range(1, cycle + 1) for b in round_robin.boards(count, r) if b[1])
    assert met == [(a, b) for a in range(1, count + 1) for b in range(a + 1, count + 1)]
    twice = [b for r in range(1, 2 * cycle + 1) for b in round_robin.double(count, r) if b[1]]
    assert len(set(twice)) == count * (count - 1)


@pytest.mark.parametrize("count", [4, 6, 8])
def test_nobody_has_one_side_three_times_in_a_double_round_robin(count: int) -> None:
    for number in range(1, count + 1):
        sides = ""
        for round_ in range(1, 2 * count - 1):
            sides += next("w" if a == number else "b" for a, b in round_robin.double(count, round_) if number in (a, b))
        assert "www" not in sides and "bbb" not in sides


def test_the_bracket() -> None:
    assert knockout.bracket(8) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert knockout.bracket(6) == [(1, 0), (4, 5), (2, 0), (3, 6)]
    winners = {(4, 5): 5, (3, 6): 3}
    assert knockout.next_round(knockout.bracket(6), winners) == [(1, 5), (2, 3)]
    assert knockout.bracket(2) == [(1, 2)]


@pytest.mark.parametrize(
    ("count", "usual"),
    [(7, 5), (8, 5), (9, 5), (16, 5), (17, 7), (32, 7), (33, 7), (64, 7), (65, 9), (256, 9), (257, 11), (1024, 11)],
)
def test_usual_number_of_rounds(count: int, usual: int) -> None:
    assert schedule.default(count) == usual


def test_rounds_that_cannot_be() -> None:
    assert named("round-robin").rounds(7) == 7
    assert named("double-round-robin").rounds(4) == 6
    assert named("knockout").rounds(9) == 4
    for system, count, wanted in (("swiss", 8, 8), ("swiss", 1, 0), ("knockout", 65, 0)):
        with pytest.raises(BadSetting):
            named(system).rounds(count, wanted)


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
    pace = schedule.Pace(round=20, pause=5, sitting=2, rest=30)
    three = schedule.plan(8, 3, begin, pace, "2")
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


def test_lots_can_be_drawn_again_by_anybody() -> None:
    import hashlib

    assert lots.lot("SEED", "first", 1, 7) == int(hashlib.sha256(b"SEED|first|1|7").hexdigest(), 16)
    for place in range(1, 9):
        drawn = int(hashlib.sha256(f"SEED|first|2|{place}".encode()).hexdigest(), 16) % 2
        assert lots.mover("SEED", 2, place, 10, 20) == (20 if drawn else 10)
    even = int(hashlib.sha256(b"SEED|initial").hexdigest(), 16) % 2 == 0
    assert lots.initial_side("SEED") == ("w" if even else "b")
    assert lots.seal("SEED") == hashlib.sha256(b"SEED").hexdigest()
    assert "SEED|first|1|7" in lots.command("first", 1, 7)
    assert len(lots.new_seed()) == 32
    for seed in ("", "a b", "a|b", "x" * 65, "a\n"):
        with pytest.raises(BadSetting):
            checked_seed(seed)


def test_glicko_2_example_of_the_paper() -> None:
    games = [(glicko2.Rating(1400, 30), 1.0), (glicko2.Rating(1550, 100), 0.0), (glicko2.Rating(1700, 300), 0.0)]
    new = glicko2.rated(glicko2.Rating(1500, 200, 0.06), games)
    assert (round(new.rating, 2), round(new.deviation, 2), round(new.volatility, 5)) == (1464.05, 151.52, 0.06000)


def test_glicko_2_without_games_only_widens() -> None:
    new = glicko2.rated(glicko2.Rating(1500, 200, 0.06), [])
    assert new.rating == 1500 and 200 < new.deviation < 201


def test_baku_of_161_players_and_9_rounds() -> None:
    """FIDE C.04.7, 3: 161 players, group A of 82; 9 rounds: a point in rounds 1-3, half a point in 4 and 5."""
    assert [(b.first, b.last, b.high, b.points) for b in baku(161, 9, 2)] == [(1, 3, 82, 2), (4, 5, 82, 1)]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "needed"),
        ("  ", "needed"),
        ("x" * 200, "at most"),
        ("A\u202eB", "U+202E"),
        ("A\x00B", "U+0000"),
        ("A\u200bB", "U+200B"),
    ],
)
def test_names_that_are_refused(name: str, problem: str) -> None:
    with pytest.raises(BadEntry) as error:
        checked_name(name)
    assert problem in str(error.value)


def test_names_of_any_script() -> None:
    assert checked_name("  Әбдірахманов   Нұрғиса ") == "Әбдірахманов Нұрғиса"
    assert checked_name("<b>Robert'); DROP TABLE</b>") == "<b>Robert'); DROP TABLE</b>"
    assert folded("İBRAHİM Işıl") == folded("Işıl İbrahim")
    assert folded("Артём") == folded("АРТЕМ")
    assert sorted(["Zeki", "Çağ", "Cem", "Işıl", "İnan", "Igdir"], key=lambda n: sort_key(n, "tr")) == [
        "Cem", "Çağ", "Igdir", "Işıl", "İnan", "Zeki",
    ]  # fmt: skip
    assert sorted(["Яна", "Ёлка", "Егор", "Жан"], key=lambda n: sort_key(n, "ru")) == ["Егор", "Ёлка", "Жан", "Яна"]
    assert latin("Щукин Қайрат") == "Shchukin Qayrat"


def test_sonneborn_berger_as_published() -> None:
    """Sensei's Library, "Sonneborn-Berger", a double round robin of four: points 4, 4, 3, 1; scores 11, 9, 6, 4."""
    first, second = ("-111", "0-11", "00-1", "000-"), ("-010", "1-01", "01-1", "100-")
    slots: dict[int, list[Slot]] = {number: [] for number in range(1, 5)}
    for cycle, rows in enumerate((first, second)):
        for round_ in (1, 2, 3):
            for a, b in round_robin.boards(4, round_):
                w, bl = (a, b) if cycle == 0 else (b, a)
                slots[w].append(Slot(bl, "w", rows[w - 1][bl - 1]))
                slots[bl].append(Slot(w, "b", rows[bl - 1][w - 1]))
    field = PairingInput(tuple(Player(number, tuple(slots[number])) for number in range(1, 5)), 6)
    lines = table(field, ("SB",), robin=True)
    assert [(line.number, line.points / 2, str(line.values[0])) for line in lines] == [
        (1, 4, "11"), (2, 4, "9"), (3, 3, "6"), (4, 1, "4"),
    ]  # fmt: skip


def robin_field() -> PairingInput:
    """Return the double-round candidates of a small published table (Zürich style): a round robin of four."""
    games = {(1, 4): "1", (2, 3): "=", (4, 3): "0", (1, 2): "=", (2, 4): "1", (3, 1): "0"}
    slots: dict[int, list[Slot]] = {number: [] for number in range(1, 5)}
    for round_ in (1, 2, 3):
        for a, b in round_robin.boards(4, round_):
            mark = games[(a, b)]
            slots[a].append(Slot(b, "w", mark))
            slots[b].append(Slot(a, "b", {"1": "0", "0": "1", "=": "="}[mark]))
    return PairingInput(tuple(Player(number, tuple(slots[number])) for number in range(1, 5)), 3)


def test_tie_breaks_of_a_round_robin_by_hand() -> None:
    """1: 2½; 2: 2; 3: 1½; 4: 0.  SB of 1: ½·2 + 1½ + 0 = 2½; KS against those with 1½ or more: 1½."""
    lines = table(robin_field(), ("DE", "SB", "WIN", "KS"), robin=True)
    assert [(line.number, line.points) for line in lines] == [(1, 5), (2, 4), (3, 3), (4, 0)]
    assert [str(value) for value in lines[0].values] == ["1", "2.5", "2", "1.5"]
    assert [str(value) for value in lines[1].values] == ["1", "2", "1", "1"]


def test_an_opponent_who_left_counts_as_if_he_had_drawn_what_he_missed() -> None:
    left = Player(2, (Slot(1, "b", "0"), Slot(mark="Z"), Slot(mark="H")))
    back = Player(4, (Slot(3, "b", "0"), Slot(mark="Z"), Slot(1, "w", "0")))
    winner = Player(1, (Slot(2, "w", "1"), Slot(3, "b", "="), Slot(4, "b", "1")))
    other = Player(3, (Slot(4, "w", "1"), Slot(1, "w", "="), Slot(mark="U")))
    scores = Scores(PairingInput((winner, left, other, back), 3))
    # Both missed round 2; only who never came back has it counted as a draw.
    assert scores.points == {1: 5, 2: 1, 3: 5, 4: 0}
    assert scores.adjusted == {1: 5, 2: 2, 3: 5, 4: 0}
    assert str(SINGLE["BH"](scores, winner)) == "3.5"
