"""Public live boards, with delay."""

from tests.web.conftest import LocalServer, Socket
from tests.web.tournaments.online_event import game_of, mover, opened_event
from tests.web.tournaments.people import Arbiter, main_text


def test_the_public_sees_boards_late(local_server: LocalServer) -> None:
    arbiter, people = opened_event(local_server)
    arbiter.done("set", delay="60")
    first, game = mover(arbiter), game_of(arbiter)
    with people[first].socket() as wire:
        socket = Socket(wire)
        socket.hello(game)
        assert socket.ask("do", g=game, v=0, m="1")["type"] == "ack"
    guest = Arbiter(local_server, local_server.visitor(), arbiter.id)
    before = guest.get("/live/1.svg").content
    assert "v=" + game[:4] + "0" in guest.get("/live").text and "60 seconds late" in guest.get("/live").text
    for path in ("/live", "/round/1", "/round/1/board/1", ""):
        assert game not in guest.get(path).text, path
    assert game in arbiter.get("/live").text
    local_server.time.pass_by(61_000)
    assert "v=" + game[:4] + "1" in guest.get("/live").text
    assert guest.get("/live/1.svg").content != before
    arbiter.done("set", delay="0")
    assert game in guest.get("/live").text
    assert "15:00" in main_text(guest.get("/live"))
    assert guest.get("/live/9.svg").status_code == 404
