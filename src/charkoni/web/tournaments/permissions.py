"""Permissions at an event: roles of the staff, entries of players, and the keys in links and on slips."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from charkoni.core.errors import N_, Refusal
from charkoni.tournament.model.event import ARBITER, CASTER, CHIEF, HELPER
from charkoni.web.http.sessions import Access
from charkoni.web.tournaments.events import OpenEvent

ROLE_NAMES = {
    CHIEF: N_("chief arbiter"), ARBITER: N_("arbiter"), HELPER: N_("helper"), CASTER: N_("caster"),
}  # fmt: skip
"""The roles in words, the highest first."""

CODE_LETTERS = 6
_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_PLACES = _LETTERS[:23]
"""The letters of codes: none that are taken for another."""

_RANK = {role: rank for rank, role in enumerate(["", *reversed(ROLE_NAMES)])}


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the staff: the role ("" for the public), and the name under which acts are logged."""

    role: str = ""
    name: str = ""

    def may(self, role: str) -> bool:
        """Return whether the role includes all that another role may do."""
        return _RANK[self.role] >= _RANK[role]


NOBODY = Member()


def member(event: OpenEvent, guest: str) -> Member:
    """Return the role of a guest at an event."""
    stored = event.mapping("staff").get(guest) if guest else None
    return Member(str(stored[0]), str(stored[1])) if stored else NOBODY


def staff(event: OpenEvent) -> list[tuple[str, Member]]:
    """Return the staff by guest, the highest role first."""
    members = [(guest, Member(role, name)) for guest, (role, name) in event.mapping("staff").items()]
    return sorted(members, key=lambda each: (-_RANK[each[1].role], each[1].name))


async def appoint(event: OpenEvent, guest: str, role: str, name: str) -> None:
    """Give a guest a role, unless he has a higher one."""

    def change(staff: dict[str, list[str]]) -> None:
        if _RANK[role] >= _RANK[staff.get(guest, [""])[0]]:
            staff[guest] = [role, name]

    await event.update("staff", change)


async def dismiss(event: OpenEvent, guest: str) -> None:
    """Take the role of a guest."""
    await event.set_item("staff", guest, None)


async def renew_links(event: OpenEvent) -> None:
    """Invalidate all links that give roles; members of the staff keep theirs."""
    await event.set_value("links", secrets.token_hex(4))


def key_of(access: Access, event: OpenEvent, purpose: str, *parts: object) -> str:
    """Return a key in a link or code of an event.

    purpose, parts: staff and a role, which the link gives; entry and its id, for which a device may play; slip and
    round, board and entry, for which a result may be reported.
    """
    # Links of the staff can be renewed, see `renew_links`.
    return access.signature(purpose, event.id, *parts, *([event.value("links")] if purpose == "staff" else []))


def is_key(access: Access, event: OpenEvent, key: str, purpose: str, *parts: object) -> bool:
    """Return whether a key is that of a purpose, see `key_of`."""
    return hmac.compare_digest(key_of(access, event, purpose, *parts).encode(), key.encode())


def personal_code(access: Access, event: OpenEvent, entry: int) -> str:
    """Return the code on the card of an entry, `AN-K4MQ2R`: the entry, and unguessable letters.

    The entry is written in letters, because its id is another number than the pairing number on the card.
    """
    return f"{_in_letters(entry)}-{_code_letters(access, event, entry)}"


def _in_letters(number: int) -> str:
    """Return a number above 0 in letters: A, B ... Z, AA."""
    rest, place = divmod(number - 1, len(_PLACES))
    return (_in_letters(rest) if rest else "") + _PLACES[place]


def _code_letters(access: Access, event: OpenEvent, entry: int) -> str:
    digest = hashlib.sha256(access.signature("code", event.id, entry).encode()).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:CODE_LETTERS])


def entry_of_code(access: Access, event: OpenEvent, code: str) -> int:
    """Return the entry of a personal code, 0 for a wrong one; on old cards it begins with the id of the entry."""
    name, _, letters = code.strip().upper().partition("-")
    entry = next((each.id for each in event.state.entries if name in (str(each.id), _in_letters(each.id))), 0)
    wanted = _code_letters(access, event, entry)
    return entry if entry and hmac.compare_digest(wanted.encode(), letters.encode()) else 0


def device_token(access: Access, event: OpenEvent, guest: str) -> str:
    """Return the token by which the log of an event names a device."""
    return hashlib.sha256(access.signature("device", event.id, guest).encode()).hexdigest()[:6]


async def release(event: OpenEvent, entry: int) -> None:
    """Let no device play for an entry any more, so that another one can use its code."""

    def change(players: dict[str, list[int]]) -> None:
        for guest in players:
            players[guest] = [id_ for id_ in players[guest] if id_ != entry]

    await event.update("players", change)


def entries_of(event: OpenEvent, guest: str) -> list[int]:
    """Return the entries that a guest plays for."""
    return [int(entry) for entry in event.mapping("players").get(guest, [])] if guest else []


def guest_of(event: OpenEvent, entry: int) -> str:
    """Return the latest guest playing for an entry, or an empty text."""
    guests = [guest for guest, entries in event.mapping("players").items() if entry in entries]
    return guests[-1] if guests else ""


def takes_entries(event: OpenEvent) -> bool:
    """Return whether players may enter themselves."""
    return event.state.phase in ("planned", "registration") and event.value("self-entry") != "closed"


async def hand_over(event: OpenEvent, guest: str, person: str) -> None:
    """Give the role and the entries of a guest to another one, or to nobody ("")."""
    known, entries = member(event, guest), entries_of(event, guest)
    if known != NOBODY:
        await dismiss(event, guest)
        if person:
            await appoint(event, person, known.role, known.name)
    if entries:
        for entry in entries if person else ():
            await seat(event, person, entry)
        await event.set_item("players", guest, None)


async def seat(event: OpenEvent, guest: str, entry: int, claimed: Refusal | None = None) -> None:
    """Let a guest play for an entry; of several guests he is now the latest.

    claimed: raised where another guest is the latest.
    """

    def change(players: dict[str, list[int]]) -> None:
        holder = next((other for other in reversed(players) if entry in players[other]), guest)
        if claimed and holder != guest:
            raise claimed
        own = players.pop(guest, [])
        players[guest] = [*own, *([] if entry in own else [entry])]

    await event.update("players", change)
