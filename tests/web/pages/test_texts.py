"""Pages as people read them: no English words on Russian and Turkish pages, no letters for sides, no identifiers."""

import html
import re

import pytest
from tests.core.test_texts import ENGLISH, NAMES, words_of
from tests.web.conftest import LocalServer, Visitor

import charkoni

OWN = NAMES | {"Elo", "English", "Türkçe", "API", "Tab", "PgUp", "PgDn"}
PATHS = ("/", "/play?game=gana", "/learn", "/learn/chaupar/1", "/levels", "/puzzles", "/study/barbakan", "/analysis")
MORE = ("/rules", "/mine", "/watch", "/events", "/settings", "/about", "/nowhere")
DROPPED = re.compile(
    r"<(script|style|svg|pre|code)\b.*?</\1>|<(\w+)[^<>]*\blang=\"en\"[^<>]*>.*?</\2>|<!--.*?-->", re.S
)
"""What is no text for people, or is in English and says so."""

SPOKEN = re.compile(r"\b(?:aria-label|title|alt|placeholder)=\"([^\"]*)\"")


def seen(page: str) -> str:
    """Return the texts of a page: what is shown and what is said."""
    page = DROPPED.sub(" ", page)
    return html.unescape(" ".join([re.sub(r"<[^<>]*>", " ", page), *SPOKEN.findall(page)]))


def english_in(text: str, lang: str) -> set[str]:
    words = set(words_of(text))
    if lang == "tr":
        return words & ENGLISH
    return {word for word in words if re.search("[A-Za-z]{2}", word)} - OWN


@pytest.fixture(scope="module", params=["ru", "tr"])
def visitor(request: pytest.FixtureRequest, local_server: LocalServer) -> Visitor:
    visitor = local_server.visitor()
    visitor.cookies["charkoni_lang"] = request.param
    return visitor


@pytest.mark.parametrize("path", [*PATHS, *MORE])
def test_pages_have_no_english(visitor: Visitor, path: str) -> None:
    text = seen(visitor.get(path).text)
    assert len(words_of(text)) > 20
    assert not english_in(text, visitor.cookies["charkoni_lang"])
    assert "\N{EM DASH}" not in text


@pytest.mark.parametrize("name", charkoni.games())
def test_tables_call_sides_by_their_names(visitor: Visitor, name: str) -> None:
    lang = visitor.cookies["charkoni_lang"]
    g = visitor.new_game(name, opponent="here")
    for path in (f"/g/{g}", f"/g/{g}/text"):
        text = seen(visitor.get(path).text)
        assert not english_in(text, lang)
        assert not re.search(r"\([abcd]\)|[=_]", re.sub(r"https?://\S+", "", text))
