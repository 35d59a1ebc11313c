"""An authenticator with one passkey, as a browser answers for it."""

import hashlib
import json
import secrets
import struct
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url as text_of

FLAGS = 0b0100_0101
"""The user is present and verified; a new credential is attached."""


@dataclass
class Authenticator:
    """A passkey for a host.  count: its signatures so far."""

    host: str = "testserver"
    origin: str = "http://testserver"
    count: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(20))
    key: Any = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(self, options: dict[str, Any]) -> str:
        """Return the answer to a question for a new passkey."""
        x, y = (getattr(self.key.public_key().public_numbers(), name).to_bytes(32) for name in "xy")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        data = self._data(FLAGS) + bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def sign(self, options: dict[str, Any]) -> str:
        """Return the answer to a question to sign in."""
        self.count += 1
        client, data = self._client("webauthn.get", options["challenge"]), self._data(FLAGS & 0b1111)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + struct.pack(">I", self.count)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, **parts: bytes) -> str:
        response = {name: text_of(part) for name, part in parts.items()}
        return json.dumps(
            {"id": text_of(self.id), "rawId": text_of(self.id), "type": "public-key", "response": response}
        )
