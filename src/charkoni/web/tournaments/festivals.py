"""Festivals of a server, whose sections are events of its folder: what the API shares, public pages, the desk."""

import asyncio
import contextlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, TypeVar

from fastapi import Depends
from starlette.responses import RedirectResponse, Response

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament import festival as lists
from charkoni.tournament.acts.declaration import Request as ActRequest
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.festival import ACTIONS, Directors, FestivalAction, begin
from charkoni.tournament.festival_file import ENDING, Festival, States, festivals_of, read, title
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.event import ARBITER, CHIEF
from charkoni.tournament.model.person_names import checked_line, latin
from charkoni.tournament.standings.prizes import awards
from charkoni.web import tournaments
from charkoni.web.http.errors import found
from charkoni.web.http.sessions import new_id
from charkoni.web.pages.visits import VisitDep
from charkoni.web.tournaments import event_rows, permissions
from charkoni.web.tournaments.arbiter.actions import settings_of
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.forms import FormOf, ReasonForm, Title
from charkoni.web.tournaments.permissions import Member
from charkoni.web.tournaments.public.overview import MOST_EVENTS
from charkoni.web.tournaments.visits import ArbiterVisit, ChiefVisit, EventRouter, EventsDep, NotAllowed, completed

TITLES = {
    "pairings": N_("Pairings"), "names": N_("By name"), "standings": N_("Standings"), "prizes": N_("Prizes"),
    "timetable": N_("Timetable"),
}  # fmt: skip
"""The public lists."""

T = TypeVar("T")
Row = dict[str, object]
"""A row of a list, in JSON values."""

router = EventRouter()


@dataclass(frozen=True)
class OpenFestival:
    """A festival.  id: in its address.  sections: by the names of their files, in their order."""

    id: str
    name: str
    sections: Mapping[str, OpenEvent]

    @property
    def public(self) -> States:
        """The public states of the sections."""
        return {file: event.public for file, event in self.sections.items()}

    @property
    def states(self) -> States:
        """The states of the sections, with drafts."""
        return {file: event.state for file, event in self.sections.items()}

    def member(self, file: str, guest: str) -> Member:
        """Return the role of a guest in a section."""
        return permissions.member(self.sections[file], guest)

    def may(self, guest: str, role: str) -> list[str]:
        """Return the sections in which a guest has at least a role."""
        return [file for file in self.sections if self.member(file, guest).may(role)]

    async def perform(self, action: FestivalAction, guest: str, request: ActRequest, sure: int) -> list[LogEntry]:
        """Carry out an action; raise NotAllowed without the role in a section that it concerns, TournamentError.

        sure: how often its author has confirmed it.
        """
        for file in action.concerned(self.public):
            if not self.member(file, guest).may(action.command.role):
                raise NotAllowed
        return await self.run(lambda directors: list(action.perform(directors, request)), guest, sure)

    async def run(self, work: Callable[[Directors], T], guest: str, sure: int = 2) -> T:
        """Return what work with the directors of all sections returns, done in a thread; then notify their pages."""

        def locked() -> T:
            with contextlib.ExitStack() as stack:
                # In one order, so that none waits for another for ever.
                for file, event in sorted(self.sections.items()):
                    member = self.member(file, guest)
                    stack.enter_context(event.acting(member.name, member.role, sure))
                return work({file: event.director for file, event in self.sections.items()})

        versions = {file: event.state.version for file, event in self.sections.items()}
        try:
            return await asyncio.to_thread(locked)
        finally:
            for file, event in self.sections.items():
                if event.state.version != versions[file]:
                    event.notify()

    def section_rows(self, words: Words) -> list[Row]:
        """Return the sections: see `overview`."""
        states = self.public
        return [
            each._asdict() | {"id": self.sections[each.file].id, "phase": event_rows.phase(words, states[each.file])}
            for each in lists.sections(states)
        ]

    def table_rows(self) -> list[Row]:
        """Return the tables of the running rounds by number: see `overview`."""
        return [
            {
                "table": seat.board.number,
                "file": seat.section,
                "section": title(seat.section, seat.state),
                "round": seat.round.number,
                "names": [seat.state.name(id_) if id_ else "" for id_ in seat.board.seats],
                "result": seat.board.seen.shown if seat.board.seen else "",
            }
            for seat in lists.running(self.public)
        ]

    def overview(self, words: Words) -> dict[str, object]:
        """Return what arbiters and programs see of it, in JSON values.

        sections: file, id, title, phase, entries (how many), round (the last public one), rounds, first and last
        (table).  timetable: begins, section, round.  tables: table, file and title of the section, round, names of the
        first mover and the other ("" for a bye), result or "".  people: name, file and title of the section, entry,
        table or 0.  prizes: section, category, rank, name, as they would be given now.  remarks: sentences.
        """
        states = self.public
        return {
            "name": self.name,
            "sections": self.section_rows(words),
            "timetable": [
                {"begins": at, "section": name, "round": number} for at, name, number in lists.timetable(words, states)
            ],
            "tables": self.table_rows(),
            "people": [each._asdict() for each in lists.people(words, states)],
            "prizes": [
                {"section": title(file, state), "category": a.category, "rank": a.rank, "name": state.name(a.entry)}
                for file, state in states.items()
                for a in awards(state)
            ],
            "remarks": list(lists.remarks(words, states)),
        }


async def open_festival(name: str, events: EventsDep) -> OpenFestival:
    """Return a festival; raise Problem 404, BadFile."""
    path = events.folder / f"{name}{ENDING}"
    found(re.fullmatch(r"[\w-]{1,60}", name) and path.is_file())
    stored = await asyncio.to_thread(read, path)
    opened = [(file, await events.get(file.removesuffix(tournaments.ENDING))) for file in stored.sections]
    return OpenFestival(name, stored.name, {file: event for file, event in opened if event})


FestivalDep = Annotated[OpenFestival, Depends(open_festival)]


# --- public pages ---


@router.get("/festival/{name}")
async def festival(visit: VisitDep, festival: FestivalDep, list: str = "pairings") -> Response:
    """Return a festival.  list: one of TITLES.

    Context: festival (OpenFestival), base, sections (see `OpenFestival.overview`), sheet (of the list), lists (titles
    by name), chosen (the list), has_desk (the visitor is an arbiter of a section).
    """
    words, chosen = visit.words, list if list in TITLES else "pairings"
    sheet = await asyncio.to_thread(lists.LISTS[chosen], words, festival.name, festival.public)
    return visit.page(
        "tournaments/public/festival.html", festival=festival, base=f"/festival/{festival.id}",
        sections=festival.section_rows(words), sheet=sheet, lists=TITLES, chosen=chosen,
        has_desk=bool(festival.may(visit.person, ARBITER)),
    )  # fmt: skip


@router.get("/festival/{name}/screen")
async def festival_screen(visit: VisitDep, festival: FestivalDep) -> Response:
    """Return the screen in the hall.  Context: festival (OpenFestival)."""
    return visit.page("tournaments/public/festival_screen.html", festival=festival)


# --- the desk ---


class NewFestivalForm(ReasonForm):
    """name: of the festival.  The events are ticked boxes `with-EVENT`."""

    name: Title = ""


@router.get("/festival/{name}/desk")
async def desk(visit: VisitDep, festival: FestivalDep, section: str = "", who: str = "") -> Response:
    """Return the desk of a festival, for arbiters of any section.

    section, who: a person to be moved.  Context: festival (OpenFestival), base, overview (see `OpenFestival.overview`),
    sheet (the prizes), mine (files of the sections in which the visitor is an arbiter), is_chief (of all), lists
    (titles of the public lists by name), source (the section), who, key (for forms).
    """
    mine = festival.may(visit.person, ARBITER)
    if not mine:
        raise NotAllowed
    overview = await asyncio.to_thread(festival.overview, visit.words)
    sheet = await asyncio.to_thread(lists.LISTS["prizes"], visit.words, festival.name, festival.public)
    return visit.page(
        "tournaments/arbiter/festival.html", festival=festival, base=f"/festival/{festival.id}",
        overview=overview, sheet=sheet, mine=mine, lists=TITLES, source=section, who=who, key=new_id(16),
        is_chief=len(festival.may(visit.person, CHIEF)) == len(festival.sections),
    )  # fmt: skip


@router.post("/festival/{name}/desk/{action}")
async def perform(visit: VisitDep, festival: FestivalDep, form: FormOf[ReasonForm], action: str) -> Response:
    """Carry out an action of the festival.

    Form: the fields of its declaration; settings by name, of which empty ones stay.  Refused: an unknown action, the
    wrong role, and refusals of the directors.
    """
    if action not in ACTIONS:
        raise refusal(BadSetting, action, N_("there is no such act: {name}"), name=action)
    given: dict[str, str] = visit.request.state.sent
    sent: dict[str, object] = {name: text for name, text in given.items() if text}
    if "settings" in ACTIONS[action].model_fields:
        sent["settings"] = {name: value for name, value in settings_of(given).items() if value}
    asked = ACTIONS[action].of(festival.states, sent)
    await festival.perform(asked, visit.person, ActRequest(form.reason, None, form.key), min(form.sure, 2))
    return completed(visit.request, form, f"/festival/{festival.id}/desk")


@router.get("/t/{event}/desk/festival")
async def festivals(visit: ArbiterVisit, events: EventsDep) -> Response:
    """Return the festivals of an event, and the form of a new one.

    Context: festivals (id, name), events (id, name: the others of which the visitor is the chief).
    """
    found = [(path.name.removesuffix(ENDING), read(path).name) for path in festivals_of(visit.event.path)]
    others = await _chief_of(events, visit.person)
    known = [(each.id, each.state.settings.name or each.id) for each in others if each is not visit.event]
    return visit.page("tournaments/arbiter/festivals.html", festivals=found, events=known)


@router.post("/t/{event}/desk/festival")
async def create(visit: ChiefVisit, form: FormOf[NewFestivalForm], events: EventsDep) -> Response:
    """Create a festival of events of which the visitor is the chief.  Form: see `NewFestivalForm`."""
    others = await _chief_of(events, visit.person)
    chosen = [each for each in others if each is visit.event or f"with-{each.id}" in visit.request.state.sent]
    if len(chosen) < 2:
        raise refusal(BadSetting, form.name, N_("a festival has at least two sections"))
    name = checked_line(form.name, BadSetting) or visit.event.state.settings.name
    base = re.sub(r"\W+", "-", latin(name).lower())[:40].strip("-") or "festival"
    ids = (f"{base}{n or ''}" for n in range(len(events.ids()) + 2))
    sections = {each.path.name: each for each in sorted(chosen, key=lambda each: each.state.settings.name)}
    async with events.founding:  # the name is free until the file is there
        id_ = next(each for each in ids if not (events.folder / f"{each}{ENDING}").exists())
        path, festival = events.folder / f"{id_}{ENDING}", Festival(name, tuple(sections))
        await OpenFestival(id_, name, sections).run(partial(begin, path, festival), visit.person)
    return RedirectResponse(f"/festival/{id_}/desk", 303)


async def _chief_of(events: Events, guest: str) -> list[OpenEvent]:
    """Return the last changed events of which a guest is the chief."""
    known = await events.readable(events.ids()[:MOST_EVENTS])
    return [event for event in known if permissions.member(event, guest).may(CHIEF)]
