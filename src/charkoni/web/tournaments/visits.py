"""Visits to an event: the visitor, his role on the staff, and the entries that he plays for."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from charkoni.core.translations import Words
from charkoni.tournament.model.event import ARBITER, CASTER, CHIEF, HELPER
from charkoni.tournament.model.rounds import Board, Round
from charkoni.web.http.errors import Problem
from charkoni.web.http.site import Visitor, VisitorDep
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.permissions import Member

MOST_TABLE = 99_999


class NotAllowed(Exception):
    """The role of a visitor does not permit his request."""


@dataclass(frozen=True)
class Visit:
    """A visit to an event.  member: the visitor's role on the staff.  own: the entries that he plays for."""

    event: OpenEvent
    visitor: Visitor
    member: Member
    own: list[int]

    @property
    def words(self) -> Words:
        """The texts of the visitor's language."""
        return self.visitor.words


async def events_of(request: Request) -> Events:
    """Return the events of the server."""
    events: Events = request.app.state.tournaments.begin()
    return events


EventsDep = Annotated[Events, Depends(events_of)]


async def visit(events: Events, id_: str, visitor: Visitor, role: str = "") -> Visit:
    """Return the visit to an event; raise Problem 404 without such an event, NotAllowed without the role."""
    event = await events.get(id_)
    if event is None:
        raise Problem(404, "NO_SUCH_PAGE")
    member = permissions.member(event, visitor.guest)
    if not member.may(role):
        raise NotAllowed
    return Visit(event, visitor, member, permissions.entries_of(event, visitor.guest))


def require_role(role: str) -> Callable[..., Awaitable[Visit]]:
    """Return a dependency: the visit to an event by a visitor who has at least a role; raises as `visit`."""

    async def visit_with_role(event: str, events: EventsDep, visitor: VisitorDep) -> Visit:
        return await visit(events, event, visitor, role)

    return visit_with_role


PublicVisit = Annotated[Visit, Depends(require_role(""))]
CasterVisit = Annotated[Visit, Depends(require_role(CASTER))]
HelperVisit = Annotated[Visit, Depends(require_role(HELPER))]
ArbiterVisit = Annotated[Visit, Depends(require_role(ARBITER))]
ChiefVisit = Annotated[Visit, Depends(require_role(CHIEF))]


def number_in(text: str, most: int) -> int:
    """Return the number of an address, from 1 to `most`; raise Problem 404 for any other."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        raise Problem(404, "NO_SUCH_PAGE")
    return int(text)


def table_in(text: str, round_: Round) -> Board:
    """Return the board of a round by the number of an address; raise Problem 404 without it."""
    board = round_.board(number_in(text, MOST_TABLE))
    if board is None:
        raise Problem(404, "NO_SUCH_PAGE")
    return board


def number_or(text: str, most: int, default: int) -> int:
    """Return the number of a query, from 1 to `most`; the default for any other text."""
    return int(text) if text.isascii() and text.isdigit() and 1 <= int(text) <= most else default
