"""Sessions and seats: who gets a seat, and who keeps it."""

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.web.conditions import until
from tests.web.conftest import LocalServer, Pair, Socket, Visitor, make_pair

from charkoni.web.http.sessions import Access, clean_name


def test_a_game_begins_when_all_seats_are_taken(local_server: LocalServer) -> None:
    a, b = local_server.visitor(), local_server.visitor()
    g = a.new_game(opponent="friend")
    with a.socket() as wire:
        socket = Socket(wire)
        view = socket.hello(g)
        assert view["table"]["status"]["state"] == "waiting"
        assert socket.ask("do", g=g, v=0, m="4")["code"] == "NOT_STARTED"
        assert b.post(view["table"]["invite"]).status_code == 303
        assert socket.hear("view", cause="start")["table"]["status"]["state"] == "open"
        assert socket.ask("do", g=g, v=0, m="4")["type"] == "ack"


def test_a_taken_seat_cannot_be_taken(pair: Pair) -> None:
    invite = pair.local_server.hub.rooms[pair.g].live.row.invite
    thief = pair.local_server.visitor()
    for seats in ("", "0", "1", "0,1", "7", "x"):
        assert thief.post(f"/i/{invite}", seats=seats).status_code == 409
    with thief.socket() as wire:
        assert Socket(wire).hello(pair.g)["table"]["seats"][0]["you"] is False


def test_two_cannot_take_the_same_seat(local_server: LocalServer) -> None:
    a, b, c = local_server.visitor(), local_server.visitor(), local_server.visitor()
    g = a.new_game(opponent="friend")
    invite = local_server.run(local_server.hub.room, g).live.row.invite
    assert [each.post(f"/i/{invite}", seats="1").status_code for each in (b, c)] == [303, 409]


def test_a_forged_cookie_or_key_gives_no_seat(pair: Pair) -> None:
    pair.a.cookies["charkoni"] = Access("another secret").cookie("someone", "Eve")
    with pair.a.socket() as wire:
        assert not any(seat["you"] for seat in Socket(wire).hello(pair.g)["table"]["seats"])
    with pair.local_server.visitor().socket() as wire:
        for key in (f"{pair.g}.0.AAAA", "x", f"{pair.g}.0.", "é.0.x", f"{pair.g}.²."):
            assert Socket(wire).hello(pair.g, keys=[key])["code"] == "NOT_YOUR_SEAT"


def test_a_key_gives_the_seat_to_a_second_device(pair: Pair) -> None:
    with pair.a.socket() as wire:
        key = Socket(wire).hello(pair.g)["table"]["seats"][0]["key"]
    with pair.local_server.visitor().socket() as wire:
        assert Socket(wire).hello(pair.g, keys=[key])["table"]["seats"][0]["you"] is True
    phone = pair.local_server.visitor()
    assert phone.post(f"/s/{key}").headers["location"] == f"/g/{pair.g}"
    with phone.socket() as wire, pair.a.socket() as own:
        socket, first = Socket(wire), Socket(own)
        socket.hello(pair.g)
        first.hello(pair.g)
        assert socket.ask("do", g=pair.g, v=0, m="4")["type"] == "ack"
        assert first.ask("do", g=pair.g, v=1, m="1")["type"] == "ack"


def test_a_key_of_another_game_does_not_fit(pair: Pair) -> None:
    other = make_pair(pair.local_server)
    with other.a.socket() as wire:
        key = Socket(wire).hello(other.g)["table"]["seats"][0]["key"]
    with pair.local_server.visitor().socket() as wire:
        assert Socket(wire).hello(pair.g, keys=[key])["code"] == "NOT_YOUR_SEAT"


def test_a_foreign_page_cannot_open_a_socket(pair: Pair) -> None:
    for origin in ("http://evil.example", "null", "http://testserver.evil.example", "http://testserver@evil.example"):
        with (
            pytest.raises(WebSocketDisconnect) as refused,
            pair.local_server.client.websocket_connect("/ws", headers={"origin": origin}),
        ):
            pass
        assert refused.value.code in (1006, 4403)


def test_a_form_needs_the_token_and_the_own_origin(pair: Pair) -> None:
    def post(token: str, origin: str | None = "http://testserver") -> int:
        headers = {"origin": origin} if origin else {}
        answer = pair.local_server.client.post("/new", data={"game": "mangala", "csrf": token}, headers=headers)
        return int(answer.status_code)

    pair.local_server.client.follow_redirects = False
    access = pair.local_server.hub.access
    pair.local_server.client.cookies.clear()
    assert post("") == post("wrong") == post(Access("other").form_token("")) == 403
    assert post(access.form_token("somebody else")) == 403
    assert post(access.form_token("")) == 403
    pair.local_server.client.cookies.clear()
    pair.local_server.client.cookies["charkoni_browser"] = "one"
    assert post(access.form_token("one"), "http://evil.example") == 403
    assert post(access.form_token("one")) == 303


@pytest.mark.parametrize("path", ["/new", "/settings", "/i/abcdefgh", "/s/x", "/g/abcdefgh12/text"])
def test_no_form_works_without_token(local_server: LocalServer, path: str) -> None:
    assert local_server.client.post(path, data={}).status_code == 403


def test_a_hot_seat_browser_plays_both_sides(local_server: LocalServer) -> None:
    a = local_server.visitor()
    g = a.new_game(opponent="here")
    with a.socket() as wire:
        socket = Socket(wire)
        assert [seat["you"] for seat in socket.hello(g)["table"]["seats"]] == [True, True]
        for v, move in enumerate(("1", "1", "2", "2")):
            assert socket.ask("do", g=g, v=v, m=move)["type"] == "ack"
        assert socket.ask("undo", g=g, v=4)["type"] == "ack"
        assert socket.hear("view", cause="undo")["ply"] == 3


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Ada", "Ada"),
        ("  A \n\t b  ", "A b"),
        ("a\u202eb\u200bc\u2066", "abc"),
        ("e\u0301", "é"),
        ("\ud800x", "x"),
        ("x" * 60, "x" * 24),
        ("<svg onload=alert(1)>", "<svg onload=alert(1)>"),
        ("\u202e", ""),
    ],
)
def test_names_are_cleaned(text: str, clean: str) -> None:
    assert clean_name(text) == clean


def test_a_name_with_markup_is_inert(local_server: LocalServer) -> None:
    a = local_server.visitor()
    g = a.new_game(opponent="friend", name="<svg onload=x>")
    for path in (f"/g/{g}", f"/g/{g}/text", "/mine", "/settings"):
        assert "<svg onload" not in a.get(path).text
    assert "&lt;svg onload=x&gt;" in a.get(f"/g/{g}/text").text


def test_two_people_own_two_seats_each(local_server: LocalServer) -> None:
    """Of four seats in two teams each person takes the two seats of a team."""
    g, visitors = _four(local_server)
    a, b = visitors
    with a.socket() as one, b.socket() as two:
        first, second = Socket(one).hello(g), Socket(two).hello(g)
    assert [seat["you"] for seat in first["table"]["seats"]] == [True, False, True, False]
    assert [seat["you"] for seat in second["table"]["seats"]] == [False, True, False, True]
    assert first["table"]["status"]["state"] == "open"


def _four(local_server: LocalServer) -> tuple[str, tuple[Visitor, Visitor]]:
    from charkoni.web.engine.warm import playable

    if "chaupar" not in playable():
        pytest.skip("no board yet")
    a, b = local_server.visitor(), local_server.visitor()
    g = a.new_game("chaupar", opponent="friend")
    invite = local_server.run(local_server.hub.room, g).live.row.invite
    assert b.post(f"/i/{invite}", seats="1,3").status_code == 303
    return g, (a, b)


def test_the_caches_of_a_board_are_freed_when_nobody_is_subscribed(pair: Pair) -> None:
    room = pair.local_server.hub.rooms[pair.g]
    with pair.a.socket() as wire:
        Socket(wire).hello(pair.g)
        cached = room.board.zones("en")
        assert room.board.zones("en") is cached
    pair.local_server.run(until, lambda: not room.subscribers)
    assert room.board.zones("en") is not cached
