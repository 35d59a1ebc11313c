"""Pages: they exist, in three languages, are safe, and work without scripts."""

import pytest
from tests.web.conftest import LocalServer, Pair

PAGES = [
    "/",
    "/mine",
    "/watch",
    "/learn",
    "/learn/mangala/2",
    "/rules",
    "/rules/mangala",
    "/play?game=mosty:size=3",
    "/settings",
    "/about",
    "/api/v1/docs",
]


@pytest.mark.parametrize("lang", ["ru", "en", "tr"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_there(local_server: LocalServer, path: str, lang: str) -> None:
    answer = local_server.visitor().get(f"{path}{'&' if '?' in path else '?'}lang={lang}")
    assert answer.status_code == 200
    assert f'<html lang="{lang}"' in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert " style=" not in answer.text
    assert "onclick" not in answer.text


def test_reading_pages_sets_no_cookie(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    for path in PAGES:
        visitor.get(path)
    assert visitor.cookies == {}


def test_what_is_not_there_is_said_politely(local_server: LocalServer) -> None:
    for path in (
        "/nothing",
        "/g/nosuchgame",
        "/i/nosuch",
        "/s/x",
        "/rules/chess",
        "/learn/chess",
        "/learn/mangala/6",
        "/learn/mangala/0",
        "/learn/mangala:fortress/1",
        "/card/chess.png",
        "/icon-7.png",
        "/client/x/..%2Fapp.py",
        "/scene/a/b/c/d",
    ):
        answer = local_server.visitor().get(path)
        assert answer.status_code == 404, path
    assert "There is no such game." in local_server.visitor().get("/g/nosuchgame").text


def test_home_has_no_game_before_it_is_made_and_shows_it_then(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    assert "data-live" not in visitor.get("/mine").text
    g = visitor.new_game(opponent="here")
    assert f'data-live="{g}"' in visitor.get("/mine").text
    assert f'data-live="{g}"' in visitor.get("/").text


def test_lists_are_kept_up_to_date(pair: Pair) -> None:
    before = pair.b.get(f"/live?ids={pair.g},nosuchgame").json()
    assert list(before) == [pair.g]
    pair.a.post(f"/g/{pair.g}/text", action="move", m="4", v="0")
    after = pair.b.get(f"/live?ids={pair.g}&lang=ru").json()[pair.g]
    assert (before[pair.g]["picture"], after["picture"]) == (f"/g/{pair.g}.svg?v=0", f"/g/{pair.g}.svg?v=1")
    assert (before[pair.g]["status"], after["status"], after["state"]) == ("Move 1", "Ход 2", "open")
