"""The API of tournaments: what arbiters do with events and festivals, by their declarations, and festivals as JSON."""

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from charkoni.core.translations import Words
from charkoni.tournament import festival as sections
from charkoni.tournament.actions.registry import ACTIONS
from charkoni.tournament.actions.rounds import Pair
from charkoni.tournament.acts.declaration import Action, Asked, Request, schema
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import TournamentError
from charkoni.web.api.rest import REFUSALS, PersonDep
from charkoni.web.api.schema import In
from charkoni.web.http.errors import ApiError, Problem
from charkoni.web.live.hub import HubDep
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import Events, OpenEvent
from charkoni.web.tournaments.festivals import OpenFestival, open_festival
from charkoni.web.tournaments.online import games
from charkoni.web.tournaments.visits import EventsDep, NotAllowed

EventId = Annotated[str, Path(pattern=r"^[\w-]{1,64}$", description="an event")]


class ActOut(BaseModel):
    """An act: its name, what it does, the lowest role that may do it, and the JSON schema of its fields."""

    name: str
    help: str
    role: str
    fields: dict[str, object]


class StaffIn(In):
    """The name under which acts are logged."""

    name: str = Field(min_length=1, max_length=120)


class ActIn(In):
    """The fields of an act, and what comes with every act.

    seen: the last act that its author saw.  key: two acts of one key are done once.  confirmations: how often its
    author has confirmed an unusual act.
    """

    fields: dict[str, object] = Field(default_factory=dict)
    reason: str = ""
    seen: int | None = None
    key: str = ""
    confirmations: int = Field(0, ge=0, le=2)


class DoneOut(BaseModel):
    """The result: the numbers of the acts in the log, and that of the last act."""

    acts: list[int]
    version: int


class FestivalOut(BaseModel):
    """A festival: see `OpenFestival.overview`."""

    name: str
    sections: list[dict[str, str | int]]
    timetable: list[dict[str, str | int]]
    tables: list[dict[str, str | int | list[str]]]
    people: list[dict[str, str | int]]
    prizes: list[dict[str, str | int]]
    remarks: list[str]


router = APIRouter(prefix="/api/v1", tags=["tournaments"], responses=REFUSALS)


@router.get("/acts")
async def list_acts() -> list[ActOut]:
    """List what arbiters can do."""
    return [
        ActOut(name=name, help=action.command.help, role=action.command.role, fields=schema(action))
        for name, action in ACTIONS.items()
    ]


@router.post("/events/{event}/staff/{role}/{key}")
async def accept_role(
    event: EventId, role: str, key: str, body: StaffIn, person: PersonDep, events: EventsDep, hub: HubDep
) -> dict[str, str]:
    """Join the staff of an event by the link of a role; the chief finds the links on the page of the staff."""
    found = await _found(events, event)
    if role not in permissions.ROLE_NAMES or not permissions.is_key(hub.access, found, key, "staff", role):
        raise ApiError(403, "NOT_ALLOWED", "the link gives no role")
    await permissions.appoint(found, person[0], role, body.name)
    return {"role": role}


@router.post("/events/{event}/acts/{name}")
async def perform(event: EventId, name: str, body: ActIn, person: PersonDep, events: EventsDep) -> DoneOut:
    """Do an act; its fields are JSON values, or the texts that people write."""
    found, action = await _found(events, event), ACTIONS.get(name)
    if action is None:
        raise ApiError(404, "NO_ACT", f"there is no such act: {name}")
    member = permissions.member(found, person[0])
    if not member.may(action.command.role):
        raise ApiError(403, "NOT_ALLOWED", f"this needs the role {action.command.role}")
    try:
        if action is Pair and not body.fields.get("by_hand"):
            acts = await _paired(events, found, member)
        else:
            work = partial(_perform, action, body=body)
            async with games.moving_with_players(found):
                acts = await found.run(work, member.name, member.role, body.confirmations)
    except RuntimeError as error:  # of the engine
        raise ApiError(409, type(error).__name__.upper(), str(error)) from None
    except TournamentError as error:
        raise ApiError(409, error.reason.code, error.message(), error.field) from None
    return DoneOut(acts=acts, version=found.state.version)


async def _found(events: Events, id_: str) -> OpenEvent:
    """Return an event; raise ApiError."""
    event = await events.get(id_)
    if event is None:
        raise ApiError(404, "NO_EVENT", "there is no such event")
    return event


async def _paired(events: Events, event: OpenEvent, member: permissions.Member) -> list[int]:
    """Pair the next round in the process of the engine, and return the numbers of the acts; raise what it raises."""
    known = len(event.log)
    task = events.draft(event, member.name, member.role)
    if task is None:
        raise ApiError(409, "BUSY", "the next round is being paired")
    await task
    if event.drafting and event.drafting.error:
        raise event.drafting.error
    return [entry.number for entry in event.log[known:]]


def _perform(action: type[Action], director: Director, body: ActIn) -> list[int]:
    """Perform an action, and return the numbers of its acts."""
    asked = Asked(director.state, director.time, director.who)
    request = Request(body.reason, body.seen, body.key)
    return [entry.number for entry in action.written(asked, body.fields).perform(director, request)]


# --- festivals ---


@router.get("/festivals/{name}")
async def get_festival(name: str, person: PersonDep, events: EventsDep) -> FestivalOut:
    """Return a festival: its sections, timetable, running tables, who plays where, prizes."""
    return await _shown(await _festival(name, events))


@router.post("/festivals/{name}/acts/{act}", name="perform")
async def perform_in_sections(name: str, act: str, body: ActIn, person: PersonDep, events: EventsDep) -> FestivalOut:
    """Do an act with its sections: move (section, entry, to, twin), tables, set (settings)."""
    found = await _festival(name, events)
    action = sections.ACTIONS.get(act)
    if action is None:
        raise ApiError(404, "NO_ACT", f"there is no such act: {act}")
    try:
        asked = action.of(found.states, body.fields)
        await found.perform(asked, person[0], Request(body.reason, None, body.key), body.confirmations)
    except NotAllowed:
        raise ApiError(403, "NOT_ALLOWED", f"this needs the role {action.command.role} in its sections") from None
    except TournamentError as error:
        raise ApiError(409, error.reason.code, error.message(), error.field) from None
    return await _shown(found)


async def _festival(name: str, events: EventsDep) -> OpenFestival:
    """Return a festival; raise ApiError."""
    try:
        return await open_festival(name, events)
    except Problem:
        raise ApiError(404, "NO_FESTIVAL", "there is no such festival") from None
    except TournamentError as error:
        raise ApiError(409, error.reason.code, error.message(), error.field) from None


async def _shown(found: OpenFestival) -> FestivalOut:
    return FestivalOut.model_validate(await asyncio.to_thread(found.overview, Words("en")))
