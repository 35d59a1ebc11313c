"""Kazakh and Kyrgyz: every text of print-outs and static pages has its translation, with the same fields."""

import io
import re

import pytest
from babel.messages.pofile import read_po

from charkoni.core.translations import EVENT_LANGUAGES, LANGUAGES, LOCALE, Words

MORE = sorted(set(EVENT_LANGUAGES) - set(LANGUAGES))


def texts_of(language: str) -> dict[str, str]:
    """Return the texts of a catalogue by their English."""
    content = (LOCALE / language / "LC_MESSAGES" / "charkoni.po").read_bytes()
    return {str(message.id): str(message.string) for message in read_po(io.BytesIO(content)) if message.id}


@pytest.mark.parametrize("language", MORE)
def test_every_text_is_translated_with_its_fields(language: str) -> None:
    texts = texts_of(language)
    assert len(texts) > 200
    for english, own in texts.items():
        assert own, english
        assert sorted(re.findall(r"{(\w+)}", own)) == sorted(re.findall(r"{(\w+)}", english)), english
        assert " - " not in own and "\N{EM DASH}" not in own, english


@pytest.mark.parametrize("language", MORE)
def test_what_a_catalogue_lacks_is_russian(language: str) -> None:
    words = Words(language)
    assert words._("Standings") != Words("ru")._("Standings") != "Standings"
    assert words._("Analysis") == Words("ru")._("Analysis") != "Analysis"


def test_both_catalogues_hold_the_same_texts() -> None:
    assert MORE == ["kk", "ky"]
    assert texts_of("kk").keys() == texts_of("ky").keys()
