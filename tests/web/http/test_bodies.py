"""Bodies of requests: how large they may be, alone and together, and what is said about it."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Message
from tests.web.conftest import LocalServer
from tests.web.tournaments.people import begin

from charkoni.web.allowances import with_budgets
from charkoni.web.http import bodies
from charkoni.web.http.bodies import LONGEST_BODY, LONGEST_FILE, LONGEST_UPLOAD, Spool, read_form
from charkoni.web.http.quotas import Quotas

SIZE = 200_000
FORM = {"content-type": "application/x-www-form-urlencoded"}
FOR_SCRIPTS = {"accept": "application/json"}


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "STALL_S", 0.3)


def post(client: TestClient, content: Any, path: str = "/events/take", **headers: str) -> Any:
    return client.post(path, content=content, headers=FORM | headers, follow_redirects=False)


def test_a_body_that_is_too_large_is_refused_with_both_sizes(local_server: LocalServer) -> None:
    answer = local_server.client.post("/new", content=b"x" * (LONGEST_BODY + 1))
    assert answer.status_code == 413
    assert "66 KB were sent; at most 65 KB" in answer.text
    answer = post(local_server.client, b"x" * (LONGEST_UPLOAD + 1), **FOR_SCRIPTS)
    assert answer.status_code == 413
    assert answer.json() == {"code": "TOO_LONG", "text": "21 MB were sent; at most 20 MB are accepted at once."}


def test_a_large_file_may_be_sent_until_the_address_has_sent_too_much(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_server.client.app.state.site, "quotas", Quotas(with_budgets("new.school=20+1")))
    page = b"file=" + b"x" * (LONGEST_FILE // 2)
    answers = [post(local_server.client, page).status_code for _ in range(5)]
    assert answers[0] == 403, "large enough, but without a token"
    assert answers[-1] == 429, "four of 10 MB may be sent at once"


def test_a_large_body_says_its_length_by_which_it_is_paid(local_server: LocalServer) -> None:
    """Else files of any size would cost nothing."""

    def parts() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1024

    answer = post(local_server.client, parts(), **FOR_SCRIPTS)
    assert answer.status_code == 413
    assert answer.json()["text"].endswith("at most 65 KB are accepted at once.")


def test_three_stalled_uploads_of_one_address_block_nobody_else() -> None:
    """They wait on the disk, of which an address has a share, and end when nothing comes."""

    async def run() -> None:
        spool, sent = Spool(most=8 * SIZE), asyncio.Event()

        async def stalls() -> Message:
            sent.set()
            return await asyncio.Event().wait() and {}  # type: ignore[return-value]

        async def upload(receive: Any) -> bool:
            async with spool.received("198.51.100.1", SIZE, receive) as replay:
                return replay is not None

        stalled = [asyncio.create_task(upload(stalls)) for _ in range(2)]
        await sent.wait()
        await asyncio.sleep(0)
        assert not spool.has_room("198.51.100.1", SIZE), "its share is used"
        assert spool.has_room("192.0.2.1", SIZE) and spool.has_room("2001:db8::1", SIZE)
        async with spool.received("192.0.2.1", SIZE, replayed(b"x" * SIZE)) as replay:
            assert replay and len((await replay())["body"]) == SIZE
        assert await asyncio.gather(*stalled) == [False, False]
        assert spool.has_room("198.51.100.1", SIZE), "nothing is held any more"

    asyncio.run(run())


def test_the_larger_network_of_ipv6_has_one_share_of_uploads() -> None:
    async def run() -> None:
        spool = Spool(most=8 * SIZE)
        async with contextlib.AsyncExitStack() as stack:
            for number in range(2):
                await stack.enter_async_context(spool.received(f"2001:db8:0:{number}::1", SIZE, replayed(b"x" * SIZE)))
            assert not spool.has_room("2001:db8:0:ff00::1", SIZE) and spool.has_room("2001:db8:1::1", SIZE)

    asyncio.run(run())


def test_a_body_that_trickles_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> bool:
        async def trickles() -> Message:
            await asyncio.sleep(0.02)
            return {"type": "http.request", "body": b"x" * 10, "more_body": True}

        async with Spool().received("192.0.2.1", SIZE, trickles) as replay:
            return replay is None

    assert asyncio.run(asyncio.wait_for(run(), 5))


def test_a_large_body_is_refused_while_its_address_has_no_room(
    local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    middleware: Any = local_server.client.app.middleware_stack
    while not hasattr(middleware, "_spool"):
        middleware = middleware.app
    monkeypatch.setattr(middleware, "_spool", Spool(most=4_000_000))
    assert post(local_server.client, b"x" * 1_000_000).status_code == 403
    answer = post(local_server.client, b"x" * 1_000_001, **FOR_SCRIPTS)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
    assert "try again in a few seconds" in answer.json()["text"]
    assert post(local_server.client, b"x" * 100, "/new").status_code == 403, "small forms are not concerned"


def test_a_large_form_is_read_in_a_thread(local_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server answers others meanwhile: a body of % signs takes it seconds."""
    delays: list[float] = []

    async def form_of(request: Any) -> Any:
        began = time.thread_time()
        form = await original(request)
        delays.append(time.thread_time() - began)
        return form

    original = bodies._form_of
    monkeypatch.setattr(bodies, "_form_of", form_of)
    threads: list[Any] = []
    to_thread = bodies.asyncio.to_thread

    async def noted(*work: Any) -> Any:
        threads.append(work[0])
        return await to_thread(*work)

    monkeypatch.setattr(bodies.asyncio, "to_thread", noted)
    assert post(local_server.client, b"file=" + b"%22" * 100_000).status_code == 403
    assert threads.count(bodies._read) == len(delays) == 1


@pytest.mark.parametrize("is_multipart", [False, True], ids=["urlencoded", "multipart"])
def test_a_large_form_is_read_as_a_small_one_is(local_server: LocalServer, is_multipart: bool) -> None:
    fields = {"file": "Ölçü & Co. 100% +\r\n" * 5000, "arbiter": "Ayşe"}
    if is_multipart:
        request = local_server.client.build_request(
            "POST", "/", files={name: (None, text) for name, text in fields.items()}
        )
    else:
        request = local_server.client.build_request("POST", "/", data=fields)
    body = request.read()
    assert len(body) > LONGEST_BODY
    headers = [(name.encode(), value.encode()) for name, value in request.headers.items()]
    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": headers}
    form = local_server.run(read_form, bodies.Request(scope, replayed(body)))
    assert dict(form) == fields


def replayed(body: bytes) -> Any:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


@pytest.mark.parametrize("count", [500, pytest.param(2000, marks=pytest.mark.long)])
def test_a_list_of_many_people_is_entered(local_server: LocalServer, count: int) -> None:
    club = "A club with a long name " * 5
    people = [f"Person Number {number};{1000 + number % 900};{club}{number % 70};TUR" for number in range(count)]
    text = "\n".join(["name;rating;club;country", *people])
    assert len(text) > LONGEST_BODY
    arbiter = begin(local_server)
    page = arbiter.visitor.post(f"/t/{arbiter.id}/desk/preview", list=text).text
    assert f"{count} people in the list" in page
    answer = arbiter.visitor.post(f"/t/{arbiter.id}/desk/import", list=text)
    assert answer.status_code == 303, answer.text
    event = local_server.run(local_server.client.app.state.tournaments.events.get, arbiter.id)
    assert len(event.state.entries) == count
