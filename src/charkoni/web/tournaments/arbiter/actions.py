"""Actions at the desk: each form of an arbiter has a name, a lowest role, and a function of the director."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.tournament.acts.base import entry_of
from charkoni.tournament.acts.event import Finish, Pause
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.event import ARBITER, CHIEF, HELPER
from charkoni.web.http.site import SiteDep, VisitorDep
from charkoni.web.tournaments.arbiter import entry_actions, imports, protests, round_actions, round_clock, settings
from charkoni.web.tournaments.event_pages import completed
from charkoni.web.tournaments.forms import Form, NumberOrZero, ReasonForm, Ticked, posted
from charkoni.web.tournaments.online import games
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.visits import EventsDep, visit

_NO_SUCH = N_("there is no such act: {name}")
_SAVED = N_("Saved.")

router = EventRouter()


class Action(NamedTuple):
    """An action.

    role: the lowest that may perform it.  form: its model.  perform: takes the director and the form.  done: what the
    page says afterwards, where it does not change before the eyes of the arbiter.
    """

    role: str
    form: type[Form]
    perform: Callable[..., None]
    done: str = ""


class FinishForm(ReasonForm):
    """reason: to finish before the last round.  archive: also put the event into the archive."""

    archive: Ticked = False


class PauseForm(ReasonForm):
    """on: pause, else resume."""

    on: Ticked = False


class UndoForm(ReasonForm):
    """act: its number, 0 for the last one."""

    act: NumberOrZero = 0


def finish(director: Director, form: FinishForm) -> None:
    """Finish the event, or put it into the archive."""
    act = Finish(early=True) if form.reason else Finish(archive=True) if form.archive else Finish()
    director.do(act, reason=form.reason, key=form.key)


def pause(director: Director, form: PauseForm) -> None:
    """Pause the event, or resume it."""
    director.do(Pause(on=form.on), reason=form.reason, key=form.key)


def undo(director: Director, form: UndoForm) -> None:
    """Undo an act."""
    director.undo(form.act or None, reason=form.reason)


ACTIONS = {
    "enter": Action(ARBITER, entry_actions.EnterForm, entry_actions.enter),
    "import": Action(ARBITER, imports.ListForm, imports.enter_list),
    "correct": Action(ARBITER, entry_actions.CorrectForm, entry_actions.correct, _SAVED),
    "checkin": Action(HELPER, entry_actions.CheckinForm, entry_actions.check_in),
    "everybody": Action(HELPER, entry_actions.PresenceForm, entry_actions.check_in_all),
    "withdraw": Action(ARBITER, entry_actions.EntryForm, entry_actions.withdraw),
    "return": Action(ARBITER, entry_actions.EntryForm, entry_actions.take_back),
    "expel": Action(CHIEF, entry_actions.ExpelForm, entry_actions.expel),
    "bye": Action(ARBITER, entry_actions.ByeForm, entry_actions.request_bye),
    "prohibit": Action(CHIEF, entry_actions.ProhibitForm, entry_actions.prohibit),
    "erase": Action(CHIEF, entry_actions.EntryForm, entry_actions.erase),
    "close-list": Action(CHIEF, round_actions.CloseListForm, round_actions.close_list),
    "publish": Action(CHIEF, round_actions.AllowForm, round_actions.publish),
    "start": Action(ARBITER, round_clock.ClockForm, round_clock.start),
    "stop-clock": Action(ARBITER, round_clock.ClockForm, round_clock.stop),
    "continue-clock": Action(ARBITER, round_clock.ClockForm, round_clock.go_on),
    "move-clock": Action(ARBITER, round_clock.MoveForm, round_clock.move),
    "unpublish": Action(CHIEF, round_actions.RoundForm, round_actions.unpublish),
    "hand": Action(CHIEF, round_actions.TablesForm, round_actions.set_tables),
    "late-pair": Action(CHIEF, round_actions.LatePairForm, round_actions.pair_late),
    "swap-tables": Action(CHIEF, round_actions.SwapTablesForm, round_actions.swap_tables),
    "swap": Action(CHIEF, round_actions.SwapSidesForm, round_actions.swap_sides),
    "result": Action(ARBITER, round_actions.TableResultForm, round_actions.enter_result),
    "quick": Action(ARBITER, round_actions.ResultLinesForm, round_actions.enter_results),
    "confirm": Action(ARBITER, round_actions.TableForm, round_actions.confirm),
    "dispute": Action(ARBITER, round_actions.TableForm, round_actions.dispute),
    "protest": Action(ARBITER, protests.ProtestForm, protests.file),
    "decide": Action(ARBITER, protests.DecisionForm, protests.decide),
    "lot": Action(CHIEF, round_actions.LotForm, round_actions.draw_lot),
    "close": Action(ARBITER, round_actions.RoundForm, round_actions.close_round),
    "finish": Action(CHIEF, FinishForm, finish),
    "undo": Action(CHIEF, UndoForm, undo),
    "set": Action(CHIEF, settings.SettingsForm, settings.change_settings, _SAVED),
    "categories": Action(CHIEF, settings.CategoriesForm, settings.change_categories, _SAVED),
    "pause": Action(CHIEF, PauseForm, pause),
}
"""The actions by the last part of their address."""

REMEMBERED_AFTER = frozenset(["close-list", "enter", "correct", "finish"])
"""The actions after which the people of a closed list are remembered for later events."""


@router.post("/t/{event}/desk/{action}")
async def perform(
    request: Request, event: str, action: str, events: EventsDep, site: SiteDep, visitor: VisitorDep
) -> Response:
    """Perform an action.

    Form: that of the action.  Refused: an unknown action, the wrong role, and acts that the director refuses.
    """
    if action not in ACTIONS:
        raise refusal(BadSetting, action, _NO_SUCH, name=action)
    role, model, work, done = ACTIONS[action]
    visited = await visit(events, event, visitor, role)
    form = await posted(request, site, visitor, model)
    before = visited.event.state.current
    if action == "erase" and events.known_people and isinstance(form, entry_actions.EntryForm):
        erased = visited.event.state.person(entry_of(visited.event.state, form.entry).id)
        await asyncio.to_thread(events.known_people.forget, erased, events.owner_of_people(visitor.guest))
    member, sure = visited.member, min(form.sure, 2)
    await visited.event.run(partial(work, form=form), member.name, member.role, sure)
    await games.move_with_players(visited.event, before)
    if action in REMEMBERED_AFTER and events.known_people and visited.event.state.phase in ("playing", "finished"):
        day = time.strftime("%Y-%m-%d", time.gmtime())
        await asyncio.to_thread(events.known_people.remember, visited.event.state, visitor.guest, day)
    return completed(request, form, f"/t/{event}/desk", visited.words._(done) if done else "")
