"""The staff of an event, and the links that give roles."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.person_names import checked_line
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.forms import Form, FormOf, Line
from charkoni.web.tournaments.static_pages import plan_of
from charkoni.web.tournaments.visits import ChiefVisit, EventRouter, NotAllowed, PublicVisit

router = EventRouter()


class StaffForm(Form):
    """name: under which acts of a new member are logged.  member: the token of a present one."""

    name: Line = ""
    member: Line = ""


async def offered_role(visit: PublicVisit, role: str, key: str) -> str:
    """Return the role that a link gives; raise NotAllowed for a wrong key."""
    if role not in permissions.ROLE_NAMES or not permissions.is_key(visit.hub.access, visit.event, key, "staff", role):
        raise NotAllowed
    return role


RoleDep = Annotated[str, Depends(offered_role)]


@router.get("/t/{event}/desk/staff")
async def staff(visit: ChiefVisit) -> Response:
    """Return the staff.

    Context: staff (name, role in words, token), own_token, links (role, role in words, path), path_of (the
    file of the event), plan (where its pages are published).
    """
    event = visit.event
    keys = [(role, permissions.key_of(visit.hub.access, event, "staff", role)) for role in permissions.ROLE_NAMES]
    return visit.page(
        "tournaments/arbiter/staff.html",
        staff=[
            (member.name, permissions.ROLE_NAMES[member.role], permissions.device_token(visit.hub.access, event, guest))
            for guest, member in permissions.staff(event)
        ],
        own_token=permissions.device_token(visit.hub.access, event, visit.person),
        links=[(role, permissions.ROLE_NAMES[role], f"/t/{event.id}/staff/{role}/{key}") for role, key in keys],
        path_of=event.path,
        plan=await plan_of(event),
    )


@router.post("/t/{event}/desk/renew-links")
async def renew_links(visit: ChiefVisit, form: FormOf[Form]) -> Response:
    """Invalidate all links that give roles, in favour of new ones.  Form: no fields of its own."""
    await permissions.renew_links(visit.event)
    return visit.completed(form, "/desk/staff")


@router.post("/t/{event}/desk/dismiss")
async def dismiss(visit: ChiefVisit, form: FormOf[StaffForm]) -> Response:
    """Take the role of a member of the staff, and invalidate the links that give roles.  Form: member, see `StaffForm`.

    Refused: the own role, so that an event keeps a chief.
    """
    event = visit.event
    tokens = {permissions.device_token(visit.hub.access, event, guest): guest for guest, _ in permissions.staff(event)}
    guest = tokens.get(form.member, "")
    if guest == visit.person:
        raise refusal(BadSetting, visit.member.name, N_("you cannot remove your own role; another chief arbiter can"))
    await permissions.dismiss(event, guest)
    await permissions.renew_links(event)
    return visit.completed(form, "/desk/staff")


@router.get("/t/{event}/staff/{role}/{key}")
async def staff_link(visit: PublicVisit, role: RoleDep) -> Response:
    """Return the page on which a role is accepted.  Context: offered (the role in words), link (path)."""
    offered, link = permissions.ROLE_NAMES[role], visit.request.url.path
    return visit.page("tournaments/arbiter/staff_link.html", offered=offered, link=link)


@router.post("/t/{event}/staff/{role}/{key}")
async def accept_role(form: FormOf[StaffForm], visit: PublicVisit, role: RoleDep) -> Response:
    """Give the visitor a role, and redirect to the desk.  Form: name, see `StaffForm`.  Refused: no name."""
    name = checked_line(form.name, BadSetting)
    if not name:
        raise refusal(BadSetting, "", N_("say your name: acts are written in it"))
    visit.become_person()
    await permissions.appoint(visit.event, visit.person, role, name)
    return visit.redirect(f"/t/{visit.event.id}/desk")
