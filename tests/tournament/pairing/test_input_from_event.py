"""The pairing input of an event."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.tournament.actions.rounds import hand_draft
from charkoni.tournament.director import Director
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing.checker import breaches_of
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.input_from_event import input_before
from charkoni.tournament.standings.ranking import standings
from charkoni.tournament.verify import rounds


def test_acceleration_keeps_virtual_points_out_of_the_table(make: Make) -> None:
    director = make(12, accelerated=True, rounds=5)
    pairing_input = input_before(director.state, 1)
    assert [pairing_input.virtual(number, 1) for number in (1, 6, 7)] == [2, 2, 0]
    play_round(director, "1")
    assert max(line.points for line in standings(director.state)) == 2
    director.draft()
    last = director.state.rounds[1]
    boards = [(director.state.entry(b.first).number, director.state.entry(b.second).number) for b in last.boards]
    assert breaches_of(input_before(director.state, 2), boards) == ()


def test_after_a_late_entry_the_last_player_of_the_upper_group_is_the_same(make: Make) -> None:
    """FIDE C.04.5.1, late entries: 20 players have an upper group of 10, with a late one among them it has 11."""
    director = make(20, accelerated=True, rounds=7, first="balanced")
    director.draft()
    assert director.state.rounds[0].account["upper"] == director.state.by_number()[10].id
    director.enter(Person("Before round 1"), rating=1)
    director.enter(Person("Another one"), rating=2)
    director.enter(Person("The third"), rating=3)
    play_round(director)  # nothing is published yet, so the groups are those of 23
    assert director.state.rounds[0].account["upper"] == director.state.by_number()[12].id
    last = director.state.name(director.state.by_number()[12].id)
    director.enter(Person("Late"), rating=1995)
    play_round(director)
    assert {boost.high for boost in input_before(director.state, 3).boosts} == {13}
    assert director.state.name(director.state.by_number()[13].id) == last
    reported = director.reported()
    assert all(verdict.is_plain or verdict.is_explained for verdict in rounds(reported))
    assert not any(verdict.has_digest_error for verdict in rounds(reader.read(writer.write(reported)).tournament))
    # Logs of earlier versions do not say who was the last one; their groups are counted anew, as they were.
    old = replace(director.state, rounds=tuple(replace(each, account={}) for each in director.state.rounds))
    assert {boost.high for boost in input_before(old, 3).boosts} == {12}


@pytest.mark.parametrize("program", ["another", "ours", "ours, changed by another"])
def test_an_imported_event_keeps_the_last_player_of_the_upper_group(make: Make, tmp_path: Path, program: str) -> None:
    director = make(20, accelerated=True, rounds=7, first="balanced")
    play_round(director)
    text = writer.write(director.reported())
    if program != "ours":
        kept = [line for line in text.splitlines() if not line.startswith("### charkoni round")]
        text = "\r\n".join(line for line in kept if program != "another" or not line.startswith("### charkoni"))
    reading = reader.read(text).tournament
    with Director.take_over(tmp_path / "imported", reading) as imported:
        last = imported.state.name(imported.state.by_number()[10].id)
        for number, name in enumerate(("Late", "Later"), 11):
            imported.enter(Person(name), rating=1995)
            play_round(imported)
            assert imported.state.name(imported.state.by_number()[number].id) == last
            assert {boost.high for boost in input_before(imported.state, number - 8).boosts} == {number}
            assert {boost.low for boost in input_before(imported.state, number - 8).boosts} == {1}
        reported = imported.reported()
        for state in (reported, reader.read(writer.write(reported)).tournament):
            assert [verdict.round for verdict in rounds(state) if not verdict.is_explained] == []
            assert not any(verdict.has_digest_error for verdict in rounds(state))


def test_a_first_round_made_by_hand_fixes_the_upper_group(make: Make) -> None:
    director = make(20, accelerated=True, rounds=7, first="balanced")
    director.do(hand_draft(director.state, [(n, n + 10) for n in range(1, 11)], ()), reason="seeded by hand")
    director.publish()
    for board in director.state.rounds[0].boards:
        director.result(board.number, "1")
    director.close_round()
    director.enter(Person("Late"), rating=1995)
    play_round(director)
    assert {boost.high for boost in input_before(director.state, 2).boosts} == {11}


def test_the_input_of_an_event_is_a_plain_value(make: Make) -> None:
    assert isinstance(input_before(make(4).state, 1), PairingInput)
