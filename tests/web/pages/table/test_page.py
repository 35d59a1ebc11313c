"""The table as text: a whole game without scripts."""

import re

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


def test_the_picture_of_the_board_can_be_tapped_without_script(local_server: LocalServer) -> None:
    """Every legal place is a button on the picture and in the list; what is tapped already is marked."""
    visitor = local_server.visitor()
    page = f"/g/{visitor.new_game('gana', opponent='here', text='1')}"
    buttons = re.compile(r'<foreignObject[^>]*><button name="zone" value="([a-h][1-8])"')
    shown = visitor.get(page).text
    assert sorted(buttons.findall(shown)) == sorted(f"{file}{rank}" for file in "abcdefgh" for rank in "12")
    assert shown.count('name="zone" value="a1"') == 3  # on the picture, in the list, in the table
    picture = visitor.get(f"{page}?at=a2").text.partition('class="typed"')[0]
    assert sorted(buttons.findall(picture)) == ["a1", "a3", "b2"]
    assert len(re.findall("<circle cx[^>]*/>\n", picture.rpartition("<svg")[2])) == 1


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
