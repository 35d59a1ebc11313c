"""Pages: they exist, in three languages, are safe, and work without scripts."""

import re

import pytest
from tests.web.conftest import LocalServer, Pair

from charkoni.web.engine.warm import playable
from charkoni.web.live.results import outcome_for
from charkoni.web.pages.home import ABANDONED_MS
from charkoni.web.store import GameRow

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
    assert "unsafe-inline" not in answer.headers["content-security-policy"]
    assert " style=" not in answer.text
    assert "onclick" not in answer.text


def test_the_page_about_the_program_names_the_games(local_server: LocalServer) -> None:
    assert "Банглагор, Барбакан, Чаупар, Фокус, Гана" in local_server.visitor().get("/about?lang=ru").text


def test_reading_pages_sets_no_cookie_but_the_one_that_binds_their_forms_to_the_browser(
    local_server: LocalServer,
) -> None:
    visitor = local_server.visitor()
    for path in PAGES:
        visitor.get(path)
    assert set(visitor.cookies) == {"charkoni_browser"}
    fresh = local_server.visitor().get("/about").headers["set-cookie"]
    assert "HttpOnly" in fresh
    assert "Max-Age" not in fresh, "it is gone with the browser's session"


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
        "/learn/mangala:rest=keep/6",
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


def test_a_game_is_shown_to_others_while_both_players_agree(local_server: LocalServer) -> None:
    ann, bob, stranger = local_server.visitor(), local_server.visitor(), local_server.visitor()
    g = ann.new_game(opponent="friend", watch="1")
    code = local_server.run(local_server.hub.room, g).live.row.invite
    assert f"/i/{code}" not in stranger.get("/").text  # only by the link
    assert "shown on the page Watch" in bob.get(f"/i/{code}").text
    bob.post(f"/i/{code}")
    for path in ("/", "/watch"):
        assert f"/g/{g}" in stranger.get(path).text
    assert bob.post(f"/g/{g}/watch", watch="0").status_code == 303
    assert stranger.post(f"/g/{g}/watch", watch="1").status_code == 303  # has no say
    for path in ("/", "/watch"):
        assert f"/g/{g}" not in stranger.get(path).text
    assert "Hide this game" in ann.get(f"/g/{g}").text
    assert ann.post(f"/g/{g}/watch", watch="0", text="1").headers["location"] == f"/g/{g}/text"
    assert "Show this game" in ann.get(f"/g/{g}/text").text
    assert f"/g/{g}" in bob.get("/").text  # among his own


def test_games_are_private_unless_wished_and_abandoned_ones_are_gone(local_server: LocalServer) -> None:
    visitor, stranger = local_server.visitor(), local_server.visitor()
    hidden = [visitor.new_game(opponent=opponent) for opponent in ("computer", "here", "friend")]
    shown = visitor.new_game(opponent="here", watch="1")
    waiting = visitor.new_game(opponent="friend", public="1")
    code = local_server.run(local_server.hub.room, waiting).live.row.invite
    page = stranger.get("/watch").text + stranger.get("/").text
    assert f"/g/{shown}" in page
    assert f"/i/{code}" in page
    assert not any(g in page for g in hidden)
    local_server.time.pass_by(ABANDONED_MS + 1)
    page = stranger.get("/watch").text + stranger.get("/").text
    assert shown not in page
    assert code not in page


def test_every_day_another_game_plays_by_itself_beside_six_cards(local_server: LocalServer) -> None:
    visitor, first = local_server.visitor(), set()
    for _ in range(7):
        page = visitor.get("/").text
        (film,) = re.findall('data-home-board="([^"]+)"', page)
        cards = re.findall(r'class="game" href="/play\?game=(\w+)"', page)
        name = film.split("/")[2]
        assert {name, *cards} == set(playable())
        assert len(cards) == 6
        first.add(name)
        local_server.time.pass_by(86_400_000)
    assert first == set(playable())
    found = visitor.get(film)
    assert "immutable" in found.headers["cache-control"]
    assert visitor.get(found.json()["scene"]).status_code == 200
    assert visitor.get(f"/home-board/{name}/old.json").status_code == 404


def test_lists_are_kept_up_to_date(pair: Pair) -> None:
    before = pair.b.get(f"/live?ids={pair.g},nosuchgame").json()
    assert list(before) == [pair.g]
    pair.a.post(f"/g/{pair.g}/text", action="move", m="4", v="0")
    after = pair.b.get(f"/live?ids={pair.g}&lang=ru").json()[pair.g]
    assert (before[pair.g]["picture"], after["picture"]) == (f"/g/{pair.g}.svg?v=0", f"/g/{pair.g}.svg?v=1")
    assert (before[pair.g]["status"], after["status"], after["state"]) == ("In play", "Идёт", "open")


def test_my_games_say_who_i_was_and_how_it_ended(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    lost = visitor.new_game("mosty:size=2", seat0="me", seat1="1")
    visitor.post(f"/g/{lost}/text", action="move", v="0", m="c1")
    visitor.post(f"/g/{lost}/text", action="resign", v="1")
    visitor.new_game("mangala", seat0="1", seat1="me")
    page = visitor.get("/mine").text
    assert page.count("(you)") == 2 and "You lost · " in page and "Mosty <b>1</b>" in page and "Lost <b>1</b>" in page
    assert re.search(r'<time class="faint board-when" datetime="\d{4}-\d\d-\d\dT\d\d:\d\dZ">', page)
    assert f"/g/{lost}" not in visitor.get("/mine?game=mangala").text
    only = visitor.get("/mine?outcome=lost").text
    assert f"/g/{lost}" in only and only.count("board-card") == 1


@pytest.mark.parametrize(
    ("name", "result", "mine", "outcome"),
    [
        ("mosty", "1:0", {0}, "won"),
        ("mosty", "1:0", {1}, "lost"),
        ("mosty", "1:0", {0, 1}, ""),
        ("mosty", "1:0", set(), ""),
        ("gana", "1/2:1/2", {1}, "drawn"),
        ("barbakan:players=3", "1/2:1/2:0", {0}, "drawn"),
        ("chaupar", "1:0:1:0", {0, 2}, "won"),
        ("chaupar", "1:0:1:0", {3}, "lost"),
        ("mosty", "", {0}, ""),
    ],
)
def test_the_outcome_is_that_of_the_reader(name: str, result: str, mine: set[int], outcome: str) -> None:
    row = GameRow("g", name, "none", 0, 0, "", 0, "", 0, 0, state="over", result=result)
    assert outcome_for(row, frozenset(mine)) == outcome


def test_an_open_table_is_of_a_game_that_is_asked_for(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    for name in playable():
        assert f'href="/play?game={name}&amp;public=1"' in visitor.get(f"/lobby?game={name}").text
    form = visitor.get("/play?game=mosty&public=1").text
    assert 'name="public" value="1" checked' in form and 'value="friend">Open a table' in form
