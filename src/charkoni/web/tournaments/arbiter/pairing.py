"""Pairing at the desk: by the engine, by hand, and the check of tables made by hand."""

import asyncio
from collections.abc import Mapping, Sequence

from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.tournament.acts.base import entry_of
from charkoni.tournament.acts.entries import CheckIn, RequestBye
from charkoni.tournament.acts.fields import tables
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import NoPairing
from charkoni.tournament.model.event import CHIEF, Tournament
from charkoni.tournament.model.settings import printed_points
from charkoni.tournament.pairing.checker import breaches_of
from charkoni.tournament.pairing.drafts import unpaired
from charkoni.tournament.pairing.input import in_board_order
from charkoni.tournament.pairing.input_from_event import input_before, paired_input
from charkoni.web.http.site import accepts_json
from charkoni.web.tournaments.events import Events
from charkoni.web.tournaments.forms import EntryForm, FileText, Form, FormOf
from charkoni.web.tournaments.visits import ChiefVisit, EventRouter, EventsDep, HelperVisit, Visit

DRAFT_WAIT_S = 1.0
"""How many seconds the answer waits for a pairing that is begun."""

router = EventRouter()


@router.post("/t/{event}/desk/draft")
@router.post("/t/{event}/desk/pair")
async def pair(visit: ChiefVisit, form: FormOf[Form], events: EventsDep) -> Response:
    """Begin to pair the next round by the engine.  Form: no fields of its own."""
    await _draft_for(visit, events)
    return visit.completed(form, "/desk")


async def _draft_for(visit: Visit, events: Events) -> None:
    """Begin to pair the next round, and wait a little for the end."""
    task = events.draft(visit.event, visit.member.name, visit.member.role)
    if task is not None:
        await asyncio.wait([task], timeout=DRAFT_WAIT_S)


@router.post("/t/{event}/desk/is-here")
async def note_presence(visit: HelperVisit, form: FormOf[EntryForm], events: EventsDep) -> Response:
    """Set an absent entry present, and take back its bye for the round; the chief's draft of the engine is made anew.

    Form: see `EntryForm`.
    """

    def note(director: Director) -> None:
        entry = entry_of(director.state, form.entry)
        if not entry.here:
            director.do(CheckIn(entry=entry.id, here=True))
        number = len(director.state.paired) + 1
        if number in dict(entry.asked):
            director.do(RequestBye(entry=entry.id, round=number, code=""))

    await visit.run(note)
    current = visit.event.state.current
    if current is not None and current.state == "draft" and not current.by_hand and visit.member.may(CHIEF):
        await _draft_for(visit, events)
    return visit.completed(form, "/desk")


@router.get("/t/{event}/desk/hand")
async def manual_pairing(visit: ChiefVisit) -> Response:
    """Return the page for pairing by hand.  Context: see `_manual_page`."""
    state = visit.state
    number_of = {entry.id: entry.number for entry in state.entries}
    boards = state.current.boards if state.current and _has_open(state) else ()
    return _manual_page(visit, _typed([(number_of[each.first], number_of.get(each.second, 0)) for each in boards]))


class TablesForm(Form):
    """tables: with pairing numbers, see `acts.fields.tables`."""

    tables: FileText = ""


@router.get("/t/{event}/desk/check")
async def reload_check(event: str) -> Response:
    """Redirect the reload of a check to the page of its form."""
    return RedirectResponse(f"/t/{event}/desk/hand", 303)


@router.post("/t/{event}/desk/check")
async def check(visit: ChiefVisit, form: FormOf[TablesForm], events: EventsDep) -> Response:
    """Return the breaches of tables made by hand, and the boards that the engine would pair instead.

    Form: tables (see `TablesForm`).  For the client JSON: breaches (sentences), is_fine (a sentence, empty with
    breaches), difference (in a sentence: the other boards of the engine, "?" when it fails), allow (rules with spaces
    between them), tables (in the order of boards).  Context of the page: see `_manual_page`.
    """
    state = visit.state
    number = _open_number(state)
    made = tables(state, [form.tables])
    absent = unpaired(state, number, made)
    pairing_input = paired_input(state, number, absent) if _has_open(state) else input_before(state, number)
    number_of = {entry.id: entry.number for entry in state.entries} | {0: 0}
    boards = [(number_of[a], number_of[b]) for a, b in made]
    breaches = breaches_of(pairing_input, boards)
    try:
        pairing = await asyncio.to_thread(events.engine.pair, pairing_input)
        difference = " ".join(f"{a}-{b}" if b else str(a) for a, b in pairing.boards if (a, b) not in boards) or "–"
    except (NoPairing, RuntimeError):
        difference = "?"
    checked = {
        "breaches": [breach.message(visit.words._) for breach in breaches],
        "is_fine": "" if breaches else visit.words._("Nothing is against these tables."),
        "difference": visit.words._("The engine would have: {boards}", boards=difference),
        "allow": " ".join(sorted({breach.rule for breach in breaches} - {"P1", "P7"})),
    }
    if accepts_json(visit.request):
        return JSONResponse(checked | {"tables": _typed(in_board_order(pairing_input, boards))})
    return _manual_page(visit, form.tables, checked)


def _manual_page(visit: Visit, text: str, checked: Mapping[str, object] | None = None) -> Response:
    """Return the page for pairing by hand.

    Context: number (of the round), text (tables), people (pairing number, name, points and sides before the round, a
    and b, the points in half points), checked (whether the tables are), and the keys of `check`.
    """
    state = visit.state
    before = input_before(state, _open_number(state))
    entries = state.by_number()
    people = [
        (
            p.number,
            state.name(entries[p.number].id),
            printed_points(before.score(p)),
            p.sides().replace("w", "a"),
            before.score(p),
        )
        for p in before.players
    ]
    keys = checked or {"breaches": [], "is_fine": "", "difference": "", "allow": ""}
    context = {"number": _open_number(state), "text": text, "people": people, "checked": checked is not None, **keys}
    return visit.page("tournaments/arbiter/manual_pairing.html", **context)


def _has_open(state: Tournament) -> bool:
    return state.current is not None and state.current.state != "closed"


def _open_number(state: Tournament) -> int:
    """Return the number of the round that can be paired: the open one, or the next."""
    return len(state.rounds) + (0 if _has_open(state) else 1)


def _typed(boards: Sequence[tuple[int, int]]) -> str:
    """Return boards of pairing numbers as they are typed, one a line."""
    return "\n".join(f"{first}-{second}" if second else str(first) for first, second in boards)
