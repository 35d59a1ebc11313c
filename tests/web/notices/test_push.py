"""Web push: what a browser with its keys, and the service of its maker, get to see."""

import base64
import json
from dataclasses import replace
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from tests.web.conftest import LocalServer
from tests.web.notices.endpoint import endpoint
from tests.web.notices.test_outbox import Table, channel
from tests.web.notices.test_sending import Work, inside, left, pass_by

from charkoni.web.notices import push
from charkoni.web.notices.channels import PUSH
from charkoni.web.notices.kinds import Message

__all__ = ["inside"]

AUTH = b"0123456789abcdef"


def text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(value: str) -> bytes:
    return base64.urlsafe_b64decode(value + "==")


class Browser:
    """The keys of a browser that has subscribed."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": text(point), "auth": text(AUTH)}

    @property
    def secret(self) -> str:
        return " ".join(self.keys.values())

    def read(self, body: bytes) -> dict[str, str]:
        opened = http_ece.decrypt(body, private_key=self.key, auth_secret=AUTH, version="aes128gcm")
        fields: dict[str, str] = json.loads(opened)
        return fields

    def subscription(self, address: str) -> str:
        return json.dumps({"endpoint": address, "expirationTime": None, "keys": self.keys})


@pytest.mark.parametrize(("answer", "stays"), [("201 Created", True), ("404 Not Found", False), ("410 Gone", False)])
def test_a_browser_is_told_by_its_service(inside: Any, answer: str, stays: bool) -> None:
    async def work(hub: Any, all_: Any) -> None:
        browser = Browser()
        async with endpoint(answer) as service:
            row = replace(channel("ann", service.url), kind=PUSH, secret=browser.secret)
            await all_.channels.add(row)
            game = await Table(hub.store, "ann", "bob").begin()
            pass_by(hub)
            for _ in range(2):
                await all_.send_to("ann")
            ((_, headers, body),) = service.requests
            assert browser.read(body) == {
                "title": "It is your move against bob",
                "text": "Mosty · 2 days 23 hours left",
                "path": f"/g/{game.row.id}",
                "tag": f"/g/{game.row.id}",
            }
            assert headers["content-encoding"] == "aes128gcm" and headers["urgency"] == "normal"
            assert bool(await all_.channels.of("ann")) is stays and await left(hub) == []

    run: Work = work
    inside(run)


def test_the_service_can_check_who_sends() -> None:
    private = push._new_key()
    row = replace(channel("ann", "https://push.example.org:8443/x"), kind=PUSH, origin="https://play.example.net")
    sent = push.headers(private, row, Message("a", "b", "/c", True))
    assert sent["urgency"] == "high" and sent["topic"] == text(b"/c")
    kind, _, rest = sent["Authorization"].partition(" ")
    fields = dict(part.split("=", 1) for part in rest.split(","))
    assert kind == "vapid" and fields["k"] == push.public_key(private)
    claims = json.loads(decoded(fields["t"].split(".")[1]))
    assert claims["aud"] == "https://push.example.org:8443" and claims["sub"] == "mailto:postmaster@play.example.net"
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
    signed, _, signature = fields["t"].rpartition(".")
    r, s = (int.from_bytes(part, "big") for part in (decoded(signature)[:32], decoded(signature)[32:]))
    key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))


def test_a_browser_subscribes_with_keys_that_are_some(local_server: LocalServer) -> None:
    ann, good = local_server.visitor(), Browser().subscription("https://push.example.org/a")
    page = ann.get("/me/notices").text
    assert f'data-push="{local_server.run(push.private_key, local_server.hub.store)}"' not in page
    assert push.public_key(local_server.run(push.private_key, local_server.hub.store)) in page
    bad = [
        "",
        "{}",
        "[]",
        "null",
        '{"endpoint": 1, "keys": {"p256dh": "a", "auth": "b"}}',
        good.replace("https", "ftp"),
    ]
    bad += [good.replace('"p256dh": "', '"p256dh": "A'), good.replace("push.example", "a b")]
    for text_ in bad:
        answer = ann.post("/me/notices/push.json", "/me/notices", subscription=text_)
        assert answer.status_code == 409 and "cannot be read" in answer.json()["text"], text_
    for _ in range(2):
        assert ann.post("/me/notices/push.json", "/me/notices", subscription=good).status_code == 303
    assert ann.get("/me/notices").text.count("data-endpoint=") == 1, "the same browser again"


def test_the_service_worker_is_at_the_root(local_server: LocalServer) -> None:
    answer = local_server.visitor().get("/sw.js")
    assert (
        answer.headers["content-type"].startswith("text/javascript") and answer.headers["cache-control"] == "no-cache"
    )
    assert "showNotification" in answer.text
