"""Festivals of a server: their sections are events of its folder.  What pages and the API share."""

import asyncio
import contextlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends

from charkoni.core.translations import Words
from charkoni.tournament import festival as lists
from charkoni.tournament.acts.declaration import Request
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.festival import Directors, FestivalAction
from charkoni.tournament.festival_file import ENDING, States, read, title
from charkoni.tournament.standings.prizes import awards
from charkoni.web.http.errors import Problem
from charkoni.web.tournaments import event_files, permissions
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.permissions import NOBODY, Member
from charkoni.web.tournaments.rows import round_status
from charkoni.web.tournaments.visits import EventsDep, NotAllowed

T = TypeVar("T")
Row = dict[str, object]
"""A row of a list, in JSON values."""


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
        return permissions.member(self.sections[file], guest) if file in self.sections else NOBODY

    def may(self, guest: str, role: str) -> list[str]:
        """Return the sections in which a guest has at least a role."""
        return [file for file in self.sections if self.member(file, guest).may(role)]

    async def perform(self, action: FestivalAction, guest: str, request: Request, sure: int) -> list[LogEntry]:
        """Carry out an action; raise NotAllowed without the role in a section that it concerns, TournamentError.

        sure: how often its author has confirmed it.
        """
        for file in action.concerned(self.public):
            if not self.member(file, guest).may(action.command.role):
                raise NotAllowed
        return await self.run(lambda directors: list(action.perform(directors, request)), guest, sure)

    async def run(self, work: Callable[[Directors], T], guest: str, sure: int = 2) -> T:
        """Return what work with the directors of all sections returns, done in a thread; then notify their pages."""
        versions = {file: event.state.version for file, event in self.sections.items()}
        try:
            return await asyncio.to_thread(self._run_locked, work, guest, sure)
        finally:
            for file, event in self.sections.items():
                if event.state.version != versions[file]:
                    event.notify()

    def _run_locked(self, work: Callable[[Directors], T], guest: str, sure: int) -> T:
        with contextlib.ExitStack() as stack:
            for _, event in sorted(self.sections.items()):  # in one order, so that none waits for another for ever
                stack.enter_context(event.lock)
            for file, event in self.sections.items():
                member, director = self.member(file, guest), event.director
                director.who, director.role, director.confirmations = member.name, member.role, sure
            return work({file: event.director for file, event in self.sections.items()})

    def section_rows(self, words: Words) -> list[Row]:
        """Return the sections: see `overview`."""
        states = self.public
        return [
            {
                **each._asdict(),
                "id": self.sections[each.file].id,
                "phase": round_status.phase(words, states[each.file]),
            }
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
    if not re.fullmatch(r"[\w-]{1,60}", name) or not path.is_file():
        raise Problem(404, "NO_SUCH_PAGE")
    found = await asyncio.to_thread(read, path)
    opened = [(file, await events.get(file.removesuffix(event_files.ENDING))) for file in found.sections]
    return OpenFestival(name, found.name, {file: event for file, event in opened if event})


FestivalDep = Annotated[OpenFestival, Depends(open_festival)]
