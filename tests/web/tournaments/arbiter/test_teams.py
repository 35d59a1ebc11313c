"""A Swiss of teams at the desk: entries with members, a line-up, the marks of the boards, the phone of a team."""

import re

from tests.web.conftest import LocalServer
from tests.web.tournaments.people import begin, main_text, player


def test_an_event_of_teams_at_the_desk(local_server: LocalServer) -> None:
    arbiter = begin(local_server, name="Cup", system="team-swiss", games="boards-of-3", first="balanced")
    assert arbiter.state.settings.games == "boards-of-3"
    for place, team in enumerate(("Osh", "Naryn", "Talas", "Batken")):
        arbiter.done("enter", name=team, members=f"{team} A; {team} B; {team} C; {team} D", rating=str(1500 - place))
    assert 'value="Osh A; Osh B; Osh C; Osh D"' in arbiter.get("/desk/entry/1").text
    arbiter.done("close-list", rounds="3")
    arbiter.publish_next()
    board = arbiter.state.rounds[0].boards[0]
    team = arbiter.state.name(board.first)
    arbiter.done("line-up", entry=str(board.first), round="1", members="2 3 4")
    page = arbiter.get("/desk/round/1/board/1").text
    assert f"1 {team} B ●" in page and f"{team} A" not in page and 'placeholder="1=0"' in page
    own = player(arbiter, board.first).get(f"/t/{arbiter.id}/round/1/board/1").text
    assert re.search(r'<input name="result" required autocomplete="off" minlength="3" maxlength="3"', own)
    assert "write the mark of each board" in main_text(arbiter.do("results", board="1", result="1", round="1"))
    arbiter.done("results", board="1", result="1=0", round="1")
    arbiter.done("results", results="2 +")
    assert "1½:1½" in arbiter.get("/round/1").text and "7 1=0" in arbiter.get("/desk").text
    assert arbiter.state.rounds[0].boards[1].result is not None
    arbiter.done("close", round=1)
    assert "GP" in arbiter.get("/standings").text
    assert arbiter.get("/file/trf26").text.count("\n310 ") == 4
