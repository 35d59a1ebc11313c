"""Extension lines of report files."""

from dataclasses import replace

from tests.tournament.conftest import Make, play_round

from charkoni.tournament.acts.protests import DecideProtest, FileProtest
from charkoni.tournament.acts.rounds import Unpublish
from charkoni.tournament.formats.trf import reader, writer


def test_edited_columns_prevail_over_extension_lines(make: Make) -> None:
    director = make(4, rounds=2)
    play_round(director, "1")
    written = writer.write(replace(director.state, version=0))
    lines = written.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("001    1"))
    lines[place] = lines[place].replace("Player 01", "Renamed  ")
    lines = [line.replace("012 Open", "012 Closed") for line in lines]
    found = reader.read("\n".join(lines)).tournament
    assert (found.settings.name, found.name(1)) == ("Closed", "Renamed")


def test_acts_of_severity_reason_are_exported_as_remarks(make: Make) -> None:
    director = make(8)
    director.draft()
    director.publish()
    director.do(Unpublish(round=1), reason="the wrong\nlist was printed")
    director.publish()
    text = writer.write(replace(director.state, version=0))
    assert "### charkoni remark 13 unpublish: the wrong list was printed\r\n" in text
    assert reader.read(text).tournament.remarks == director.state.remarks
    assert writer.write(reader.read(text).tournament) == text


def test_protests_and_their_decisions_are_exported(make: Make) -> None:
    director = make(4, rounds=2)
    director.draft()
    director.publish()
    entry = director.state.rounds[0].boards[1].second
    at = director.time
    director.do(FileProtest(round=1, board=2, entry=entry, at=at, clause="M8", text="взял из чужой лунки"))
    director.do(DecideProtest(protest=1, outcome="rejected", decision="nobody saw it", by="Dana", at=at))
    state = director.reported()
    text = writer.write(state)
    assert reader.read(text).tournament.protests == state.protests
    assert writer.write(reader.read(text).tournament) == text
    foreign = text.replace('"round":1,"text":"взял', '"round":9,"text":"взял')
    assert foreign != text and reader.read(foreign).tournament.protests == ()
    assert "protests" in str([template for template, _ in writer.losses(state, old=True)])
