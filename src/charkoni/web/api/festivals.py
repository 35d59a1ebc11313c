"""The API of festivals: sections, hall, timetable, people and prizes, and what arbiters can do with them."""

import asyncio

from fastapi import APIRouter
from pydantic import BaseModel

from charkoni.core.translations import Words
from charkoni.tournament.acts.declaration import Request
from charkoni.tournament.festival import ACTIONS
from charkoni.tournament.model.errors import TournamentError
from charkoni.web.api.acts import ActIn
from charkoni.web.api.rest import REFUSALS, GuestDep
from charkoni.web.http.errors import ApiError, Problem
from charkoni.web.tournaments.festivals import OpenFestival, open_festival
from charkoni.web.tournaments.visits import EventsDep, NotAllowed

router = APIRouter(prefix="/api/v1/festivals", tags=["tournaments"], responses=REFUSALS)


class FestivalOut(BaseModel):
    """A festival: see `OpenFestival.overview`."""

    name: str
    sections: list[dict[str, str | int]]
    timetable: list[dict[str, str | int]]
    tables: list[dict[str, str | int | list[str]]]
    people: list[dict[str, str | int]]
    prizes: list[dict[str, str | int]]
    remarks: list[str]


@router.get("/{name}")
async def get_festival(name: str, guest: GuestDep, events: EventsDep) -> FestivalOut:
    """Return a festival: its sections, timetable, running tables, who plays where, prizes."""
    return await _festival(await _found(name, events))


@router.post("/{name}/acts/{act}")
async def perform(name: str, act: str, body: ActIn, guest: GuestDep, events: EventsDep) -> FestivalOut:
    """Do an act with its sections: move (section, entry, to, twin), tables, set (settings)."""
    found = await _found(name, events)
    if act not in ACTIONS:
        raise ApiError(404, "NO_ACT", f"there is no such act: {act}")
    try:
        asked = ACTIONS[act].of(found.states, body.fields)
        await found.perform(asked, guest[0], Request(body.reason, None, body.key), body.confirmations)
    except NotAllowed:
        raise ApiError(403, "NOT_ALLOWED", f"this needs the role {ACTIONS[act].command.role} in its sections") from None
    except TournamentError as error:
        raise ApiError(409, error.reason.code, error.message(), error.field) from None
    return await _festival(found)


async def _found(name: str, events: EventsDep) -> OpenFestival:
    """Return a festival; raise ApiError."""
    try:
        return await open_festival(name, events)
    except Problem:
        raise ApiError(404, "NO_FESTIVAL", "there is no such festival") from None
    except TournamentError as error:
        raise ApiError(409, error.reason.code, error.message(), error.field) from None


async def _festival(found: OpenFestival) -> FestivalOut:
    return FestivalOut.model_validate(await asyncio.to_thread(found.overview, Words("en")))
