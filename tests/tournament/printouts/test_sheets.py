"""Lists: pairings with the first mover, names in the order of a language."""

import re

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.core.translations import Words
from charkoni.tournament.model.errors import WrongPhase
from charkoni.tournament.model.players import Person
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.registry import PrintOptions, sheet
from charkoni.tournament.printouts.text import text


def test_pairings_show_the_first_mover_and_slips_leave_out_the_bye(make: Make) -> None:
    director = make(7, first="lots")
    director.draft()
    with pytest.raises(WrongPhase, match="no published round"):
        sheet(Words("en"), director.state, "pairings", PrintOptions())
    director.publish()
    shown = text(sheet(Words("en"), director.state, "pairings", PrintOptions()))
    assert "has the bye" in shown
    for board in director.state.rounds[0].boards[:3]:
        one, other = (director.state.name(id_)[-2:] for id_ in board.seats)
        assert re.search(
            rf"{board.number}\s+\d\s+Player {one}\s+\d\s+Player {other}", shown
        )  # who moves first stands first
    slips = sheet(Words("en"), director.state, "slips", PrintOptions(1, "https://x.org/e"))
    assert len(slips.parts) == 3
    page = html(slips)
    assert page.count("<svg") == 6 and "https://x.org/e/round/1/board/3" in page
    names = text(sheet(Words("en"), director.state, "names", PrintOptions()))
    assert re.search(r"Player 01\s+1\s+moves (first|second)", names)


def test_points_and_tie_breaks_are_written_as_the_language_does(make: Make) -> None:
    director = make(6, rounds=3, tiebreaks=["BH/C1", "SB"])
    for results in ("1", "=", "="):
        play_round(director, results)
    for name in ("standings", "cross", "cards", "prizes", "certificates"):
        english, turkish = (text(sheet(Words(lang), director.state, name, PrintOptions())) for lang in ("en", "tr"))
        assert re.search(r"\d\.(0|5|75)\b", english) and not re.search(r"\d,(0|5|75)\b", english), name
        assert re.search(r"\d,(0|5|75)\b", turkish) and not re.search(r"\d\.(0|5|75)\b", turkish), name


def test_cards_say_what_their_terms_mean(make: Make) -> None:
    director = make(4, tiebreaks=["BH/C1"])
    play_round(director, "1")
    cards = text(sheet(Words("en"), director.state, "cards", PrintOptions()))
    assert cards.rstrip().endswith(
        "BH/C1: Buchholz without the lowest opponent.\nText in square brackets does not count."
    )


def test_names_stand_in_the_order_of_the_language(make: Make) -> None:
    director = make(0, started=False)
    for name in ("Zeki", "Çağ", "Cem", "Dilek"):
        director.enter(Person(name))
    lines = text(sheet(Words("tr"), director.state, "entries", PrintOptions())).splitlines()
    assert [line.split()[2] for line in lines[-4:]] == ["Cem", "Çağ", "Dilek", "Zeki"]
