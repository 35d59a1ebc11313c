"""The local network: its owner alone opens a server to it, links for others then have its address."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient
from tests.web.interleaving import Gate
from tests.web.pages.test_every_page import faults, texts
from tests.web.server_process import Live

from charkoni.web.app import create_app
from charkoni.web.config import Settings
from charkoni.web.http import network_access

HERE = "http://localhost:8000"
LAN = "192.168.1.20"


class Recorder:
    """Stands for the process that listens: notes the addresses that are opened."""

    def __init__(self) -> None:
        self.open = ""

    async def open_to(self, host: str) -> tuple[str, Callable[[], None]]:
        self.open = host
        return f"http://{host}:8000", self.close_again

    def close_again(self) -> None:
        self.open = ""


def served(folder: Path, sender: str = "127.0.0.1", **more: object) -> tuple[TestClient, Recorder]:
    """Return a client of a server that listens on this computer alone.  sender: the address of its requests."""
    app = create_app(Settings(database=f"sqlite:///{folder / 'web.db'}", workers=0, **more))  # type: ignore[arg-type]
    recorder = Recorder()
    app.state.network.opener = recorder.open_to
    return TestClient(app, base_url=HERE, client=(sender, 50000)), recorder


@pytest.fixture(autouse=True)
def two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "charkoni.tournament.printouts.addresses.lan_addresses", lambda: [LAN, "203.0.113.7", "8.8.8.8", "fd00::7"]
    )


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[tuple[TestClient, Recorder]]:
    client, recorder = served(tmp_path)
    with client:
        yield client, recorder


def post(client: TestClient, headers: dict[str, str] | None = None, **form: str) -> int:
    found = re.search('name="csrf" content="([^"]+)"', client.get("/about").text)
    assert found
    data = {"csrf": found[1], "act": "open", "host": LAN} | form
    head = {"origin": HERE} | (headers or {})
    return client.post("/network", data=data, headers=head, follow_redirects=False).status_code


def test_the_owner_opens_and_closes_the_network_after_a_page_that_says_what_it_means(
    owner: tuple[TestClient, Recorder],
) -> None:
    client, recorder = owner
    page = client.get("/network?back=/about&lang=en").text
    assert "everybody in the same network" in page and "Nothing is encrypted" in page
    assert re.findall('type="radio" name="host" value="([^"]+)"', page) == [LAN, "203.0.113.7", "fd00::7"], (
        "no public one"
    )
    assert (recorder.open, post(client, back="/about"), recorder.open) == ("", 303, LAN)
    assert f"http://{LAN}:8000" in client.get("/network?lang=en").text
    assert (post(client, act="close"), recorder.open) == (303, "")


def test_a_network_that_is_opened_twice_at_once_is_closed_by_one_button(
    owner: tuple[TestClient, Recorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, _ = owner
    listening = set[str]()

    async def open_to(host: str) -> tuple[str, Callable[[], None]]:
        listening.add(host)
        return f"http://{host}:8000", partial(listening.discard, host)

    network = client.app.state.network  # type: ignore[attr-defined]
    network.opener = open_to
    gate = Gate(monkeypatch, network, "opener", is_after=True)
    gate.try_both(partial(post, client), partial(post, client, host="203.0.113.7"))
    assert len(listening) == 1
    assert (post(client, act="close"), listening) == (303, set())


@pytest.mark.parametrize("lang", ["ru", "tr"])
def test_the_page_is_in_its_language(owner: tuple[TestClient, Recorder], lang: str) -> None:
    client, _ = owner
    before = client.get(f"/network?lang={lang}").text
    assert post(client) == 303
    for page in (before, client.get(f"/network?lang={lang}").text):
        assert [faults(text, lang) for text in texts(page) if faults(text, lang)] == []


@pytest.mark.parametrize("host", ["8.8.8.8", "0.0.0.0", "192.168.1.99", "", "localhost"])
def test_an_address_that_is_no_own_one_in_a_local_network_is_refused(
    owner: tuple[TestClient, Recorder], host: str
) -> None:
    client, recorder = owner
    assert (post(client, host=host), recorder.open) == (409, "")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", f"http://{LAN}:8000"),
        ("host", "evil.example:8000"),  # DNS rebinding
        ("host", f"{LAN}:8000"),
        ("x-forwarded-for", "127.0.0.1"),
        ("forwarded", "for=127.0.0.1"),
        ("via", "1.1 proxy"),
    ],
)
def test_pages_of_others_and_proxies_open_nothing(owner: tuple[TestClient, Recorder], name: str, value: str) -> None:
    client, recorder = owner
    assert (post(client, {name: value}) in (403, 421), recorder.open) == (True, "")


def test_a_form_without_its_token_opens_nothing(owner: tuple[TestClient, Recorder]) -> None:
    client, recorder = owner
    assert (post(client, csrf="x"), post(client, csrf=""), recorder.open) == (403, 403, "")


@pytest.mark.parametrize(
    ("sender", "settings"),
    [
        ("192.168.1.30", {}),
        ("fd00::9", {}),
        ("127.0.0.1", {"origins": ("https://play.example",)}),
        ("127.0.0.1", {"proxies": ("127.0.0.1",)}),
        ("127.0.0.1", {"host": "0.0.0.0"}),
    ],
)
def test_who_comes_from_elsewhere_or_behind_a_proxy_opens_nothing(
    tmp_path: Path, sender: str, settings: dict[str, object]
) -> None:
    client, recorder = served(tmp_path, sender, **settings)
    with client:
        assert (client.get("/network").status_code, post(client), recorder.open) == (403, 403, "")


def test_invitations_and_shared_links_have_the_address_for_others(owner: tuple[TestClient, Recorder]) -> None:
    client, _ = owner
    found = re.search('name="csrf" content="([^"]+)"', client.get("/about").text)
    assert found
    form = {"csrf": found[1], "game": "mosty", "opponent": "friend"}
    table = client.post("/new", data=form, headers={"origin": HERE}, follow_redirects=False).headers["location"]
    here, picture = client.get(f"{table}?lang=en").text, client.get(f"{table}/share?lang=en").text
    assert f'"origin": "{HERE}"' in here and f"/network?back={table}" in here and f"{HERE}{table}" in picture
    invite = re.search(r"/i/(\w+)", client.get(f"{table}/text").text)
    assert invite
    before = client.get(f"/i/{invite[1]}.svg").text
    assert post(client) == 303
    here, picture = client.get(f"{table}?lang=en").text, client.get(f"{table}/share?lang=en").text
    assert f'"origin": "http://{LAN}:8000"' in here and "Others in your network can open this link." in here
    assert f"http://{LAN}:8000{table}" in picture and HERE not in picture
    assert client.get(f"/i/{invite[1]}.svg").text != before


def test_a_server_listens_in_the_network_while_it_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    addresses = network_access.private_addresses()
    if not addresses:
        pytest.skip("this machine is in no network")
    server = Live(tmp_path, "--workers", "0")
    try:
        with httpx2.Client(base_url=server.origin) as owner, httpx2.Client() as other:
            page = owner.get("/network")
            token = re.search('name="csrf" content="([^"]+)"', page.text)
            assert token
            form = {"csrf": token[1], "act": "open", "host": addresses[0], "back": "/network?lang=en"}
            head = {"origin": server.origin}
            assert owner.post("/network", data=form, headers=head).status_code == 303
            found = re.search(r"at (http://[^<\s]+)", owner.get("/network?lang=en").text)
            assert found
            origin = found[1]
            assert other.get(f"{origin}/about").status_code == 200
            assert other.get(f"{origin}/network").status_code == 403
            assert owner.post("/network", data=form | {"act": "close"}, headers=head).status_code == 303
            with pytest.raises(httpx2.TransportError):
                other.get(f"{origin}/about")
            assert owner.get("/about").status_code == 200
    finally:
        server.stop()
    assert "Traceback" not in (tmp_path / "server.log").read_text()


def test_the_page_on_people_is_the_owners_without_an_address_of_the_command_line(
    owner: tuple[TestClient, Recorder], tmp_path: Path
) -> None:
    client, _ = owner
    assert client.get("/admin/people").status_code == 200
    assert "/admin/people" in client.get("/settings").text
    for headers in ({"x-forwarded-for": "203.0.113.9"}, {"host": f"{LAN}:8000"}):
        assert client.get("/admin/people", headers=headers).status_code == 403
    (tmp_path / "other").mkdir()
    for more in ({"sender": "192.168.1.30"}, {"origins": (HERE,)}, {"proxies": ("127.0.0.1",)}):
        other, _ = served(tmp_path / "other", **more)  # type: ignore[arg-type]
        with other:
            assert other.get("/admin/people").status_code == 403
            assert "/admin/people" not in other.get("/settings").text
