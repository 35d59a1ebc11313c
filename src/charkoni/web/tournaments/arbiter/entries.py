"""Entries at the desk: the list with check-in, single entries, and checking out absent players of online events."""

import asyncio

from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.core.errors import N_
from charkoni.tournament.acts.base import entry_of
from charkoni.tournament.acts.entries import Withdraw
from charkoni.tournament.director import Director
from charkoni.tournament.model.category_members import by_entry, category_filter
from charkoni.tournament.model.person_names import LONGEST, sort_key
from charkoni.tournament.printouts.dates import day
from charkoni.web.http.errors import number_in
from charkoni.web.tournaments import page_cache, permissions
from charkoni.web.tournaments.event_rows import remarks_in_words
from charkoni.web.tournaments.forms import EntryForm, Form, FormOf, Ticked
from charkoni.web.tournaments.online.rounds import set_absent
from charkoni.web.tournaments.printouts import address_of
from charkoni.web.tournaments.visits import ArbiterVisit, ChiefVisit, EventRouter, EventsDep, HelperVisit

_FORGOTTEN = N_("Later events will not be offered this person.")

router = EventRouter()


@router.get("/t/{event}/desk/entries")
async def entries(visit: HelperVisit, events: EventsDep, category: str = "") -> Response:
    """Return the entries with check-in.

    category: a name, by default all.  Context: rows (of EntryRow), letters (initials), filter (Filter), remarks
    (sentences about categories and prizes), list_day (of the rating list, in words).
    """
    day_of_list, _ = await asyncio.to_thread(events.rating_list.about)
    shown = category_filter(visit.words, visit.state, category)
    rows = [row for row in await page_cache.entries(visit.current, visit.words) if row.entry.id in shown.ids]
    initials = {row.name[:1].upper() for row in rows if row.name}
    letters = sorted(initials, key=lambda letter: sort_key(letter, visit.words.language))
    return visit.page(
        "tournaments/arbiter/entries.html",
        rows=rows,
        letters=letters,
        filter=shown,
        remarks=remarks_in_words(visit.words, visit.state),
        list_day=day(visit.words, day_of_list),
    )


class SelfEntryForm(Form):
    """off: players don't enter themselves."""

    off: Ticked = False


@router.get("/t/{event}/desk/people")
async def known_people(visit: ArbiterVisit, events: EventsDep, name: str = "") -> Response:
    """Return as JSON the known people whose names begin so: only those whom the visitor has entered in other events,
    or all where the server's setting says so; then those of the rating list, also by their ID.

    A list of name, latin, birth (year), sex, club, country, title, rating (of the event's game), federation_id, listed
    (the day of the rating list, of its people); 0 or empty if unknown.
    """
    known = events.known_people
    owner, text = events.owner_of_people(visit.person), name[:LONGEST]
    found = await asyncio.to_thread(known.find, text, owner) if known else []
    found += await asyncio.to_thread(events.rating_list.find, text)
    game = visit.state.settings.game
    people = [
        {
            "name": person.name, "latin": person.latin, "birth": person.year or "", "sex": person.sex,
            "club": person.club, "country": person.country, "title": person.title, "rating": person.rating(game) or "",
            "federation_id": person.federation_id, "listed": person.ratings.get("", ("",))[0],
        }
        for person in found
    ]  # fmt: skip
    return JSONResponse(people, headers={"cache-control": "no-store"})


@router.get("/t/{event}/desk/preview")
async def reload_preview(event: str) -> Response:
    """Redirect the reload of a preview to the page of its form."""
    return RedirectResponse(f"/t/{event}/desk/entries", 303)


@router.get("/t/{event}/desk/entry/{entry}")
async def entry_page(visit: ArbiterVisit, entry: str) -> Response:
    """Return an entry.

    Context: entry, link (of the player), categories (names), address (the whole link), code (the
    personal code), is_claimed (a device plays for the entry), rated (the day of the list of the rating).
    """
    state = visit.state
    id_ = number_in(entry, len(state.entries))
    key = permissions.key_of(visit.hub.access, visit.event, "entry", id_)
    return visit.page(
        "tournaments/arbiter/entry.html",
        entry=state.entry(id_),
        link=f"/t/{visit.event.id}/me/{id_}/{key}",
        address=f"{address_of(visit)}/me/{id_}/{key}",
        code=permissions.personal_code(visit.hub.access, visit.event, id_),
        is_claimed=bool(permissions.guest_of(visit.event, id_)),
        categories=by_entry(state)[id_],
        rated=day(visit.words, state.entry(id_).rated),
    )


@router.post("/t/{event}/desk/forget")
async def forget(visit: ArbiterVisit, form: FormOf[EntryForm], events: EventsDep) -> Response:
    """Do not remember a person for later events; the entry stays.  Form: entry."""
    person = visit.event.state.person(entry_of(visit.event.state, form.entry).id)
    if events.known_people:
        await asyncio.to_thread(events.known_people.forget, person, events.owner_of_people(visit.person))
    return visit.completed(form, "/desk/entries", visit.words._(_FORGOTTEN))


@router.post("/t/{event}/desk/self-entry")
async def set_self_entry(visit: ArbiterVisit, form: FormOf[SelfEntryForm]) -> Response:
    """Let players enter themselves no more, or again.  Form: see `SelfEntryForm`."""
    await visit.event.set_value("self-entry", "closed" if form.off else "")
    return visit.completed(form, "/desk/entries")


@router.post("/t/{event}/desk/clear-device")
async def clear_device(visit: ChiefVisit, form: FormOf[EntryForm]) -> Response:
    """Withdraw and erase all entries of the device that plays for an entry.  Form: see `EntryForm`."""
    event = visit.event
    device = permissions.guest_of(event, entry_of(event.state, form.entry).id)
    entries = permissions.entries_of(event, device)

    def clear(director: Director) -> None:
        for entry in entries:
            if not director.state.entry(entry).left:
                director.do(Withdraw(entry=entry), reason=form.reason)
            director.erase(entry)

    await visit.run(clear)
    for entry in entries:
        await permissions.release(event, entry)
    return visit.completed(form, "/desk/entries")


@router.post("/t/{event}/desk/release")
async def release_code(visit: ArbiterVisit, form: FormOf[EntryForm]) -> Response:
    """Let another device use the code of an entry.  Form: see `EntryForm`."""
    await permissions.release(visit.event, form.entry)
    return visit.completed(form, f"/desk/entry/{form.entry}")


@router.post("/t/{event}/desk/presence")
async def check_out_absent(visit: ArbiterVisit, form: FormOf[Form]) -> Response:
    """Check out all players who are away from their pages and boards.  Form: no fields."""
    await set_absent(visit.hub, visit.event, visit.member.name, visit.member.role)
    return visit.completed(form, "/desk/entries")
