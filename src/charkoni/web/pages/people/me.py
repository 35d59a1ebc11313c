"""The page of the visitor himself: name, what he signs in by, sessions, data; and how a guest becomes a member."""

import asyncio
from dataclasses import replace

from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.sessions import COOKIE, ended_name, new_id, now_ms
from charkoni.web.http.site import FormDep
from charkoni.web.pages.game_list import game_lines
from charkoni.web.pages.people.data import known_people, share_lines
from charkoni.web.pages.people.sign_in import begin_session, browser_name, label_of, origin_of, redeemed
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.people import passphrases
from charkoni.web.people.credentials import PASSPHRASE
from charkoni.web.people.names import checked
from charkoni.web.people.vacations import day_of
from charkoni.web.store.tables import CredentialRow

router = PageRouter()


@router.get("/me")
async def me(visit: VisitDep) -> Response:
    """Return the page, see `_page`."""
    return await _page(visit)


async def _page(visit: Visit, problem: Refused | None = None, **shown: object) -> Response:
    """Return the page of the visitor.

    shown: what only this page has: typed (a name that was refused), passphrase, new_token (new ones, shown once).
    Context besides: problem (why something was refused), credentials (id, kind, label, created, used), sessions (id,
    label, seen, whether it is this one); days in ISO 8601, "" for none; blocked (key and name of people); games (his
    latest, see `game_line`), events, analyses and people (how many; the last are remembered from his tournaments),
    shares (see `share_lines`).
    """
    person, people, removal = visit.person, visit.hub.people, visit.hub.store.removal
    rows = await people.credentials.of(person) if person else []
    sessions = await people.sessions.of(person) if visit.visitor.session else []
    return visit.page(
        "people/me.html",
        409 if problem else 200,
        problem=problem.message(visit.words) if problem else "",
        credentials=[(row.id, row.kind, row.label, _day(row.created), _day(row.used)) for row in rows],
        sessions=[(row.id, row.label, _day(row.seen), row.id == visit.visitor.session) for row in sessions],
        blocked=[(ended_name(row.about), row.name) for row in await people.complaints.blocks(person)],
        games=await game_lines(visit, await visit.hub.store.mine(person)) if person else [],
        events=len(await removal.works_of("event", person=person)) if person else 0,
        analyses=len(await removal.works_of("analysis", person=person)) if person else 0,
        people=len(await asyncio.to_thread(known_people(visit.hub).of, person)) if person else 0,
        shares=share_lines(visit.words, visit.site.quotas, visit.user),
        **shown,
    )


@router.post("/me/name")
async def rename(visit: VisitDep, form: FormDep) -> Response:
    """Give a member another name, and redirect to his page.  Form: name.  Refused: on the page."""
    _demand_session(visit)
    visit.site.quotas.spend(visit.user, "token")
    try:
        name = await visit.hub.people.persons.rename(visit.person, str(form.get("name", "")))
    except Refused as error:
        return await _page(visit, error, typed=form.get("name"))
    await visit.hub.refresh(visit.person)
    visit.visitor = replace(visit.visitor, name=name)
    return visit.redirect("/me")


@router.post("/me/passphrase")
async def new_passphrase(visit: VisitDep, form: FormDep) -> Response:
    """Give the visitor a passphrase of words, by which he is a member, and show it once.

    Form: name (of a guest).  Refused: on the page.
    """
    visit.site.quotas.spend(visit.user, "token")
    passphrase, person = passphrases.new_passphrase(visit.lang), visit.person or new_id(20)
    row = CredentialRow(new_id(20), person, PASSPHRASE, "", now_ms(), await passphrases.hashed(passphrase))
    try:
        cookie = (await _join(visit, row, _name(visit, form))).headers["set-cookie"]
    except Refused as error:
        return await _page(visit, error, typed=form.get("name"))
    page = await _page(visit, passphrase=passphrase)
    page.headers.append("set-cookie", cookie)
    return page


@router.post("/me/options.json")
async def passkey_options(visit: VisitDep, form: FormDep) -> Response:
    """Return what a browser needs to make a passkey, see `passkeys.creation_options`.

    Form: name (of a guest).  Refused: NAME_TAKEN, BAD_NAME, RateLimited.
    """
    from charkoni.web.people import passkeys  # its libraries are large, and few pages need them

    visit.site.quotas.spend(visit.user, "token")
    people, name, person = visit.hub.people, _name(visit, form), visit.person or new_id(20)
    await people.persons.require_free(name, person)
    ticket = await people.tickets.issue("passkey", passkeys.LASTS_S, person, browser_name(visit), name)
    known = await people.credentials.of(person)
    options = passkeys.creation_options(origin_of(visit), person, name, ticket.id, known)
    return Response(options, media_type="application/json")


@router.post("/me/passkey.json")
async def new_passkey(visit: VisitDep, form: FormDep) -> Response:
    """Store a passkey, by which the visitor is a member, and redirect to his page.

    Form: answer (of the browser, as JSON).  Refused: SIGN_IN, NAME_TAKEN.
    """
    from charkoni.web.people import passkeys

    answer = str(form.get("answer", ""))
    ticket = await redeemed(visit, "passkey", passkeys.challenge_of(answer))
    row = passkeys.created(answer, ticket.id, origin_of(visit), ticket.person, label_of(visit))
    return await _join(visit, row, ticket.data)


async def _join(visit: Visit, row: CredentialRow, name: str) -> Response:
    """Store a credential of the visitor, and redirect to his page in a new session; raise Refused: NAME_TAKEN."""
    people, session = visit.hub.people, visit.visitor.session
    await people.credentials.add(row, "" if session else name)
    await visit.hub.refresh(row.person)
    # Somebody else may know the cookie of before; that of a guest is not one session, but all.
    await people.sessions.end(row.person, session)
    return await begin_session(visit, row.person, name, "/me")


@router.post("/me/tokens")
async def new_token(visit: VisitDep, form: FormDep) -> Response:
    """Make a token for a program of a member, and show it once.  Form: name (of the program).  Refused: on the page."""
    _demand_session(visit)
    visit.site.quotas.spend(visit.user, "token")
    try:
        name = checked(str(form.get("name", "")))
        await visit.hub.people.persons.require_free(name, visit.person)
    except Refused as error:
        return await _page(visit, error)
    return await _page(visit, new_token=await visit.hub.people.credentials.new_token(visit.person, name))


@router.post("/me/credentials")
async def remove_credential(visit: VisitDep, form: FormDep) -> Response:
    """Delete what a member, or a program of his, was recognised by.  Form: id.  Refused: on the page."""
    _demand_session(visit)
    try:
        await visit.hub.people.credentials.remove(visit.person, str(form.get("id", "")))
    except Refused as error:
        return await _page(visit, error)
    return RedirectResponse("/me", 303)


@router.post("/me/blocks")
async def unblock(visit: VisitDep, form: FormDep) -> Response:
    """Block somebody no more, and redirect to the page.  Form: id (key)."""
    for row in await visit.hub.people.complaints.blocks(visit.person):
        if ended_name(row.about) == form.get("id"):
            await visit.hub.people.complaints.withdraw(row)
    return RedirectResponse("/me", 303)


@router.post("/me/sessions")
async def end_sessions(visit: VisitDep, form: FormDep) -> Response:
    """End a session of the visitor, or all of them, and redirect to his page.  Form: id (without it all).

    That of a guest in this browser goes on, since nothing could bring it back.
    """
    if not visit.person:
        raise Problem(404, "NO_SUCH_PAGE")
    session = str(form.get("id", ""))
    await visit.hub.people.sessions.end(visit.person, session)
    if not visit.visitor.session:
        return visit.redirect("/me")
    response = RedirectResponse("/me", 303)
    if session in ("", visit.visitor.session):
        response.delete_cookie(COOKIE, path="/")
        # What the browser has kept of a member; browsers do so on secure connections only.
        response.headers["clear-site-data"] = '"storage"'
    return response


def _demand_session(visit: Visit) -> None:
    if not visit.visitor.session:
        raise Problem(404, "NO_SUCH_PAGE")


def _name(visit: Visit, form: FormData) -> str:
    """Return the name of a member, or the one that a guest chooses; raise Refused: BAD_NAME."""
    return visit.visitor.name if visit.visitor.session else checked(str(form.get("name", "")))


def _day(at: int) -> str:
    """Return a time (ms since 1970) as a date in ISO 8601, "" for none."""
    return day_of(at).isoformat() if at else ""
