"""Print-outs of an event as HTML, PDF or text, its files, archive and QR codes: for everybody, and at the desk."""

import asyncio
import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from urllib.parse import urlsplit

from starlette.responses import Response

from charkoni.core.translations import EVENT_LANGUAGES
from charkoni.tournament.acts.late_changes import with_late_changes
from charkoni.tournament.formats import csv_files, json_files
from charkoni.tournament.formats.public_state import without_private_data, without_seed
from charkoni.tournament.formats.trf import writer
from charkoni.tournament.model.category_members import category_filter
from charkoni.tournament.model.event import ARBITER, Tournament
from charkoni.tournament.printouts.addresses import checked_address, is_local, proposed
from charkoni.tournament.printouts.document import Badge, Sheet, Slip
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.registry import SHEETS, PrintOptions, sheet
from charkoni.tournament.printouts.text import text
from charkoni.tournament.standings.teams import USUAL_BEST
from charkoni.tournament.store import archive
from charkoni.web.http.errors import found, number_or
from charkoni.web.http.network_access import NetworkAccess, NetworkDep
from charkoni.web.http.security import POLICY
from charkoni.web.http.sessions import Access
from charkoni.web.pages.invites import qr_code
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.event_rows import remarks_in_words
from charkoni.web.tournaments.forms import Form, FormOf, Line, OptionalNumber
from charkoni.web.tournaments.visits import ArbiterVisit, ChiefVisit, EventRouter, HelperVisit, PublicVisit, Visit

WITH_KEYS = frozenset(["slips", "badges"])
WITH_CODES = WITH_KEYS | {"poster"}
"""The print-outs with codes that phones open."""

FORMATS = ("", "html", "pdf", "txt")
MOST_BEST = 99
"""The most members of a team whose results can count."""

PUBLIC = frozenset(["pairings", "names", "standings", "cross", "regulations", "timetable", "poster", "prizes"])
"""The print-outs that are public; the others are for the desk."""

FILES: dict[str, tuple[str, Callable[[Tournament], str]]] = {
    "trf26": ("trf", writer.write),
    "trf16": ("trf", lambda state: writer.write(state, old=True)),
    "json": ("json", json_files.write),
    "entries.csv": ("csv", csv_files.entries_csv),
    "pairings.csv": ("csv", lambda state: csv_files.pairings_csv(state, len(state.rounds))),
    "standings.csv": ("csv", csv_files.standings_csv),
    "cross.csv": ("csv", csv_files.crosstable_csv),
    "categories.csv": ("csv", csv_files.categories_csv),
}
"""By name: the ending of the file, and its writer."""

TYPES = {"trf": "text/plain; charset=utf-8", "json": "application/json", "csv": "text/csv; charset=utf-8"}

PRIVATE = "private, no-cache"

router = EventRouter()


async def printout(visit: Visit, access: Access, name: str) -> Response:
    """Return a print-out of the public state.

    name: of the sheet, perhaps with a format (.html, .pdf, .txt).  Query: round (by default the last), best (how many
    results of a team count), category (standings of its members), paper (letter, or a4).  Raises Problem 404 for an
    unknown format, BadSetting for codes with an address that no phone can open.
    """
    sheet_name, _, kind = name.partition(".")
    found(kind in FORMATS)
    query = visit.request.query_params
    number, address = query.get("round", ""), address_of(visit)
    options = PrintOptions(
        int(number) if number.isascii() and number.isdigit() else 0,
        checked_address(address) if sheet_name in WITH_CODES else address,
        number_or(query.get("best", ""), MOST_BEST, USUAL_BEST),
        query.get("category", "")[:80],
        visit.event.league,
    )
    paper = "Letter" if query.get("paper") == "letter" else "A4"

    def rendered() -> tuple[bytes, str]:
        state = visit.public
        printed = sheet(visit.words, state, sheet_name, options)
        if sheet_name in WITH_KEYS:
            printed = _with_keys(printed, visit, access, options.round or len(state.rounds))
        if kind == "pdf":
            return pdf(printed, paper), "application/pdf"
        if kind == "txt":
            return text(printed).encode(), "text/plain; charset=utf-8"
        return html(printed, paper).encode(), "text/html; charset=utf-8"

    content, media_type = await asyncio.to_thread(rendered)
    headers = {"cache-control": "no-store"}
    if media_type.startswith("text/html"):
        headers["content-security-policy"] = policy_for(content.decode())
    return Response(content, media_type=media_type, headers=headers)


def _with_keys(printed: Sheet, visit: Visit, access: Access, round_: int) -> Sheet:
    """Return slips and badges with the keys in their codes, which permit to report results."""
    event = visit.event
    parts = []
    for part in printed.parts:
        if isinstance(part, Slip):
            board = int(part.codes[0].partition("?")[0].rsplit("/", 1)[1])
            players = [int(code.rpartition("=")[2]) for code in part.codes]
            keys = [permissions.key_of(access, event, "slip", round_, board, player) for player in players]
            first, second = (f"{code}&key={key}" for code, key in zip(part.codes, keys, strict=True))
            part = replace(part, codes=(first, second))
        elif isinstance(part, Badge):
            entry = int(part.link.rsplit("/", 1)[1])
            key = permissions.key_of(access, event, "entry", entry)
            part = replace(part, link=f"{part.link}/{key}", code=permissions.personal_code(access, event, entry))
        parts.append(part)
    return replace(printed, parts=tuple(parts))


def address_of(visit: Visit) -> str:
    """Return the address of the event's pages for codes and links: that set at the desk, else the one for others."""
    network: NetworkAccess = visit.request.app.state.network
    return f"{visit.event.value('address') or network.origin_for_others(visit.request)}/t/{visit.event.id}"


def policy_for(page: str) -> str:
    """Return the content security policy of a print-out: its own style sheets and nothing else."""
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles]
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    return POLICY.replace("style-src 'self'", f"style-src {allowed}")


@router.get("/t/{event}/print/{sheet}")
async def public_printout(visit: PublicVisit, sheet: str) -> Response:
    """Return a public print-out: see `printout`."""
    found(sheet.partition(".")[0] in PUBLIC)
    return await printout(visit, visit.hub.access, sheet)


@router.get("/t/{event}/file/{file}")
async def public_file(visit: PublicVisit, file: str, category: str = "") -> Response:
    """Return a file of the public state, to be saved, without private data; arbiters get births and sex, for reports.

    file: one of FILES.  category: of the standings; refused: one that does not exist.
    """
    ending, write = found(FILES.get(file))
    if category and file == "standings.csv":
        write = partial(csv_files.standings_csv, category=category)
    state = without_seed(visit.public)
    log = visit.event.log
    shown = without_private_data(state)
    if visit.member.may(ARBITER):
        shown = replace(shown, people={key: replace(each, contact="") for key, each in state.people.items()})
    content = await asyncio.to_thread(lambda: write(with_late_changes(shown, log)))
    title = re.sub(r"[^A-Za-z0-9]+", "-", file.partition(".")[0])
    headers = {"content-disposition": f'attachment; filename="{visit.event.id}-{title}.{ending}"'}
    return Response(content, media_type=TYPES[ending], headers=headers | {"cache-control": "no-store"})


@router.get("/t/{event}/qr")
async def event_qr(visit: PublicVisit) -> Response:
    """Return the QR code of the event as SVG."""
    return qr_code(address_of(visit), PRIVATE)


class PrintoutsForm(Form):
    """Choices for print-outs.

    round: by default the last.  paper: letter, or a4.  best: how many results of a team count.  category: a name.
    language: of EVENT_LANGUAGES, by default that of the visitor.
    """

    round: OptionalNumber = None
    paper: Line = ""
    language: Line = ""
    best: OptionalNumber = None
    category: Line = ""


@router.get("/t/{event}/desk/print/{sheet}")
async def desk_printout(visit: HelperVisit, sheet: str) -> Response:
    """Return any print-out: see `printout`; slips have keys with which results are reported."""
    return await printout(visit, visit.hub.access, sheet)


@router.get("/t/{event}/desk/papers")
async def printouts(visit: HelperVisit, network: NetworkDep) -> Response:
    """Return the list of print-outs and files.

    Query: see `PrintoutsForm`.  Context: sheets (names), chosen (round), paper, best, language, printed_in (names of
    languages by code), filter (Filter), remarks,
    address (in codes, empty without one), proposal (an address in the network of the hall), opened_locally (the page is
    open on an address that only this computer has).
    """
    own = network.origin_for_others(visit.request)
    opened_locally = is_local(urlsplit(own).hostname or "")
    form, last = PrintoutsForm.read(dict(visit.request.query_params)), len(visit.public.rounds)
    best = USUAL_BEST if form.best is None else form.best
    return visit.page(
        "tournaments/arbiter/printouts.html",
        sheets=list(SHEETS),
        chosen=last if form.round is None else min(form.round, last),
        paper="letter" if form.paper == "letter" else "a4",
        best=max(1, min(MOST_BEST, best)),
        language=form.language if form.language in EVENT_LANGUAGES else visit.visitor.lang,
        printed_in=EVENT_LANGUAGES,
        filter=category_filter(visit.words, visit.state, form.category),
        address=visit.event.value("address") or ("" if opened_locally else own),
        proposal=proposed(visit.request.url.scheme, visit.request.url.port),
        opened_locally=opened_locally,
        remarks=remarks_in_words(visit.words, visit.state),
        losses=[visit.words._(template, **fields) for template, fields in writer.losses(visit.public, old=True)],
    )


class AddressForm(Form):
    """address: of this server for phones in the hall, empty for that of the request."""

    address: Line = ""


@router.post("/t/{event}/desk/address")
async def set_address(visit: ArbiterVisit, form: FormOf[AddressForm]) -> Response:
    """Set the address in printed codes.  Form: see `AddressForm`.  Refused: one that no phone can open."""
    address = checked_address(form.address) if form.address else ""
    await visit.event.set_value("address", address)
    return visit.completed(form, "/desk/papers")


@router.get("/t/{event}/desk/archive")
async def event_archive(visit: ChiefVisit) -> Response:
    """Return the whole log as a file of JSON lines, to be saved."""
    content = await visit.run(lambda director: archive(director.store))
    headers = {"content-disposition": f'attachment; filename="{visit.event.id}.jsonl"', "cache-control": "no-store"}
    return Response(content, media_type="application/jsonl", headers=headers)


@router.get("/t/{event}/me/{entry}/{key}/qr.svg")
async def player_qr(visit: ArbiterVisit, entry: str, key: str) -> Response:
    """Return the QR code of a player's link as SVG."""
    found(entry.isascii() and entry.isdigit())
    return qr_code(f"{address_of(visit)}/me/{entry}/{key}", PRIVATE)
