"""Matches: openings, seats, dice, the match file, several processes, players that fail."""

import json
import multiprocessing
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.sampling import short_run

import charkoni
from charkoni.arena import (
    Match,
    MatchFile,
    MatchScore,
    ProcessRunner,
    Sprt,
    play,
    read_match,
    run_here,
    seatings,
)
from charkoni.arena import game as match_game
from charkoni.arena.game import play_game, points_of
from charkoni.arena.match import seconds_of
from charkoni.arena.openings import NODES, book, openings, throws_so_far
from charkoni.core.constants import CHANCE
from charkoni.core.files.journal import BadJournal
from charkoni.core.record import Record
from charkoni.players import levels
from charkoni.players.opening_book import opening_book

MOSTY = Match("mosty:size=3", "mcts:20", "random", games=6, seed=1)


def result(game: int, points: str, seats: tuple[str, str] = ("A", "B")) -> dict[str, Any]:
    return {
        "game": game,
        "set": game // 2,
        "seats": list(seats),
        "points": points,
        "reason": "joined",
        "record": "",
        "slowest": [0.0, 0.0],
        "late": [0, 0],
    }


def without_times(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in line.items() if name not in ("seconds", "slowest", "late")} for line in lines
    ]


# --- openings and seats -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", short_run(("mangala", "chaupar", "barbakan:board=mini3,players=3"), ("chaupar",)))
def test_openings_follow_from_the_seed(name: str) -> None:
    game = charkoni.game(name)
    first = list(islice(openings(game, 7), 4))
    assert first == list(islice(openings(game, 7), 4))
    assert first != list(islice(openings(game, 8), 4))


def test_no_opening_leads_where_another_one_did() -> None:
    game = charkoni.game("mosty:size=5")
    ends = []
    for moves in islice(openings(game, 1), 6):
        record = Record(game)
        for move in moves:
            record.play(move)
        ends.append(record.position)
    assert len(set(ends)) == 6


def test_matches_of_a_ladder_share_their_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    game = charkoni.game("mosty:size=3")
    first = list(islice(openings(game, 5), 5))
    assert list(islice(book(game, 5), 3)) == first[:3]
    assert list(islice(book(game, 5), 5)) == first  # resumes a stopped match
    begun: list[tuple[object, ...]] = []
    monkeypatch.setattr("charkoni.arena.openings.openings", lambda *setup: begun.append(setup) or iter(first))
    for seed in (6, 6, 7, 6):
        assert list(islice(book(game, seed), 5)) == first
    assert begun == [(game, 6, NODES), (game, 7, NODES)], "they are computed once"


def test_a_match_takes_the_openings_of_its_judge() -> None:
    match = Match("mangala", "random", "random", games=6, seed=1, judge=50)
    assert [task.opening for task in match.tasks()][::2] == list(islice(openings(charkoni.game("mangala"), 1, 50), 3))
    assert MatchScore(match).summary()["judge"] == 50
    usual = replace(match, judge=NODES)
    assert next(usual.tasks()).opening != next(match.tasks()).opening
    assert MatchScore(usual).summary()["judge"] == NODES == 30_000


def test_games_of_a_level_as_it_was_are_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, path = Match("mosty:size=3", "level=2", "random", 2, 1), tmp_path / "match.jsonl"
    with MatchFile(path, match.header()) as match_file:
        play(match, run_here, match_file)
    with MatchFile(path, match.header()) as match_file:
        assert len(match_file.rows) == 2
    own = charkoni.game("mosty").family.catalog.levels[""]
    monkeypatch.setitem(own, 2, levels.LevelParameters(0, 0.3, 0.2, 0.8))  # type: ignore[arg-type]
    with pytest.raises(BadJournal):
        MatchFile(path, match.header())
    assert "levels" not in Match("mosty", "mcts:5", "random", 2, 1).header()


def test_openings_repeat_in_a_game_with_too_few() -> None:
    assert len(list(islice(openings(charkoni.game("mosty:size=2"), 1), 30))) == 30


def test_two_sides_change_seats() -> None:
    assert seatings(charkoni.game("mangala")) == [("A", "B"), ("B", "A")]
    assert seatings(charkoni.game("chaupar")) == [("A", "B", "A", "B"), ("B", "A", "B", "A")]


def test_with_three_sides_each_is_alone_in_each_seat() -> None:
    found = seatings(charkoni.game("barbakan:board=mini3,players=3"))
    assert found[:3] == [("A", "B", "B"), ("B", "A", "B"), ("B", "B", "A")]
    assert found[3:] == [("B", "A", "A"), ("A", "B", "A"), ("A", "A", "B")]


def test_both_games_of_a_pair_have_the_same_throws() -> None:
    tasks = list(islice(Match("chaupar", "random", "random", games=2, seed=3).tasks(), 2))
    throws = []
    for task in tasks:
        record = Record.parse(play_game(task)["record"])
        throws.append(
            [ply.move for ply, before in zip(record, record.positions, strict=False) if before.turn == CHANCE]
        )
        assert throws_so_far(record) == len(throws[-1]) > 10
    after = len([move for move in tasks[0].opening if move.startswith("[")])
    shared = min(map(len, throws))
    assert throws[0][:shared] == throws[1][:shared]
    assert shared > after
    assert tasks[0].seats == ("A", "B", "A", "B")
    assert tasks[1].seats == ("B", "A", "B", "A")


# --- playing ----------------------------------------------------------------------------------------------------------


def test_the_same_match_gives_the_same_games() -> None:
    one, other = play(MOSTY, run_here), play(MOSTY, run_here)
    assert one.games == 6
    assert without_times(one.lines) == without_times(other.lines)
    assert one.points > 3


@pytest.mark.compiled_only
def test_several_processes_play_the_same_games() -> None:
    alone = play(MOSTY, run_here)
    shared = play(MOSTY, ProcessRunner(2))
    assert without_times(shared.lines) == without_times(alone.lines)
    assert not multiprocessing.active_children()


def test_equal_players_of_three_share_the_points_fairly() -> None:
    match = Match("barbakan:board=mini3,players=3", "random", "random", games=6, seed=1)
    match_score = play(match, run_here)
    total = sum((Fraction(line["points"]) for line in match_score.lines), Fraction(0))
    assert 0 <= total <= 6
    assert set(match_score.by_seat()) == {"a", "b", "c", "ab", "ac", "bc"}


def test_a_player_that_fails_stops_the_match_with_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = SimpleNamespace(prepare=lambda game: None, choose=lambda record: "z9")
    monkeypatch.setattr(match_game, "contestant", lambda spec, seed: broken)
    with pytest.raises(RuntimeError, match=r"mcts:20 failed: 'z9' in .* \(game 0, ply 4, seat a, in "):
        play(MOSTY, run_here)


def test_a_game_without_end_is_truncated_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_game, "LONGEST", 8)
    match_score = play(Match("mangala", "random", "random", games=2, seed=1), run_here)
    assert match_score.truncated == 2
    assert match_score.tally.pairs == (0, 0, 2 // 2, 0, 0)


def test_a_game_of_three_that_is_cut_off_gives_each_a_third(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_game, "LONGEST", 8)
    match_score = play(Match("barbakan:board=mini3,players=3", "random", "random", games=6, seed=1), run_here)
    assert {tuple(line["scores"]) for line in match_score.lines} == {("1/3", "1/3", "1/3")}
    assert [line["points"] for line in match_score.lines] == ["1/3"] * 3 + ["2/3"] * 3


def test_partners_have_their_points_together() -> None:
    scores = (Fraction(1), Fraction(0), Fraction(2, 2), Fraction(0))
    assert points_of("A", "ABAB", (0, 1, 0, 1), scores) == 1
    assert points_of("A", "AAAA", (0, 1, 0, 1), scores) == 1
    assert points_of("A", "AAB", (0, 1, 2), (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))) == Fraction(5, 6)


def test_no_two_players_of_a_match_have_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds, make = [], match_game.contestant

    def recording_contestant(spec: str, seed: int) -> Any:
        seeds.append(seed)
        return make(spec, seed)

    monkeypatch.setattr(match_game, "contestant", recording_contestant)
    for task in Match("barbakan:board=mini3,players=3", "random", "random", games=12, seed=1).tasks():
        match_game._seated(task, match_game._opened(task))
    assert len(set(seeds)) == len(seeds) == 36


def test_late_moves_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = match_game._Clock(0.1)
    for seconds in (0.1, 0.149, 0.151, 0.3):
        clock.add(seconds)
    assert (clock.late, clock.slowest) == (2, 0.3)
    untimed = match_game._Clock(0.0)
    untimed.add(5)
    assert untimed.late == 0


# --- standing ---------------------------------------------------------------------------------------------------------


def test_games_without_checksums_are_replayed(tmp_path: Path) -> None:
    match, path = Match("mosty:size=2", "random", "random", 2, 1), tmp_path / "old.jsonl"
    games = [play_game(task) for task in match.tasks()]

    def write(*lines: dict[str, Any]) -> None:
        path.write_text("".join(json.dumps(line) + "\n" for line in (match.header(), *lines)))

    write(*games)
    assert read_match(path, match.header())[1] == games
    winner = "0" if games[0]["points"] == "1" else "1"
    for wrong in ({"points": winner}, {"reason": "resignation"}, {"record": games[0]["record"] + " zz"}):
        write(games[0] | wrong, *games[1:])
        with pytest.raises(BadJournal, match="line 2: the moves of game 0"):
            read_match(path, match.header())
        with pytest.raises(BadJournal, match="line 2"):
            MatchFile(path, match.header())


def test_only_complete_sets_count_in_their_order() -> None:
    match_score = MatchScore(Match("mangala", "mcts", "random", games=6, seed=1))
    for game in (0, 2, 3, 5):
        match_score.add(result(game, "1"))
    assert (len(match_score.tally), match_score.games) == (0, 4)
    match_score.add(result(1, "1/2"))
    assert match_score.tally.pairs == (0, 0, 0, 1, 1)
    assert not match_score.is_decided
    match_score.add(result(4, "0"))
    assert match_score.tally.pairs == (0, 0, 1, 1, 1)
    assert match_score.is_decided
    assert (match_score.points, match_score.wins_draws_losses) == (Fraction(9, 2), (4, 1, 1))


def test_a_set_is_played_whole() -> None:
    assert [Match("mangala", "a", "b", games=games, seed=1).sets for games in (1, 2, 3)] == [1, 1, 2]
    assert Match("barbakan:board=mini3,players=3", "a", "b", games=7, seed=1).sets == 2


@pytest.mark.parametrize(
    ("spec", "seconds"), [("best:2s", 2.0), ("mcts:500ms", 0.5), ("best:cpu=2s", 0.0), ("mcts:100", 0.0), ("best", 0.0)]
)
def test_only_a_time_by_the_clock_can_be_late(spec: str, seconds: float) -> None:
    assert seconds_of(spec) == seconds


def test_among_three_a_fair_share_is_neither_won_nor_lost() -> None:
    match_score = MatchScore(Match("barbakan:board=mini3,players=3", "a", "b", games=6, seed=1))
    for game, (seats, points) in enumerate([("ABB", "1/3"), ("BAB", "1/2"), ("BBA", "0"),
                                            ("BAA", "2/3"), ("ABA", "1"), ("AAB", "2/3")]):  # fmt: skip
        match_score.add(result(game, points) | {"set": 0, "seats": list(seats)})
    assert match_score.wins_draws_losses == (2, 3, 1)


def test_late_moves_are_counted_for_each_player() -> None:
    match_score = MatchScore(Match("mangala", "a", "b", games=4, seed=1))
    rows = [(("A", "B"), [0.2, 0.9], [2, 0]), (("B", "A"), [0.1, 0.3], [5, 0]),
            (("A", "B"), [0.1, 0.1], [1, 0]), (("B", "A"), [0.1, 0.1], [0, 0])]  # fmt: skip
    for game, (seats, slowest, late) in enumerate(rows):
        match_score.add(result(game, "1", seats) | {"slowest": slowest, "late": late})
    assert match_score.clock("A") == (0.3, 3, 2)
    assert match_score.clock("B") == (0.9, 5, 1)


def test_games_after_the_decision_do_not_count() -> None:
    match_score = MatchScore(Match("mangala", "mcts", "random", games=1000, seed=1, sprt=Sprt(0, 200)))
    for game in range(60):
        match_score.add(result(game, "1"))
    assert match_score.verdict == 1
    assert len(match_score.lines) < 60


def test_the_summary_is_json() -> None:
    match_score = play(MOSTY, run_here)
    found = json.loads(json.dumps(match_score.summary()))
    assert found["games"] == 6
    assert found["wins"] + found["draws"] + found["losses"] == 6
    assert sum(found["pairs"]) == 3


def test_a_match_that_is_decided_plays_no_more(tmp_path: Path) -> None:
    match = Match("mangala", "mcts:9", "random", games=1000, seed=1, sprt=Sprt(0, 200))
    with MatchFile(tmp_path / "match.jsonl", match.header()) as match_file:
        for game in reversed(range(60)):  # in any order of completion
            match_file.add(result(game, "1"))

        def nobody(tasks: Any) -> Any:
            raise AssertionError("it is decided")

        assert play(match, nobody, match_file).verdict == 1


# --- the file ---------------------------------------------------------------------------------------------------------


def test_a_match_killed_half_way_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    whole = play(MOSTY, run_here)
    with MatchFile(path, MOSTY.header()) as match_file:
        play(Match(MOSTY.game, MOSTY.a, MOSTY.b, games=4, seed=1), run_here, match_file)
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:-1]) + rows[-1][:40])  # the fourth game was being written
    with MatchFile(path, MOSTY.header()) as match_file:
        assert match_file.dropped
        assert len(match_file.rows) == 3
        match_score = play(MOSTY, run_here, match_file)
    assert without_times(match_score.lines) == without_times(whole.lines)
    assert len(path.read_text().splitlines()) == 7
    with MatchFile(path, MOSTY.header()) as match_file:
        assert not match_file.dropped


def test_a_first_line_half_written_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text('{"charkoni-ma')
    with MatchFile(path, MOSTY.header()) as match_file:
        assert match_file.dropped
        assert match_file.rows == []
    first = {name: value for name, value in json.loads(path.read_text()).items() if name != "check"}
    assert first == {name: told for name, told in MOSTY.header().items() if told is not None}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("hello\n", "the file was not written by this command: line 1 cannot be read"),
        ("hello", "the file was not written by this command: line 1 cannot be read"),
        ("{}\n", "the file was not written by this command: line 1 cannot be read"),
        ("[1]\n", "the file was not written by this command: line 1 cannot be read"),
        (json.dumps(MOSTY.header() | {"a": "mcts:9"}) + "\n", "something else: its a is mcts:9, not mcts:20"),
        (json.dumps(MOSTY.header() | {"game": "gana"}) + "\n", "something else: its game is gana, not mosty:size=3"),
        (json.dumps(MOSTY.header() | {"charkoni-match": 1}) + "\n", "its charkoni-match is 1, not 3"),
        (json.dumps(MOSTY.header()) + "\n{}\n", "the file was not written by this command: line 2 cannot be read"),
        (json.dumps(MOSTY.header()) + "\nx\n{}\n", "the file was not written by this command: line 2 cannot be read"),
        (json.dumps(MOSTY.header()) + 2 * ("\n" + json.dumps(result(3, "1"))) + "\n", "the file contains game 3 twice"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(content)
    with pytest.raises(BadJournal, match=message):
        MatchFile(path, MOSTY.header())
    assert path.read_text() == content


@pytest.mark.skipif(sys.platform == "win32", reason="no file locks there")
def test_two_programs_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with MatchFile(path, MOSTY.header()), pytest.raises(BadJournal, match="another program is writing to this file"):
        MatchFile(path, MOSTY.header())


# --- processes and machines -------------------------------------------------------------------------------------------


def test_a_match_by_the_book_begins_with_its_openings_once_each() -> None:
    lines = opening_book(charkoni.game("mangala"))
    match = Match("mangala", "random", "greedy", 2 * len(lines), 1, has_book=True)
    tasks = list(match.tasks())
    assert len(tasks) == 2 * len(lines) == 2 * len({(task.start, task.opening) for task in tasks})
    assert "book" in match.header()
    assert "book" not in Match("mangala", "random", "greedy", 2, 1).header()
    moved = next(task for task in tasks if task.start)
    assert play_game(moved)["record"].count(moved.start) == 1
