"""Computers at a table: for whom they think, and who spends the time."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.web.conditions import wait_until
from tests.web.conftest import LocalServer

from charkoni.web.engine.worker import ChosenMove
from charkoni.web.http.quotas import User
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
    assert payer_of(room) == local_server.hub.addresses.of(owner) == User("testclient", owner)


def test_a_computer_goes_on_with_its_turn_when_nobody_watches(local_server: LocalServer) -> None:
    """Where a move brings another one, as where the last stone falls into the store."""
    g = local_server.visitor().new_game("mangala", seat0="1", seat1="me")
    room = local_server.hub.rooms[g]
    wait_until(lambda: room.live.v > 0)
    room.visited_at = room.host.time.now() - ATTENDED_MS
    assert room.live.last and room.live.last.seat == 0 and is_attended(room)


class SlowEngine:
    """An engine that searches until its move is not wanted any more, as a worker does, or until it may answer."""

    is_on = True
    queued = 0
    ready = frozenset[str]()

    def __init__(self) -> None:
        self.given_up = self.searching = 0
        self.may_answer = False

    def is_ready_for(self, name: str, spec: str) -> bool:
        return True

    def want(self, name: str) -> None:
        """Do nothing: everything is compiled."""

    async def choose(self, *request: Any) -> ChosenMove | None:
        is_wanted: Callable[[], bool] = request[-1]
        self.searching += 1
        while not self.may_answer:
            await asyncio.sleep(0.001)
            if not is_wanted():
                self.given_up += 1
                return None
        return ChosenMove("1", None)


def test_a_search_is_given_up_when_nobody_waits_and_begins_again_for_who_comes_back(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = SlowEngine()
    monkeypatch.setattr(local_server.hub, "engine", engine)
    visitor = local_server.visitor()
    g = visitor.new_game("mangala", seat0="2", seat1="2")
    visitor.get(f"/g/{g}")
    room = local_server.hub.rooms[g]
    wait_until(lambda: engine.searching == 1)
    local_server.time.pass_by(ATTENDED_MS)
    wait_until(lambda: engine.given_up == 1)
    assert engine.searching == 1, "it does not begin again for nobody"
    visitor.get(f"/g/{g}")
    wait_until(lambda: engine.searching == 2)
    engine.may_answer = True
    wait_until(lambda: room.live.v > 0)
