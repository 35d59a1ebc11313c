"""A Swiss of teams: boards, line-ups, match and game points, pairings by FIDE's team rules, reports."""

from pathlib import Path
from random import Random

import pytest
from tests.tournament.conftest import Make
from tests.tournament.test_documented_acts import Event, act, walk

from charkoni.core.translations import Words
from charkoni.tournament import festival_file
from charkoni.tournament.acts.rounds import LineUp
from charkoni.tournament.director import Director
from charkoni.tournament.explain import board as why
from charkoni.tournament.explain import not_paired
from charkoni.tournament.festival_file import Festival
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.errors import BadEntry, BadResult, BadSetting, WrongPhase
from charkoni.tournament.model.players import Person
from charkoni.tournament.printouts.registry import SHEETS, PrintOptions, sheet
from charkoni.tournament.printouts.text import text
from charkoni.tournament.standings.ranking import standings
from charkoni.tournament.verify import rounds

TEAMS = "team-swiss"


def teams(make: Make, count: int = 6, boards: int = 4, **settings: object) -> Director:
    """Return an event of teams of five members or more, whose list is closed."""
    wanted = {"system": TEAMS, "games": f"boards-of-{boards}", "rounds": 3, "first": "balanced", **settings}
    director = make(0, started=False, **wanted)
    for n in range(1, count + 1):
        members = tuple(f"Player {n}{letter} {2100 - 10 * n}" for letter in "abcdefghijk"[: boards + 1])
        director.enter(Person(f"Team {n}", members=members), rating=2100 - 10 * n)
    director.close_list()
    return director


def play(director: Director, *results: str) -> None:
    """Play a round; the results are assigned in turn, from the view of the first movers."""
    director.draft()
    director.publish()
    for place, board in enumerate(director.state.rounds[-1].boards):
        if not board.is_bye:
            director.result(board.number, results[place % len(results)], view="mover")
    director.close_round()


class TeamEvent(Event):
    """An event of teams in which arbiters carry out documented acts in any order."""

    def begin(self, chance: Random) -> None:  # type: ignore[override]
        boards = chance.choice([2, 3, 4, 5])
        wanted = {"seed": "s", "half_byes": 2, "system": TEAMS, "games": f"boards-of-{boards}"}
        self.director = Director.create(self.folder / "event", wanted | {"first": chance.choice(["balanced", "lots"])})
        for number in range(chance.randint(4, 9)):
            members = "; ".join(f"P{number}{letter}" for letter in "abcdef")
            self.act("enter", name=f"Name {number}", rating=str(2000 - 10 * number), members=members)
        self.act("close-list", rounds=str(chance.randint(3, 5)))

    def result(self, chance: Random) -> str:
        boards = int(self.state.settings.games.rpartition("-")[2])
        if chance.random() < 0.1:
            return chance.choice(["+", "-", "--"])
        return "".join(chance.choice("1110000===+-") for _ in range(boards))

    def check(self, director: Director) -> None:
        super().check(director)
        state, met = director.state, set()
        boards = int(state.settings.games.rpartition("-")[2])
        for round_ in state.paired:
            for board in round_.boards:
                pair = frozenset((board.first, board.second))
                is_played = board.result is not None and board.result.first in "10="
                assert pair not in met or board.is_bye or "P2" in round_.allowed
                met |= {pair} if is_played else set()
                for team in (board.first, board.second) if board.second else ():
                    places = state.line_up(board, team, boards)
                    assert places == sorted(set(places)) and len(places) == boards
        if state.by_number():
            self.check_report(writer.write(director.reported()), boards)

    def check_report(self, report: str, boards: int) -> None:
        """Assert that every player of the report has the first side on the boards that its team has them on."""
        rows = [line for line in report.splitlines() if line.startswith("001")]
        for start in range(91, max(map(len, rows)), 10):
            sides = [line[start + 5 : start + 6] for line in rows]
            assert abs(sides.count("w") - sides.count("b")) <= 0, start
        assert reader.read(report).notes == () or "record" not in reader.read(report).notes[0].template


@pytest.mark.parametrize("seed", range(6))
def test_any_documented_acts_leave_an_event_of_teams_explained(seed: int) -> None:
    walk(seed, 30, TeamEvent)


def test_match_points_come_first_then_game_points(make: Make) -> None:
    director = teams(make, 4)
    play(director, "1110", "=000")
    points = {line.number: (line.points, str(line.values[0])) for line in standings(director.state)}
    board = director.state.rounds[0].boards[0]
    first, second = (director.state.entry(id_).number for id_ in board.seats)
    assert points[first] == (4, "3.0") and points[second] == (0, "1.0")
    assert sorted(points.values()) == [(0, "0.5"), (0, "1.0"), (4, "3.0"), (4, "3.5")]
    assert director.state.settings.tiebreaks[0] == "GP"


def test_a_bye_brings_a_match_point_and_half_of_the_boards_a_forfeit_all(make: Make) -> None:
    director = teams(make, 3)
    play(director, "+")
    points = {
        director.state.name(director.state.by_number()[line.number].id): line for line in standings(director.state)
    }
    board = next(each for each in director.state.rounds[0].boards if not each.is_bye)
    winner, loser = (points[director.state.name(id_)] for id_ in board.seats)
    bye = next(line for line in points.values() if line not in (winner, loser))
    assert [(line.points, str(line.values[0])) for line in (winner, bye, loser)] == [(4, "4.0"), (2, "2.0"), (0, "0.0")]


@pytest.mark.parametrize("wrong", ["1", "=", "1=0", "1=011", "2.5:1.5", "30:18", "1x01"])
def test_a_match_needs_a_mark_for_each_board(make: Make, wrong: str) -> None:
    director = teams(make)
    director.draft()
    director.publish()
    with pytest.raises(BadResult):
        director.result(1, wrong)


def test_the_team_that_moves_first_begins_on_odd_boards(make: Make) -> None:
    director = teams(make, first="lots")
    director.draft()
    director.publish()
    for board in director.state.rounds[0].boards:
        director.result(board.number, "1000", view="mover")
        seen = director.state.rounds[0].board(board.number)
        assert seen and seen.seen and seen.seen.shown == "1:3" and [m[0] for m in seen.seen.boards] == list("1000")
    printed = text(sheet(Words("en"), director.state, "pairings", PrintOptions(1)))
    board = director.state.rounds[0].boards[0]
    first, second = (director.state.person(id_).member(1)[0] for id_ in board.seats)
    assert f"1 {first} ●" in printed and f"2 {first[:-1]}b" in printed and f"{second[:-1]}b ●" in printed


def test_a_line_up_keeps_the_order_of_the_team(make: Make) -> None:
    director = teams(make)
    director.draft()
    director.publish()
    board = director.state.rounds[0].boards[0]
    director.do(LineUp(round=1, entry=board.first, members=(1, 3, 4, 5)))
    for wrong in ((1, 2, 3), (2, 1, 3, 4), (1, 1, 2, 3), (1, 2, 3, 6)):
        with pytest.raises(BadEntry, match="in rising order"):
            director.do(LineUp(round=1, entry=board.first, members=wrong))
    slips = text(sheet(Words("en"), director.state, "slips", PrintOptions(1)))
    team = director.state.entry(board.first).id
    assert f"Player {team}c" in slips and f"Player {team}b" not in slips and f"Player {board.second}b" in slips
    director.result(board.number, "1111")
    with pytest.raises(WrongPhase, match="no match without a result"):
        director.do(LineUp(round=1, entry=board.first, members=(1, 2, 3, 4)))
    report = writer.write(director.reported())
    row = next(line for line in report.splitlines() if line[14:24].strip() == f"Player {team}b")
    assert row.endswith("0000 - Z")


def test_the_engine_pairs_the_report_of_the_event_alike(make: Make) -> None:
    """The engine's own reading of our report, with the real games of members, gives the next round."""
    from gacrux.pairingfideteam import pairing_fideteam
    from gacrux.trf2json import trf2json

    director = teams(make, 9, rounds=5)
    for results in (("1=01", "0000", "11=0"), ("====", "1-00", "+=10"), ("0011", "1110", "=0=0")):
        play(director, *results)
        engine = trf2json()
        engine.parse_file(writer.write(director.reported()), 0)
        assert engine.chessjson["status"]["code"] == 0, engine.chessjson["status"]
        tournament = engine.get_tournament(1)
        params = {"experimental": [], "verbose": 0, "top_color": director.state.initial}
        paired = pairing_fideteam(tournament, len(director.state.rounds) + 1, params).compute_pairing(False, 0)
        theirs = {(edge["w"] or edge["b"], edge["b"] if edge["w"] else 0) for each in paired for edge in each["pairs"]}
        director.draft()
        number_of = director.state.numbers()
        ours = {(number_of[b.first], number_of[b.second]) for b in director.state.rounds[-1].boards}
        assert theirs == ours
        assert [verdict.is_plain for verdict in rounds(director.reported())] == [True] * director.state.closed


def test_a_report_is_read_as_it_was_written_also_without_our_lines(make: Make) -> None:
    director = teams(make, 5, boards=3)
    play(director, "1=0", "+-1")
    director.draft()
    director.publish()
    director.do(LineUp(round=2, entry=director.state.rounds[1].boards[0].second, members=(1, 2, 4)))
    director.result(director.state.rounds[1].boards[0].number, "10=")
    report = writer.write(director.reported())
    again = reader.read(report)
    assert again.notes == () and writer.write(again.tournament) == report
    assert again.tournament.settings == director.state.settings
    assert again.tournament.rounds == director.state.rounds
    bare = reader.read("\r\n".join(line for line in report.splitlines() if line[:3] != "###")).tournament
    assert (bare.settings.system, bare.settings.games) == (TEAMS, "boards-of-3")
    ids = {entry.id: entry.number for entry in director.state.entries} | {0: 0}
    for one, other in zip(bare.rounds, director.state.rounds, strict=True):
        theirs = {(b.first, b.second): b.result and b.result.boards for b in one.boards}
        assert theirs == {(ids[b.first], ids[b.second]): b.result and b.result.boards for b in other.boards}
    assert {person.members for person in bare.people.values()} == {
        director.state.person(entry.id).members for entry in director.state.entries
    }
    with pytest.raises(WrongPhase, match="only TRF26"):
        writer.write(director.state, old=True)


def test_every_print_out_and_the_reason_of_a_table(make: Make) -> None:
    director = teams(make, 5)
    play(director, "1=01", "1110")
    for name in SHEETS:
        for language in ("en", "ru", "tr", "kk", "ky"):
            assert text(sheet(Words(language), director.state, name, PrintOptions(1, "https://example.org")))
    for board in director.state.rounds[0].boards:
        reasons = why(Words("en"), director.state, 1, board.number)
        assert "C.04.6" in reasons[-1] and not any("criterion" in line for line in reasons)
    apart = [not_paired(Words("en"), director.state, 1, a, b) for a in range(1, 6) for b in range(a + 1, 6)]
    assert sum("C.04.6" in line or "all be paired" in line for line in apart) == 8 and len(apart) == 10


def test_teams_and_boards_go_together_at_tables(make: Make) -> None:
    director = make(0, started=False, system=TEAMS)
    assert director.state.settings.games == "boards-of-4" and director.state.settings.points.win == 4
    for settings in ("games=1", "boards=online"):
        with pytest.raises(BadSetting):
            act(director, "set", settings=[settings])
    act(director, "set", settings=["system=swiss"])
    assert director.state.settings.games == "1" and director.state.settings.points.win == 2
    with pytest.raises(BadSetting):
        act(director, "set", settings=["games=boards-of-4"])


def test_a_member_plays_in_one_section(make: Make, tmp_path: Path) -> None:
    director, other = teams(make, 4), make(0, started=False, name="U16")
    names = tuple(each.store.path.name for each in (director, other))
    festival_file.write(tmp_path / "f.festival", Festival("F", names))
    with pytest.raises(BadEntry, match="Player 1a is in Open"):
        other.enter(Person("Player 1a"))
