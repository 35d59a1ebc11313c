"""Who may do what: guests by signed cookie, seats by capability key, forms by token, programs by bearer token."""

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Mapping

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

COOKIE = "charkoni"
FORM_AGE = 7 * 24 * 3600
LONGEST_NAME = 24
LONGEST_ID = 32
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def new_id(length: int = 10) -> str:
    """Return a random name for a game or a guest: letters and digits that are not mixed up when read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def is_id(text: str) -> bool:
    """Return whether a text may be the name of a game; databases are not asked for anything else."""
    return text.isascii() and text.isalnum() and len(text) <= LONGEST_ID


def clean_name(text: str) -> str:
    """Return a name for people: NFC, one line, nothing invisible, no signs that turn the direction of writing."""
    folded = unicodedata.normalize("NFC", text)
    shown = "".join(" " if char.isspace() else char for char in folded if char.isspace() or _is_shown(char))
    return re.sub(" +", " ", shown).strip()[:LONGEST_NAME].strip()


def _is_shown(char: str) -> bool:
    return unicodedata.category(char) not in _HIDDEN


def digest(token: str) -> str:
    """Return what is kept of a program's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def bearer_digest(headers: Mapping[str, str]) -> str:
    """Return the digest of the token that a request has in its header `authorization`, or "" if it has none."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return digest(token.strip()) if kind.lower() == "bearer" and token else ""


class Access:
    """Signs and checks what a server hands out, with one secret."""

    def __init__(self, secret: str) -> None:
        self.set_secret(secret)

    def set_secret(self, secret: str) -> None:
        """Sign with another secret from now on."""
        self._key = secret.encode()
        self._cookies = URLSafeSerializer(secret, salt="guest")
        self._forms = URLSafeTimedSerializer(secret, salt="form")

    def cookie(self, guest: str, name: str) -> str:
        """Return the cookie of a guest."""
        return str(self._cookies.dumps([guest, name]))

    def guest(self, cookie: str | None) -> tuple[str, str] | None:
        """Return the guest and his name of a cookie, or None when it is none of ours."""
        try:
            found = self._cookies.loads(cookie or "")
        except BadSignature:
            return None
        return (found[0], found[1]) if isinstance(found, list) and len(found) == 2 else None

    def form_token(self, guest: str) -> str:
        """Return the token that forms of a guest's pages carry."""
        return str(self._forms.dumps(guest))

    def is_form_token(self, token: str, guest: str) -> bool:
        """Return whether a token is from a page of this guest, or of a visitor who was no guest yet."""
        try:
            return self._forms.loads(token, max_age=FORM_AGE) in ("", guest)
        except BadSignature:
            return False

    def seat_key(self, game: str, seat: int) -> str:
        """Return the key of a seat."""
        return f"{game}.{seat}.{self._mac(f'{game}.{seat}')}"

    def seat_of(self, key: str) -> tuple[str, int] | None:
        """Return the game and the seat of a key, or None when it is none of ours."""
        game, _, rest = key.partition(".")
        seat, _, mac = rest.partition(".")
        if not (seat.isascii() and seat.isdigit() and mac.isascii()) or len(seat) > 1:
            return None
        return (game, int(seat)) if hmac.compare_digest(self._mac(f"{game}.{seat}"), mac) else None

    def seal(self, *parts: object) -> str:
        """Return a key that only this server can make, for what the parts name."""
        return self._mac("|".join(map(str, parts)))

    def is_seal(self, key: str, *parts: object) -> bool:
        """Return whether a key is the one for what the parts name."""
        return hmac.compare_digest(self.seal(*parts).encode(), key.encode())

    def _mac(self, text: str) -> str:
        mac = hmac.new(self._key, b"seat:" + text.encode(), hashlib.sha256).digest()[:15]
        return base64.urlsafe_b64encode(mac).decode()
