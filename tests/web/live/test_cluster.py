"""Several processes that serve the same games on one PostgreSQL database."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.web.conditions import until
from tests.web.postgres import Cluster
from tests.web.server_process import Live, Person, decider, moves_of, played, recorded, sat_down

from charkoni.core.record import Record
from charkoni.core.registry import named
from charkoni.web.config import Settings
from charkoni.web.http.quotas import User
from charkoni.web.http.sessions import new_id
from charkoni.web.live import commands
from charkoni.web.live.analysis_jobs import Analyses
from charkoni.web.live.board_view import Perspective
from charkoni.web.live.game.clocks import Control
from charkoni.web.live.game.live_game import CONDITIONAL
from charkoni.web.live.hub import GameRequest, Hub
from charkoni.web.live.observers.daily_turns import plan
from charkoni.web.live.room import Room, WriteConflict
from charkoni.web.store.pg_channel import LISTENER
from charkoni.web.store.tables import games

A, B = frozenset((0,)), frozenset((1,))
ANN = User("192.0.2.1", "ann")


class Watcher:
    """A subscriber of a room, and the messages that it has received."""

    def __init__(self, room: Room, seats: frozenset[int]) -> None:
        self.person, self.perspective, self.seats, self.heard = "", Perspective(), seats, list[str]()
        room.subscribe(self)

    def send(self, text: str) -> None:
        self.heard.append(text)


@contextlib.asynccontextmanager
async def opened(url: str, folder: Path) -> AsyncIterator[Hub]:
    hub = Hub(Settings(database=url, workers=0, pace=0, events=str(folder)))
    await hub.open()
    try:
        yield hub
    finally:
        await hub.close()


@pytest.fixture
def twins(cluster: Cluster, tmp_path: Path) -> Callable[[Callable[[Hub, Hub], Awaitable[None]]], None]:
    """Runs work with two servers on one database."""

    async def both(work: Callable[[Hub, Hub], Awaitable[None]]) -> None:
        async with opened(cluster.url, tmp_path) as one, opened(cluster.url, tmp_path) as two:
            await until(lambda: one.cluster.peers and two.cluster.peers)
            await work(one, two)

    return lambda work: asyncio.run(both(work))


async def lose_notes(hub: Hub, room: Room) -> Any:
    """Make a room ignore the notes of its peers, after what they asked for; return the function that it ignores."""
    sync = hub.cluster._rooms[room.id][1]
    real, sync.receive = sync.receive, lambda note: None  # type: ignore[method-assign]
    await until(lambda: not room._is_catching_up)
    await room.ask(room.catch_up)
    return real


async def tables(one: Hub, two: Hub, clock: str = "none", *seats: str) -> tuple[Room, Room]:
    """Return the rooms of a new game in both processes, by default with two people."""
    request = GameRequest(named("mangala"), seats or ("me", "open"), Control.parse(clock))
    g = await one.create(request, "guest a", "Ada", User("", "guest a"))
    here, there = await one.room(g), await two.room(g)
    assert here and there
    if not seats:
        assert await two.take_seat(there, None, "guest b", "Ben") == 1
        await until(lambda: here.live.state == "open")
    return here, there


def test_regular_work_is_done_by_the_process_that_leads(tmp_path: Path) -> None:
    done: list[bool] = []

    async def fail() -> None:
        done.append(True)
        raise OSError("a full disk")

    async def work() -> None:
        async with opened(str(tmp_path / "games.db"), tmp_path) as hub:
            hub.cluster.is_leader = False
            task = asyncio.create_task(hub.cluster.regularly(0.01, fail, "no work", 0))
            await asyncio.sleep(0.1)
            assert not done
            hub.cluster.is_leader = True
            await until(lambda: len(done) > 2)
            task.cancel()

    asyncio.run(work())


def test_moves_of_one_process_are_played_in_the_other(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        here, there = await tables(one, two)
        assert [seat.name for seat in here.live.seats] == ["Ada", "Ben"]
        await commands.execute(here, commands.play_move, A, 0, "1")
        await until(lambda: there.live.v == 1)
        await commands.execute(there, commands.play_move, B, 1, "1")
        await until(lambda: here.live.v == 2)
        assert here.live.record.moves == there.live.record.moves == ("1", "1")

    twins(work)


def test_of_two_moves_at_the_same_time_one_counts(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        here, there = await tables(one, two)
        results = await asyncio.gather(
            commands.execute(here, commands.play_move, A, 0, "1"),
            commands.execute(there, commands.play_move, A, 0, "2"),
            return_exceptions=True,
        )
        refused = [answer for answer in results if answer is not None]
        assert [error.code for error in refused if isinstance(error, commands.Refused)] == ["STALE"]
        await until(lambda: here.live.record.moves == there.live.record.moves != ())
        assert len(here.live.record) == 1

    twins(work)


def test_the_same_move_through_two_processes_is_played_once_and_acknowledged_twice(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        here, there = await tables(one, two)
        await asyncio.gather(*(commands.execute(room, commands.play_move, A, 0, "1") for room in (here, there)))
        await until(lambda: here.live.record.moves == there.live.record.moves == ("1",))

    twins(work)


def test_a_room_that_missed_notes_catches_up_when_it_writes(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        here, there = await tables(one, two)
        await lose_notes(two, there)
        await commands.execute(here, commands.play_move, A, 0, "1")
        with pytest.raises(WriteConflict):
            await there.ask(lambda: there.commit(there.live.row_for(0, 0, "resign", 1)))
        assert there.live.record.moves == ("1",)

    twins(work)


def test_a_planned_answer_is_played_once_by_whatever_process_owns_the_game(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        room, peer = await tables(one, two, "3d")
        await commands.execute(room, plan, B, room.live.seats[1].owner, [["1", "2"]], False)
        await commands.execute(peer, commands.play_move, A, 0, "1")
        await until(lambda: len(room.live.record) == len(peer.live.record) == 2)
        assert [row.salt for row in room.live.steps] == ["", CONDITIONAL]

    twins(work)


def test_a_clock_runs_out_once(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        here, there = await tables(one, two, "0.05")
        for v, (room, seats) in enumerate(((here, A), (there, B))):
            await until(lambda room=room, v=v: room.live.v == v)
            await commands.execute(room, commands.play_move, seats, v, "1")
        await until(lambda: here.live.v == there.live.v == 2)
        assert one.cluster.owns(here.live.row.id) != two.cluster.owns(here.live.row.id)
        await until(lambda: here.live.state == there.live.state == "over")
        found = await one.store.game(here.live.row.id)
        assert found and [row.kind for row in found[2]].count("flag") == 1
        assert here.live.outcome == there.live.outcome

    twins(work)


def test_a_clock_stays_with_its_process_while_the_room_is_out_of_memory(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        a, b = await tables(one, two, "0.05")
        g = a.id
        for v, (room, seats) in enumerate(((a, A), (b, B))):
            await until(lambda room=room, v=v: room.live.v == v)
            await commands.execute(room, commands.play_move, seats, v, "1")
        await until(lambda: a.live.v == b.live.v == 2 and one.cluster.owns(g) != two.cluster.owns(g))
        owner, other = (one, two) if one.cluster.owns(g) else (two, one)
        for hub in (owner, other):
            hub.rooms[g].last_used = -(10**9)
            hub.evict()
            assert g not in hub.rooms
        assert (len(owner.alarms), len(other.alarms)) == (1, 0)
        assert g not in await other.cluster.unowned_games(), "nobody else has to watch it"
        await until(lambda: g in owner.rooms and owner.rooms[g].live.state == "over")
        assert owner.rooms[g].live.row.reason == "time"

    twins(work)


def test_a_game_that_one_process_deletes_leaves_the_memory_of_the_other(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        a, _ = await tables(one, two)
        one.forget(a.id)
        await one.store.removal.delete_games([a.id])
        await until(lambda: a.id not in two.rooms)
        assert await two.room(a.id) is None

    twins(work)


def test_the_computer_of_one_process_plays(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        here, there = await tables(one, two, "none", "me", "1")
        await commands.execute(there, commands.play_move, A, 0, "1")
        await until(lambda: here.live.v == there.live.v > 1 and here.live.turn in (0, -2))
        assert sorted(hub.cluster.owns(here.live.row.id) for hub in (one, two)) == [False, True]
        assert here.live.record.moves == there.live.record.moves

    twins(work)


def test_presence_offers_and_chat_reach_all_processes(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        here, there = await tables(one, two)
        ada = Watcher(here, A)
        await until(lambda: 0 in there.online())
        ben = Watcher(there, B)
        Watcher(there, frozenset())
        await until(lambda: here.online() == {0, 1} and here.watchers() == 1)
        for v, (room, seats) in enumerate(((here, A), (there, B))):
            await until(lambda room=room, v=v: room.live.v == v)
            await commands.execute(room, commands.play_move, seats, v, "1")
        await until(lambda: here.live.v == 2)
        await commands.execute(here, commands.make_offer, A, "draw")
        await until(lambda: "draw" in there.offers)
        await commands.execute(there, commands.answer_offer, B, "draw", False)
        await until(lambda: not here.offers)
        await commands.execute(there, commands.make_offer, B, "draw")
        await until(lambda: "draw" in here.offers)
        await commands.execute(here, commands.answer_offer, A, "draw", True)
        await until(lambda: there.live.state == "over")
        here.say(0, "thanks")
        await until(lambda: any('"phrase":"thanks"' in text for text in ben.heard))
        await commands.execute(there, commands.make_offer, B, "rematch")
        await until(lambda: "rematch" in here.offers)
        await commands.execute(here, commands.answer_offer, A, "rematch", True)
        await until(lambda: there.next_game == here.next_game != "")
        here.unsubscribe(ada)
        await until(lambda: there.online() == {1})

    twins(work)


class Slow:
    """An engine that searches a position when the test releases it."""

    is_on, queued, ready = True, 0, frozenset[str]()

    def __init__(self) -> None:
        self.searched: list[int] = []
        self.may = asyncio.Semaphore(0)

    async def find(self, user: str, name: str, start: str, moves: Any, task: str, wanted: Any, **more: Any) -> Any:
        if task == "outline":
            return []
        self.searched.append(len(moves))
        await self.may.acquire()
        return {"ply": len(moves)} if wanted() else None

    async def stop(self) -> None:
        """Do nothing: there are no processes."""


def test_an_analysis_runs_in_one_process_and_is_seen_and_stopped_from_the_other(
    twins: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Hub, two: Hub) -> None:
        slow = {hub: Slow() for hub in (one, two)}
        for hub, engine in slow.items():
            monkeypatch.setattr(hub, "engine", engine)
        here, there = Analyses(one), Analyses(two)
        record = Record.parse('[Game "mangala"]\n\n1 1 2 2\n')
        key = (await here.add(record)).key
        run, seen = await here.find(key), await there.find(key)
        assert run and seen and not seen.is_running
        here.start(run, ANN)
        await until(lambda: slow[one].searched == [0])
        there.start(seen, ANN)
        await until(lambda: not seen.is_worked_on)
        slow[one].may.release()
        await until(lambda: slow[one].searched == [0, 1])
        assert await there.find(key) is seen and seen.is_running and len(seen.rows) == 1
        there.stop(seen)
        await until(lambda: not run.is_wanted)
        slow[one].may.release()
        await until(lambda: not run.is_worked_on)
        assert not (await there.find(key)).is_running and slow[two].searched == []
        there.start(seen, ANN)
        await until(lambda: slow[two].searched == [1])
        assert await here.find(key) is run and run.is_running

    twins(work)


def test_a_lost_connection_is_detected_and_missed_rows_are_read(twins: Any) -> None:
    async def work(one: Hub, two: Hub) -> None:
        here, there = await tables(one, two, "10")
        g = here.live.row.id
        keeper = one if one.cluster.owns(g) else two
        await until(lambda: any(hub.cluster.owns(g) for hub in (one, two)))
        real = await lose_notes(two, there)
        await commands.execute(here, commands.play_move, A, 0, "1")
        with one.store.engine.begin() as connection:
            ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name"
            connection.execute(text(ends), {"name": LISTENER})
        await until(lambda: there.live.v == 1)
        two.cluster._rooms[g][1].receive = real
        await until(lambda: one.cluster.owns(g) != two.cluster.owns(g))
        await commands.execute(there, commands.play_move, B, 1, "1")
        await until(lambda: here.live.v == 2)
        assert keeper.cluster.peers

    twins(work)


def test_a_game_of_a_dead_process_is_taken_over_with_its_clock(cluster: Cluster, tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(cluster.url, tmp_path) as two:
            async with opened(cluster.url, tmp_path) as one:
                await until(lambda: one.cluster.peers and two.cluster.peers)
                here, there = await tables(one, two, "0.1")
                g = here.live.row.id
                Watcher(here, A)
                await until(lambda: 0 in there.online())
                for v, (room, seats) in enumerate(((here, A), (there, B))):
                    await until(lambda room=room, v=v: room.live.v == v)
                    await commands.execute(room, commands.play_move, seats, v, "1")
            await until(lambda: two.cluster.owns(g) and not two.cluster.peers)
            assert there.online() == set()
            await until(lambda: there.live.state == "over")
            assert there.live.last is not None and there.live.last.kind == "flag"

    asyncio.run(work())


@pytest.mark.long  # its twins: the test before this one, and a killed server in test_end_to_end
def test_two_processes_one_of_them_killed_lose_and_double_nothing(
    cluster: Cluster, tmp_path: Path, visit: Callable[[Live], Person]
) -> None:
    luck, servers = random.Random(8), []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        servers.append(Live(tmp_path / name, "--workers", "0", database=cluster.url))
    one, two = servers
    try:
        a, b, spectator = visit(one), visit(two), visit(two)
        g = sat_down(a, b, clock="10")
        spectator.open(g)
        a.hear("view", cause="start")
        expected: list[str] = []
        for step in range(10):
            person, view = decider([a, b], g) or pytest.fail("the game is over")
            move = luck.choice(moves_of(view))
            if step == 5:
                person.send(type="do", g=g, v=view["v"], n=9000, m=move)
                one.kill()
                a.server = two
                a.open(g)
                (person if person is a else b).server = two
                played(person, g, view, move)
            else:
                assert person.ask("do", g=g, v=view["v"], m=move)["type"] == "ack"
            expected.append(move)
            for each in (a, b):  # the other process may learn of it a moment later
                while each.hello(g)["v"] < len(expected):
                    pass
        assert recorded(b, g) == expected
        spectator.hello(g)
        assert [message["m"] for message in spectator.heard if message["type"] == "ply"] == expected
        left = b.hello(g)["table"]["clocks"]["left"]
        assert all(600_000 - 300_000 < each <= 600_000 for each in left)
    finally:
        two.stop()
        if one.process.poll() is None:
            one.stop()


def test_people_who_search_in_two_processes_meet(
    twins: Callable[[Callable[[Hub, Hub], Awaitable[None]]], None],
) -> None:
    """Each of many who look for anybody at the same time gets one opponent, whichever process he came to."""
    people = [new_id(20) for _ in range(12)]

    async def searching(hub: Hub, person: str) -> str:
        terms = await hub.challenges.search(person, "mosty", "slow")
        seats = ("me", "open") if people.index(person) % 3 else ("open", "me")
        request = GameRequest(named("mosty"), seats, Control.parse("10+5"), terms=terms)
        own = await hub.create(request, person, person, User("", person))
        for _ in range(100):
            room = await hub.room(own)
            if room is None or room.live.state == "open":
                return own
            await hub.challenges.keep_searching(own)
            if moved := await hub.move_on(room, person, person):
                return moved
            await asyncio.sleep(random.random() / 10)
        raise AssertionError(f"{person} finds nobody")

    async def work(one: Hub, two: Hub) -> None:
        hubs = [(one, two)[place % 2] for place in range(len(people))]
        found = await asyncio.gather(*map(searching, hubs, people))
        for game in {*found}:
            stored = await one.store.game(game)
            assert stored
            at_table = {seat.owner for seat in stored[1]}
            assert at_table == {person for person, where in zip(people, found, strict=True) if where == game}
            assert len(at_table) == 2 and stored[0].state == "open"
        assert len({*found}) == len(people) // 2
        assert not [row for hub in (one, two) for row in await hub.challenges.open(games.c.name == "mosty")]

    twins(work)
