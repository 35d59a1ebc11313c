"""The page on which a person chooses how he is told what waits for him, and his feed."""

import asyncio
from datetime import UTC, datetime
from secrets import compare_digest
from typing import Annotated
from urllib.parse import urlsplit
from xml.etree import ElementTree

from fastapi import Depends
from starlette.responses import RedirectResponse, Response

from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.quotas import User
from charkoni.web.http.routing import PageRouter, service
from charkoni.web.http.sessions import ended_name, new_id
from charkoni.web.http.site import FormDep
from charkoni.web.http.texts import words_in
from charkoni.web.notices import push
from charkoni.web.notices.channels import FEED, HOOK, MAIL, PUSH, quiet_hours
from charkoni.web.notices.kinds import KINDS, message_of
from charkoni.web.notices.mail import is_address
from charkoni.web.notices.outgoing import Outcome, is_url
from charkoni.web.notices.sender import Notices
from charkoni.web.pages.people.sign_in import label_of, origin_of
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.store.tables import ChannelRow

CONFIRM_S = 24 * 3600
"""How long an address of e-mail can be confirmed."""

ATOM = "http://www.w3.org/2005/Atom"

router = PageRouter()
NoticesDep = Annotated[Notices, Depends(service("notices"))]


@router.get("/me/notices")
async def choices(visit: VisitDep, notices: NoticesDep, written: str = "") -> Response:
    """Return the page, see `_page`.  written: not empty after a letter was sent to confirm an address."""
    return await _page(visit, notices, is_written=bool(written))


async def _page(visit: Visit, notices: Notices, problem: Refused | None = None, is_written: bool = False) -> Response:
    """Return the page of choices.

    Context: problem (why something was refused), kinds (name, label); channels (id, kind, label, address that is
    shown, key of a webhook, off, whether it fails), push_key (by which browsers subscribe), quiet (see
    `channels.QuietHours`), is_off (nothing is sent), has_mail (the server sends e-mail), is_written.
    """
    person, lines = visit.person, []
    for row in await notices.channels.of(person) if person else []:
        address = f"{row.origin}/feeds/{row.id}/{row.secret}.atom" if row.kind == FEED else row.address
        key = row.secret if row.kind == HOOK else ""
        lines.append((row.id, row.kind, row.label, address, key, row.off.split(), row.failures > 0))
    return visit.page(
        "people/notices.html",
        409 if problem else 200,
        problem=problem.message(visit.words) if problem else "",
        kinds=[(name, visit.words._(kind.label)) for name, kind in KINDS.items()],
        channels=lines,
        quiet=await notices.channels.quiet_hours(person),
        push_key=await push.own_key(visit.hub.store),
        has_mail=bool(visit.hub.settings.smtp),
        is_written=is_written,
        is_off=visit.hub.settings.notices == "off",
    )


@router.post("/me/notices")
async def choose(visit: VisitDep, form: FormDep, notices: NoticesDep) -> Response:
    """Change a channel or the quiet hours, and redirect to the page.

    Form: act: choose (id, kinds), remove (id), quiet (start, end, zone).
    """
    act, id_ = form.get("act"), str(form.get("id", ""))
    if not visit.person:
        raise Problem(404, "NO_SUCH_PAGE")
    if act == "remove":
        await notices.channels.remove(visit.person, id_)
    elif act == "quiet":
        text = " ".join(str(form.get(name, "")) for name in ("start", "end", "zone"))
        await notices.channels.set_quiet_hours(visit.person, quiet_hours(text))
        await notices.outbox.look_again(visit.person)
    else:
        await notices.channels.choose(visit.person, id_, [str(kind) for kind in form.getlist("kinds")])
    return RedirectResponse("/me/notices", 303)


@router.post("/me/notices/channels")
async def add(visit: VisitDep, form: FormDep, notices: NoticesDep) -> Response:
    """Add a channel of the visitor, and redirect to the page.  Form: kind (feed or webhook), address.

    Refused: on the page, BAD_ADDRESS or NOT_NOW.
    """
    visit.site.quotas.spend(visit.user, "token")
    kind, address = str(form.get("kind", "")), str(form.get("address", "")).strip()
    try:
        if kind == HOOK and is_url(address):
            await _add(visit, notices, kind, address, new_id(32), urlsplit(address).hostname or "")
        elif kind == FEED:
            await _add(visit, notices, kind, "", new_id(32), label_of(visit))
        else:
            raise Refused("BAD_ADDRESS")
    except Refused as error:
        return await _page(visit, notices, error)
    return visit.redirect("/me/notices")


@router.post("/me/notices/push.json")
async def add_browser(visit: VisitDep, form: FormDep, notices: NoticesDep) -> Response:
    """Add the visitor's browser as a channel, and redirect to the page.

    Form: subscription (of the browser, as JSON).  Refused: BAD_MESSAGE, NOT_NOW.
    """
    visit.site.quotas.spend(visit.user, "token")
    try:
        address, secret = await asyncio.to_thread(push.subscription_of, str(form.get("subscription", "")))
    except ValueError:
        raise Refused("BAD_MESSAGE") from None
    await _add(visit, notices, PUSH, address, secret, label_of(visit))
    return visit.redirect("/me/notices")


@router.post("/me/notices/mail")
async def add_mail(visit: VisitDep, form: FormDep, notices: NoticesDep) -> Response:
    """Write to an address of e-mail, which is a channel when somebody there confirms it.  Form: address.

    Refused: on the page, BAD_MAIL, or NOT_NOW where it cannot be sent.
    """
    address, words = str(form.get("address", "")).strip(), visit.words
    # Paid for by the address, too: nobody is to get letters that others ask for.
    for user in (visit.user, User("", f"mail {ended_name(address.lower())}")):
        visit.site.quotas.spend(user, "token")
    if not is_address(address):
        return await _page(visit, notices, Refused("BAD_MAIL"))
    person, origin = visit.become_person().person, origin_of(visit)
    ticket = await visit.hub.people.tickets.issue("mail", CONFIRM_S, person, data=address)
    text = words._("To get notices of Charkoni at this address, open this page within a day:")
    subject = words._("Confirm your address")
    outcome = await notices.write(address, origin, words, subject, f"{text}\n\n{origin}/me/notices/mail/{ticket.id}")
    if outcome is not Outcome.DONE:
        return await _page(visit, notices, Refused("NO_MAIL"))
    return visit.redirect("/me/notices?written=1")


@router.get("/me/notices/mail/{id_}")
async def confirm_page(visit: VisitDep, id_: str) -> Response:
    """Return the page that a letter leads to, with a button: programs that look at letters press none."""
    ticket = await visit.hub.people.tickets.find("mail", id_)
    if ticket is None:
        raise Problem(404, "EXPIRED")
    return visit.page("people/confirm_mail.html", address=ticket.data)


@router.post("/me/notices/mail/{id_}")
async def confirm(visit: VisitDep, form: FormDep, notices: NoticesDep, id_: str) -> Response:
    """Add an address of e-mail as a channel of the person who asked for it, in whatever browser, and redirect."""
    ticket = await visit.hub.people.tickets.find("mail", id_)
    if ticket is None or not await visit.hub.people.tickets.redeem(ticket):
        raise Problem(404, "EXPIRED")
    now, origin = visit.hub.time.wall(), origin_of(visit)
    row = ChannelRow(new_id(10), ticket.person, MAIL, ticket.data, "", ticket.data[:60], origin, visit.lang, now)
    await notices.channels.add(row)
    return RedirectResponse("/me/notices", 303)


async def _add(visit: Visit, notices: Notices, kind: str, address: str, secret: str, label: str) -> None:
    """Store a channel of the visitor, who is a person from then on; raise Refused: NOT_NOW."""
    person, now = visit.become_person().person, visit.hub.time.wall()
    row = ChannelRow(new_id(10), person, kind, address, secret, label[:60], origin_of(visit), visit.lang, now)
    await notices.channels.add(row)


@router.get("/feeds/{id_}/{secret}.atom")
async def feed(visit: VisitDep, notices: NoticesDep, id_: str, secret: str) -> Response:
    """Return what waits for a person as an Atom feed.  Refused: NO_SUCH_PAGE, also for one that was removed."""
    row = await notices.channels.find(id_)
    if row is None or row.kind != FEED or not compare_digest(row.secret.encode(), secret.encode()):
        raise Problem(404, "NO_SUCH_PAGE")
    words, off = words_in(row.lang), row.off.split()
    waiting = [each for each in (await notices.outbox.waiting(row.person)).values() if each.row.kind not in off]
    root = ElementTree.Element("feed", {"xmlns": ATOM, "xml:lang": row.lang})

    def put(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
        part = ElementTree.SubElement(parent, name, attributes)
        part.text = text
        return part

    put(root, "id", f"urn:charkoni:feed:{row.id}")
    put(root, "title", words._("Charkoni: your notices"))
    put(root, "link", href=f"{row.origin}/mine")
    put(root, "updated", _time(max((each.row.at for each in waiting), default=row.created)))
    put(put(root, "author"), "name", "Charkoni")
    for each in reversed(waiting):
        message, entry = message_of(words, [each], visit.hub.time.wall()), put(root, "entry")
        put(entry, "id", f"urn:charkoni:notice:{each.row.about}:{each.row.kind}:{each.row.at}")
        put(entry, "title", message.title)
        put(entry, "summary", message.text)
        put(entry, "link", href=row.origin + message.path)
        put(entry, "updated", _time(each.row.at))
    body = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return Response(body, media_type="application/atom+xml", headers={"cache-control": "private, no-cache"})


def _time(at: int) -> str:
    """Return a time (ms since 1970) as RFC 3339 writes it."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
