"""Hosts, headers, sizes of bodies, and forms of browsers before their first game."""

import pytest
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from tests.web.conftest import LocalServer

from charkoni.web.http import security
from charkoni.web.http.origins import is_own_host, machine_names
from charkoni.web.http.quotas import Quotas, User
from charkoni.web.http.request_queue import RequestQueue


@pytest.mark.parametrize(
    "host", ["", "127.0.0.1:8000", "192.168.1.7", "[::1]:8000", "localhost", "LOCALHOST:1", "a.localhost"]
)
def test_addresses_and_localhost_are_own_hosts(host: str) -> None:
    assert is_own_host(host)


def test_names_of_the_machine_and_listed_names_are_own_hosts() -> None:
    assert all(is_own_host(f"{name}:8000") for name in machine_names())
    assert is_own_host("play.example.org", ["play.example.org"])


@pytest.mark.parametrize(
    "host",
    ["evil.example", "play.example.org.evil.example", "1.2.3.4.evil.example", "localhost.evil.example", "[evil]"],
)
def test_other_names_are_foreign(host: str) -> None:
    assert not is_own_host(host, ["play.example.org"])


def test_a_page_that_names_this_machine_by_its_own_domain_is_refused(local_server: LocalServer) -> None:
    headers = {"host": "evil.example", "origin": "http://evil.example"}
    answer = local_server.client.post("/new", data={"game": "mangala"}, headers=headers)
    assert (answer.status_code, "--origin https://evil.example" in answer.text) == (421, True)
    with pytest.raises(WebSocketDisconnect), local_server.client.websocket_connect("/ws", headers=headers):
        pass


def test_only_pages_by_https_demand_https(local_server: LocalServer) -> None:
    assert "strict-transport-security" not in local_server.client.get("/health").headers
    with_tls = TestClient(local_server.client.app, base_url="https://testserver").get("/health")
    assert with_tls.headers["strict-transport-security"] == security.STRICT_TRANSPORT


def test_the_form_of_one_browser_opens_none_in_another(local_server: LocalServer) -> None:
    def token(client: TestClient) -> str:
        return client.get("/about").text.partition('name="csrf" content="')[2].partition('"')[0]

    def post(client: TestClient, csrf: str) -> int:
        data = {"game": "mangala", "csrf": csrf}
        return int(
            client.post("/new", data=data, headers={"origin": "http://testserver"}, follow_redirects=False).status_code
        )

    one, other = (TestClient(local_server.client.app, base_url="http://testserver") for _ in range(2))
    csrf = token(one)
    token(other)
    assert post(other, csrf) == 403
    assert post(one, csrf) == 303
    assert post(one, csrf) == 303, "the page from before the first game stays valid in its browser"


def test_a_proxy_that_is_not_named_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("")(scope, receive, send)

    class Free:
        quotas = Quotas()
        requests = RequestQueue()

        def user(self, request: HTTPConnection) -> User:
            return User("10.0.0.7")

    def asked(forwarded: str) -> str:
        """Return what is logged when 10.0.0.7 sends two requests with a header."""
        caplog.clear()
        middleware = security.SecurityMiddleware(app, (), Free())  # type: ignore[arg-type]
        client = TestClient(middleware, "http://localhost", client=("10.0.0.7", 1))
        for _ in range(2):
            assert client.get("/", headers={"x-forwarded-for": forwarded} if forwarded else {}).status_code == 200
        return caplog.text

    assert asked("192.0.2.1").count("--proxy 10.0.0.7") == 1
    assert asked("") == ""
    assert asked("10.0.0.7") == "", "a believed proxy has been replaced by the visitor"


def test_pages_have_the_headers_of_documents_and_data_those_of_data(local_server: LocalServer) -> None:
    visitor = local_server.visitor()
    page, data = visitor.get("/about").headers, visitor.get("/ask.json?game=mangala&position=x").headers
    assert "permissions-policy" in page and "script-src 'self'" in page["content-security-policy"]
    assert data["content-type"] == "application/json" and "permissions-policy" not in data
    assert data["content-security-policy"].startswith("default-src 'none'")
    assert page["x-content-type-options"] == data["x-content-type-options"] == "nosniff"
