"""Sessions and capabilities: signed cookies of people, keys of seats, tokens of forms and programs."""

import base64
import hashlib
import hmac
import re
import secrets
import time
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

COOKIE = "charkoni"
FORM_AGE_S = 7 * 24 * 3600  # a page may stay open over a weekend; after that it is loaded again
"""How long a page's form can be sent."""

LONGEST_NAME = 24  # fits beside a board on a phone
LONGEST_ID = 32  # ids have 10 to 20; longer texts are no query
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # without l, o, 0 and 1, which look alike
"""32 characters, so that the last bits of a byte choose one."""

PUPIL = "pupil"
"""How the ids of pupils begin: no random one does, for `ALPHABET` has no l."""

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of characters that are invisible or change the direction of writing."""


def new_id(length: int = 10) -> str:
    """Return a random id of a game or person, of easily distinguished letters and digits."""
    # 32 divides 256: no letter is likelier than another. Ten of them are 50 bits.
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in secrets.token_bytes(length))


def new_pupil() -> str:
    """Return a random id of a pupil in a classroom, which no other person's id resembles."""
    return PUPIL + new_id(15)


def is_pupil(person: str) -> bool:
    """Return whether a person is a pupil, who plays in a classroom and nowhere else."""
    return person.startswith(PUPIL)


def is_id(text: str) -> bool:
    """Return whether a text may be the id of a game; the store is queried for no other text."""
    # ASCII first: isalnum accepts letters and digits of all scripts.
    return text.isascii() and text.isalnum() and len(text) <= LONGEST_ID


def clean_name(text: str) -> str:
    """Return a name of a person: NFC, one line, no invisible characters, at most `LONGEST_NAME` characters."""
    # One form for one name: an e with an accent may be one character or two.
    folded = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if char.isspace() else char for char in folded)
    shown = "".join(char for char in spaced if unicodedata.category(char) not in _INVISIBLE)
    return re.sub(" +", " ", shown).strip()[:LONGEST_NAME].strip()


def ended_name(person: str) -> str:
    """Return the name by which the end of a guest's sessions is noted: it stays when the guest's data are deleted."""
    # A hash: the note must outlive the data without naming the person.
    return hashlib.sha256(person.encode()).hexdigest()[:24]


def now_ms() -> int:
    """Return the time since 1970, by which sessions begin and end."""
    return time.time_ns() // 1_000_000


def digest(token: str) -> str:
    """Return the digest under which a program's token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def bearer_digest(headers: Mapping[str, str]) -> str:
    """Return the digest of the token that a request has in its header `authorization`, or "" if it has none."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return digest(token.strip()) if kind.lower() == "bearer" and token else ""


class Identity(NamedTuple):
    """What a cookie says.  session: of a member, "" for people.  issued: ms since 1970, 0 if unknown."""

    person: str
    name: str
    session: str = ""
    issued: int = 0


NOBODY = Identity("", "")
"""What no cookie says."""


class Access:
    """Signs and verifies cookies, keys and tokens with the secret of a server.

    ended: by `ended_name` of a person or session since when (ms since 1970) cookies of before are void.  renamed: by
    that of "name PERSON" the name of a member, and since when cookies hold it.  seen: when sessions of people were last
    seen, as far as that is not stored.
    """

    def __init__(self, secret: str) -> None:
        self.ended: dict[str, int] = {}
        self.renamed: dict[str, tuple[int, str]] = {}
        self.seen: dict[tuple[str, str], int] = {}
        self.set_secret(secret)

    def end(self, name: str, at: int, renamed: str = "") -> None:
        """Void cookies that were issued before a time, or let them mean another name: see `store.tables.SessionEnd`."""
        if renamed:
            self.renamed[name] = (at, renamed)
        else:
            self.ended[name] = at

    def set_secret(self, secret: str) -> None:
        """Sign with another secret from now on."""
        self._key = secret.encode()
        self._cookies = URLSafeSerializer(secret, salt="guest")
        self._forms = URLSafeTimedSerializer(secret, salt="form")

    def cookie(self, person: str, name: str, session: str = "") -> str:
        """Return the cookie of a person, or of a session of a member."""
        # The time only where it is needed: other cookies are shorter, and those of old versions stay valid.
        issued = [now_ms()] if session or ended_name(person) in self.ended else []
        return str(self._cookies.dumps([person, name, *issued, *([session] if session else [])]))

    def person(self, cookie: str | None) -> Identity | None:
        """Return what a cookie says, or None when its signature is wrong or its session was ended."""
        if not cookie:
            return None
        try:
            content = self._cookies.loads(cookie)
        except BadSignature:
            return None
        if not isinstance(content, list) or len(content) not in (2, 3, 4):
            return None
        # Without a time of issue: older than any end of sessions.
        person, name, issued, session = [*content, 0, ""] if len(content) == 2 else [*content, ""][:4]
        if issued < self.ended_at(person, session):
            return None
        if self.renamed and issued < (since := self.renamed.get(ended_name(f"name {person}"), (0, name)))[0]:
            name = since[1]
        return Identity(person, name, session, issued)

    def ended_at(self, *names: str) -> int:
        """Return when a session or all those of a person were ended, 0 for never.  names: a person and a session."""
        return max((self.ended.get(ended_name(each), 0) for each in names if each), default=0) if self.ended else 0

    def form_token(self, owner: str) -> str:
        """Return the CSRF token of the pages of a person, or of the browser of a visitor who is not a person yet."""
        return str(self._forms.dumps(owner))

    def is_form_token(self, token: str, *owners: str) -> bool:
        """Return whether a CSRF token is that of a page of one of its owners: a person, a browser ("": none)."""
        try:
            owner = self._forms.loads(token, max_age=FORM_AGE_S)
        except BadSignature:
            return False
        # An empty owner would be everybody's.
        return owner != "" and owner in owners

    def seat_key(self, game: str, seat: int) -> str:
        """Return the capability key of a seat."""
        return f"{game}.{seat}.{self.signature(f'{game}.{seat}')}"

    def seat_of(self, key: str) -> tuple[str, int] | None:
        """Return the game and the seat of a key, or None when its signature is wrong."""
        game, _, rest = key.partition(".")
        seat, _, mac = rest.partition(".")
        if not (seat.isascii() and seat.isdigit()) or len(seat) > 1:
            return None
        return (game, int(seat)) if self.is_signature(mac, f"{game}.{seat}") else None

    def signature(self, *parts: object) -> str:
        """Return the signature of some parts: a capability key, for which nothing is stored."""
        # 120 bits as 20 characters.
        text = "seat:" + "|".join(map(str, parts))
        return base64.urlsafe_b64encode(hmac.new(self._key, text.encode(), hashlib.sha256).digest()[:15]).decode()

    def is_signature(self, key: str, *parts: object) -> bool:
        """Return whether a key is the signature of some parts."""
        # In constant time: the place of the first wrong character must not show.
        return hmac.compare_digest(self.signature(*parts).encode(), key.encode())
