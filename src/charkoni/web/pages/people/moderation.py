"""The page of the server's owner on people: reports, and what is done about them.

The owner is who sits at the computer itself (see `NetworkAccess.is_owner`), or has opened an address of `charkoni admin
people --page` in his browser.
"""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.responses import RedirectResponse, Response

from charkoni.web.http.errors import Problem
from charkoni.web.http.network_access import NetworkDep
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.sessions import is_id
from charkoni.web.http.site import FormDep
from charkoni.web.pages.people.data import archive, delete_all
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.people import People, personal_data
from charkoni.web.people.complaints import REPORTS
from charkoni.web.people.persons import matching
from charkoni.web.people.tickets import OWNER
from charkoni.web.people.vacations import day_of
from charkoni.web.store.database import Database
from charkoni.web.store.tables import ComplaintRow

COOKIE, OWNERS_BROWSER = "charkoni_owner", "owner-in"
"""The cookie with the ticket of the owner's browser, and the kind of such tickets."""

OWNER_S = 12 * 3600
"""How long a browser is the owner's after it has opened the address."""

router = PageRouter()


@dataclass(frozen=True, slots=True)
class Subject:
    """A person with the reports about him.

    reports: each with the name of its author, "" for a guest, and its day in ISO 8601.  stored: how many rows of his
    each table has, for one who is meant.
    """

    id: str
    name: str
    reports: list[tuple[ComplaintRow, str, str]]
    is_muted: bool
    stored: dict[str, int]


async def subjects(people: People, database: Database, text: str = "") -> list[Subject]:
    """Return the people whom a text means (see `persons.matching`), or about whom reports are open, in their order.

    Raises StoreError.
    """
    meant = await database.read(lambda connection: matching(connection, text))
    rows = [row for person in meant for row in await people.complaints.reports(person)]
    if not text:
        rows = await people.complaints.reports()
        meant = list(dict.fromkeys(row.about for row in rows))
    known = await people.persons.names_of([*meant, *(row.person for row in rows)])
    found = []
    for person in meant:
        own = [row for row in rows if row.about == person]
        stored = await personal_data.export(database, person) if text else {}
        found.append(
            Subject(
                person,
                known.get(person) or (own[0].name if own else text),
                [(row, known.get(row.person, ""), day_of(row.at).isoformat()) for row in own],
                bool((await people.persons.find(person)).muted),
                {name: len(each) for name, each in stored.items() if each},
            )
        )
    return found


async def owner_visit(visit: VisitDep, network: NetworkDep) -> Visit:
    """Return the visit of the owner; raise Problem 403 FOR_OWNER for everybody else."""
    ticket = visit.request.cookies.get(COOKIE, "")
    if not network.is_owner(visit.request) and not await visit.hub.people.tickets.find(OWNERS_BROWSER, ticket):
        raise Problem(403, "FOR_OWNER")
    return visit


OwnerVisit = Annotated[Visit, Depends(owner_visit)]


@router.get("/admin/people")
async def people_page(visit: OwnerVisit, who: str = "") -> Response:
    """Return the page.

    who: a name, or the beginning of an id.  Context: who; people (see `Subject`): those with open reports, or whom is
    meant; kinds (the words of reports).
    """
    found = await subjects(visit.hub.people, visit.hub.store, who)
    return visit.page("people/moderation.html", who=who, people=found, kinds=REPORTS)


@router.post("/admin/people")
async def moderate(visit: OwnerVisit, form: FormDep) -> Response:
    """Do something with a person, and redirect to the page.

    Form: who (id), act (see `People.moderate`, or delete: all his data, which are the answer, see `archive`), name (a
    new one).
    """
    person, act, hub = str(form.get("who", "")), str(form.get("act", "")), visit.hub
    if not is_id(person):
        raise Problem(400, "BAD_MESSAGE")
    if act == "delete":
        exported = await export(visit, person)
        await delete_all(hub, person)
        return exported
    await hub.people.moderate(person, act, str(form.get("name", "")))
    await hub.refresh(person)
    return RedirectResponse(f"/admin/people?who={person}", 303)


@router.get("/admin/people/{person}.zip")
async def export(visit: OwnerVisit, person: str) -> Response:
    """Return all data of a person, see `archive`."""
    return await archive(visit.hub, person, (await visit.hub.people.persons.find(person)).name)


@router.get("/admin/people/{id_}")
async def entry(visit: VisitDep, id_: str) -> Response:
    """Return the page behind the owner's address, which is used up by its form alone: programs may look at links."""
    if not await visit.hub.people.tickets.find(OWNER, id_):
        raise Problem(404, "EXPIRED")
    return visit.page("people/owner.html")


@router.post("/admin/people/{id_}")
async def enter(visit: VisitDep, form: FormDep, id_: str) -> Response:
    """Make this browser the owner's for a while, and redirect to the page; each address once."""
    tickets = visit.hub.people.tickets
    ticket = await tickets.find(OWNER, id_)
    if not ticket or not await tickets.redeem(ticket):
        raise Problem(404, "EXPIRED")
    own, response = await tickets.issue(OWNERS_BROWSER, OWNER_S), RedirectResponse("/admin/people", 303)
    is_secure = visit.request.url.scheme == "https"
    response.set_cookie(COOKIE, own.id, OWNER_S, path="/admin", secure=is_secure, httponly=True, samesite="strict")
    return response
