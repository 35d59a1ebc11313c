"""Kazakh and Kyrgyz: every text of print-outs and static pages has its translation, with the same fields."""

import io
import re
import tomllib
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from tests.tournament.conftest import Make

import charkoni
from charkoni.core import translations
from charkoni.core.registry import named
from charkoni.core.teaching.summary import summary_of
from charkoni.core.translations import EVENT_LANGUAGES, LANGUAGES, LOCALE, Words
from charkoni.tournament.printouts.registry import PrintOptions, sheet
from charkoni.tournament.printouts.text import text

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


def test_each_mapping_has_files() -> None:
    for mapping in tomllib.loads(Path("babel-events.toml").read_text(encoding="utf-8"))["mappings"]:
        assert any(LOCALE.parent.glob(mapping["pattern"].replace("**.", "**/*."))), mapping["pattern"]


class Missing:
    """Stands for the Russian catalogue, of which nothing may be wanted."""

    def gettext(self, message: str) -> str:
        assert not any(letter.isalpha() for letter in message) or re.fullmatch(r"\W*\w?\d*\W*", message), message
        return message


GAMES = [
    name
    for game in charkoni.games()
    for name in (game, *(f"{game}:{one}" for one in named(game).family.combinations() if one and "," not in one))
    if len(set(named(name).sides)) == 2
]
"""All games of tournaments, and their variants with one flag."""


@pytest.mark.parametrize("language", MORE)
@pytest.mark.parametrize("name", GAMES)
def test_regulations_lack_no_text(make: Make, monkeypatch: pytest.MonkeyPatch, name: str, language: str) -> None:
    """No sentence falls back to Russian; the annex is compared in `printouts/test_regulations.py`."""
    monkeypatch.setattr(translations._translations(language), "_fallback", Missing())
    shown = re.sub(r"\s+", " ", text(sheet(Words(language), make(4, game=name).state, "regulations", PrintOptions())))
    statements, english = summary_of(named(name), language), summary_of(named(name))
    assert [(each.clause, each.variant) for each in statements] == [(each.clause, each.variant) for each in english]
    russian = {each.text for each in summary_of(named(name), "ru")}
    for each in statements:
        assert f"{each.text} ({each.clause})" in shown and each.text not in russian
