"""The table as text: a whole game without scripts."""

from tests.web.conftest import LocalServer, Pair


def test_a_whole_game_without_script(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game(opponent="here", text="1").removesuffix("/text")
    room = local_server.run(local_server.hub.room, g)
    page = f"/g/{g}/text"
    for step in range(400):
        match = room.live
        if match.state == "over":
            break
        move = match.position.moves[step % len(match.position.moves)]
        form = {"action": "move", "m": move} if step % 2 else {"action": "tap", "zone": "ab"[match.turn] + move}
        assert visitor.post(page, v=str(match.v), **form).status_code == 303
    assert match.state == "over"
    assert match.row.reason in visitor.get(page).text or "wins" in visitor.get(page).text


def test_a_refused_form_shows_the_reason(pair: Pair) -> None:
    page = f"/g/{pair.g}/text"
    for form, text in (
        ({"action": "move", "m": "9", "v": "0"}, "a move is"),
        ({"action": "tap", "zone": "b1", "v": "0"}, "opponent"),
        ({"action": "move", "m": "1", "v": "7"}, "gone on"),
        ({"action": "dance", "v": "0"}, "cannot be read"),
    ):
        answer = pair.a.post(page, **form)
        assert answer.status_code == 409
        assert text in answer.text
    assert "not your turn" in pair.b.post(page, action="move", m="1", v="0").text
