"""Sign-in: by a passkey, by a passphrase of words, or by a device that is signed in.

On the last way two devices share a ticket.  Whichever shows its QR code first, in the end it names the browser that
wants in and the person who allows it.  Both pages show the same number, and nobody gets in before the person has said
so:

    ticket             person   browser   data
    of the person      ANN      ""        ""        shown by her device; another may ask with it
    of a browser       ""       B         label     shown by the other device, or Ann's, after it has asked
    allowed            ANN      B         "+label"  redeemed by the browser, once
"""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.network_access import NetworkDep
from charkoni.web.http.quotas import User
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.sessions import ended_name
from charkoni.web.http.site import FormDep, browser_of
from charkoni.web.pages.invites import qr_code
from charkoni.web.pages.people import kept
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.people import passphrases, personal_data
from charkoni.web.people.credentials import PASSPHRASE
from charkoni.web.people.names import key_of
from charkoni.web.store.tables import TicketRow

DEVICE_S = 120
"""How long a device may wait to be let in."""

BRING_S = 3600
"""How long the question lasts whether games of before come along."""

LONGEST = 300
"""The most characters of a passphrase."""

BROWSERS = {"Firefox/": "Firefox", "Edg/": "Edge", "OPR/": "Opera", "Chrome/": "Chrome", "Safari/": "Safari"}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}

router = PageRouter()


@router.get("/sign-in")
async def sign_in_page(visit: VisitDep) -> Response:
    """Return the page with the ways to sign in.  Context: problem (why not), typed (the name); "" at first."""
    return RedirectResponse("/me", 303) if visit.visitor.session else visit.page("people/sign_in.html", problem="")


@router.post("/sign-in")
async def by_passphrase(visit: VisitDep, form: FormDep) -> Response:
    """Sign in by a passphrase.  Form: name (present or earlier one), passphrase.

    A wrong one gets the page again, whether there is such a name or not.  Refused: RateLimited.
    """
    name, passphrase = str(form.get("name", "")), str(form.get("passphrase", ""))[:LONGEST]
    # Paid for by the name, too: it may be tried from many addresses.
    for user in (visit.user, User("", f"sign-in {ended_name(key_of(name))}")):
        visit.site.quotas.spend(user, "sign-in")
    people = visit.hub.people
    person = await people.persons.named(name)
    row = next((row for row in await people.credentials.of(person) if row.kind == PASSPHRASE), None)
    if not await passphrases.is_right(passphrase, row.secret if row else "") or row is None:
        return visit.page("people/sign_in.html", 403, problem=Refused("SIGN_IN").message(visit.words), typed=name)
    await people.credentials.note_use(row, row.count)
    return await let_in(visit, person)


@router.post("/sign-in/options.json")
async def passkey_options(visit: VisitDep, form: FormDep) -> Response:
    """Return what a browser needs to sign in by a passkey, see `passkeys.request_options`.  Refused: RateLimited."""
    from charkoni.web.people import passkeys  # its libraries are large, and few pages need them

    visit.site.quotas.spend(visit.user, "sign-in")
    ticket = await visit.hub.people.tickets.issue("sign-in", passkeys.LASTS_S, browser=browser_name(visit))
    return Response(passkeys.request_options(origin_of(visit), ticket.id), media_type="application/json")


@router.post("/sign-in/passkey.json")
async def by_passkey(visit: VisitDep, form: FormDep) -> Response:
    """Sign in by a passkey; answer as `let_in`.  Form: answer (of the browser, as JSON).  Refused: SIGN_IN."""
    from charkoni.web.people import passkeys

    answer, people = str(form.get("answer", "")), visit.hub.people
    ticket = await redeemed(visit, "sign-in", passkeys.challenge_of(answer))
    row = await people.credentials.find(passkeys.id_of(answer))
    if row is None:
        raise Refused("SIGN_IN")
    count = passkeys.count_after(answer, ticket.id, origin_of(visit), row)
    if not await people.credentials.note_use(row, count):
        raise Refused("SIGN_IN")
    return await let_in(visit, row.person)


# --- by another device ------------------------------------------------------------------------------------------------


async def device_ticket(id_: str, visit: VisitDep) -> TicketRow:
    """Return the ticket of a sign-in by another device; raise Problem 404 EXPIRED."""
    ticket = await visit.hub.people.tickets.find("device", id_)
    if ticket is None:
        raise Problem(404, "EXPIRED")
    return ticket


DeviceTicket = Annotated[TicketRow, Depends(device_ticket)]


@router.post("/sign-in/device")
async def ask(visit: VisitDep, form: FormDep) -> Response:
    """Issue a ticket, of the visitor who is signed in or of his browser, and redirect to its page."""
    visit.site.quotas.spend(visit.user, "sign-in")
    visitor = visit.visitor
    mine = {"person": visitor.person} if visitor.session else {"browser": browser_name(visit), "data": label_of(visit)}
    ticket = await visit.hub.people.tickets.issue("device", DEVICE_S, **mine)
    return RedirectResponse(f"/sign-in/device/{ticket.id}", 303)


@router.get("/sign-in/device/{id_}")
async def device_page(visit: VisitDep, ticket: DeviceTicket) -> Response:
    """Return the page of a sign-in by another device, or let its browser in once it is allowed.

    Context: step (show: the code, to the device that began; ask: to a browser that may ask; wait: to one that has;
    allow: to the person), id_, number (that both devices show), label (of the device that asks), state (changes when
    the page is to be loaded again; alone where the client accepts JSON).
    """
    is_own = ticket.browser == browser_name(visit)
    if is_own and ticket.data.startswith("+"):
        await redeemed(visit, "device", ticket.id)
        return await let_in(visit, ticket.person)
    step = "ask"
    if visit.visitor.session and ticket.person in ("", visit.person):
        step = "allow" if ticket.browser else "show"
    elif is_own:
        step = "wait" if ticket.person else "show"
    elif ticket.browser:
        raise Problem(404, "EXPIRED")
    number = 10 + int(ended_name(ticket.id + ticket.browser), 16) % 90
    return visit.page("people/device.html", step=step, id_=ticket.id, number=number, label=ticket.data.lstrip("+"))


@router.get("/sign-in/device/{id_}/qr.svg")
async def device_code(request: Request, ticket: DeviceTicket, network: NetworkDep) -> Response:
    """Return the QR code of a sign-in by another device."""
    return qr_code(f"{network.origin_for_others(request)}/sign-in/device/{ticket.id}", "no-store")


@router.post("/sign-in/device/{id_}")
async def decide(visit: VisitDep, form: FormDep, ticket: DeviceTicket) -> Response:
    """Ask to be let in, allow it or refuse it, and redirect.  Form: act (ask, allow or refuse).

    Refused: EXPIRED where somebody else was first.
    """
    tickets, act, changed = visit.hub.people.tickets, form.get("act"), None
    if visit.visitor.session and ticket.person in ("", visit.person) and ticket.browser:
        if act == "refuse":
            await tickets.redeem(ticket)
            return RedirectResponse("/me", 303)
        changed = replace(ticket, person=visit.person, data=f"+{ticket.data}")
    elif not ticket.browser and act == "ask":
        changed = replace(ticket, browser=browser_name(visit), data=label_of(visit))
    if changed is None or not await tickets.change(ticket, changed):
        raise Problem(409, "EXPIRED")
    return RedirectResponse("/me" if act == "allow" else f"/sign-in/device/{ticket.id}", 303)


# --- games of before --------------------------------------------------------------------------------------------------


@router.get("/sign-in/games/{id_}")
async def bring_page(visit: VisitDep, id_: str) -> Response:
    """Ask whether the games that were played in this browser before come along.  Context: count, id_."""
    ticket = await visit.hub.people.tickets.find("bring", id_)
    if ticket is None or ticket.person != visit.person:
        raise Problem(404, "EXPIRED")
    count = len(await visit.hub.store.removal.games_of(ticket.data, most=1000))
    return visit.page("people/bring.html", count=count, id_=id_)


@router.post("/sign-in/games/{id_}")
async def bring(visit: VisitDep, form: FormDep, id_: str) -> Response:
    """Give the games of before to the visitor, and redirect to his games; without a field `yes` leave them."""
    ticket = await visit.hub.people.tickets.find("bring", id_)
    if ticket is None or ticket.person != visit.person or not await visit.hub.people.tickets.redeem(ticket):
        raise Problem(404, "EXPIRED")
    if form.get("yes"):
        guest = ticket.data
        await visit.hub.people.sessions.end(guest)
        await personal_data.move(visit.hub.store, guest, visit.person)
        await visit.hub.refresh(guest)
        await visit.hub.people.on_moved(guest, visit.person)
    return RedirectResponse("/mine", 303)


# --- sessions ---------------------------------------------------------------------------------------------------------


async def let_in(visit: Visit, person: str) -> Response:
    """Begin a session of a member, with the language and theme that he has chosen, and redirect.

    To the question whether games of before come along, if the visitor was a guest who has any; else to his games.
    """
    people, before = visit.hub.people, visit.visitor
    row = await people.persons.find(person)
    to = "/mine"
    if before.session:
        await people.sessions.end(before.person, before.session)
    elif before.person != person and before.person and await _has_something(visit, before.person):
        to = f"/sign-in/games/{(await people.tickets.issue('bring', BRING_S, person, data=before.person)).id}"
    response = await begin_session(visit, person, row.name, to)
    settings = kept.read(row.kept)
    visit.site.set_appearance_cookies(response, visit.request, settings.lang, settings.theme)
    return response


async def _has_something(visit: Visit, guest: str) -> bool:
    """Return whether a guest has games, or has made a tournament."""
    removal = visit.hub.store.removal
    return bool(await removal.games_of(guest, most=1) or await removal.works_of("event", person=guest))


async def begin_session(visit: Visit, person: str, name: str, to: str) -> Response:
    """Begin a session of a member in this browser, and redirect."""
    session = await visit.hub.people.sessions.begin(person, label_of(visit))
    visit.visitor = replace(visit.visitor, person=person, name=name, session=session)
    return visit.redirect(to)


async def redeemed(visit: Visit, kind: str, id_: str) -> TicketRow:
    """Return a ticket of this browser, which is used up by this; raise Refused: SIGN_IN."""
    ticket = await visit.hub.people.tickets.find(kind, id_)
    if ticket is None or ticket.browser != browser_name(visit) or not await visit.hub.people.tickets.redeem(ticket):
        raise Refused("SIGN_IN")
    return ticket


def browser_name(visit: Visit) -> str:
    """Return a name of the visitor's browser that tells nobody who he is."""
    return ended_name(f"browser {visit.person or browser_of(visit.request)}")


def origin_of(visit: Visit) -> str:
    """Return the origin of a posted form, which `Site.form` has found to be an own one."""
    return visit.request.headers.get("origin", "")


def label_of(visit: Visit) -> str:
    """Return the name of a visitor's device, from what his browser says of itself: "Firefox, Android"."""
    agent = visit.request.headers.get("user-agent", "")
    found = (next((name for sign, name in kinds.items() if sign in agent), "") for kinds in (BROWSERS, SYSTEMS))
    return ", ".join(part for part in found if part)
