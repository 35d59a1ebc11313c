"""The writer of report files."""

from dataclasses import replace

from tests.tournament.conftest import Make

from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing.input import baku
from charkoni.tournament.pairing.input_from_event import input_before


def test_old_reports_and_latin_names(make: Make) -> None:
    director = make(0, started=False)
    for name in ("Щукин Олег", "Қайрат"):
        director.enter(Person(name))
    director.close_list()
    text = writer.write(director.state, old=True, in_latin=True)
    assert "Shchukin Oleg" in text and "XXR 1" in text and "charkoni" not in text
    assert text.isascii()


def test_baku_is_written_and_found_again(make: Make) -> None:
    director = make(12, accelerated=True, rounds=5)
    text = writer.write(replace(director.state, version=0))
    assert "250  1.0  1.0   1   2    1    6" in text
    found = reader.read(text).tournament
    assert found.boosts == () and found.settings.accelerated
    assert input_before(found, 1).boosts == baku(6, 5, 2)
