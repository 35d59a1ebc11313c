"""The page of a player: entering, own boards, check-in, calls for an arbiter, appeals."""

from functools import partial
from typing import Annotated

from fastapi import Depends
from pydantic import Field
from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.tournament.acts.base import board_of
from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.acts.protests import FileProtest
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadEntry, WrongPhase, refusal
from charkoni.tournament.model.event import PLAYER
from charkoni.tournament.model.person_names import checked_line
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.rounds import Result
from charkoni.tournament.pairing import openings
from charkoni.tournament.standings.round_tables import reports_of
from charkoni.web.http.errors import number_or
from charkoni.web.http.sessions import new_id
from charkoni.web.tournaments import calls, permissions
from charkoni.web.tournaments.calls import Call
from charkoni.web.tournaments.forms import (
    EntryForm,
    EntryText,
    Form,
    FormOf,
    Line,
    MessageText,
    NumberOrZero,
    Parts,
    Ticked,
)
from charkoni.web.tournaments.online import bans, games
from charkoni.web.tournaments.player.boards import recorded_result
from charkoni.web.tournaments.public.overview import own_tables
from charkoni.web.tournaments.visits import EventRouter, NotAllowed, PublicVisit, Visit

LONGEST_MESSAGE = 200
MOST_CORRECTIONS = 5
MOST_PER_DEVICE = 12
"""How many people enter by one device: a family, a club."""
_MANY = N_("one device enters at most {most} people: ask the arbiter")
_PROTESTED = N_("The protest is recorded; an arbiter decides it.")
_CLAIMED = N_(
    "the code of {who} is in use on another device; if the device has changed, an arbiter can "
    "release the code: Entries, then the name"
)

router = EventRouter()


class PersonForm(Form):
    """A person and an entry.

    name; latin (the name in Latin letters); birth (year, or date); sex; contact (private); federation_id; title, club,
    region, country, fee; rating; categories (a list of marks).
    """

    name: Line = ""
    latin: Line = ""
    birth: Line = ""
    sex: Line = ""
    contact: Line = ""
    federation_id: Line = ""
    title: EntryText = ""
    club: EntryText = ""
    region: EntryText = ""
    country: EntryText = ""
    fee: EntryText = ""
    rating: NumberOrZero = 0
    categories: Parts = Field(default_factory=list)


ENTRY = {"title", "club", "region", "country", "fee", "rating", "categories"}
"""The fields of the form that belong to the entry."""


class OwnForm(EntryForm):
    """A form about an own entry.  here: present.  clause: of the rules.  text: for the arbiter."""

    here: Ticked = False
    clause: EntryText = ""
    text: Line = ""


class CodeForm(Form):
    """code: the personal code on a card, `12-K4MQ2R`."""

    code: Line = ""


class AppealForm(Form):
    """text: for the arbiters."""

    text: MessageText = ""


@router.get("/t/{event}/me")
async def my_page(visit: PublicVisit) -> Response:
    """Return the page of a player.

    Context: boards (entry id, name, TableRow or None, entry, reports, id of the game or empty), ban (or None), asked
    (an appeal is open), called (names with an open call), recorded (keys of recorded tables), filled (recorded results
    by table), corrections (of LogEntry), awaited (tables whose opponent has not opened the
    link), opening (of the round's games, a sentence or "").
    """
    ban = await bans.current(visit.hub.store, visit.person, visit.hub.time.wall())
    own = await own_tables(visit)
    event, state = visit.event, visit.public
    number, known = len(state.rounds), games.latest(event)
    unopened = {board.number: games.unopened(event, board) for board in state.rounds[-1].boards} if number else {}
    boards, filled = [], {}
    for id_, name, row in own:
        reports, game_at = list[tuple[str, str, Result]](), ""
        if row:
            board = board_of(state.rounds[-1], row.number)
            reports, game_at = reports_of(state, board), known.get(f"{number}:{row.number}", "")
            filled[row.number] = await recorded_result(visit.hub, event, (number, board))
        boards.append((id_, name, row, state.entry(id_), reports, game_at))
    open_calls = calls.open_calls(event)
    return visit.page(
        "tournaments/player/my_page.html",
        boards=boards,
        ban=ban,
        asked=ban is not None and any(call.guest == visit.person for call in open_calls),
        called={call.who for call in open_calls if call.kind == calls.CALL},
        recorded=set(event.mapping("recorded")),
        filled=filled,
        corrections=corrections(visit),
        awaited={table for table, gone in unopened.items() if gone - set(visit.own)},
        opening=openings.sentence(visit.words, state.settings, number),
    )


@router.post("/t/{event}/me/enter")
async def enter(form: FormOf[PersonForm], visit: PublicVisit) -> Response:
    """Enter the event, and redirect to the own page.

    Form: see `PersonForm`.  Refused: a closed list, too many entries from one device, a ban, refusals of the director.
    """
    if not permissions.takes_entries(visit.event):
        raise refusal(WrongPhase, "enter", N_("the list of entries is closed: ask the arbiter"))
    if len(visit.own) >= MOST_PER_DEVICE:
        raise refusal(WrongPhase, "enter", _MANY, most=MOST_PER_DEVICE)
    visit.site.quotas.spend(visit.user, "entry")
    visit.become_person(visit.visitor.name or form.name)
    if visit.event.state.settings.boards == "online":
        await bans.demand_none(visit.hub.store, visit.person, visit.hub.time.wall(), visit.event.state.settings.zone)

    def enter_person(director: Director) -> int:
        given = form.model_dump(include=ENTRY, exclude_defaults=True)
        person = Person(form.name, form.latin, form.birth, form.sex, form.contact, form.federation_id)
        entered = director.enter(person, twin=False, key=form.key, **given).data["person"]
        # Not the last one: the form may come twice, and others enter in between.
        return next(each.id for each in director.state.entries if each.person == entered)

    entry = await visit.event.run(enter_person, form.name, PLAYER)
    await permissions.seat(visit.event, visit.person, entry)
    return visit.redirect(f"/t/{visit.event.id}/me")


@router.post("/t/{event}/me/here")
async def check_in(form: FormOf[OwnForm], visit: PublicVisit) -> Response:
    """Check in or out.  Form: entry and here, see `OwnForm`."""
    act = CheckIn(entry=_own(form, visit), here=form.here)
    name = visit.event.state.name(form.entry)
    await visit.event.run(partial(Director.do, act=act, key=form.key), name, PLAYER)
    return visit.completed(form, "/me")


@router.post("/t/{event}/me/call")
async def call(form: FormOf[OwnForm], visit: PublicVisit) -> Response:
    """Call an arbiter to the own table.  Form: entry and text, see `OwnForm`."""
    entry, state = _own(form, visit), visit.public
    board = state.rounds[-1].board_of(entry) if state.rounds else None
    text = checked_line(form.text[:LONGEST_MESSAGE].strip(), BadEntry, LONGEST_MESSAGE)
    table = board.number if board else 0
    await calls.add(visit.event, Call(new_id(8), calls.CALL, state.name(entry), table, text, visit.hub.time.wall()))
    return visit.completed(form, "/me", visit.words._("An arbiter will come."))


@router.post("/t/{event}/me/protest")
async def protest(form: FormOf[OwnForm], visit: PublicVisit) -> Response:
    """Record a protest at the own table of the last round.  Form: see `OwnForm`, without here.

    Refused: no table, a round that is closed, an empty text.
    """
    entry, state = _own(form, visit), visit.public
    board = state.rounds[-1].board_of(entry) if state.rounds else None
    if board is None:
        raise refusal(WrongPhase, state.name(entry), N_("you have no table in this round"))
    place = {"round": len(state.rounds), "board": board.number, "entry": entry}
    act = FileProtest(**place, at=visit.event.director.time, clause=form.clause, text=form.text)
    await visit.event.run(partial(Director.do, act=act, key=form.key), state.name(entry), PLAYER)
    return visit.completed(form, "/me", visit.words._(_PROTESTED))


@router.post("/t/{event}/me/appeal")
async def appeal(form: FormOf[AppealForm], visit: PublicVisit) -> Response:
    """Appeal against a ban to the arbiters of the event that caused it.  Form: see `AppealForm`.  Refused: no ban."""
    guest = visit.person
    ban = await bans.current(visit.hub.store, guest, visit.hub.time.wall())
    if ban is None or ban.id != visit.event.id:
        raise refusal(WrongPhase, visit.event.state.settings.name, N_("nothing keeps you from entering online events"))
    text = checked_line(form.text, BadEntry, LONGEST_MESSAGE)
    who = ", ".join(visit.event.state.name(id_) for id_ in visit.own) or visit.visitor.name
    await calls.add(visit.event, Call(new_id(8), calls.APPEAL, who, 0, text, visit.hub.time.wall(), guest))
    return visit.completed(form, "/me", visit.words._("The arbiters of the event will read it."))


@router.post("/t/{event}/me/code")
async def open_code(form: FormOf[CodeForm], visit: PublicVisit) -> Response:
    """Redirect to the page on which a device takes over the entry of a code.  Form: see `CodeForm`.

    Refused: a wrong code.
    """
    entry = permissions.entry_of_code(visit.hub.access, visit.event, form.code)
    if not entry:
        raise refusal(BadEntry, form.code, N_("no player here has this code; write it as on the card: 12-K4MQ2R"))
    key = permissions.key_of(visit.hub.access, visit.event, "entry", entry)
    return visit.completed(form, f"/me/{entry}/{key}")


# --- the link of a player ---------------------------------------------------------------------------------------------


async def keyed_entry(visit: PublicVisit, entry: str, key: str) -> int:
    """Return the entry of a player's link; raise NotAllowed for a wrong key."""
    id_ = number_or(entry, len(visit.event.state.entries), 0)
    if not id_ or not permissions.is_key(visit.hub.access, visit.event, key, "entry", id_):
        raise NotAllowed
    return id_


KeyedEntry = Annotated[int, Depends(keyed_entry)]


@router.get("/t/{event}/me/{entry}/{key}")
async def player_link(visit: PublicVisit, entry: KeyedEntry) -> Response:
    """Return the page on which a device takes over an entry.  Context: who (name), link (path)."""
    name = visit.event.state.name(entry)
    return visit.page("tournaments/player/player_link.html", who=name, link=visit.request.url.path)


@router.post("/t/{event}/me/{entry}/{key}")
async def take_entry(_form: FormOf[Form], visit: PublicVisit, entry: KeyedEntry) -> Response:
    """Let this device play for an entry, and redirect to the own page.  Form: no fields of its own.

    Refused: a code that another device uses.
    """
    name = visit.event.state.name(entry)
    visit.become_person(visit.visitor.name or name)
    await permissions.seat(visit.event, visit.person, entry, refusal(BadEntry, name, _CLAIMED, who=name))
    return visit.redirect(f"/t/{visit.event.id}/me")


# --- details ----------------------------------------------------------------------------------------------------------


def _own(form: EntryForm, visit: Visit) -> int:
    """Return the entry of a form; raise NotAllowed for one that the visitor does not play for."""
    if form.entry not in visit.own:
        raise NotAllowed
    return form.entry


def corrections(visit: Visit) -> list[LogEntry]:
    """Return the acts that changed a result of the visitor after it had counted, the newest first."""
    found = []
    own_places = {
        (round_.number, board.number)
        for round_ in visit.public.rounds
        for board in round_.boards
        if not board.is_bye and ({board.first, board.second} & set(visit.own))
    }
    counted: set[tuple[int, int]] = set()
    for act in visit.event.log if own_places else ():
        place = (act.data.get("round"), act.data.get("board"))
        if act.kind != "result" or place not in own_places or act.data.get("source") in ("first", "second"):
            continue
        if place in counted:
            found.append(act)
        counted.add(place)
    return found[::-1][:MOST_CORRECTIONS]
