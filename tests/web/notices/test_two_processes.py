"""Notices of several processes on one PostgreSQL: nothing twice, nothing lost, and who looks in whichever of them."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import select
from tests.web.conditions import until
from tests.web.live.test_cluster import ANN, A, Watcher, twins
from tests.web.notices.test_outbox import Table, channel
from tests.web.notices.test_sending import left

from charkoni.core.registry import named
from charkoni.web.live.game.clocks import Control
from charkoni.web.live.hub import GameRequest, Hub
from charkoni.web.notices import outbox, sender
from charkoni.web.notices.channels import HOOK
from charkoni.web.notices.kinds import Message
from charkoni.web.notices.outgoing import Outcome
from charkoni.web.notices.sender import Notices
from charkoni.web.store.tables import ChannelRow, notices

__all__ = ["twins"]

PEOPLE = 12


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notices are due at once, and looked at again at once when the person has looked."""
    monkeypatch.setattr(outbox, "DELAY_MS", 0)
    monkeypatch.setattr(sender, "LOOKED_MS", 0)
    monkeypatch.setattr(sender, "ASKED_S", 0.2)


def box_of(hub: Hub, sent: list[str]) -> Notices:
    """Return the notices of a process, whose messages are noted by address."""

    async def note(row: ChannelRow, message: Message) -> Outcome:
        await asyncio.sleep(0.005)
        sent.append(row.address)
        return Outcome.DONE

    box = Notices(hub)
    box.ways = {HOOK: note}
    return box


async def sent_by(*boxes: Notices) -> None:
    """Let processes send until nothing is due, each as if it led, as when one does not know that it leads no more."""
    while any([await box.outbox.people_due(box._busy) or box._busy for box in boxes]):
        await asyncio.gather(*(box.send_due() for box in boxes))
        await asyncio.sleep(0.01)


def test_two_who_send_at_the_same_time_send_once(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        sent: list[str] = []
        boxes = [box_of(hub, sent) for hub in (one, two)]
        for number in range(PEOPLE):
            await boxes[number % 2].channels.add(channel(f"p{number}", f"to {number}"))
            await Table((one, two)[number % 2].store, f"p{number}", "bob").begin()
        await sent_by(*boxes)
        assert Counter(sent) == Counter(f"to {number}" for number in range(PEOPLE))
        assert await left(one) == []

    twins(work)


def test_two_writers_of_one_cause_tell_it_once(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        boxes = [Notices(one), Notices(two)]

        async def tell(box: Notices, hub: Hub) -> None:
            await hub.store.write(lambda connection: box.outbox.tell(connection, ["ann"], "round", "t/x", 5))

        tries = [tell(box, hub) for _ in range(8) for box, hub in zip(boxes, (one, two), strict=True)]
        await asyncio.gather(*tries, return_exceptions=True)  # one of two at the same time may fail
        assert len(await one.store.scalars(select(notices.c.at).where(notices.c.about == "t/x"))) == 1

    twins(work)


def test_a_look_at_the_game_in_the_other_process_holds_back(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        sent: list[str] = []
        box, _ = box_of(one, sent), Notices(two)
        request = GameRequest(named("mangala"), ("me", "open"), Control.parse("3d"))
        g = await one.create(request, "ann", "Ann", ANN)
        there = await two.room(g)
        assert there
        watcher: Any = Watcher(there, A)
        assert await two.take_seat(there, None, "bob", "Ben") == 1
        await until(lambda: there.live.state == "open")
        await box.channels.add(channel("ann"))
        assert g not in one.rooms, "this process has to ask"
        for _ in range(2):
            await box.send_to("ann")
        assert sent == [] and g in one.rooms
        there.unsubscribe(watcher)
        await until(lambda: not one.rooms[g].online())
        for _ in range(2):
            await box.send_to("ann")
        assert len(sent) == 1

    twins(work)
