"""Who may do what at an event: arbiters by a link once opened, players by their own link or the slip on the table."""

import json
import secrets
from dataclasses import dataclass
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.model.event import ARBITER, CASTER, CHIEF, HELPER
from charkoni.web.http.sessions import Access
from charkoni.web.tournaments.events import Event

ROLES = (CHIEF, ARBITER, HELPER, CASTER)
ROLE_NAMES = {
    CHIEF: mark("chief arbiter"), ARBITER: mark("arbiter"), HELPER: mark("helper"), CASTER: mark("caster"),
}  # fmt: skip
_RANK = {"": 0, CASTER: 1, HELPER: 2, ARBITER: 3, CHIEF: 4}


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of the staff: the role ("" for the public) and the name acts are written in."""

    role: str = ""
    name: str = ""

    def may(self, role: str) -> bool:
        """Tell whether this is enough for what a role does."""
        return _RANK[self.role] >= _RANK[role]


NOBODY = Member()


def member(event: Event, guest: str) -> Member:
    """Return what a guest is at an event."""
    found = event.mapping("staff").get(guest) if guest else None
    return Member(str(found[0]), str(found[1])) if found else NOBODY


def staff(event: Event) -> list[tuple[str, Member]]:
    """Return the staff by guest, the highest role first."""
    found = [(guest, Member(role, name)) for guest, (role, name) in event.mapping("staff").items()]
    return sorted(found, key=lambda each: (-_RANK[each[1].role], each[1].name))


async def appoint(event: Event, guest: str, role: str, name: str) -> None:
    """Make a guest a member of the staff; nobody loses rank that way."""
    before = member(event, guest)
    if _RANK[role] >= _RANK[before.role]:
        await event.put("staff", guest, [role, name])


async def renew_links(event: Event) -> None:
    """Let all links for arbiters that are about lose their power; who is in stays in."""
    await event.keep("links", secrets.token_hex(4))


def staff_key(access: Access, event: Event, role: str) -> str:
    """Return the key that makes who opens its link an arbiter."""
    return access.seal("staff", event.id, role, event.value("links"))


def is_staff_key(access: Access, event: Event, role: str, key: str) -> bool:
    """Return whether a key is the one of a role."""
    return role in ROLES and access.is_seal(key, "staff", event.id, role, event.value("links"))


def entry_key(access: Access, event: Event, entry: int) -> str:
    """Return the key of a player's own page."""
    return access.seal("entry", event.id, entry)


def board_key(access: Access, event: Event, round_: int, board: int) -> str:
    """Return the key on a slip: whoever sits at the table may report with it."""
    return access.seal("board", event.id, round_, board)


def entries_of(event: Event, guest: str) -> list[int]:
    """Return the entries that a guest plays for."""
    found = json.loads(event.value("players") or "{}").get(guest, []) if guest else []
    return [int(entry) for entry in found]


def guest_of(event: Event, entry: int) -> str:
    """Return the guest who plays for an entry, the latest one, or nothing."""
    guests = [guest for guest, entries in event.mapping("players").items() if entry in entries]
    return guests[-1] if guests else ""


async def seat(event: Event, guest: str, entry: int) -> None:
    """Let a guest play for an entry, from now on in the first place."""

    def work(found: dict[str, Any]) -> None:
        own = found.pop(guest, [])
        found[guest] = [*own, *([] if entry in own else [entry])]

    await event.change("players", work)
