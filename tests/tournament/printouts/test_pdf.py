"""Print-outs as PDF: every sheet, fonts, widths of columns."""

import pytest
from tests.tournament.conftest import HARD_NAMES

from charkoni.core.translations import Words
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.registry import SHEETS, PrintOptions, sheet


@pytest.mark.parametrize("name", SHEETS)
def test_every_print_out_as_pdf(hard_event: Tournament, name: str) -> None:
    found = sheet(Words("tr"), hard_event, name, PrintOptions(0, "https://example.org/t/1"))
    contents = [pdf(found, paper) for paper in ("A4", "Letter")]
    for content in contents:
        assert content.startswith(b"%PDF") and b"DejaVuSansCondensed" in content
    assert pdf(found) == contents[0]


def test_the_fonts_have_every_letter_of_our_names(hard_event: Tournament) -> None:
    from reportlab.pdfbase.ttfonts import TTFont

    from charkoni.tournament.printouts.pdf_parts import FONTS, PLAIN

    glyphs = TTFont("t", str(FONTS / f"{PLAIN}.ttf")).face.charToGlyph
    for sign in "".join(HARD_NAMES) + "ӘҒҚҢӨҰҮҺІәғқңөұүһіĞİŞÇğışçÖÜ½☐•−–×„“«»№ёЁ":
        assert sign == "\n" or ord(sign) in glyphs, sign


def test_a_long_name_does_not_break_the_words_of_other_columns() -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    from charkoni.tournament.printouts.document import RIGHT, Column, Grid
    from charkoni.tournament.printouts.pdf_parts import PLAIN, _widths, register

    register()
    columns = (Column("No.", RIGHT), Column("Name", wide=True), Column("Club", wide=True))
    long = " ".join(["Preobrazhenskaya"] * 12)
    grid = Grid(columns, (("1", long, "Ankara"), ("2", "Li Wei", "Almaty")))
    widths = _widths(grid, 300.0, 9.0)
    assert abs(sum(widths) - 300) < 1e-6
    assert widths[2] >= stringWidth("Ankara", PLAIN, 9.0) + 9
    assert widths[1] > 2 * widths[2]
