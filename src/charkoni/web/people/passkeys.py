"""Passkeys: what browsers are asked, and what they answer, by WebAuthn (W3C).

The challenge of a question is the id of a ticket, so that an answer is good once, for two minutes, in one browser.  The
relying party is the host of the page.  Authenticators need not say who they are, and verify their user where they can.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import ended_name, now_ms
from charkoni.web.people.credentials import PASSKEY
from charkoni.web.store.tables import CredentialRow

LASTS_S = 120
"""How long an answer may take."""

_CRITERIA = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
)


def creation_options(origin: str, person: str, name: str, challenge: str, known: Sequence[CredentialRow]) -> str:
    """Return what a browser needs to make a passkey, as JSON.  known: credentials that no second one is made for."""
    ids = [base64url_to_bytes(row.secret.partition(" ")[0]) for row in known if row.kind == PASSKEY]
    options = generate_registration_options(
        rp_id=_host(origin),
        rp_name="Charkoni",
        user_id=ended_name(person).encode(),
        user_name=name,
        challenge=challenge.encode(),
        timeout=LASTS_S * 1000,
        authenticator_selection=_CRITERIA,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each) for each in ids],
    )
    return options_to_json(options)


def request_options(origin: str, challenge: str) -> str:
    """Return what a browser needs to sign in with any of its passkeys for this site, as JSON."""
    return options_to_json(
        generate_authentication_options(rp_id=_host(origin), challenge=challenge.encode(), timeout=LASTS_S * 1000)
    )


def challenge_of(answer: str) -> str:
    """Return the challenge that a browser's answer (JSON) is for; raise Refused: SIGN_IN."""
    with _refusing():
        data = json.loads(base64url_to_bytes(json.loads(answer)["response"]["clientDataJSON"]))
        return base64url_to_bytes(data["challenge"]).decode("ascii")


def id_of(answer: str) -> str:
    """Return the id of the credential that an answer is of, as it is stored; raise Refused: SIGN_IN."""
    with _refusing():
        return _stored_id(base64url_to_bytes(json.loads(answer)["rawId"]))


def created(answer: str, challenge: str, origin: str, person: str, label: str) -> CredentialRow:
    """Return the credential that a browser has made; raise Refused: SIGN_IN."""
    with _refusing():
        made = verify_registration_response(
            credential=answer,
            expected_challenge=challenge.encode(),
            expected_rp_id=_host(origin),
            expected_origin=origin,
        )
    secret = f"{bytes_to_base64url(made.credential_id)} {bytes_to_base64url(made.credential_public_key)}"
    return CredentialRow(_stored_id(made.credential_id), person, PASSKEY, label, now_ms(), secret, made.sign_count)


def count_after(answer: str, challenge: str, origin: str, row: CredentialRow) -> int:
    """Return the count of a passkey after a sign-in that it has signed; raise Refused: SIGN_IN."""
    with _refusing():
        return verify_authentication_response(
            credential=answer,
            expected_challenge=challenge.encode(),
            expected_rp_id=_host(origin),
            expected_origin=origin,
            credential_public_key=base64url_to_bytes(row.secret.partition(" ")[2]),
            credential_current_sign_count=row.count,
        ).new_sign_count


@contextmanager
def _refusing() -> Iterator[None]:
    """Raise Refused for answers that are not as they must be, whatever is wrong with them."""
    try:
        yield
    except (WebAuthnException, ValueError, TypeError, LookupError, AttributeError):
        raise Refused("SIGN_IN") from None


def _host(origin: str) -> str:
    return urlsplit(origin).hostname or ""


def _stored_id(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()
