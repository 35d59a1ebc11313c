"""What people read in each language: no English in other languages, no names of the program, one kind of dash."""

import re
import string

import pytest
from tests.core.test_translations import catalogue, forms

import charkoni
from charkoni.core.translations import LOCALE, Words
from charkoni.games import names

pytestmark = pytest.mark.once

FOR_PROGRAMMERS = (
    *("/cli/", "/solve/", "/arena/", "/check/", "/benchmarks/", "/players/spec", "/analysis/engine", "/web/serve"),
    *("/serialization", "/tournament/acts/", "/text.py", "/trf/"),
)
"""Sources whose texts name options, files and identifiers, or describe a notation."""

NAMES = {
    *("Charkoni", "JSON", "HTML", "PDF", "SVG", "PNG", "GIF", "TRF", "FIDE", "ASCII", "QR", "UTC", "IP", "PostgreSQL"),
    "SQLite",
    *("Ray", "Linux", "Wi", "Fi", "VPN"),
    *(
        "TOML",
        "cookie",
        "Letter",
        "Enter",
        "Esc",
        "https",
        "root",
        "Game",
        "Plies",
        "By",
        "SEED",
        "adj",
        "KAZ",
        "git",
        "sftp",
    ),
    *("git", "sftp", "ADDRESS", "KAZ", "Python", "charkoni", "fast"),
}
"""Latin words that stand in Russian texts: proper names, formats, keys, tags of records."""

CODE = re.compile(
    r"charkoni (?:(?:tournament|admin) )?[a-z-]+(?: FILE)?(?: ADDRESS)?"
    r"|(?:sftp://|smtps?://|git\+)[\w@/#:]*|pip install \S+|\{[^{}]*\}|<[^<>]*>|&\w+;|https?://\S*|/[\w./]+"
    r"|[\w.]*\w+=[\w=+.,:{}]*|--?[a-z][\w-]*|\S*\d\S*|\b\w+\.\w+\b"
)
"""Fields, markup, addresses, settings, options and notation, which are no words."""

ENGLISH = frozenset(
    re.findall(
        r"\w+",
        "the of and is are was with for from this that not you your have has will can may must which when where "
        "who what there here after before between all each every one no yes move moves game games player players "
        "table tables round board turn time show play new name settings flag level result draw win loss",
    )
)
"""Words that are common in English and none in Turkish."""


def texts(language: str) -> list[tuple[str, str]]:
    """Return the texts that pages show, each with its message."""
    found = []
    for message in catalogue("ru" if language == "en" else language):
        places = [place for place, _ in message.locations]
        if message.id and not all(any(part in place for part in FOR_PROGRAMMERS) for place in places):
            written = [message.id] if isinstance(message.id, str) else list(message.id)
            found += [(text, str(message.id)) for text in (written if language == "en" else forms(message))]
    return found


def words_of(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", CODE.sub(" ", text))


def is_declension(message: str) -> bool:
    return message.startswith("forms of ")


def test_russian_is_in_cyrillic() -> None:
    for text, message in texts("ru"):
        latin = {word for word in words_of(text) if re.search("[A-Za-z]{2}", word)} - NAMES
        assert not latin or is_declension(message), (latin, text)


def test_turkish_has_no_english() -> None:
    for text, message in texts("tr"):
        assert not ENGLISH & set(words_of(text)) or is_declension(message), text


@pytest.mark.parametrize("language", ["ru", "en", "tr"])
def test_one_kind_of_dash_and_single_spaces(language: str) -> None:
    for text, _ in texts(language):
        assert "  " not in text.strip(), text
        assert "\N{EM DASH}" not in text, text
        assert not re.search(r"[^\W\d_] - [^\W\d_]", text), text


@pytest.mark.parametrize("language", ["ru", "en", "tr"])
def test_names_of_the_program_are_not_shown(language: str) -> None:
    for text, _ in texts(language):
        shown = re.sub(r"\{[^{}]*\}", "", text)
        assert not re.search(r"\b[a-z]+_[a-z]+\b|\b[A-Z]+_[A-Z]+\b", shown), text


@pytest.mark.parametrize("language", ["ru", "en", "tr"])
@pytest.mark.parametrize("name", charkoni.games())
def test_flags_and_endings_have_names(name: str, language: str) -> None:
    game, words = charkoni.game(name), Words(language)
    for flag in game.family.flags:
        for value in flag.values[1:]:
            shown = names.flag_name(words, game, flag, value)
            assert "=" not in shown and (shown != flag.name or language != "ru"), (flag.name, value)
            assert language == "ru" or shown not in ("solo", "shield", "rescue", "upto"), shown
    for reason in game.family.outcome_reasons:
        assert reason in game.family.catalog.outcome_reasons, reason


def test_fields_are_found() -> None:
    assert {field for _, field, _, _ in string.Formatter().parse("{side:genitive} {n}") if field} == {"side", "n"}
    assert words_of("ход {side} --out o5-m3 level=3 нет") == ["ход", "нет"]


def test_a_russian_sentence_does_not_begin_with_a_small_letter_because_a_name_is_declined() -> None:
    """Forms are written in small letters, as within a sentence; the first word asks for a capital: `{side:Dative}`."""
    small = [text for text, _ in texts("ru") if re.match(r"\{\w+:[a-z]", text) and text.endswith((".", "!", "?"))]
    assert small == []


NOT_SAID = {
    "ru": r"ходящему|вместо ходящего|полное поле|обрубок|более полное хранилище|по камню, первый|Двое против|"
    r"тексте? соревнований|положени[ея] 2016|само собой|Затем считается|пары такие",
    "tr": r"öbür|Aferin|pattır|tek hamlelik|almasız (?:elli|yüz)|yalnız şah(?:lar|a|ı)?\b|adım gider|Birinizden|"
    r"yitmiş|tahta sütun|ayarı oynatır",
    "en": r"[Ww]ho first has|to your harm|belong into|fuller store|a second three|behind the end cell|"
    r"after none of|Then counts|wooden columns|cross of cloth|competition text of 2016",
}
"""What an editor of each language has struck out."""


@pytest.mark.parametrize("language", NOT_SAID)
def test_what_an_editor_has_struck_out_does_not_come_back(language: str) -> None:
    struck = re.compile(NOT_SAID[language])
    ending = "md" if language == "en" else f"{language}.md"
    pages = [
        path
        for path in (LOCALE.parents[2] / "docs" / "games").rglob(f"*.{ending}")
        if path.name.count(".") == 1 + (language != "en")
    ]
    assert len(pages) >= 14
    shown = [text for text, _ in texts(language)] + [path.read_text(encoding="utf-8") for path in pages]
    assert [found[0] for text in shown if (found := struck.search(text))] == []


@pytest.mark.parametrize("language", ["kk", "ky"])
def test_a_bye_is_no_rich_man(language: str) -> None:
    content = (LOCALE / language / "LC_MESSAGES" / "charkoni.po").read_text(encoding="utf-8")
    assert not re.search(r'"[^"]*\b[Бб]ай(?:сыз|да|лар|дың|дын|ға|га|ды)?\b', content)
