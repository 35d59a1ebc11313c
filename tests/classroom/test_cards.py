"""Cards of pupils: twenty to a page, in the order of their names, with the address that opens the own board."""

import pypdfium2
import pytest

from charkoni.classroom.cards import pupil_cards
from charkoni.core.translations import EVENT_LANGUAGES, Words
from charkoni.tournament.printouts.document import NameCard
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.pdf_parts import CARD_CODE, MM, QrCode, name_card, register
from charkoni.tournament.printouts.text import text


@pytest.mark.parametrize("language", EVENT_LANGUAGES)
def test_cards_are_twenty_to_a_page(language: str) -> None:
    pupils = [(f"Ученик {number:02}", f"http://192.168.1.20:8000/c/{99 - number:032}") for number in range(41, 0, -1)]
    sheet = pupil_cards(Words(language), "5Б", pupils)
    shown = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf(sheet))]
    assert [page.count("Ученик") for page in shown] == [20, 20, 1]
    assert shown[0].index("Ученик 01") < shown[0].index("Ученик 20")
    lines = {part.line for part in sheet.parts if isinstance(part, NameCard)}
    assert (lines == {"Point the phone's camera here"}) == (language == "en")
    as_html, as_text = html(sheet), text(sheet)
    assert all(name in as_html and link in as_text for name, link in pupils)


@pytest.mark.parametrize("language", EVENT_LANGUAGES)
@pytest.mark.parametrize("name", ["Ян", "Ben Featherstonehaugh 20", 3 * "Өмүрзакова Үмүткүл ", "W" * 60])
def test_a_card_stays_in_its_frame_with_any_name(language: str, name: str) -> None:
    register()
    [card] = pupil_cards(Words(language), "5Б", [(name, f"http://192.168.100.200:8000/c/{7:032}")]).parts
    assert isinstance(card, NameCard)
    width, height = 40 * MM, 46 * MM
    parts = name_card(card, width, height)
    assert sum(part.wrap(width, height)[1] for part in parts) <= height + 0.01
    [code] = (part for part in parts if isinstance(part, QrCode))
    assert 17 * MM <= code.height <= CARD_CODE
