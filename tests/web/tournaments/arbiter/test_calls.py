"""Calls for an arbiter and their answers."""

import re

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import Arbiter, main_text, player


def test_a_player_calls_an_arbiter(local_server: LocalServer, seven: Arbiter) -> None:
    board = seven.state.rounds[0].boards[0]
    who = player(seven, board.first)
    page = f"/t/{seven.id}/me"
    for text in ("the count is disputed", "come please"):
        assert who.post(f"{page}/call", entry=str(board.first), text=text).status_code == 303
    assert who.post(f"{page}/call", entry=str(board.second), text="x").status_code == 403
    assert "An arbiter is called" in main_text(who.get(page))
    text = main_text(seven.get())
    assert "Table 1:" in text and "come please" in text and "disputed" not in text
    call = re.search(r'name="call" value="([^"]+)"', seven.get().text)
    assert call
    helper = seven.colleague("helper", "Hale")
    assert helper.do("answer", call=call[1]).status_code == 403
    seven.done("answer", call=call[1])
    assert "come please" not in main_text(seven.get())
    assert seven.do("answer", call=call[1]).status_code == 409
