"""Web push: messages to browsers by the services of their makers (RFC 8030, 8291, 8292)."""

import base64
import json
from functools import lru_cache
from time import time
from urllib.parse import urlsplit

from charkoni.web.notices.kinds import Message
from charkoni.web.notices.outgoing import is_url
from charkoni.web.store import Store
from charkoni.web.store.tables import ChannelRow

KEY = "vapid"
"""The name of the value that holds the private key of a server."""

TTL_S = 3 * 24 * 3600
"""How long a service keeps a message for a browser that is away."""

EXPIRES_S = 12 * 3600
SUBJECT = "mailto:postmaster@{host}"
"""Whom a service may write, as the standard wants it."""


async def private_key(store: Store) -> str:
    """Return the private key of the server in base64url, made when it is first needed; raise StoreError."""
    return await store.value(KEY) or await store.first_value(KEY, _new_key())


def _new_key() -> str:
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


async def own_key(store: Store) -> str:
    """Return the public key of the server, by which browsers subscribe, in base64url; raise StoreError."""
    return public_key(await private_key(store))


@lru_cache(maxsize=1)
def public_key(private: str) -> str:
    """Return the public key to a private one, in base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(base64.urlsafe_b64decode(private + "="), "big")
    point = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return _text(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def subscription_of(text: str) -> tuple[str, str]:
    """Return address and keys of a browser's subscription, given as JSON; raise ValueError for any other text."""
    try:
        answer = json.loads(text)
        address, keys = answer["endpoint"], answer["keys"]
        secret = f"{keys['p256dh']} {keys['auth']}"
        if not isinstance(address, str) or not is_url(address) or len(secret) > len(text):
            raise ValueError(address)
        encrypted(secret, b" ")
    except (LookupError, TypeError, RecursionError) as error:
        raise ValueError(text) from error
    return address, secret


def encrypted(secret: str, body: bytes) -> bytes:
    """Return a body that only the browser of a subscription can read; raise ValueError for keys that are none."""
    from pywebpush import WebPusher, WebPushException  # with two libraries for requests, which are not used

    key, _, auth = secret.partition(" ")
    try:
        return bytes(WebPusher({"endpoint": "", "keys": {"p256dh": key, "auth": auth}}).encode(body)["body"])
    except WebPushException as error:
        raise ValueError(secret) from error


def headers(private: str, channel: ChannelRow, message: Message) -> dict[str, str]:
    """Return the headers of a message, signed for the service of a channel."""
    from py_vapid import Vapid02

    parts = urlsplit(channel.address)
    host = urlsplit(channel.origin).hostname or ""
    host = host if "." in host and host[-1].isalpha() else f"{host.replace(':', '-') or 'localhost'}.invalid"
    claims = {
        "sub": SUBJECT.format(host=host),
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time()) + EXPIRES_S,
    }
    return {
        **Vapid02.from_raw(private.encode()).sign(claims),
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        "ttl": str(TTL_S),
        "urgency": "high" if message.is_urgent else "normal",
        # A message that still waits for the browser is replaced by the next one with the same topic.
        "topic": _text(message.path.encode())[:32],
    }


def body_of(message: Message) -> bytes:
    """Return a message as the service worker of a browser reads it: title, text, path, tag as JSON."""
    fields = {"title": message.title, "text": message.text, "path": message.path, "tag": message.path}
    return json.dumps(fields, ensure_ascii=False).encode()


def _text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
