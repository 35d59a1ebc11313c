"""The cards of a room as PDF."""

import pypdfium2
from tests.web.classroom.conftest import School


def test_the_cards_hold_the_names_and_the_addresses_of_all_pupils(school: School) -> None:
    school.done("names", names="Ayşe\nБолат 3")
    assert f"{school.path}/cards.pdf?language=kk" in school.teacher.get(school.path).text
    answer = school.teacher.get(f"{school.path}/cards.pdf?language=kk")
    assert answer.headers["content-type"] == "application/pdf"
    shown = pypdfium2.PdfDocument(answer.content)[0].get_textpage().get_text_bounded()
    # A hyphen at the end of a line, of an address, too, is taken for the mark of a divided word.
    shown = shown.replace("\x02", "-").replace("\r\n", "")
    for name in ("Ayşe", "Болат"):
        assert name in shown and school.card(name) in shown
    assert "камерасын" in shown
    assert school.server.visitor().get(f"{school.path}/cards.pdf").status_code == 403
