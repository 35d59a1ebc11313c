"""The games of a visitor, and those of a member that others may see: by game, result and opponent; his vacations."""

from collections import Counter
from contextlib import suppress
from datetime import date
from typing import Annotated, NamedTuple

from fastapi import Query
from starlette.responses import Response

from charkoni.core.registry import named
from charkoni.games import names
from charkoni.web.http.errors import Problem, Refused, found
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep
from charkoni.web.live.results import RESULTS, outcome_for
from charkoni.web.pages.game_list import game_lines, urgency
from charkoni.web.pages.ratings import opponent_keys, person_url
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.people.vacations import MOST_A_YEAR, day_of, days_by_year
from charkoni.web.store.store import MOST_LISTED

MOST_PAGES = 10_000
"""The highest number of a page of games."""

router = PageRouter()

Page = Annotated[int, Query(ge=1, le=MOST_PAGES)]


class Chosen(NamedTuple):
    """The games that a page of games shows, and which part of them.

    game (its name without flags), outcome (see `outcome_for`), against (see `ratings.opponent_keys`): only these, ""
    for all.  page: from 1 on.
    """

    game: str
    outcome: str
    against: str
    page: int


@router.get("/mine")
async def my_games(visit: VisitDep, game: str = "", outcome: str = "", against: str = "", page: Page = 1) -> Response:
    """Return the visitor's games as a page: see `games_page`."""
    return await games_page(visit, visit.person, "", Chosen(game, outcome, against, page))


@router.get("/next")
async def next_game(visit: VisitDep, after: str = "") -> Response:
    """Redirect to the next game with days per move that waits for the visitor, or to his games if none does.

    after: the id of a game; the one with the least time follows, and that after it when this one still waits.
    """
    waiting = await visit.hub.store.awaiting(visit.person) if visit.person else []
    place = waiting.index(after) + 1 if after in waiting else 0
    other = next((game for game in waiting[place:] + waiting[:place] if game != after), None)
    return visit.redirect(f"/g/{other}" if other else "/mine")


@router.get("/people/{name:path}/games")
async def games_of_person(
    visit: VisitDep, name: str, game: str = "", outcome: str = "", against: str = "", page: Page = 1
) -> Response:
    """Return the finished games of a member that anybody may see: see `games_page`.  Refused: NO_SUCH_PAGE."""
    person = found(await visit.hub.people.persons.named(name))
    return await games_page(visit, person, name, Chosen(game, outcome, against, page))


async def games_page(visit: Visit, person: str, of: str, chosen: Chosen) -> Response:
    """Return the games of a person as a page.

    of: the name of a member whose games are shown to others, "" for the visitor's own.  Context: urgent (games that
    wait for the visitor, those with the least time first), games (others that go on), past ones, the latest first (see
    `game_line`), together the MOST_LISTED games of a page; pages (how many); totals: games (family, name in words, how
    many), outcomes (outcome, in words, how many) of that game, or of all; base (the address of the page), of, and the
    fields of `chosen`.
    """
    store, words = visit.hub.store, visit.words
    game, outcome, against, page = chosen
    if of or against:
        among = await store.opponents(person, is_public=bool(of)) if person else []
        all_rows = [
            (row, mine) for row, mine, seats in among if not against or against in opponent_keys(row, mine, seats)
        ]
    else:
        all_rows = [*(await store.played_by(person)).values()] if person else []
    all_rows.sort(key=lambda each: urgency(*each))
    played = [(named(row.name).family.name, outcome_for(row, seats), row) for row, seats in all_rows]
    found = [row for name, result, row in played if game in ("", name) and outcome in ("", result)]
    rows = found[(page - 1) * MOST_LISTED : page * MOST_LISTED]
    lines = await game_lines(visit, rows, is_own=not of)
    families = Counter(name for name, _, _ in played)
    outcomes = Counter(result for name, result, _ in played if game in ("", name))
    return visit.page(
        "pages/my_games.html",
        totals={
            "games": [(name, names.family_name(words, name), many) for name, many in families.most_common()],
            "outcomes": [(each, words._(text), outcomes[each]) for each, text in RESULTS.items() if outcomes[each]],
        },
        base=f"{person_url(of)}/games" if of else "/mine",
        of=of,
        pages=-(-len(found) // MOST_LISTED),
        **chosen._asdict(),
        urgent=[line for line in lines if line["your_move"]],
        games=[line for line in lines if line["state"] in ("waiting", "open") and not line["your_move"]],
        past=[line for line in lines if line["state"] not in ("waiting", "open")],
    )


@router.get("/mine/vacation")
async def vacation(visit: VisitDep) -> Response:
    """Return the visitor's vacations as a page: see `_vacation_page`."""
    return await _vacation_page(visit)


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
        return await _vacation_page(visit, error.message(visit.words))
    visit.hub.tasks.spawn(_settle(visit, person))
    return visit.redirect("/mine/vacation")


async def _settle(visit: Visit, person: str) -> None:
    with suppress(Refused):
        await visit.hub.settle_vacations(person)


async def _vacation_page(visit: Visit, error: str = "") -> Response:
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
