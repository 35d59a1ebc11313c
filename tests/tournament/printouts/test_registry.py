"""All print-outs in three languages."""

import pytest

from charkoni.core.translations import Words
from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.registry import SHEETS, PrintOptions, sheet
from charkoni.tournament.printouts.text import text


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("language", ["ru", "en", "tr"])
def test_every_print_out_in_every_language(hard_event: Tournament, name: str, language: str) -> None:
    found = sheet(Words(language), hard_event, name, PrintOptions(0, "https://example.org/t/1"))
    lines = text(found).splitlines()
    assert lines and max(map(len, lines)) <= 80
    page = html(found)
    assert f'<html lang="{language}">' in page and "<b>Robert" not in page


def test_unknown_print_outs_and_paper(hard_event: Tournament) -> None:
    with pytest.raises(BadSetting, match="there is no print-out menu"):
        sheet(Words("en"), hard_event, "menu", PrintOptions())
    with pytest.raises(BadSetting, match="A4 or Letter"):
        pdf(sheet(Words("en"), hard_event, "cross", PrintOptions()), "A3")
