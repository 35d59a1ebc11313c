"""Computers at a table: for whom they think, and who spends the time."""

from tests.web.conditions import wait_until
from tests.web.conftest import LocalServer

from charkoni.web.http.ledger import User
from charkoni.web.live.observers.computer_player import ATTENDED_MS, NOBODY, is_attended, payer_of


def test_computers_rest_while_nobody_waits_for_them(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game("chaupar", **{f"seat{seat}": "1" for seat in range(4)})
    room = local_server.run(local_server.hub.room, g)
    assert not is_attended(room) and payer_of(room) == NOBODY
    visitor.get(f"/g/{g}")
    assert is_attended(room)
    local_server.time.pass_by(ATTENDED_MS)
    assert not is_attended(room)
    with visitor.socket() as wire:
        wire.send_json({"type": "hello", "g": g, "lang": "en"})
        while wire.receive_json()["type"] != "view":
            pass
        assert is_attended(room)


def test_a_computer_answers_who_has_moved_and_left(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    g = visitor.new_game("mangala", seat0="me", seat1="1")
    visitor.post(f"/g/{g}/text", action="move", v="0", m="4")  # and moves again
    room = local_server.hub.rooms[g]
    room.visited_at = room.host.time.now() - ATTENDED_MS
    assert is_attended(room)
    owner = room.live.seats[0].owner
    assert payer_of(room) == local_server.hub.guest_addresses.of(owner) == User("testclient", owner)


def test_a_computer_goes_on_with_its_turn_when_nobody_watches(local_server: LocalServer) -> None:
    """Where a move brings another one, as where the last stone falls into the store."""
    g = local_server.visitor().new_game("mangala", seat0="1", seat1="me")
    room = local_server.hub.rooms[g]
    wait_until(lambda: room.live.v > 0)
    room.visited_at = room.host.time.now() - ATTENDED_MS
    assert room.live.last and room.live.last.seat == 0 and is_attended(room)
