"""Faults around a server: cut sockets, repeated and reordered messages, a full disk, a database that fails."""

import contextlib
import errno
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import LocalServer, ManualClock, Socket, make_pair
from tests.web.postgres import Cluster
from tests.web.server_process import Live, Person, decider, played, recorded, sat_down

from charkoni.core.registry import named
from charkoni.graphics.click_trie import leaves

MOVES = 24
LONG = [pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 12)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    live = Live(tmp_path_factory.mktemp("chaos"), "--workers", "0")
    yield live
    live.stop()


@pytest.mark.parametrize("seed", [0, *LONG])
def test_cut_sockets_and_messages_twice_and_out_of_order(
    server: Live, visit: Callable[[Live], Person], seed: int
) -> None:
    luck = random.Random(seed)
    people = [visit(server), visit(server)]
    g = sat_down(*people)
    expected: list[str] = []
    late: dict[str, Any] | None = None
    for _ in range(MOVES):
        found = decider(people, g)
        if found is None:
            break
        person, view = found
        move = luck.choice([move for _, move in leaves(view["trie"])])
        message = {"type": "do", "g": g, "v": view["v"], "m": move}
        fault = luck.choice(("none", "twice", "cut", "late", "other move"))
        if late:  # what was sent long ago arrives now
            for each in people:
                each.send(**late, n=9000 + len(expected))
                each.hear("ack", "nack", n=9000 + len(expected))
        if fault == "cut":
            person.send(**message, n=8000 + len(expected))
            assert person.wire
            if luck.random() < 0.5:
                person.wire.socket.close()  # without a word of goodbye
            with contextlib.suppress(OSError, EOFError):
                person.close()
            person.wire = None
            played(person, g, view, move)
        else:
            assert person.ask("do", **{key: value for key, value in message.items() if key != "type"})["type"] == "ack"
        if fault == "twice":
            assert person.ask("do", g=g, v=view["v"], m=move)["type"] == "ack"
        if fault == "other move":
            others = [each for _, each in leaves(view["trie"]) if each != move]
            if others:
                assert person.ask("do", g=g, v=view["v"], m=luck.choice(others))["code"] == "STALE"
        late = message if fault == "late" else late
        expected.append(move)
    for person in people:
        assert [text for text, _ in person.hello(g)["log"]] == expected
    assert recorded(people[0], g) == expected


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are Linux's")
def test_a_full_disk_loses_and_doubles_nothing(tmp_path: Path, visit: Callable[[Live], Person]) -> None:
    live = Live(tmp_path, "--workers", "0")
    try:
        people = [visit(live), visit(live)]
        g = sat_down(*people)
        found = decider(people, g)
        assert found
        person, view = found
        before = resource.prlimit(live.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        try:
            refused = person.ask("do", g=g, v=view["v"], m="1")
            assert (refused["type"], refused["code"]) == ("nack", "NOT_STORED")
            assert refused["text"]
            assert person.hello(g)["log"] == []
            assert person.web.get("/about").status_code == 200
        finally:
            resource.prlimit(live.process.pid, resource.RLIMIT_FSIZE, before)
        assert person.ask("do", g=g, v=view["v"], m="1")["type"] == "ack"
        assert [text for text, _ in person.hello(g)["log"]] == ["1"]
        assert recorded(person, g) == ["1"]
    finally:
        live.stop()


def test_a_database_that_goes_and_comes_back(cluster: Cluster, tmp_path: Path, visit: Callable[[Live], Person]) -> None:
    live = Live(tmp_path, "--workers", "0", database=cluster.url)
    try:
        people = [visit(live), visit(live)]
        g = sat_down(*people, clock="10")
        person, view = decider(people, g) or pytest.fail("nobody may move")
        assert person.ask("do", g=g, v=view["v"], m="1")["type"] == "ack"
        person, view = decider(people, g) or pytest.fail("nobody may move")
        cluster.stop()
        try:
            assert person.ask("do", g=g, v=view["v"], m="1")["code"] == "NOT_STORED"
            health = person.web.get("/health")
            assert (health.status_code, health.json()["database"]) == (503, False)
            lost = person.web.get("/mine")
            assert lost.status_code == 503 and "<h1>" in lost.text
        finally:
            cluster.start()
        assert person.web.get("/health").status_code == 200
        assert person.ask("do", g=g, v=view["v"], m="1")["type"] == "ack"
        assert [text for text, _ in person.hello(g)["log"]] == ["1", "1"]
        assert recorded(person, g) == ["1", "1"]
        left = person.hello(g)["table"]["clocks"]["left"]
        assert all(600_000 - 120_000 < each <= 600_000 for each in left)
    finally:
        live.stop()


@pytest.mark.long  # its twin: test_end_to_end kills one on SQLite
def test_a_killed_server_on_postgresql_goes_on(
    cluster: Cluster, tmp_path: Path, visit: Callable[[Live], Person]
) -> None:
    live = Live(tmp_path, "--workers", "0", database=cluster.url)
    try:
        people = [visit(live), visit(live)]
        g = sat_down(*people)
        expected = []
        for step in range(6):
            person, view = decider(people, g) or pytest.fail("nobody may move")
            move = next(leaves(view["trie"]))[1]
            person.send(type="do", g=g, v=view["v"], n=7000 + step, m=move)
            if step % 3 == 1:
                time.sleep(0.01 * step)  # each time the server is killed at another moment
                live.kill()
                live.start()
                people[0].open(g)
                people[1].open(g)
                played(person, g, view, move)
            else:
                assert person.hear("ack", "nack", n=7000 + step)["type"] == "ack"
            expected.append(move)
            assert [text for text, _ in person.hello(g)["log"]] == expected
        assert recorded(people[0], g) == expected
    finally:
        live.stop()


def test_clocks_are_right_however_often_somebody_comes_back(local_server: LocalServer) -> None:
    clock: ManualClock = local_server.time
    pair = make_pair(local_server, clock="5")
    used, motion = [0, 0], 0
    luck = random.Random(5)
    for step in range(12):
        visitor = (pair.a, pair.b)[step % 2]
        with visitor.socket() as wire:
            view = Socket(wire).hello(pair.g)
        thought = luck.randrange(200, 9000)
        clock.pass_by(thought // 2)
        with visitor.socket() as wire:  # gone and back in the middle of the thought
            socket = Socket(wire)
            socket.hello(pair.g)
            clock.pass_by(thought - thought // 2)
            move = next(move for move in map(str, range(1, 7)) if leads_on(view, move))
            assert socket.ask("do", g=pair.g, v=view["v"], m=move)["type"] == "ack"
            used[step % 2] += max(0, thought - motion) if step else 0  # the first move starts the clocks
            left = socket.hello(pair.g)["table"]["clocks"]["left"]
            motion = local_server.hub.rooms[pair.g].motion
        assert [300_000 - each for each in used] == left


def leads_on(view: dict[str, Any], move: str) -> bool:
    """Return whether a move of the game passes the turn to the opponent."""
    position = named("mangala").start()
    for made, _ in view["log"]:
        position = position.play(made)
    return move in position.moves and position.play(move).turn not in (position.turn, -2)


def test_a_game_that_could_not_follow_its_log_is_loaded_again(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for want of a file descriptor: the move is stored, the game in memory has it by half."""
    visitor = local_server.visitor()
    g = visitor.new_game("mangala", opponent="here")
    room = local_server.hub.rooms[g]
    run = room.live.clocks.run

    def no_descriptor(*_: object) -> None:
        monkeypatch.setattr(room.live.clocks, "run", run)
        raise OSError(errno.EMFILE, "too many open files")

    monkeypatch.setattr(room.live.clocks, "run", no_descriptor)
    local_server.client._transport.raise_server_exceptions = False
    assert visitor.post(f"/g/{g}/text", action="move", v="0", m="1").status_code >= 500
    assert visitor.get(f"/g/{g}").status_code == 200
    assert (room.live.v, [ply.move for ply in room.live.record.plies]) == (1, ["1"])
    assert visitor.post(f"/g/{g}/text", action="move", v="1", m="1").status_code == 303
    assert room.live.v == len(room.live.origins) == 2
