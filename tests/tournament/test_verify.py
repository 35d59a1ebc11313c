"""Events that are paired again: every difference has its act, in the event and in its report."""

from dataclasses import replace
from pathlib import Path

import pytest
from gacrux.trf2json import trf2json
from py4swiss.trf import TrfParser
from tests.tournament.conftest import Make, play_round

from charkoni.core.translations import Words
from charkoni.tournament.acts.entries import Prohibit
from charkoni.tournament.acts.rounds import Draft, Edit
from charkoni.tournament.director import Director
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.errors import BadFile
from charkoni.tournament.model.event import Prohibition, Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.verify import change_sentence, edition_note, rounds, verdict_lines


def told(state: Tournament) -> list[str]:
    return [line for verdict in rounds(state) for line in verdict_lines(Words("en"), state, verdict)]


def swapped(director: Director) -> Edit:
    """Return the act that exchanges the sides of the first board of a draft."""
    last = director.state.rounds[-1]
    boards = [(b.first, b.second, b.mover) for b in last.boards]
    boards[0] = (boards[0][1], boards[0][0], boards[0][2])
    return Edit(round=last.number, boards=tuple(boards), away=last.away, allow=("P5", "P6"))


def test_every_difference_is_explained_by_its_act(make: Make) -> None:
    director = make(8, rounds=5, first="balanced")
    play_round(director)
    director.enter(Person("Late"), rating=1995)
    play_round(director)
    act = director.result(1, "1", round_=1, reason="slip misread").number
    play_round(director)
    ban = director.do(Prohibit(entries=(1, 2)), reason="brothers").number
    director.draft()
    hand = director.do(swapped(director), reason="one cannot see the other side").number
    director.publish()
    state = director.reported()
    verdicts = list(rounds(state))
    assert all(verdict.is_explained and not verdict.has_digest_error for verdict in verdicts)
    lines = told(state)
    late = next(change for change in state.late_changes if change.what == "numbers")
    assert change_sentence(Words("en"), state, late) == f"Late came late, after round 1, act {late.act}"
    assert f"  table 1 of round 1 corrected after round 2, act {act}: 0:1 → 1:0 (slip misread)" in lines
    assert f"  bans changed after round 3, act {ban} (brothers)" in lines
    assert f"  tables of round 4 made by hand, act {hand} (one cannot see the other side)" in lines
    # The file says all that the log says.
    text = writer.write(state)
    again = reader.read(text).tournament
    assert again == replace(state, version=0)  # a file has no log
    assert writer.write(again) == text
    # Without its lines the file cannot explain.
    bare = "".join(line for line in text.splitlines(keepends=True) if "charkoni change" not in line)
    assert not all(verdict.is_explained for verdict in rounds(reader.read(bare).tournament))


def test_boards_by_hand_are_explained_and_a_changed_file_is_not(make: Make) -> None:
    director = make(6, rounds=3, first="balanced")
    director.do(Draft(round=1, boards=((1, 6, 1), (2, 5, 2), (3, 4, 3)), by_hand=True), reason="club mates")
    director.publish()
    state = director.reported()
    (verdict,) = rounds(state)
    assert verdict.is_explained and not verdict.agrees
    assert told(state)[0].startswith("round 1: changed by hand, 1-6 3-4 instead of ")
    assert told(state)[1].endswith("(club mates)")
    assert not next(rounds(replace(state, late_changes=()))).is_explained
    # A change that names nobody.
    wrong = replace(state.late_changes[0], what="rating", round=0, entries=(77,), was="10", now="01")
    with pytest.raises(BadFile, match="act 9 does not fit"):
        list(rounds(replace(state, late_changes=(wrong,))))


def test_the_order_of_tables_is_judged_with_and_without_a_legal_pairing(make: Make) -> None:
    director = make(4, rounds=3, first="balanced")
    play_round(director)
    play_round(director)
    state = director.reported()
    second = state.rounds[1]
    turned = replace(second, boards=tuple(replace(b, number=3 - b.number) for b in reversed(second.boards)))
    wrong = list(rounds(replace(state, rounds=(state.rounds[0], turned))))[1]
    assert [breach.rule for breach in wrong.breaches] == ["P7"] and not wrong.is_explained
    by_hand = list(rounds(replace(state, rounds=(state.rounds[0], replace(turned, by_hand=True)))))[1]
    assert by_hand.is_plain
    # All pairs are forbidden: the engine finds nothing, and the order of the file's tables is no breach.
    banned = next(rounds(replace(state, prohibitions=(Prohibition(1, 99, (1, 2, 3, 4)),))))
    assert banned.pairing is None and [breach.rule for breach in banned.breaches] == ["P3", "P3"]


def test_a_round_robin_is_paired_by_its_table(make: Make) -> None:
    director = make(5, system="round-robin")
    play_round(director)
    play_round(director)
    assert all(verdict.is_plain for verdict in rounds(reader.read(writer.write(director.reported())).tournament))


def test_an_event_before_the_edition_of_its_rules_is_told(make: Make) -> None:
    state = make(4, start="2016-09-03").state
    assert "2016-09-03" in edition_note(Words("en"), state) and "2026-02-01" in edition_note(Words("en"), state)
    assert edition_note(Words("en"), make(4, start="2026-11-21").state) == ""


def test_other_checkers_read_both_files(make: Make, tmp_path: Path) -> None:
    director = make(7, rounds=4, half_byes=1, points={"win": 6, "draw": 2, "loss": 0, "bye": 2})
    director.do(Prohibit(entries=(1, 2)))
    play_round(director)
    late = Person("Late", birth="2010-05-31", sex="f", federation_id="KZ-12")
    director.enter(late, rating=1, title="wfm", country="Kyrgyzstan")
    director.correct(1, {"title": "National master", "country": "kaz"})
    play_round(director)
    state = director.reported()
    for old in (False, True):
        text = writer.write(state, old=old)
        (row,) = (line for line in text.splitlines() if line.startswith("001    8"))
        assert row[91:99] == "0000 - Z" and row[9:13] == "wWFM" and row[69:79] == "2010/05/31"
        assert row[52:68].split() == ["KGZ"] and " KAZ " in text
        theirs = trf2json()
        theirs.parse_file(text, 0)
        assert theirs.chessjson["status"]["code"] == 0
        assert len(theirs.get_tournament(1)["competitors"]) == 8
    assert reader.read(writer.write(state)).tournament == replace(state, version=0)
    older = state.with_entry(replace(state.entry(8), country="Kyrgyzstan"))  # was kept as it was written
    assert "Kyrgyzstan, KZ-12" in str(writer.losses(older, old=True))
    assert "XXP 1 2" in text
    assert reader.read(text).tournament.settings.points == state.settings.points
    path = tmp_path / "old.trf"
    path.write_text(text, encoding="utf-8")
    parsed = TrfParser.parse(path)
    assert len(parsed.player_sections) == 8 and parsed.x_section.forbidden_pairs == {(1, 2)}
