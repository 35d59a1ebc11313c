"""The page on which a visitor blocks another person, or reports him: a member, or the people at a table."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from charkoni.core.registry import named
from charkoni.games import names
from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep
from charkoni.web.http.texts import GUEST
from charkoni.web.pages.ratings import person_url
from charkoni.web.pages.table.page import room_of
from charkoni.web.pages.visits import VisitDep
from charkoni.web.people.complaints import BLOCK, REPORTS
from charkoni.web.people.vacations import day_of
from charkoni.web.store.tables import ComplaintRow

MOST_GAMES = 20
"""The most games between two people that a report may be about, the latest."""

router = PageRouter()


@dataclass(frozen=True, slots=True)
class Others:
    """The people of a page.

    people: id and name by a key for forms.  games: id and title of those that reports may name.  back: a path.
    """

    people: dict[str, tuple[str, str]]
    games: list[tuple[str, str]]
    back: str


async def others_of(visit: VisitDep) -> Others:
    """Return the people at the table, or the member, in the path of a page; raise Problem."""
    path, hub = visit.request.path_params, visit.hub
    if "game_id" in path:
        room = await room_of(path["game_id"], hub)
        seats = {str(seat.seat): (seat.owner, seat.name) for seat in room.live.owners() if seat.owner}
        title = names.game_name(visit.words, room.live.game)
        others = Others(seats, [(room.id, title)], f"/g/{room.id}")
    else:
        person = await hub.people.persons.named(path["name"])
        played = await hub.store.opponents(visit.person) if person and visit.person else []
        games = [
            (row.id, f"{names.game_name(visit.words, named(row.name))} · {day_of(row.changed)}")
            for row, _, seats in played
            if any(seat.owner == person for seat in seats)
        ]
        others = Others({"": (person, path["name"])}, games[:MOST_GAMES], person_url(path["name"]))
    for key, (person, _) in list(others.people.items()):
        if person in ("", visit.person):
            del others.people[key]
    if not others.people:
        raise Problem(404, "NO_SUCH_PAGE")
    return others


OthersDep = Annotated[Others, Depends(others_of)]


@router.get("/g/{game_id}/people")
@router.get("/people/{name:path}/complaints")
async def complaints_page(visit: VisitDep, others: OthersDep) -> Response:
    """Return the page.

    Context: people (key, name, whether he is blocked, reports about him in words), kinds (of reports, in words), games,
    back (both see `Others`).
    """
    mine = await visit.hub.people.complaints.of(visit.person)
    people = []
    for key, (person, name) in others.people.items():
        known = [row.kind for row in mine if row.about == person]
        reports = [visit.words._(REPORTS[kind]) for kind in dict.fromkeys(known) if kind != BLOCK]
        people.append((key, name or visit.words._(GUEST), BLOCK in known, reports))
    kinds = [(kind, visit.words._(text)) for kind, text in REPORTS.items()]
    return visit.page("people/complaints.html", people=people, kinds=kinds, games=others.games, back=others.back)


@router.post("/g/{game_id}/people")
@router.post("/people/{name:path}/complaints")
async def complain(visit: VisitDep, form: FormDep, others: OthersDep) -> Response:
    """Store a complaint of the visitor, or withdraw one, and redirect to the page.

    Form: who (key), kind (block, or of a report), game (of a report, where there are several), act ("withdraw" or
    none).  Refused: BAD_MESSAGE, RateLimited.
    """
    who, kind, game = (str(form.get(name, "")) for name in ("who", "kind", "game"))
    if who not in others.people or kind not in (BLOCK, *REPORTS):
        raise Problem(400, "BAD_MESSAGE")
    visit.site.quotas.spend(visit.user, "report")
    about, name = others.people[who]
    game = game if kind != BLOCK and game in dict(others.games) else ""
    row = ComplaintRow(visit.become_person().person, about, kind, game, name, visit.hub.time.wall())
    complaints = visit.hub.people.complaints
    await (complaints.withdraw(row) if form.get("act") == "withdraw" else complaints.add(row))
    return visit.redirect(str(visit.request.url.path))
