"""The explorer's panel and the page of finished games."""

import asyncio
import re
from html import unescape

from tests.web.conftest import LocalServer, Visitor

from charkoni.web.explorer.indexer import index_next
from charkoni.web.live import commands


def finished(server: LocalServer, visitor: Visitor, watch: str, *moves: str) -> str:
    """Return a game of the visitor on one screen that seat 1 has resigned."""
    server.time.pass_by(1000)
    game = visitor.new_game("mosty", flag_size="3", opponent="here", watch=watch, name0="Anna", name1="Ben")
    room = server.run(server.hub.room, game)
    for ply, move in enumerate(moves):
        server.run(commands.execute, room, commands.play_move, frozenset({0, 1}), ply, move)
    server.run(commands.execute, room, commands.resign, frozenset({0, 1}), 1)
    return game


async def take_in(server: LocalServer) -> None:
    while await index_next(server.hub.store, server.time.wall() + 1):
        await asyncio.sleep(0)


def test_the_panel_shows_what_was_played(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    games = [finished(local_server, visitor, "1", "b2", reply) for reply in ("a1", "c1", "c1")]
    finished(local_server, visitor, "", "b2", "a1")  # nobody may watch it
    local_server.run(take_in, local_server)
    shown = local_server.visitor().get("/explorer.json?game=mosty:size=3&moves=b2").json()
    assert [(each["move"], each["games"], each["wins"], each["even"]) for each in shown["moves"]] == [
        ("c1", 2, [1.0, 0.0], 0.0),
        ("a1", 1, [1.0, 0.0], 0.0),
    ]
    assert [each["url"] for each in shown["latest"]] == [f"/g/{game}" for game in reversed(games)]
    assert shown["latest"][0]["people"] == "Anna – Ben" and len(shown["hues"]) == 2
    for status, wrong in ((404, "game=chess"), (409, "game=mosty&moves=zz"), (400, f"game=mosty&moves={'b2+' * 500}")):
        assert local_server.visitor().get(f"/explorer.json?{wrong}").status_code == status, wrong


def test_the_search_shows_public_games_and_saves_their_records(local_server: LocalServer) -> None:
    visitor, reader = local_server.visitor(), local_server.visitor()
    game = finished(local_server, visitor, "1", "b2", "a1")
    hidden = finished(local_server, visitor, "", "b2", "a1")
    local_server.run(take_in, local_server)
    page = reader.get("/games?player=Anna&outcome=won&game=mosty:size=3&moves=b2").text
    assert f'href="/g/{game}"' in page and hidden not in page
    assert f'href="/g/{game}"' not in reader.get("/games?player=Anna&outcome=lost").text
    assert f'href="/g/{game}"' not in reader.get("/games?until=2020-01-01").text
    link = unescape(re.search(r'href="(/games\.txt\?[^"]*)"', page)[1])  # type: ignore[index]
    text = reader.get(link).text
    assert text.count('[Game "mosty:size=3"]') >= 1 and '[A "Anna"]' in text and "b2 a1" in text
    for wrong, said in (
        ("outcome=won", "A result is that of a player"),
        ("since=tomorrow", "This message cannot be read."),
        ("player=x&outcome=maybe", "This message cannot be read."),
        ("game=chess", "There is no such game."),
        ("game=mosty&moves=zz", "a move is a crossing"),
        ("until=9999-12-31", ""),
    ):
        answer = reader.get(f"/games?{wrong}")
        assert answer.status_code == 200 and said in unescape(answer.text), wrong
