"""Public pages of an event."""

import pytest
from tests.web.conftest import House
from tests.web.tournaments.people import Arbiter


def test_a_page_hears_of_news(house: House, six: Arbiter) -> None:
    six.publish_next()
    shown = six.get("/news?after=-1").json()["shown"]
    six.done("result", round=1, board=1, result="1")
    assert six.get(f"/news?after={shown}").json()["shown"] > shown


def test_what_is_not_there_is_said_politely(house: House, six: Arbiter) -> None:
    for path in (
        "/t/nothing",
        "/t/..%2F..%2Fx",
        f"/t/{six.id}/round/9",
        f"/t/{six.id}/entry/99",
        f"/t/{six.id}/entry/x",
    ):
        assert house.visitor().get(path).status_code == 404, path
    assert six.get("/desk/round/7/board/1").status_code == 404
    assert six.do("nonsense").status_code == 409
    assert six.do("result", round="x", board=1, result="1").status_code == 409


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
