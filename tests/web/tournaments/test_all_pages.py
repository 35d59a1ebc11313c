"""All pages of an event: three languages, names of any kind, addresses that do not exist."""

import re

import pytest
from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, begin


@pytest.mark.parametrize("lang", ["ru", "en", "tr"])
def test_pages_are_there_in_three_languages(six: Arbiter, lang: str) -> None:
    six.publish_next()
    six.play_round()
    for path in ("", "/entries", "/round/1", "/round/1?by=name", "/standings", "/cross", "/entry/2", "/regulations",
                 "/log", "/screen", "/desk", "/desk/entries", "/desk/entry/1", "/desk/hand", "/desk/settings",
                 "/desk/log", "/desk/papers", "/desk/staff", "/desk/round/1/board/1"):  # fmt: skip
        sign = "&" if "?" in path else "?"
        answer = six.get(f"{path}{sign}lang={lang}")
        assert answer.status_code == 200, path
        assert f'<html lang="{lang}"' in answer.text
        assert " style=" not in answer.text and "onclick" not in answer.text, path


@pytest.mark.parametrize(
    "name", ["<svg onload=alert(1)>", "Жүсіпбекова Айгүл", "İlkay Iğdır", 'O\'Brien & "Sons"', "Ы" * 120]
)
def test_names_stay_text(local_server: LocalServer, name: str) -> None:
    arbiter = begin(local_server, name, "Boris")
    arbiter.done("close-list", rounds="1")
    arbiter.publish_next()
    for path in ("", "/entries", "/round/1", "/standings", "/cross", "/entry/1", "/log", "/desk", "/desk/entries",
                 "/screen", "/desk/entry/1", "/desk/round/1/board/1", "/round/1?by=name"):  # fmt: skip
        page = arbiter.get(path).text
        assert "<svg onload" not in page, path
    assert name in re.sub("&#34;", '"', arbiter.get("/entries").text.replace("&#39;", "'").replace("&lt;", "<")
                          .replace("&gt;", ">").replace("&amp;", "&"))  # fmt: skip


def test_unknown_addresses_and_actions_are_refused(local_server: LocalServer, six: Arbiter) -> None:
    for path in (
        "/t/nothing",
        "/t/..%2F..%2Fx",
        f"/t/{six.id}/round/9",
        f"/t/{six.id}/entry/99",
        f"/t/{six.id}/entry/x",
    ):
        assert local_server.visitor().get(path).status_code == 404, path
    assert six.get("/desk/round/7/board/1").status_code == 404
    assert six.do("nonsense").status_code == 409
    assert six.do("result", round="x", board=1, result="1").status_code == 409
