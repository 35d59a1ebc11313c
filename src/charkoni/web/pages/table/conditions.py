"""The conditional moves of a visitor at a table, as text; those tried on the board of the table arrive here, too."""

from starlette.responses import Response

from charkoni.games import names
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep
from charkoni.web.live import commands
from charkoni.web.live.conditional_moves import lines_in, lines_of
from charkoni.web.live.observers.daily_turns import obstacle, plan
from charkoni.web.live.room import Room
from charkoni.web.pages.table.page import RoomDep
from charkoni.web.pages.visits import Visit, VisitDep

router = PageRouter()


@router.get("/g/{game_id}/conditions")
async def conditions(visit: VisitDep, room: RoomDep) -> Response:
    """Return the conditional moves of the visitor as a page: see `_page`.  Refused: NOT_YOUR_SEAT."""
    stored = lines_of(await visit.hub.conditions.of(room.id, visit.person)) if visit.person else []
    return await _page(visit, room, "\n".join(map(" ".join, stored)))


@router.post("/g/{game_id}/conditions")
async def change_conditions(visit: VisitDep, form: FormDep, room: RoomDep) -> Response:
    """Store conditional moves, and redirect to their page; refused ones get the page with status 409.

    Form: text (all of them, a line each, see `lines_in`), or line (one line, added to those stored).
    """
    text, line = str(form.get("text", "")), str(form.get("line", ""))
    try:
        await commands.execute(room, plan, await visit.seats_at(room), visit.person, lines_in(line or text), bool(line))
    except Refused as error:
        return await _page(visit, room, line or text, error.message(visit.words))
    return visit.redirect(f"/g/{room.id}/conditions")


async def _page(visit: Visit, room: Room, text: str, error: str = "") -> Response:
    """Return the page.

    Context: title, url (of the table), v (of the position), turn_text (whose move it is), obstacle (the code of why
    none can be planned now, or ""), text (the lines), error (a sentence or "").
    """
    seats = await visit.seats_at(room)
    if not seats:
        raise Problem(403, "NOT_YOUR_SEAT")
    code = obstacle(room.live, seats)
    return visit.page(
        "table/conditions.html",
        409 if error else 200,
        title=names.game_name(visit.words, room.live.game),
        url=f"/g/{room.id}",
        v=room.live.v,
        seat=min(seats),
        obstacle=Refused(code).message(visit.words) if code else "",
        text=text,
        error=error,
    )
