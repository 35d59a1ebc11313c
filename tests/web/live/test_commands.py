"""Draw, takeback, rematch, resignation, claims."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.web.conftest import LocalServer, Pair, Socket, make_pair

from charkoni.web.http.errors import Refused
from charkoni.web.live import commands
from charkoni.web.live.hub import Hub
from charkoni.web.live.room import Room


@contextmanager
def both(pair: Pair, moves: str = "") -> Iterator[tuple[Socket, Socket]]:
    with pair.sockets() as (first, second):
        for v, move in enumerate(moves):
            turn = pair.local_server.hub.rooms[pair.g].live.turn
            assert (first, second)[turn].ask("do", g=pair.g, v=v, m=move)["type"] == "ack"
        yield first, second


def test_a_draw_needs_both(pair: Pair) -> None:
    with both(pair, "112") as (first, second):
        assert first.ask("offer", g=pair.g, kind="draw")["type"] == "ack"
        offers = second.hear("table")["table"]["offers"]
        while not offers:
            offers = second.hear("table")["table"]["offers"]
        assert offers == [{"kind": "draw", "seat": 0, "waiting": [1]}]
        assert second.ask("answer", g=pair.g, kind="draw", yes=True)["type"] == "ack"
        status = second.hello(pair.g)["table"]["status"]
        assert (status["state"], status["reason"], status["scores"]) == ("over", "agreement", ["1/2", "1/2"])
        assert first.ask("do", g=pair.g, v=3, m="1")["code"] == "OVER"


def test_who_offers_cannot_accept(pair: Pair) -> None:
    with both(pair, "112") as (first, second):
        first.ask("offer", g=pair.g, kind="draw")
        assert first.ask("answer", g=pair.g, kind="draw", yes=True)["type"] == "ack"
        assert first.hello(pair.g)["table"]["status"]["state"] == "open"
        assert second.ask("answer", g=pair.g, kind="draw", yes=False)["type"] == "ack"
        assert second.hello(pair.g)["table"]["offers"] == []
        assert second.ask("answer", g=pair.g, kind="draw", yes=True)["code"] == "NOT_NOW"


def test_a_draw_offer_falls_with_the_next_ply(pair: Pair) -> None:
    with both(pair, "112") as (first, second):
        first.ask("offer", g=pair.g, kind="draw")
        second.ask("do", g=pair.g, v=3, m="2")
        assert second.hello(pair.g)["table"]["offers"] == []


def test_a_takeback_needs_consent_and_goes_back_two_plies_when_answered(pair: Pair) -> None:
    with both(pair, "11") as (first, second):
        assert first.ask("undo", g=pair.g, v=2)["type"] == "ack"
        assert second.ask("answer", g=pair.g, kind="takeback", yes=True)["type"] == "ack"
        view = first.hear("view", cause="undo")
        assert (view["ply"], view["v"], view["log"]) == (0, 3, [])
        assert first.ask("do", g=pair.g, v=0, m="1")["type"] == "ack", "the old message is only acknowledged"
        assert first.hello(pair.g)["ply"] == 0
        assert first.ask("do", g=pair.g, v=3, m="2")["type"] == "ack"


def test_a_rematch_changes_seats(pair: Pair) -> None:
    with both(pair, "11") as (first, second):
        assert first.ask("offer", g=pair.g, kind="rematch")["code"] == "NOT_NOW"
        assert first.ask("resign", g=pair.g, seat=1)["code"] == "NOT_YOUR_SEAT"
        assert first.ask("resign", g=pair.g, seat=0)["type"] == "ack"
        assert second.hello(pair.g)["table"]["status"]["scores"] == ["0", "1"]
        second.ask("offer", g=pair.g, kind="rematch")
        first.ask("offer", g=pair.g, kind="rematch")
        following = first.hello(pair.g)["table"]["next"].removeprefix("/g/")
        seats = first.hello(following)["table"]["seats"]
        assert [(seat["name"], seat["you"]) for seat in seats] == [("Ben", False), ("Ada", True)]


def test_a_game_that_has_hardly_begun_is_called_off(pair: Pair) -> None:
    with both(pair, "1") as (first, _):
        assert "call-off" in first.hello(pair.g)["table"]["can"]
        first.ask("resign", g=pair.g, seat=0)
        status = first.hello(pair.g)["table"]["status"]
        said = "A player called the game off before the second move."
        assert (status["state"], status["text"]) == ("called-off", said)
    assert said in pair.b.get("/mine?lang=en").text


def test_a_game_that_nobody_has_joined_is_called_off_for_that_reason(local_server: LocalServer) -> None:
    host = local_server.visitor()
    g = host.new_game(opponent="friend", name="Ada")
    with host.socket() as connection:
        socket = Socket(connection)
        socket.hello(g)
        assert socket.ask("resign", g=g, seat=0)["type"] == "ack"
        said = "The game was called off before anybody joined it."
        assert socket.hello(g)["table"]["status"]["text"] == said
    assert said in host.get("/mine?lang=en").text


def test_the_win_may_be_claimed_when_the_opponent_is_gone(local_server: LocalServer, pair: Pair) -> None:
    with both(pair, "11") as (first, second):
        first.ask("do", g=pair.g, v=2, m="2")
        assert first.ask("claim", g=pair.g)["code"] == "NOT_NOW"
        assert "claim" not in first.hello(pair.g)["table"]["can"]
        second.send(type="leave", g=pair.g)
        second.ask("chat", g=pair.g, phrase="bye")
        local_server.time.pass_by(121_000)
        assert "claim" in first.hello(pair.g)["table"]["can"]
        assert first.ask("claim", g=pair.g)["type"] == "ack"
        assert first.hello(pair.g)["table"]["status"]["reason"] == "time"


def test_the_claim_is_offered_when_its_time_comes(
    local_server: LocalServer, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Room, "_patience", lambda _: 300)
    with both(pair, "11") as (first, second):
        first.ask("do", g=pair.g, v=2, m="2")
        second.send(type="leave", g=pair.g)
        while first.hear("table")["table"]["seats"][1]["online"]:
            pass
        local_server.time.pass_by(300)
        assert "claim" in first.hear("table")["table"]["can"]


def test_the_claim_is_due_later_with_long_clocks(local_server: LocalServer) -> None:
    pair = make_pair(local_server, clock="60")
    with both(pair, "11") as (first, second):
        second.send(type="leave", g=pair.g)
        second.ask("chat", g=pair.g, phrase="bye")
        timer = local_server.hub.rooms[pair.g]._claim_timers[1]
        assert local_server.run(_seconds_until, timer) == pytest.approx(900, abs=60)
        assert "claim" not in first.hello(pair.g)["table"]["can"]


async def _seconds_until(timer: asyncio.TimerHandle) -> float:
    return timer.when() - asyncio.get_running_loop().time()


def test_a_game_that_leaves_the_memory_leaves_nothing_there(local_server: LocalServer, pair: Pair) -> None:
    """No timer of an absence keeps it."""
    with both(pair, "11") as (first, _):
        first.send(type="leave", g=pair.g)
        first.ask("chat", g=pair.g, phrase="bye")
    room = weakref.ref(local_server.hub.rooms[pair.g])
    local_server.run(_forget, local_server.hub, pair.g)
    gc.collect()
    assert room() is None


async def _forget(hub: Hub, g: str) -> None:
    hub.forget(g)
    await asyncio.sleep(0.05)


def test_against_computers_moves_are_taken_back_at_once(local_server: LocalServer) -> None:
    a = local_server.visitor()
    g = a.new_game(opponent="computer", level="1")
    with a.socket() as wire:
        socket = Socket(wire)
        socket.hello(g)
        socket.ask("do", g=g, v=0, m="1")
        socket.hear("view", "ply", seat=1)
        while (view := socket.hello(g))["table"]["status"]["turn"] != 0:
            pass
        assert socket.ask("undo", g=g, v=view["v"])["type"] == "ack"
        assert socket.hear("view", cause="undo")["ply"] == 0


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_a_command_that_waits_while_its_game_is_removed_is_refused(pair: Pair, is_cancelled: bool) -> None:
    """Its sender has a connection, perhaps with other boards, that goes on; a sender who ends himself is not kept."""
    hub = pair.local_server.hub

    async def work() -> str:
        room = await hub.room(pair.g)
        assert room
        held = asyncio.create_task(room.ask(asyncio.Event().wait))
        await asyncio.sleep(0)
        asked = asyncio.create_task(commands.execute(room, commands.play_move, frozenset((0,)), 0, "2"))
        await asyncio.sleep(0)
        asked.cancel() if is_cancelled else hub.forget(pair.g)
        try:
            await asked
        except Refused as error:
            return error.code
        except asyncio.CancelledError:
            return "CANCELLED"
        finally:
            held.cancel()
            hub.forget(pair.g)
        return ""

    assert pair.local_server.run(work) == ("CANCELLED" if is_cancelled else "NO_GAME")
