"""The vacations of a visitor: days on which the clocks of his games over days stand still."""

from contextlib import suppress
from datetime import date

from starlette.responses import Response

from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.people.vacations import MOST_A_YEAR, day_of, days_by_year

router = PageRouter()


@router.get("/mine/vacation")
async def vacation(visit: VisitDep) -> Response:
    """Return the visitor's vacations as a page: see `_page`."""
    return await _page(visit)


@router.post("/mine/vacation")
async def change_vacation(visit: VisitDep, form: FormDep) -> Response:
    """Add a vacation or give one up, and redirect to the page; what is refused gets the page with status 409.

    Form: first, last (days, ISO 8601), or id (of the one to be given up).  Refused: BAD_MESSAGE.
    """
    vacations, now = visit.hub.people.vacations, visit.hub.time.wall()
    person = visit.become_person().person
    try:
        if "id" in form:
            await vacations.give_up(person, str(form["id"]), now)
        else:
            first, last = (date.fromisoformat(str(form.get(name, ""))) for name in ("first", "last"))
            await vacations.add(person, first, last, now)
    except ValueError:
        raise Problem(400, "BAD_MESSAGE") from None
    except Refused as error:
        return await _page(visit, error.message(visit.words))
    visit.hub.tasks.spawn(_settle(visit, person))
    return visit.redirect("/mine/vacation")


async def _settle(visit: Visit, person: str) -> None:
    with suppress(Refused):
        await visit.hub.settle_vacations(person)


async def _page(visit: Visit, error: str = "") -> Response:
    """Return the page.

    Context: vacations (first and last day in words, id, is_over); left (the days of this year that are left); today
    (ISO 8601); error (a sentence or "").
    """
    now, words = visit.hub.time.wall(), visit.words
    rows = await visit.hub.people.vacations.of(visit.person) if visit.person else []
    today = day_of(now)
    return visit.page(
        "pages/vacation.html",
        409 if error else 200,
        vacations=[
            {
                "first": words.long_date(day_of(row.begins)),
                "last": words.long_date(day_of(row.ends - 1)),
                "id": row.id,
                "is_over": row.ends <= now,
            }
            for row in rows
        ],
        left=max(0, MOST_A_YEAR - days_by_year(rows)[today.year]),
        today=today.isoformat(),
        error=error,
    )
