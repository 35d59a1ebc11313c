"""The page on which a visitor blocks another person, or reports him: a member, or the people at a table."""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from charkoni.web.http.errors import Problem, found
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep
from charkoni.web.http.texts import GUEST
from charkoni.web.pages.table.page import room_of
from charkoni.web.pages.visits import VisitDep
from charkoni.web.people.complaints import BLOCK, REPORTS
from charkoni.web.store.tables import ComplaintRow

router = PageRouter()


async def complaints_of(visit: VisitDep) -> dict[str, ComplaintRow]:
    """Return the complaints that a page offers, still without a kind, by keys for its forms; raise Problem 404.

    They are of the visitor about the other people at the table in the path, or about the member, who is reported with
    the latest game of both.
    """
    path, hub = visit.request.path_params, visit.hub
    if "game_id" in path:
        room = await room_of(path["game_id"], hub)
        met = [(str(seat.seat), seat.owner, seat.name, room.id) for seat in room.live.owners()]
    else:
        person = await hub.people.persons.named(path["name"])
        played = await hub.store.opponents(visit.person) if visit.person else []
        games = [row.id for row, _, seats in played if any(seat.owner == person for seat in seats)]
        met = [("", person, path["name"], games[0] if games else "")]
    others = [each for each in met if each[1] not in ("", visit.person)]
    now = hub.time.wall()
    return found({key: ComplaintRow(visit.person, about, "", game, name, now) for key, about, name, game in others})


OfferedDep = Annotated[dict[str, ComplaintRow], Depends(complaints_of)]


@router.get("/g/{game_id}/people")
@router.get("/people/{name:path}/complaints")
async def complaints_page(visit: VisitDep, offered: OfferedDep) -> Response:
    """Return the page.

    Context: people (key, name, whether he is blocked, reports about him in words), kinds (of reports, in words).
    """
    mine = await visit.hub.people.complaints.of(visit.person)
    people = []
    for key, row in offered.items():
        known = dict.fromkeys(each.kind for each in mine if each.about == row.about)
        reports = [visit.words._(text) for kind, text in REPORTS.items() if kind in known]
        people.append((key, row.name or visit.words._(GUEST), BLOCK in known, reports))
    return visit.page("people/complaints.html", people=people, kinds=REPORTS)


@router.post("/g/{game_id}/people")
@router.post("/people/{name:path}/complaints")
async def complain(visit: VisitDep, form: FormDep, offered: OfferedDep) -> Response:
    """Store a complaint of the visitor, or withdraw one, and redirect to the page.

    Form: who (key), kind (block, or of a report), act ("withdraw" or none).  Refused: BAD_MESSAGE, RateLimited.
    """
    who, kind, complaints = str(form.get("who")), str(form.get("kind")), visit.hub.people.complaints
    if who not in offered or kind not in (BLOCK, *REPORTS):
        raise Problem(400, "BAD_MESSAGE")
    visit.site.quotas.spend(visit.user, "report")
    row = replace(offered[who], person=visit.become_person().person, kind=kind)
    row = replace(row, game="") if kind == BLOCK else row
    await (complaints.withdraw(row) if form.get("act") == "withdraw" else complaints.add(row))
    return visit.redirect(visit.request.url.path)
