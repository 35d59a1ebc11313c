"""E-mail: letters to confirm an address, what waits in one letter, servers that refuse."""

import asyncio
import contextlib
import email
import email.policy
import re
import socketserver
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import LocalServer, ManualClock, settings_in
from tests.web.notices.test_outbox import NOW, Table, channel
from tests.web.notices.test_sending import left, pass_by

from charkoni.web.app import create_app
from charkoni.web.config import Chosen, Settings, is_mail_server, value_of
from charkoni.web.live.hub import Hub
from charkoni.web.notices.channels import DIGEST_MS, MAIL
from charkoni.web.notices.mail import is_address, send
from charkoni.web.notices.outgoing import Outcome
from charkoni.web.notices.sender import Notices


@dataclass
class Post:
    """A server for e-mail.  answers: by command its answer, where that is not the usual one; "" to hang up."""

    answers: dict[str, str] = field(default_factory=dict)
    letters: list[Any] = field(default_factory=list)
    url: str = ""


USUAL = {
    "ehlo": "250 test",
    "mail": "250 ok",
    "rcpt": "250 ok",
    "data": "354 go on",
    ".": "250 kept",
    "quit": "221 bye",
}


@contextlib.contextmanager
def post_office(**answers: str) -> Iterator[Post]:
    """Run a server for e-mail on a free port."""
    post = Post(answers)

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 test\r\n")
            text: list[bytes] | None = None
            for line in self.rfile:
                command = line.split()[0].decode().lower() if line.split() else ""
                if text is not None and line != b".\r\n":
                    text.append(line)
                    continue
                answer = post.answers.get("end" if command == "." else command, USUAL.get(command, "250 ok"))
                if not answer:
                    return
                if command == "." and text is not None and answer.startswith("2"):
                    post.letters.append(email.message_from_bytes(b"".join(text), policy=email.policy.default))
                text = [] if command == "data" and answer.startswith("3") else None
                self.wfile.write(answer.encode() + b"\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        post.url = f"smtp://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield post
        server.shutdown()


@pytest.fixture
def mailing(tmp_path: Path) -> Iterator[tuple[LocalServer, Post]]:
    """A server that sends e-mail."""
    with post_office() as post:
        settings = settings_in(tmp_path).model_copy(update={"smtp": post.url, "mail_from": "club@example.org"})
        app, clock = create_app(settings, ManualClock()), ManualClock()
        with TestClient(app, base_url="http://testserver") as client:
            yield LocalServer(client, app.state.hub, clock, settings), post


def test_an_address_is_told_when_somebody_there_confirms_it(mailing: tuple[LocalServer, Post]) -> None:
    server, post = mailing
    ann, other = server.visitor(), server.visitor()
    assert ann.post("/me/notices/mail", "/me/notices", address="a\r\nBcc: b@c.de").status_code == 409
    answer = ann.post("/me/notices/mail", "/me/notices", address="ann@example.org")
    assert answer.headers["location"] == "/me/notices?written=1"
    assert "A letter is on its way" in ann.get("/me/notices?written=1").text
    (letter,) = post.letters
    assert (letter["to"], letter["from"]) == ("ann@example.org", "club@example.org")
    path = re.search(r"http://testserver(/me/notices/mail/\w+)", letter.get_content())
    assert path and "E-mail: ann@example.org" not in ann.get("/me/notices").text, "not yet"
    assert "ann@example.org" in other.get(path[1]).text, "on another device"
    assert "E-mail: ann@example.org" not in ann.get("/me/notices").text, "nobody has pressed the button"
    assert other.post(path[1], path[1]).status_code == 303
    assert "E-mail: ann@example.org" in ann.get("/me/notices").text
    assert "ann@example.org" not in other.get("/me/notices").text
    assert other.get(path[1]).status_code == 404, "once"


def test_a_letter_is_a_digest(tmp_path: Path) -> None:
    async def work() -> None:
        hub = Hub(
            Settings(database=f"sqlite:///{tmp_path / 'a.db'}", workers=0, smtp=post.url), ManualClock(wall_ms=NOW)
        )
        await hub.store.open()
        box = Notices(hub)
        await box.channels.add(replace(channel("ann", "ann@example.org"), kind=MAIL, lang="ru"))
        for _ in range(2):
            await Table(hub.store, "ann", "bob").begin()
            pass_by(hub)
            await box.send_to("ann")
        (letter,) = post.letters
        assert letter["subject"] == "Ваш ход. Соперник: bob" and "http://testserver/g/" in letter.get_content()
        assert letter["list-unsubscribe"] == "<http://testserver/me/notices>"
        await Table(hub.store, "ann", "bob").begin()
        pass_by(hub, DIGEST_MS)
        for _ in range(2):
            await box.send_to("ann")
        assert [each["subject"] for each in post.letters[1:]] == ["2 партии ждут вас"]
        assert await left(hub) == []
        await hub.store.close()

    with post_office() as post:
        asyncio.run(work())


@pytest.mark.parametrize(
    ("answers", "outcome", "kept"),
    [
        ({}, Outcome.DONE, 1),
        ({"quit": "500 no"}, Outcome.DONE, 1),
        ({"rcpt": "550 nobody"}, Outcome.GONE, 0),
        ({"rcpt": "451 later"}, Outcome.REFUSED, 0),
        ({"mail": "530 sign in"}, Outcome.REFUSED, 0),
        ({"end": "552 full"}, Outcome.REFUSED, 0),
        ({"end": ""}, Outcome.UNKNOWN, 0),
    ],
)
def test_what_servers_answer(answers: dict[str, str], outcome: Outcome, kept: int) -> None:
    with post_office(**answers) as post:
        assert send(post.url, "a@example.org", "b@example.org", "ё", "text", "http://x") is outcome
        assert len(post.letters) == kept
    assert send(post.url, "a@example.org", "b@example.org", "a", "b", "http://x") is Outcome.REFUSED, "it is away"


def test_a_letter_that_is_refused_is_sent_later_and_to_nobody_none(tmp_path: Path) -> None:
    async def work() -> None:
        settings = Settings(database=f"sqlite:///{tmp_path / 'a.db'}", workers=0, smtp=post.url)
        hub = Hub(settings, ManualClock(wall_ms=NOW))
        await hub.store.open()
        box = Notices(hub)
        await box.channels.add(replace(channel("ann", "ann@example.org"), kind=MAIL))
        await Table(hub.store, "ann", "bob").begin()
        pass_by(hub)
        for _ in range(2):
            await box.send_to("ann")
        (row,) = await box.channels.of("ann")
        assert (row.failures, post.letters) == (1, []), "once, then it rests"
        post.answers.clear()
        pass_by(hub, 60_000)
        for _ in range(2):
            await box.send_to("ann")
        assert len(post.letters) == 1 and await left(hub) == []
        post.answers["rcpt"] = "550 nobody"
        await Table(hub.store, "ann", "bob").begin()
        pass_by(hub, DIGEST_MS)
        await box.send_to("ann")
        assert await box.channels.of("ann") == [] and await left(hub) == []
        await hub.store.close()

    with post_office(rcpt="451 later") as post:
        asyncio.run(work())


def test_addresses_and_settings() -> None:
    good, bad = (
        ["a@example.org", "a.b+c@sub.example.org"],
        ["", "a", "a@b", "a b@example.org", "a@example.org\r\nx", "<a@b.de>"],
    )
    assert [is_address(text) for text in good + bad] == [True] * len(good) + [False] * len(bad)
    servers = [
        "smtp://a:b@mail.example.org:587",
        "smtps://mail.example.org",
        "mail.example.org",
        "smtp://",
        "smtp://a:x",
    ]
    assert [is_mail_server(text) for text in servers] == [True, True, False, False, False]
    assert value_of("smtp", Chosen("smtp://me:secret@mail.example.org", "file")) == "smtp://***@mail.example.org"
