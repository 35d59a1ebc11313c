"""Sending: channels of servers of others, that are slow, away or gone; and a server that is killed meanwhile."""

import asyncio
import hashlib
import hmac
import json
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, select
from tests.web.conftest import ManualClock
from tests.web.notices.endpoint import endpoint
from tests.web.notices.test_outbox import DAY, HOUR, NOW, Table, channel

from charkoni.web.config import Settings
from charkoni.web.live.hub import Hub
from charkoni.web.notices import outgoing
from charkoni.web.notices.channels import HOOK, QuietHours
from charkoni.web.notices.kinds import ANSWER, LASTS_MS, MOVE, Message
from charkoni.web.notices.outbox import DELAY_MS
from charkoni.web.notices.outgoing import Outcome, is_url, post
from charkoni.web.notices.sender import LOOKED_MS, Notices
from charkoni.web.store.tables import ChannelRow, NoticeRow, games, holders, notices, seats

Work = Callable[[Hub, Notices], Awaitable[Any]]


@pytest.fixture
def inside(tmp_path: Path) -> Callable[[Work], Any]:
    """Runs work with a hub whose notices go everywhere; nothing is sent by itself."""

    async def opened(work: Work) -> Any:
        settings = Settings(database=f"sqlite:///{tmp_path / 'web.db'}", workers=0, notices="all")
        hub = Hub(settings, ManualClock(wall_ms=NOW))
        await hub.store.open()
        try:
            return await work(hub, Notices(hub))
        finally:
            await hub.store.close()

    return lambda work: asyncio.run(opened(work))


def pass_by(hub: Hub, ms: int = DELAY_MS) -> None:
    clock: Any = hub.time
    clock.pass_by(ms)


async def left(hub: Hub) -> list[NoticeRow]:
    return await hub.store.rows(select(notices).where(notices.c.due > 0), NoticeRow)


def test_a_webhook_is_told_once_in_one_signed_message(inside: Callable[[Work], Any]) -> None:
    async def work(hub: Hub, all_: Notices) -> None:
        async with endpoint() as hook:
            await all_.channels.add(channel("ann", hook.url))
            game = await Table(hub.store, "ann", "bob").begin()
            pass_by(hub)
            for _ in range(2):
                await all_.send_to("ann")
            ((path, headers, body),) = hook.requests
            signature = hmac.new(b"key", body, hashlib.sha256).hexdigest()
            assert (path, headers["x-charkoni-signature"]) == ("/hook", f"sha256={signature}")
            sent = json.loads(body)
            assert sent["title"] == "It is your move against bob"
            assert sent["details"] == "Mosty · 2 days 23 hours left"
            assert sent["url"] == f"http://testserver/g/{game.row.id}" and sent["text"] == sent["content"]
            for _ in range(3):
                await Table(hub.store, "ann", "bob").begin()
            pass_by(hub)
            await all_.send_to("ann")
            assert json.loads(hook.requests[1][2])["title"] == "3 games wait for you", "what was said is not said again"
            assert await left(hub) == []

    inside(work)


def test_what_nobody_is_told_waits_on_the_page_until_it_ends(inside: Callable[[Work], Any]) -> None:
    """Of somebody without channels: a move while it is his, news for some days; neither is looked at all the time."""

    async def work(hub: Hub, all_: Notices) -> None:
        await Table(hub.store, "ann", "bob").begin()
        await hub.store.write(lambda connection: all_.outbox.tell(connection, ["ann"], ANSWER, "of old"))
        pass_by(hub)
        for after, kinds, waits in ((0, {MOVE, ANSWER}, 1), (LASTS_MS, {MOVE}, 0)):
            pass_by(hub, after)
            await all_.send_to("ann")
            rows = await hub.store.rows(select(notices).where(notices.c.person == "ann"), NoticeRow)
            assert {row.kind for row in rows} == kinds and len(await left(hub)) == waits
            assert await all_.outbox.people_due() == []

    inside(work)


@pytest.mark.parametrize("answer", ["503 Busy", "302 Found", "429 Slowly", "400 No"])
def test_what_is_refused_is_sent_again_later(inside: Callable[[Work], Any], answer: str) -> None:
    async def work(hub: Hub, all_: Notices) -> None:
        async with endpoint(answer) as hook:
            await all_.channels.add(channel("ann", hook.url))
            await Table(hub.store, "ann", "bob").begin()
            pass_by(hub)
            for _ in range(3):
                await all_.send_to("ann")
            assert len(hook.requests) == 1, "it rests"
            hook.answer = "200 OK"
            pass_by(hub, 60_000)
            await all_.send_to("ann")
            await all_.send_to("ann")
            assert len(hook.requests) == 2 and await left(hub) == []
            (row,) = await all_.channels.of("ann")
            assert (row.failures, row.paused) == (0, 0)

    inside(work)


def test_a_channel_that_is_gone_is_removed_and_others_are_told(inside: Callable[[Work], Any]) -> None:
    async def work(hub: Hub, all_: Notices) -> None:
        async with endpoint("410 Gone") as gone, endpoint() as hook:
            for each in (gone, hook):
                await all_.channels.add(channel("ann", each.url))
            await Table(hub.store, "ann", "bob").begin()
            pass_by(hub)
            await all_.send_to("ann")
            assert [row.address for row in await all_.channels.of("ann")] == [hook.url]
            assert len(hook.requests) == 1 and await left(hub) == []

    inside(work)


def test_a_silent_server_has_a_limit_and_holds_nobody_up(
    inside: Callable[[Work], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hub: Hub, all_: Notices) -> None:
        monkeypatch.setattr(outgoing, "LIMIT_S", 4.0)
        async with endpoint("") as silent, endpoint() as hook:
            for person, each in (("ann", silent), ("ann", hook), ("bob", hook)):
                await all_.channels.add(channel(person, each.url))
            for person in ("ann", "bob"):
                await Table(hub.store, person, "eve").begin()
            pass_by(hub)
            await all_.send_due()
            for _ in range(350):
                await asyncio.sleep(0.01)
                if len(hook.requests) == 2:
                    break
            assert len(hook.requests) == 2 and len(silent.requests) == 1
            await asyncio.sleep(4.1)
            pass_by(hub, 3_600_000)
            await all_.send_to("ann")
            assert len(silent.requests) == 1, "nobody knows whether it has arrived: it is not sent again"
            assert await left(hub) == []

    inside(work)


def test_quiet_hours_and_a_look_at_the_game_hold_back(inside: Callable[[Work], Any]) -> None:
    async def work(hub: Hub, all_: Notices) -> None:
        sent: list[Message] = []

        async def note(row: ChannelRow, message: Message) -> Outcome:
            sent.append(message)
            return Outcome.DONE

        all_.ways = {HOOK: note}
        await all_.channels.add(channel("ann"))
        game = await Table(hub.store, "ann", "bob").begin()
        now = datetime.fromtimestamp(NOW / 1000, UTC)
        hours = QuietHours((now - timedelta(hours=1)).time(), (now + timedelta(hours=2)).time(), "UTC")
        await all_.channels.set_quiet_hours("ann", hours)
        pass_by(hub)
        await all_.send_to("ann")
        assert sent == [] and [row.due - NOW for row in await left(hub)] == [2 * 3_600_000]

        class Looking:
            def __init__(self) -> None:
                self.seats = {0}

            def online(self) -> set[int]:
                return self.seats

        pass_by(hub, 2 * 3_600_000)
        rooms: Any = hub.rooms
        rooms[game.row.id] = room = Looking()
        await all_.send_to("ann")
        assert sent == [], "ann looks at it"
        room.seats = {1}
        await all_.send_to("ann")
        assert sent == [], "and has seen it a moment ago"
        pass_by(hub, LOOKED_MS)
        await all_.send_to("ann")
        assert [message.path for message in sent] == [f"/g/{game.row.id}"]

    inside(work)


def test_news_are_over_when_they_are_seen_or_told(inside: Callable[[Work], Any]) -> None:
    async def work(hub: Hub, all_: Notices) -> None:
        async with endpoint() as hook:
            await all_.channels.add(channel("ann", hook.url))
            seen, told = [await Table(hub.store, "ann", "bob").begin(1) for _ in range(2)]
            rooms: Any = hub.rooms
            rooms[seen.row.id] = SimpleNamespace(online=lambda: {0})
            for game in (seen, told):
                await game.then("resign", 1, -1, due=0, state="over")
            pass_by(hub)
            for _ in range(2):
                await all_.send_to("ann")
                rooms.clear()
                pass_by(hub, LOOKED_MS)
            ((_, _, body),) = hook.requests
            assert json.loads(body)["url"].endswith(told.row.id)
            await all_.outbox.look_again("ann")
            assert [row.due - row.at for row in await left(hub)] == [LASTS_MS] * 2
            pass_by(hub, LASTS_MS)
            await all_.send_to("ann")
            assert len(hook.requests) == 1 and await hub.store.scalars(select(notices.c.about)) == []

    inside(work)


@pytest.mark.parametrize("jump", [HOUR, -HOUR, DAY, -DAY])
def test_a_clock_that_jumps_sends_nothing_twice_and_loses_nothing(inside: Callable[[Work], Any], jump: int) -> None:
    async def work(hub: Hub, all_: Notices) -> None:
        async with endpoint() as hook:
            await all_.channels.add(channel("ann", hook.url))

            async def sent() -> list[str]:
                await all_.send_to("ann")
                return [json.loads(body)["url"].rpartition("/")[2] for _, _, body in hook.requests]

            told = await Table(hub.store, "ann", "bob").begin()
            pass_by(hub)
            assert await sent() == [told.row.id]
            waits = await Table(hub.store, "ann", "bob").begin()
            pass_by(hub, jump)
            assert await sent() == [told.row.id, *([waits.row.id] if jump > 0 else [])]
            new = await Table(hub.store, "ann", "bob").begin()
            pass_by(hub)
            assert (await sent())[-1] == new.row.id, "what comes up now is not late"
            pass_by(hub, max(0, -jump))
            assert sorted(await sent()) == sorted(each.row.id for each in (told, waits, new))
            assert await left(hub) == []

    inside(work)


def test_who_travels_is_told_when_his_new_zone_is_awake(inside: Callable[[Work], Any]) -> None:
    async def work(hub: Hub, all_: Notices) -> None:
        async with endpoint() as hook:
            await all_.channels.add(channel("ann", hook.url))
            await Table(hub.store, "ann", "bob").begin()
            pass_by(hub)
            now = datetime.fromtimestamp(NOW / 1000, UTC)
            night = (now - timedelta(hours=1)).time(), (now + timedelta(hours=7)).time()
            await all_.channels.set_quiet_hours("ann", QuietHours(*night, "UTC"))
            await all_.send_to("ann")
            (row,) = await left(hub)
            assert row.due > NOW + 6 * HOUR and hook.requests == []
            await all_.channels.set_quiet_hours("ann", QuietHours(*night, "Pacific/Kiritimati"))
            await all_.outbox.look_again("ann")
            await all_.send_to("ann")
            assert len(hook.requests) == 1 and await left(hub) == []
            await all_.outbox.look_again("ann")
            assert await left(hub) == [], "what was told is not told again"

    inside(work)


def test_a_flood_of_notices_is_a_few_messages(inside: Callable[[Work], Any]) -> None:
    async def work(hub: Hub, all_: Notices) -> None:
        game = await Table(hub.store, "ann", "bob").begin()
        rows = [asdict(replace(game.row, id=f"g{number}", invite=f"i{number}")) for number in range(700)]
        held = [{"game": row["id"], "seat": 0, "person": "ann"} for row in rows]
        places = [asdict(replace(game.places[seat], game=row["id"])) for row in rows for seat in (0, 1)]
        told = [asdict(NoticeRow("ann", "move", row["id"], NOW, NOW)) for row in rows]
        tables = ((games, rows), (seats, places), (holders, held), (notices, told))
        await hub.store.execute(*(insert(table).values(some) for table, some in tables))
        async with endpoint() as hook:
            await all_.channels.add(channel("ann", hook.url))
            pass_by(hub)
            while await all_.outbox.people_due():
                await all_.send_to("ann")
            titles = [json.loads(body)["title"] for _, _, body in hook.requests]
            assert titles == ["300 games wait for you", "300 games wait for you", "101 games wait for you"]
            assert await left(hub) == []

    inside(work)


# --- addresses --------------------------------------------------------------------------------------------------------

PRIVATE = ["127.0.0.1", "10.0.0.7", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1"]
PRIVATE += ["::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b:1::a00:1"]


@pytest.mark.parametrize("address", [*PRIVATE, "93.184.215.15"])
def test_nothing_is_sent_into_private_networks(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connected = []

    async def connect(host: str, port: int, **_: Any) -> Any:
        connected.append(host)
        raise OSError

    async def work() -> None:
        async def resolve(host: str, port: int, **_: Any) -> list[Any]:
            return [(0, 1, 6, "", (where, port)) for where in ("93.184.215.14", address)]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
        monkeypatch.setattr(asyncio, "open_connection", connect)
        assert await post("http://example.org/", b"", {}, False) is Outcome.REFUSED

    asyncio.run(work())
    # To the checked address, not to the name, which may lead elsewhere a moment later.
    assert connected == ([] if address in PRIVATE else ["93.184.215.14"])


def test_an_address_is_one_of_the_web() -> None:
    good = ["https://example.org", "http://example.org:8080/a?b=c", "https://[2001:db8::1]/x"]
    bad = ["", "example.org", "ftp://example.org", "https://", "https://a@example.org", "https://example.org:0/"]
    bad += [
        "https://example.org/\r\nx: y",
        "https://example.org/ a",
        "https://ex\u00e4mple.org",
        "https://[::1",
        "javascript:1",
    ]
    bad += ["https://example.org/" + "a" * 1000, "https://example.org/#x", "https://example.org:99999/"]
    assert [is_url(text) for text in good + bad] == [True] * len(good) + [False] * len(bad)


def test_outcomes() -> None:
    async def work() -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{free.getsockname()[1]}/"
            assert await post(url, b"", {}, True) is Outcome.REFUSED, "nobody listens"
        for answer, outcome in (("204 No Content", Outcome.DONE), ("404 Not Found", Outcome.GONE)):
            async with endpoint(answer) as hook:
                assert await post(hook.url, b"x", {}, True) is outcome
        async with endpoint("garbage") as hook:
            assert await post(hook.url, b"x", {}, True) is Outcome.UNKNOWN

    asyncio.run(work())


# --- kill -9 ----------------------------------------------------------------------------------------------------------

PEOPLE = 60

SENDER = """
import asyncio, sys
from charkoni.web.config import Settings
from charkoni.web.live.hub import Hub
from charkoni.web.notices.sender import Notices
from charkoni.web.store import StoreError

async def main():
    hub = Hub(Settings(database=sys.argv[1], workers=0, notices="all"))
    await hub.store.open()
    notices = Notices(hub)
    print("up", flush=True)
    while await notices.outbox.people_due():
        await notices.send_due()
        await asyncio.sleep(0.01)
    await hub.store.close()

asyncio.run(main())
"""


def test_whatever_is_killed_nothing_is_sent_twice(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'web.db'}"

    async def work() -> None:
        hub = Hub(Settings(database=database, workers=0, notices="all"), ManualClock(wall_ms=NOW - 4 * DELAY_MS))
        await hub.store.open()
        box = Notices(hub)
        clock: Any = hub.time
        clock.wall_ms = 1_700_000_000_000  # long due in the processes that send
        async with endpoint() as hook:
            for number in range(PEOPLE):
                await box.channels.add(channel(f"p{number}", f"{hook.url}/{number}"))
                await Table(hub.store, f"p{number}", "bob").begin()
            kills = 0
            while True:
                before = len(hook.requests)
                process = await asyncio.create_subprocess_exec(
                    sys.executable, "-c", SENDER, database, stdout=subprocess.PIPE, env=os.environ
                )
                assert process.stdout and await process.stdout.readline() == b"up\n"
                if kills < 2:
                    for _ in range(2000):
                        await asyncio.sleep(0.005)
                        if len(hook.requests) > before + 5:
                            break
                    marked = await hub.store.scalars(select(notices.c.about).where(notices.c.sent != ""))
                    with suppress(ProcessLookupError):
                        os.kill(process.pid, signal.SIGKILL)
                    kills += 1
                    assert len(marked) < PEOPLE, "it was killed on its way"
                    await process.wait()
                    await asyncio.sleep(0.1)
                    continue
                assert await process.wait() == 0
                break
            told = Counter(path for path, _, _ in hook.requests)
            marked = await hub.store.scalars(select(notices.c.about).where(notices.c.sent != ""))
            assert set(told.values()) == {1}, "nobody twice"
            assert len(marked) == PEOPLE, "everything was given out once"
            assert await left(hub) == []
        await hub.store.close()

    asyncio.run(work())
