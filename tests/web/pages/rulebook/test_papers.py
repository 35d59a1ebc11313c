"""Workbooks and lesson plans as PDF from the rules page."""

import pypdfium2
import pytest
from tests.web.conftest import LocalServer


@pytest.mark.parametrize("kind, lang, title", [("workbook", "en", "Workbook"), ("lessons", "tr", "Beş derslik plan")])
def test_a_paper_speaks_the_language_of_the_page(local_server: LocalServer, kind: str, lang: str, title: str) -> None:
    visitor, path = local_server.visitor(), f"/rules/mosty/{kind}.pdf"
    assert f'href="{path}"' in visitor.get(f"/rules/mosty?lang={lang}").text
    answer = visitor.get(f"{path}?lang={lang}")
    assert answer.headers["content-type"] == "application/pdf"
    assert title in pypdfium2.PdfDocument(answer.content)[0].get_textpage().get_text_bounded()


def test_other_games_have_none(local_server: LocalServer) -> None:
    assert local_server.visitor().get("/rules/chess/workbook.pdf").status_code == 404
