"""Public pages of an event in the languages that only events have."""

import re

from tests.web.tournaments.people import Arbiter

from charkoni.core.translations import Words


def test_public_pages_are_in_kazakh_and_other_pages_in_russian(seven: Arbiter) -> None:
    for page in ("", "/entries", "/round/1", "/standings", "/cross", "/entry/1"):
        text = seven.get(f"{page}?lang=kk").text
        assert '<html lang="kk"' in text and 'value="ky"' in text and "Қатысушылар" in text, page
        # Names of games and sentences of the event's settings have no Kazakh; nothing is English.
        visible = re.sub(r"<[^>]*>", " ", text)
        assert not re.search(r"\b(Round|Table|Points|Standings|Entries|Place|Name)\b", visible), page
    assert '<html lang="ru"' in seven.get("/log?lang=kk").text
    assert Words("ru")._("Log") in seven.get("/log?lang=kk").text
