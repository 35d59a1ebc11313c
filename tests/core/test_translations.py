"""Translations: no message missing, no placeholder lost, compiled files as fresh as the texts; packages add theirs."""

import gettext
import io
import re
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from charkoni.core import translations
from charkoni.core.catalog import BLACK, BLUE, GREEN, RED, WHITE, YELLOW
from charkoni.core.errors import Reason
from charkoni.core.translations import DOMAIN, LANGUAGES, LOCALE, Words, add_catalogues

pytestmark = pytest.mark.once

SOURCES = LOCALE.parent
PROJECT = Path(__file__).parents[2] / "pyproject.toml"
KEYWORDS = DEFAULT_KEYWORDS
LITERAL = re.compile(r"""\b(?:N_|_)\(\s*(["'])((?:(?!\1).)+)\1\s*[,)]""")
"""A message that is written as one literal."""
TRANSLATED = tuple(each for each in LANGUAGES if each != "en")
"""The languages with catalogues: English is the text in the sources."""
SIDES = (RED, GREEN, BLUE, YELLOW, WHITE, BLACK)


@cache
def catalogue(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language)


@cache
def wanted() -> frozenset[str | tuple[str, ...]]:
    """Return the messages that stand in the sources now."""
    mappings = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["babel"]["mappings"]
    methods = [(mapping["pattern"], mapping["method"]) for mapping in mappings]
    options = {
        mapping["pattern"]: {name: value for name, value in mapping.items() if name not in ("pattern", "method")}
        for mapping in mappings
    }
    found = extract_from_dir(SOURCES, method_map=methods, options_map=options, keywords=KEYWORDS)
    return frozenset(message for _, _, message, _, _ in found if message)


def messages(language: str) -> Iterator[Message]:
    return (message for message in catalogue(language) if message.id)


def forms(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple | list) else (message.string,)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def grammatical_forms(text: str) -> set[str]:
    """Return the forms of names that a sentence asks for: `{side:Genitive}` asks for the genitive."""
    try:
        return {form.lower() for _, name, form, _ in string.Formatter().parse(text) if name and form and form.isalpha()}
    except ValueError:
        return set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    known = {message.id for message in messages(language) if all(forms(message))}
    assert sorted(map(str, wanted() - known)) == [], "run make messages and translate what is new"


def test_every_marked_literal_is_extracted() -> None:
    extracted = {message if isinstance(message, str) else message[0] for message in wanted()}
    missed = [
        (path.name, literal)
        for path in SOURCES.rglob("*.py")
        for _, literal in LITERAL.findall(path.read_text("utf-8"))
        if literal not in extracted and "\\" not in literal
    ]
    assert missed == [], "in f-strings and nested in calls the extraction overlooks them"


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_left_over(language: str) -> None:
    assert sorted(str(message.id) for message in messages(language) if message.id not in wanted()) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_fuzzy(language: str) -> None:
    assert [message.id for message in messages(language) if message.fuzzy] == []
    assert not catalogue(language).fuzzy


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_agree(language: str) -> None:
    for message in messages(language):
        source = message.id if isinstance(message.id, str) else message.id[-1]
        if is_pattern(source):
            for form in forms(message):
                assert fields(form) <= fields(source) and fields(form) >= fields(source) - {"n"}, message.id


def test_no_merge_doubles_a_translation() -> None:
    """Catalogues merge line by line: a translation may end up behind another one, or under another message."""
    for language in TRANSLATED:
        for message in messages(language):
            longest = max(map(len, message.id if isinstance(message.id, tuple | list) else (message.id,)))
            assert longest <= 60 or max(map(len, forms(message))) <= 1.75 * longest, message.id


def test_english_has_no_catalogue_for_its_texts_stand_in_the_sources() -> None:
    assert not (LOCALE / "en").exists()
    assert Words("en").ngettext("{n} legal move", "{n} legal moves", 1) == "1 legal move"


def is_pattern(text: str) -> bool:
    """Return whether the text holds fields; a lone brace is just a brace."""
    try:
        return bool(fields(text))
    except ValueError:
        return False


@pytest.mark.parametrize("language", TRANSLATED)
def test_names_have_all_forms_that_sentences_take(language: str) -> None:
    taken = {form for message in messages(language) for text in forms(message) for form in grammatical_forms(text)}
    assert taken
    for side in SIDES:
        assert taken <= set(side.declined(Words(language)._).forms), side.name


def test_a_name_is_declined_in_sentences_plurals_and_reasons() -> None:
    russian = Words("ru")
    assert russian._("{side} to move", side=RED) == "Ход красных"
    assert russian._("{side} wins: {reason}.", side=BLACK, reason="x") == "Выиграли чёрные: x."
    assert (
        russian.ngettext("{side}'s hand: {n} pawn", "{side}'s hand: {n} pawns", 2, side=RED) == "запас красных: 2 пешки"
    )
    reason = Reason("X", "K6", "{side} to move", {"side": WHITE})
    assert reason.message(russian._) == "Ход белых (K6)" and reason.message() == "White to move (K6)"


def test_a_form_with_a_capital_begins_with_one_and_an_unknown_one_is_the_name() -> None:
    declined = RED.declined(Words("ru")._)
    assert (
        f"{declined}, {declined:genitive}, {declined:Genitive}, {declined:vocative}"
        == "Красные, красных, Красных, Красные"
    )


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_have_all_forms(language: str) -> None:
    count = {"ru": 3, "tr": 1}[language]
    for message in messages(language):
        if not isinstance(message.id, str):
            assert len(forms(message)) == count, message.id


def test_russian_is_in_russian() -> None:
    kept = {str(message.id) for message in messages("ru") if message.string == message.id}
    assert {message for message in kept if re.search(r"\w", re.sub(r"\{\w+\}", "", message))} <= {"Charkoni"}


@pytest.mark.parametrize("language", TRANSLATED)
def test_compiled_catalogues_are_fresh(language: str) -> None:
    """The header aside, which names the version of Babel that compiled."""
    compiled = []
    target = io.BytesIO()
    write_mo(target, catalogue(language))
    for file in (io.BytesIO(target.getvalue()), (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb")):
        with file:
            messages_of = vars(gettext.GNUTranslations(file))["_catalog"]
        compiled.append({key: text for key, text in messages_of.items() if key})
    assert compiled[0] == compiled[1]


@pytest.mark.parametrize(
    ("n", "said"),
    [(1, "1 допустимый ход"), (2, "2 допустимых хода"), (5, "5 допустимых ходов"), (21, "21 допустимый ход")],
)
def test_russian_plurals(n: int, said: str) -> None:
    assert Words("ru").ngettext("{n} legal move", "{n} legal moves", n) == said


def test_an_unknown_message_is_said_as_it_is() -> None:
    assert Words("ru")._("no such message {x}", x=1) == "no such message 1"


def test_the_catalogues_are_where_they_belong() -> None:
    assert Path(LOCALE).name == "locale"


@pytest.mark.parametrize(("language", "text"), [("en", "45%"), ("ru", "45\u00a0%"), ("tr", "%45")])
def test_percentages_are_written_as_the_language_does(language: str, text: str) -> None:
    assert Words(language).percent(0.4512) == text


def test_digits_of_a_percentage() -> None:
    assert Words("en").percent(0.4512, 1) == "45.1%"


@pytest.mark.parametrize(("language", "text"), [("en", "7.5"), ("ru", "7,5"), ("tr", "7,5")])
def test_numbers_are_written_as_the_language_does(language: str, text: str) -> None:
    assert [Words(language).number(7.5), Words(language).number(10.0)] == [text, "10"]


@pytest.mark.parametrize(("language", "point"), [("en", "."), ("ru", ","), ("tr", ","), ("kk", ","), ("ky", ",")])
def test_decimals_keep_their_digits(language: str, point: str) -> None:
    assert Words(language).decimal("SB 12.0 = 11.75 + 0.25") == "SB 12.0 = 11.75 + 0.25".replace(".", point)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a Turkish catalogue of two messages, one of which this package has, too."""
    path = tmp_path / "tr" / "LC_MESSAGES" / "pounce.mo"
    path.parent.mkdir(parents=True)
    messages = Catalog(locale="tr")
    messages.add("who captures last wins", "son alan kazan\u0131r")
    messages.add("Red", "not this one")
    with path.open("wb") as file:
        write_mo(file, messages)
    monkeypatch.setattr(translations, "_catalogues", [*translations._catalogues])
    yield tmp_path
    translations._translations.cache_clear()


def test_a_package_adds_messages_and_replaces_none(package: Path) -> None:
    red = Words("tr")._("Red")
    assert Words("tr")._("who captures last wins") == "who captures last wins"
    add_catalogues(package, "pounce")
    add_catalogues(package, "pounce")
    assert Words("tr")._("who captures last wins") == "son alan kazan\u0131r"
    assert Words("tr")._("Red") == red != "not this one"
    assert Words("ru")._("who captures last wins") == "who captures last wins"
    assert len(translations._catalogues) == 2
