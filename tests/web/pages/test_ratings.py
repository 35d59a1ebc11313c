"""Rated games through the pages: chosen in the form, agreed to by joining, shown with what they changed."""

import re
from html import unescape

import pytest
from tests.web.conftest import LocalServer, Visitor

from charkoni.web.engine.pool import EnginePool
from charkoni.web.live import commands
from charkoni.web.live.room import Room
from charkoni.web.live.table_state import permitted_actions


def room_of(server: LocalServer, game: str) -> Room:
    room = server.run(server.hub.room, game)
    assert room
    return room


def rated_game(server: LocalServer, one: Visitor, two: Visitor, **form: str) -> str:
    """Return a rated game that the second visitor has joined."""
    game = one.new_game("mosty", opponent="friend", clock="10+5", rated="1", name="Ann", **form)
    invitation = f"/i/{room_of(server, game).live.row.invite}"
    assert "Rated: the result changes the ratings of both sides." in unescape(two.get(invitation).text)
    assert two.post(invitation, page=invitation, name="Bob").status_code == 303
    return game


def resign(server: LocalServer, game: str, visitor: Visitor, seat: int) -> None:
    """Play two plies and resign."""
    room = room_of(server, game)
    for ply in range(2):
        move = room.live.position.moves[ply]
        server.run(commands.execute, room, commands.play_move, frozenset({0, 1}), ply, move)
    server.run(commands.execute, room, commands.resign, frozenset({seat}), seat)


def test_a_rated_game_shows_on_the_card_the_page_and_the_list(local_server: LocalServer) -> None:
    ann, bob = local_server.visitor(), local_server.visitor()
    game = rated_game(local_server, ann, bob)
    resign(local_server, game, bob, 1)
    card = ann.get(f"/g/{game}/ending.json").json()["card"]
    rating = int(re.search(r"Your rating: (\d+)", card)[1])  # type: ignore[index]
    assert rating > 1500 and f"(+{rating - 1500})" in card
    mine = ann.get("/mine/ratings").text
    assert f"<b>{rating}</b>" in mine and "provisional" in mine and f'href="/g/{game}"' in mine
    assert "short games" not in mine and "long games" in mine
    # Guests are on no list and have no public page; members do, and others see only what anybody may see.
    assert "No member has played rated games of this kind" in ann.get("/ratings").text
    assert bob.get("/people/Annie").status_code == 404
    person = room_of(local_server, game).live.seats[0].owner
    local_server.run(local_server.hub.people.persons.rename, person, "Annie")
    private = ann.new_game("mosty", opponent="friend", clock="10+5")
    invitation = f"/i/{room_of(local_server, private).live.row.invite}"
    bob.post(invitation, page=invitation, name="Bob")
    resign(local_server, private, bob, 1)
    assert f'href="/g/{private}"' in ann.get("/mine?against=Bob").text
    assert f'href="/g/{private}"' not in bob.get("/people/Annie/games").text
    shown = bob.get("/people/Annie").text
    assert f"<b>{rating}</b>" in shown and "My ratings" not in re.sub(r"<a .*?</a>", "", shown)
    assert f'href="/g/{game}"' in bob.get("/people/Annie/games?against=Bob").text


def test_the_record_against_an_opponent_opens_the_games_behind_it(local_server: LocalServer) -> None:
    ann, bob = local_server.visitor(), local_server.visitor()
    games = [rated_game(local_server, ann, bob) for _ in range(2)]
    resign(local_server, games[0], bob, 1)
    resign(local_server, games[1], ann, 0)
    page = ann.get("/mine/ratings").text
    assert 'href="/mine?against=Bob"' in page
    for outcome, game, other in (("won", games[0], games[1]), ("lost", games[1], games[0])):
        address = f"/mine?against=Bob&outcome={outcome}"
        assert f'href="{address.replace("&", "&amp;")}"' in page
        shown = ann.get(address).text
        assert f'href="/g/{game}"' in shown and f'href="/g/{other}"' not in shown


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"clock": "none", "opponent": "friend"}, "A rated game needs a clock."),
        ({"clock": "3d", "opponent": "friend", "game": "mangala"}, "anybody can look up its endgames"),
        ({"clock": "10", "opponent": "here"}, "between different people"),
        ({"clock": "10", "opponent": "computer", "level": "11"}, "whose strength in this game was measured"),
    ],
)
def test_what_cannot_be_rated_is_refused_with_the_reason(
    local_server: LocalServer, form: dict[str, str], said: str
) -> None:
    answer = local_server.visitor().post("/new", **({"game": "mosty", "rated": "1"} | form))
    assert answer.status_code == 409 and said in unescape(answer.text)


def test_nothing_is_taken_back_and_nobody_helps(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EnginePool, "is_on", True)
    ann, bob = local_server.visitor(), local_server.visitor()
    own = frozenset({0})

    def permitted(rated: str) -> set[str]:
        """Return what the first player may do before his first move, and after it, against a computer and a person."""
        form = {"clock": "10", "rated": rated, "name": "Ann"}
        alone = room_of(local_server, ann.new_game("mosty", opponent="computer", level="1", **form))
        before = permitted_actions(alone, own)
        game = ann.new_game("mosty", opponent="friend", **form)
        room = room_of(local_server, game)
        invitation = f"/i/{room.live.row.invite}"
        bob.post(invitation, page=invitation, name="Bob")
        local_server.run(commands.execute, room, commands.play_move, own, 0, room.live.position.moves[0])
        return {*before, *permitted_actions(room, own)}

    help_and_undo = {"hint", "takeback"}
    assert help_and_undo <= permitted("") and not help_and_undo & permitted("1")


def test_people_without_a_name_are_opponents_whose_games_are_found(local_server: LocalServer) -> None:
    ann, guest, gone = (local_server.visitor() for _ in range(3))
    games = []
    for other in (guest, gone):
        games.append(ann.new_game("mosty", opponent="friend"))
        other.post(f"/i/{room_of(local_server, games[-1]).live.row.invite}")
        resign(local_server, games[-1], other, 1)
    gone.post("/me/delete")
    page = ann.get("/mine/ratings?lang=en").text
    for name, key, game, another in (("Guest", "guest", *games), ("Former member", "former+member", *games[::-1])):
        assert f'<a href="/mine?against={key}">{name}</a>' in page
        shown = ann.get(f"/mine?against={key}&outcome=won").text
        assert f'href="/g/{game}"' in shown and f'href="/g/{another}"' not in shown
