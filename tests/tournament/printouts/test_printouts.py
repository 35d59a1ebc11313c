"""Print-outs: what stands on them in three languages, as text, page and PDF."""

import re
from dataclasses import replace

import pytest
from tests.tournament.conftest import Make, play_round

from charkoni.core.translations import Words
from charkoni.tournament import explain, simulate
from charkoni.tournament.acts.entries import CheckIn, Prohibit
from charkoni.tournament.acts.rounds import Draft
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadPairing, BadSetting, NotNow
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.printouts.catalogue import SHEETS, PrintOptions, sheet
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.text import text

NAMES = (
    "Әбдірахманов Нұрғиса", "Қасымбекова Өркеш-Ұлжан Һажымұқанқызы", "Çağlayan İbrahim Şükrü Ğöktürk", "Iğdır Işıl",
    "<b>Robert'); DROP TABLE & Co</b>", "Ан" * 60,
)  # fmt: skip


def hard(state: Tournament) -> Tournament:
    people = {f"p{n}": Person(name) for n, name in enumerate(NAMES, 1)}
    wanted = replace(state.settings, name="Кубок Степи / Bozkır Kupası", first="lots", arbiter="Ünal")
    return replace(state, people={**state.people, **people}, settings=wanted)


@pytest.fixture(scope="module")
def state() -> Tournament:
    return hard(simulate.tournament("paper", 11, 4, simulate.Habits(20, 8, 8, 4, 3, 10)))


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("language", ["ru", "en", "tr"])
def test_every_print_out_in_every_language(state: Tournament, name: str, language: str) -> None:
    found = sheet(Words(language), state, name, PrintOptions(0, "https://example.org/t/1"))
    lines = text(found).splitlines()
    assert lines and max(map(len, lines)) <= 80
    page = html(found)
    assert f'<html lang="{language}">' in page and "<b>Robert" not in page


@pytest.mark.parametrize("name", SHEETS)
def test_every_print_out_as_pdf(state: Tournament, name: str) -> None:
    found = sheet(Words("tr"), state, name, PrintOptions(0, "https://example.org/t/1"))
    for paper in ("A4", "Letter"):
        content = pdf(found, paper)
        assert content.startswith(b"%PDF") and b"DejaVuSansCondensed" in content
    assert pdf(found) == pdf(found)


def test_the_fonts_have_every_letter_of_our_names(state: Tournament) -> None:
    from reportlab.pdfbase.ttfonts import TTFont

    from charkoni.tournament.printouts.pdf import FONTS, PLAIN

    glyphs = TTFont("t", str(FONTS / f"{PLAIN}.ttf")).face.charToGlyph
    for sign in "".join(NAMES) + "ӘҒҚҢӨҰҮҺІәғқңөұүһіĞİŞÇğışçÖÜ½☐•−–×„“«»№ёЁ":
        assert sign == "\n" or ord(sign) in glyphs, sign


def test_long_names_break_and_nothing_is_lost(state: Tournament) -> None:
    shown = text(sheet(Words("en"), state, "standings", PrintOptions()))
    assert shown.replace("\n", "").count("Ан") >= 55


def test_pairings_say_who_moves_first_and_slips_leave_out_the_bye(make: Make) -> None:
    director = make(7, first="lots")
    director.draft()
    with pytest.raises(NotNow, match="no published round"):
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
    assert page.count("<svg") == 3 and "https://x.org/e/round/1/board/3" in page
    names = text(sheet(Words("en"), director.state, "names", PrintOptions()))
    assert re.search(r"Player 01\s+1\s+moves (first|second)", names)


def test_names_stand_in_the_order_of_the_language(make: Make) -> None:
    director = make(0, started=False)
    for name in ("Zeki", "Çağ", "Cem", "Dilek"):
        director.enter(Person(name))
    lines = text(sheet(Words("tr"), director.state, "entries", PrintOptions())).splitlines()
    assert [line.split()[2] for line in lines[-4:]] == ["Cem", "Çağ", "Dilek", "Zeki"]


def test_prizes_give_one_to_a_person(make: Make) -> None:
    director = make(0, started=False, rounds=3)
    for number in range(6):
        director.enter(Person(f"P{number}"), rating=2000 - number, categories=["U20"] if number < 4 else [])
    director.close_list()
    play_round(director, "1")
    shown = text(sheet(Words("en"), director.state, "prizes", PrintOptions()))
    assert all(shown.count(f"P{number}") <= 1 for number in range(6))


def test_unknown_print_outs_and_paper(state: Tournament) -> None:
    with pytest.raises(BadSetting, match="there is no print-out menu"):
        sheet(Words("en"), state, "menu", PrintOptions())
    with pytest.raises(BadSetting, match="A4 or Letter"):
        pdf(sheet(Words("en"), state, "cross", PrintOptions()), "A3")


# --- Why? -----------------------------------------------------------------------------------------------------------


def test_every_table_is_explained(state: Tournament) -> None:
    for round_ in state.rounds:
        for board in round_.boards:
            lines = explain.board(Words("en"), state, round_.number, board.number)
            assert "Our own checks P1 to P7 find nothing against this round." in lines
            assert any("group" in line for line in lines)


def test_why_two_do_not_meet(make: Make) -> None:
    director = make(8)
    play_round(director, "1")
    director.draft()
    words = Words("en")
    for a in range(1, 9):
        for b in range(a + 1, 9):
            said = explain.not_paired(words, director.state, 2, a, b)
            assert f"Player 0{a}" in said
    met = director.state.rounds[0].boards[0]
    assert "have played each other" in explain.not_paired(words, director.state, 2, met.first, met.second)
    boards = director.state.rounds[0].boards
    winner, loser = boards[0].first, boards[1].second
    assert "criterion C6 would get worse" in explain.not_paired(words, director.state, 2, winner, loser)
    with pytest.raises(BadPairing, match="no number 99"):
        explain.not_paired(words, director.state, 2, 1, 99)
    with pytest.raises(BadPairing, match="no table 99"):
        explain.board(words, director.state, 2, 99)


def test_why_names_bans_absences_and_hand_made_tables(make: Make) -> None:
    director = make(6, rounds=3)
    director.do(Prohibit(entries=(1, 4)))
    director.do(CheckIn(entry=6, here=False))
    director.draft()
    words = Words("en")
    assert "a ban" in explain.not_paired(words, director.state, 1, 1, 4)
    assert "Player 06 is absent" in explain.not_paired(words, director.state, 1, 1, 6)
    hand = ((1, 2, 1), (3, 4, 3), (5, 0, 0))
    director.do(Draft(round=1, boards=hand, away=((6, "Z"),), by_hand=True), reason="wish")
    lines = explain.board(words, director.state, 1, 1)
    assert "This round was changed by hand." in lines and lines[-1] == "The engine would have made other tables here."


def test_tie_breaks_show_every_term(make: Make) -> None:
    director: Director = make(8)
    for _ in range(3):
        play_round(director)
    words = Words("en")
    for name in director.state.settings.tiebreaks:
        for number in range(1, 9):
            lines = explain.tiebreak(words, director.state, number, name)
            assert name in lines[0]
    cut = explain.tiebreak(words, director.state, 1, "BH/C1")
    assert len(cut) == 4 and sum(line.startswith("[") for line in cut) == 1


def test_a_long_name_does_not_break_the_words_of_other_columns() -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    from charkoni.tournament.printouts.document import RIGHT, Column, Grid
    from charkoni.tournament.printouts.pdf import PLAIN, _register, _widths

    _register()
    columns = (Column("No.", RIGHT), Column("Name", wide=True), Column("Club", wide=True))
    long = " ".join(["Preobrazhenskaya"] * 12)
    grid = Grid(columns, (("1", long, "Ankara"), ("2", "Li Wei", "Almaty")))
    widths = _widths(grid, 300.0, 9.0)
    assert abs(sum(widths) - 300) < 1e-6
    assert widths[2] >= stringWidth("Ankara", PLAIN, 9.0) + 9
    assert widths[1] > 2 * widths[2]
