"""Games that are loaded, deleted and left while others ask for them."""

import asyncio
from typing import Any

import pytest
from tests.web.conftest import LocalServer, Pair

from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.web.live import hub as hub_module
from charkoni.web.live.analysis_jobs import Analyses, Run
from charkoni.web.live.hub import Hub
from charkoni.web.live.room import Room


async def turns(count: int = 20) -> None:
    """Let all other tasks go on as far as they can."""
    for _ in range(count):
        await asyncio.sleep(0)


def test_who_comes_while_a_game_is_loaded_waits_for_the_whole_of_it(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, g, begun = pair.local_server.hub, pair.g, asyncio.Event()
    begin = Room.begin

    async def begin_late(room: Room) -> None:
        await begun.wait()
        await begin(room)

    async def scenario() -> list[bool]:
        hub.forget(g)
        monkeypatch.setattr(Room, "begin", begin_late)
        one = asyncio.create_task(hub.room(g))
        while g not in hub.rooms:
            await asyncio.sleep(0)
        other = asyncio.create_task(hub.room(g))
        await turns()
        seen = [other.done()]
        begun.set()
        return [*seen, await one is await other is hub.rooms[g]]

    assert pair.local_server.run(scenario) == [False, True]


@pytest.mark.parametrize("is_loaded", [False, True])
def test_a_game_that_is_deleted_while_it_is_loaded_is_none(
    is_loaded: bool, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, g = pair.local_server.hub, pair.g

    async def wait(*_: object) -> None:
        await asyncio.Event().wait()

    async def scenario() -> object:
        hub.forget(g)
        monkeypatch.setattr(Room, "begin", wait)
        if not is_loaded:
            await hub.store.removal.delete_games([g])
            return await hub.room(g)
        task = asyncio.create_task(hub.room(g))
        while g not in hub.rooms:
            await asyncio.sleep(0)
        await turns()
        hub.forget(g)
        return await task

    assert pair.local_server.run(scenario) is None


def test_a_game_has_one_room_though_it_is_forgotten_while_it_is_loaded(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, g, gates = pair.local_server.hub, pair.g, [asyncio.Event(), asyncio.Event()]
    load, waiting = Hub.load, list(gates)

    async def load_late(self: Hub, game: str) -> Any:
        gate = waiting.pop(0)
        live = await load(self, game)
        await gate.wait()
        return live

    async def scenario() -> int:
        hub.forget(g)
        monkeypatch.setattr(Hub, "load", load_late)
        one = asyncio.create_task(hub.room(g))
        await turns()
        hub.forget(g)  # as a note of another process does
        other = asyncio.create_task(hub.room(g))
        await turns()
        for gate in gates:
            gate.set()
        return len({id(await one), id(await other), id(hub.rooms[g])})

    assert pair.local_server.run(scenario) == 1


def test_a_game_that_somebody_has_just_come_for_stays_in_memory(pair: Pair) -> None:
    server, g = pair.local_server, pair.g
    server.time.pass_by(round(1000 * server.settings.evict_s) + 1)

    async def scenario() -> bool:
        room = await server.hub.room(g)
        server.hub.evict()
        return server.hub.rooms.get(g) is room

    assert server.run(scenario)


def test_a_game_that_leaves_the_memory_ends_nothing_that_goes_through_all_games(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, g = pair.local_server.hub, pair.g

    async def scenario() -> None:
        room = await hub.room(g)
        assert room
        owner = room.live.seats[0].owner

        async def mine(*_: object) -> list[str]:
            return [g]

        async def leave(*_: object) -> None:
            hub.forget(g)
            await asyncio.Event().wait()

        monkeypatch.setattr(hub.store, "awaiting", mine)
        monkeypatch.setattr(hub_module, "settle_vacation", leave)
        monkeypatch.setattr(Room, "prepare", leave)
        await asyncio.wait_for(hub.refresh(owner), 5)
        monkeypatch.undo()
        monkeypatch.setattr(hub.store, "awaiting", mine)
        monkeypatch.setattr(hub_module, "settle_vacation", leave)
        await asyncio.wait_for(hub.settle_vacations(owner), 5)

    pair.local_server.run(scenario)


def test_a_record_that_is_sent_twice_at_once_is_one_analysis(local_server: LocalServer) -> None:
    analyses = Analyses(local_server.hub)
    record = Record(named("mangala"))
    for move in ("3", "1"):
        record.play(move)

    async def both() -> list[Run]:
        return await asyncio.gather(analyses.add(record), analyses.add(record))

    one, other = local_server.run(both)
    assert one is other
