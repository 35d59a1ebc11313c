"""The start of a lesson: who opens rooms, and what is said about the network."""

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.http.test_network_access import HERE, LAN, served

from charkoni.web import serve
from charkoni.web.classroom import network_check
from charkoni.web.config import Settings
from charkoni.web.http.connections import ConnectionLimits
from charkoni.web.http.network_access import NetworkAccess

ROUTES = "Iface\tDestination\tGateway\n" + "wlan0\t00000000\t0101A8C0\t0003\n"
ARP = "IP address HW type Flags HW address Mask Device\n192.168.1.1 0x1 0x2 aa:aa:aa:aa:aa:aa * wlan0\n"
PHONE = "192.168.1.33 0x1 0x2 bb:bb:bb:bb:bb:bb * wlan0\n"
GONE = "192.168.1.34 0x1 0x0 00:00:00:00:00:00 * wlan0\n"


@pytest.fixture(autouse=True)
def two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("charkoni.tournament.printouts.addresses.lan_addresses", lambda: [LAN, "10.0.0.5"])


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[TestClient]:
    client, _ = served(tmp_path)
    with client:
        yield client


def post(client: TestClient, path: str, **form: str) -> str:
    found = re.search('name="csrf" content="([^"]+)"', client.get("/about").text)
    assert found
    answer = client.post(path, data={"csrf": found[1], **form}, headers={"origin": HERE}, follow_redirects=False)
    return str(answer.headers.get("location", answer.status_code))


def test_the_owner_opens_a_room_and_others_do_not(owner: TestClient, tmp_path: Path) -> None:
    assert "Open a classroom" in owner.get("/class?lang=en").text
    room = post(owner, "/class/new")
    assert re.fullmatch(r"/class/\w{10}", room) and owner.get(room).status_code == 200
    assert room in owner.get("/class").text
    stranger, _ = served(tmp_path / "other", "192.168.1.33")
    (tmp_path / "other").mkdir()
    with stranger:
        assert "The word on the wall" in stranger.get("/class?lang=en").text
        assert post(stranger, "/class/new") == "403"


def test_the_page_names_the_address_and_what_keeps_phones_out(
    owner: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = post(owner, "/class/new")
    assert "This link opens on this computer only." in owner.get(f"{room}?lang=en").text
    assert post(owner, "/network", act="open", host=LAN, back=room) == room

    found, hosts = [""], [LAN, "10.0.0.5"]

    async def reach(*_: object) -> network_check.Reach:
        return network_check.Reach(found[0], hosts)

    monkeypatch.setattr("charkoni.web.classroom.network_check.check", reach)
    for found[0], sentence in (
        ("offline", "connect it to the Wi-Fi of the room"),
        ("deaf", "does not answer at its address"),
        ("firewall", "let Charkoni through the firewall"),
        ("alone", "A guest Wi-Fi keeps devices apart"),
        ("unknown", "No phone has come in yet"),
        ("reached", ""),
    ):
        page = owner.get(f"{room}?lang=en").text
        assert sentence in page and f"http://{LAN}:8000/r/" in page
        assert ('class="notice"' in page) == bool(sentence)
        assert ("Other addresses of this computer" in page) == bool(sentence)
    found[0], hosts[:] = "deaf", ["192.168.1.99"]  # the network has given it another address
    assert "Other addresses of this computer: 192.168.1.99" in owner.get(f"{room}?lang=en").text


def test_the_hall_screen_shows_a_code_only_where_it_opens_something(
    owner: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = post(owner, "/class/new")
    found = [""]

    async def reach(*_: object) -> network_check.Reach:
        return network_check.Reach(found[0], [])

    def version() -> int:
        return int(owner.get(f"{room}/feed.json").json()["v"])

    monkeypatch.setattr("charkoni.web.classroom.network_check.check", reach)
    closed = version()
    for found[0], sentence in (
        ("offline", "connect it to the Wi-Fi of the room"),
        ("closed", "This link opens on this computer only."),
        ("deaf", "does not answer at its address"),
        ("alone", ""),
    ):
        screen = owner.get(f"{room}/screen?lang=en").text
        assert sentence in screen
        assert ("qr.svg" in screen) == ("Come in!" in screen) == (not sentence)
    assert post(owner, "/network", act="open", host=LAN, back=room) == room
    assert version() > closed, "the screen is drawn again by itself"
    opened = version()
    assert post(owner, "/network", act="close", back=room) == room
    assert version() > opened


def test_a_lesson_that_began_without_a_network_opens_it_once_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts: list[str] = []
    for module in ("serve", "http.network_access"):
        monkeypatch.setattr(f"charkoni.web.{module}.private_addresses", lambda: list(hosts))
    monkeypatch.setattr(serve, "NETWORK_S", 0.01)
    app = serve.create_app(Settings(database=f"sqlite:///{tmp_path / 'web.db'}", workers=0, port=0))
    config = serve.configuration(app, app.state.hub.settings, ConnectionLimits(100))
    entries: list[str] = []

    def report(event: str, address: str) -> None:
        if event == "classroom":
            entries.append(address)

    async def lesson() -> None:
        server = serve.Server(config, app, report, is_lesson=True)
        running = asyncio.create_task(server.serve())

        async def until(condition: Callable[[], bool]) -> None:
            async with asyncio.timeout(20):
                while not condition():
                    await asyncio.sleep(0.01)

        await until(lambda: bool(entries))
        [id_] = await app.state.classrooms.latest()
        room = await app.state.classrooms.find(id_)
        assert entries == [""]
        version = room.page_version
        hosts.append("127.0.0.2")
        await until(lambda: len(entries) > 1)
        assert re.fullmatch(rf"http://127\.0\.0\.2:\d+/r/{room.row.word}", entries[1])
        assert room.page_version > version
        for hosts[:] in ([], ["127.0.0.3"]):  # the network is lost, and there is another one
            version = room.page_version
            await until(lambda version=version: room.page_version > version)  # type: ignore[misc]
        version = room.page_version
        await asyncio.sleep(0.1)
        assert room.page_version == version, "the pages are loaded again for a change alone"
        app.state.network.close()
        version = room.page_version
        hosts[:] = ["127.0.0.2"]
        await until(lambda: room.page_version > version)
        assert len(entries) == 2 and not app.state.network.origin, "the owner has closed it"
        server.should_exit = True
        await running

    asyncio.run(lesson())


class Reached:
    reached = 0.0


@pytest.fixture
def network(owner: TestClient) -> NetworkAccess:
    network: NetworkAccess = owner.app.state.network  # type: ignore[attr-defined]
    return network


@pytest.mark.parametrize(
    ("arp", "answers", "reached", "state"),
    [
        (ARP + PHONE, True, 0.0, "firewall"),
        (ARP + GONE, True, 0.0, "alone"),
        (ARP, True, 0.0, "alone"),
        (None, True, 0.0, "unknown"),
        (ARP, True, 1.0, "reached"),
        (ARP + PHONE, False, 1.0, "deaf"),
    ],
)
def test_what_is_found_out_about_the_network(
    network: NetworkAccess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arp: str | None, answers: bool,
    reached: float, state: str,
) -> None:  # fmt: skip
    """A real socket answers the request from the second address, which is of the loopback network here."""
    if arp is not None:
        (tmp_path / "arp").write_text(arp)
    (tmp_path / "route").write_text(ROUTES)
    monkeypatch.setattr(network_check, "ARP", tmp_path / "arp")
    monkeypatch.setattr(network_check, "ROUTES", tmp_path / "route")
    monkeypatch.setattr(network_check, "private_addresses", lambda: ["127.0.0.1", "127.0.0.2"])
    monkeypatch.setattr(network_check.time, "monotonic", lambda: 2.0)
    senders: list[str] = []

    async def work() -> str:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            senders.append(writer.get_extra_info("peername")[0])
            request = await reader.readuntil(b"\r\n\r\n")
            assert request.startswith(b"GET /class/check HTTP/1.1\r\nHost: 127.0.0.1:")
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n" if answers else b"HTTP/1.1 421 Wrong\r\n\r\n")
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        network.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        classrooms = Reached()
        classrooms.reached = reached
        async with server:
            found = await network_check.check(classrooms, network)  # type: ignore[arg-type]
        assert found.hosts == ["127.0.0.2"], "the others"
        return found.state

    assert asyncio.run(work()) == state
    assert senders == ["127.0.0.2"]


@pytest.mark.parametrize("origin", ["", f"http://{LAN}:8000"])
def test_a_computer_without_a_network_says_so(
    network: NetworkAccess, monkeypatch: pytest.MonkeyPatch, origin: str
) -> None:
    """From the start on, or since its Wi-Fi is lost."""
    monkeypatch.setattr(network_check, "private_addresses", lambda: [])
    network.origin = origin
    assert asyncio.run(network_check.check(Reached(), network)).state == "offline"  # type: ignore[arg-type]


def test_the_check_is_answered(owner: TestClient) -> None:
    assert owner.get("/class/check").status_code == 204


@pytest.mark.parametrize("path", ["/class", "/class/me.json"])
def test_a_phone_that_comes_proves_that_others_can(tmp_path: Path, path: str) -> None:
    """By the entry, or with the question of its page, as after a restart in the lesson."""
    for sender, is_proof in (("192.168.1.33", True), ("127.0.0.1", False), (LAN, False)):
        (tmp_path / sender).mkdir()
        client, _ = served(tmp_path / sender, sender)
        with client:
            client.app.state.network.origin = f"http://{LAN}:8000"  # type: ignore[attr-defined]
            client.get(path)
            assert bool(client.app.state.classrooms.reached) == is_proof, sender  # type: ignore[attr-defined]


def test_a_server_for_a_lesson_shows_strangers_its_entry(tmp_path: Path) -> None:
    for sender, is_lesson, place in (
        ("192.168.1.33", True, "/class"),
        ("127.0.0.1", True, ""),
        ("192.168.1.33", False, ""),
    ):
        folder = tmp_path / f"{sender}{is_lesson}"
        folder.mkdir()
        client, _ = served(folder, sender)
        with client:
            client.app.state.classrooms.is_lesson = is_lesson  # type: ignore[attr-defined]
            assert client.get("/", follow_redirects=False).headers.get("location", "") == place
