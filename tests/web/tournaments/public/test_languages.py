"""Public pages and print-outs of an event in the languages that only events have."""

import re
from html import unescape
from pathlib import Path

import pytest
from tests.tournament.conftest import Make, make, play_round
from tests.web.conftest import LocalServer
from tests.web.tournaments.online_event import opened_event
from tests.web.tournaments.people import Arbiter

from charkoni.core import translations
from charkoni.core.translations import Words
from charkoni.tournament.pairing import dutch
from charkoni.tournament.printouts.registry import SHEETS
from charkoni.web.tournaments import static_pages

__all__ = ["make"]  # a fixture

PAGES = (
    "", "/entries", "/round/1", "/round/1?by=name", "/round/2", "/standings", "/standings?round=1", "/cross",
    "/entry/1", "/entry/1/why/BH", "/entry/2/why/DE", "/screen", "/why?round=1", "/why?round=1&table=1",
    "/why?round=2&table=1", "/why?round=2&a=1&b=2", "/why?round=2&a=1&b=3", "/log", "/regulations",
)  # fmt: skip
NOT_WORDS = """
Charkoni Open Ada Boris Çağla Dmitri Ece Fyodor Gül Dana UTC SHA QR English Türkçe TRF TRF16 TRF26 CSV PDF JSON DE BH SB
WIN C1 final
"""
"""Names, and what is called so in every language."""


class Missing:
    """What a catalogue falls back to: notes each text that it lacks, and answers in Russian."""

    def __init__(self) -> None:
        self.texts: set[str] = set()

    def gettext(self, message: str) -> str:
        if any(letter.isalpha() for letter in message):
            self.texts.add(message)
        return Words("ru")._(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        self.texts.add(one)
        return Words("ru").ngettext(one, many, n)


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> Missing:
    noted = Missing()
    for language in ("kk", "ky"):
        monkeypatch.setattr(translations._translations(language), "_fallback", noted)
    return noted


IN_REGULATIONS = "SEED dev0 first on rest keep"
"""What they name to be typed: the seed, the version, the flags of the game in its annex."""


def latin_words(page: str) -> set[str]:
    """Return the Latin words that a page shows, without names of people and files."""
    visible = re.sub(r"<(script|style|pre|title)\b.*?</\1>|<[^>]*>|[0-9a-f]{32,}", " ", page, flags=re.DOTALL)
    found = re.findall(r"[A-Za-zÇĞİÖŞÜçğıöşü]{2,}\d*", unescape(visible))
    return {word for word in found if not re.fullmatch(r"[a-f]+\d*", word)} - set(NOT_WORDS.split())  # no digests


def without_other_events(page: str, event: str) -> str:
    """Return a page without the cards of the server's other events: which these are depends on the tests before."""
    return re.sub(rf'<a class="event-card" href="/t/(?!{event}").*?</a>', " ", page, flags=re.DOTALL)


@pytest.mark.parametrize("language", ["kk", pytest.param("ky", marks=pytest.mark.long)])
def test_public_pages_lack_no_text(seven: Arbiter, missing: Missing, language: str) -> None:
    seven.done("results", results="1 30:18; 2 =; 3 +")
    seven.done("close", round=1)
    seven.done("result", round=1, board=1, result="18:30", reason="-")
    seven.publish_next()
    seven.done("result", round=2, board=1, result="1")
    for page in (*PAGES, "/../../events", "/../../events/plan"):
        sign = "&" if "?" in page else "?"
        answer = seven.get(f"{page}{sign}lang={language}")
        assert answer.status_code == 200 and f'<html lang="{language}"' in answer.text, page
        notation = set(IN_REGULATIONS.split()) if page == "/regulations" else set()
        assert latin_words(without_other_events(answer.text, seven.id)) <= notation, page
        assert missing.texts == set(), page


def test_days_stand_as_people_write_them(six: Arbiter) -> None:
    six.done("set", start="2026-11-21", end="2026-11-22")
    for page in ("", "/../../events"):
        assert "21–22 ноября 2026" in six.get(f"{page}?lang=ru").text.replace("\xa0", " ")
        assert "November 21–22, 2026" in six.get(f"{page}?lang=en").text and "2026-11-21" not in six.get(page).text


@pytest.mark.parametrize("language", ["kk", "ky"])
def test_the_desk_prints_in_these_languages(seven: Arbiter, missing: Missing, language: str) -> None:
    page = seven.get(f"/desk/papers?language={language}").text
    assert f"lang={language}" in page
    missing.texts.clear()
    for name in sorted(SHEETS):
        answer = seven.get(f"/desk/print/{name}.txt?round=1&lang={language}")
        assert answer.status_code == 200, name
        assert missing.texts == set(), name


def test_live_boards_lack_no_text(local_server: LocalServer, missing: Missing) -> None:
    arbiter, _ = opened_event(local_server)
    for delay in ("0", "60"):
        arbiter.done("set", delay=delay)
        page = arbiter.visitor.get(f"/t/{arbiter.id}/live?lang=kk").text
        assert '<html lang="kk"' in page and missing.texts == set(), missing.texts


def test_static_pages_lack_no_text(make: Make, missing: Missing, tmp_path: Path) -> None:
    director = make(5, rounds=3, name="Open", tiebreaks=["BH/C1", "DE"], categories=["U20: 2007+"])
    play_round(director, "1")
    director.result(1, "0", round_=1, reason="–")
    static_pages.write(director.reported(), tmp_path / "site", ["ky"], dutch.pair)
    assert missing.texts == set()
