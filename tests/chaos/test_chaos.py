"""The chaos tests themselves: they see what is lost, and do to connections what they say."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.chaos import __main__ as chaos
from tests.chaos import tcp_proxy
from tests.chaos.crowd import Table, compared, differs
from tests.chaos.experiments import damage
from tests.chaos.experiments.place import Place
from tests.chaos.report import Row, table
from tests.chaos.tcp_proxy import Network, TcpProxy
from tests.chaos.wall_clock import skewed
from tests.sampling import short_run

from charkoni.core.record import Record
from charkoni.core.registry import named

pytestmark = pytest.mark.compiled_only


def test_lost_doubled_and_invented_moves_are_seen() -> None:
    played = Table("g", "mangala", [], sent={0: {"1"}, 1: {"2", "3"}, 2: {""}}, acknowledged={0: "1", 1: "2", 2: ""})
    assert compared(played, [["1", 0], ["2", 1], ["1+1", -1]]) == []
    assert len(compared(played, [["1", 0], ["2", 1]])) == 1
    assert len(compared(played, [["1", 0], ["3", 1], ["1+1", -1]])) == 1
    assert len(compared(played, [["1", 0], ["1", 0], ["2", 1]])) == 3
    assert len(compared(played, [["1", 0], ["2", 1], ["1+1", -1], ["4", 0]])) == 1


def test_a_record_may_be_longer_than_the_log_by_moves_of_a_computer_only() -> None:
    record = Record(named("mangala"))
    for move in ("1", "1", "2", "2"):
        record.play(move)
    log = [[move, position.turn] for move, position in zip(record.moves, record.positions, strict=False)]
    last = record.positions[3].turn
    against_computer = Table("g", "mangala", [], people=(1 - last,))
    assert not differs(record, against_computer, log) and not differs(record, against_computer, log[:3])
    assert differs(record, against_computer, log[:2])
    assert differs(record, Table("g", "mangala", []), log[:3])
    assert differs(record, against_computer, [*log[:3], ["6", last]])
    assert differs(record, against_computer, [*log, ["3", 0]])


@pytest.mark.parametrize(
    ("row", "has_failed"),
    [
        (Row("a", 3, 3, 9), False),
        (Row("a", 3, 2, 9), True),
        (Row("a", 3, 3, 9, lost=1), True),
        (Row("a"), True),
        (Row("a", 3, 3, faults=["500"]), True),
    ],
)
def test_an_experiment_fails_when_anything_is_lost(row: Row, has_failed: bool) -> None:
    assert row.has_failed == has_failed
    assert ("- **a**: 500" in table([row])) == bool(row.faults)


def test_a_clock_is_wrong_by_what_it_is_told() -> None:
    wrong = [0.0]
    clock = skewed(lambda: 100.0, lambda: wrong[0])
    assert clock() == 100.0
    wrong[0] = -60.0
    assert clock() == 40.0


@pytest.mark.parametrize("kind", short_run(tuple(damage.KINDS), ("match.jsonl",)))
def test_every_damage_to_a_file_is_told_or_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(damage, "KINDS", {kind: damage.KINDS[kind]})
    row = damage.damage_files(Place(tmp_path, 0, random.Random(4)), end=0.0, least=3)
    assert not row.has_failed, row.faults
    assert row.injected > 10


def test_a_reader_that_believes_everything_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    naive = damage.Kind(lambda path: path.write_bytes(b"x" * 900) and None, lambda path: path.read_bytes())
    monkeypatch.setattr(damage, "KINDS", {"naive.bin": naive})
    assert damage.damage_files(Place(tmp_path, 0, random.Random(4)), end=0.0).lost > 3


@pytest.fixture
def through() -> Callable[[Network, Callable[..., Awaitable[None]]], None]:
    """Runs work with a connection through a proxy to a server that sends back what it gets."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            writer.write(data)
        writer.close()

    async def run(network: Network, work: Callable[..., Awaitable[None]]) -> None:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        async with TcpProxy(server.sockets[0].getsockname()[1], network, seed=1) as proxy:
            reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
            await work(proxy, reader, writer)
            writer.close()
        server.close()

    return lambda network, work: asyncio.run(run(network, work))


def test_lost_packets_arrive_late_and_in_order(through: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp_proxy, "RETRANSMISSION_S", 0.03)

    async def work(proxy: TcpProxy, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        began = asyncio.get_running_loop().time()
        for number in range(3):
            writer.write(b"%d" % number)
            assert await reader.readexactly(1) == b"%d" % number
        assert asyncio.get_running_loop().time() - began > 0.03

    through(Network(loss=0.3), work)


def test_connections_are_cut_in_the_middle(through: Callable[..., None]) -> None:
    async def work(proxy: TcpProxy, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"a")
        assert await reader.readexactly(1) == b"a"
        assert proxy.cut(1.0) == 2
        with pytest.raises(OSError, match="reset"):
            await reader.readexactly(1)

    through(Network(), work)


@pytest.mark.long
@pytest.mark.parametrize("name", [*chaos.EXPERIMENTS])
def test_nothing_is_lost(name: str) -> None:
    row = chaos.run(name, 4.0, 1)
    assert not row.has_failed, table([row])
