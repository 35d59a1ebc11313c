"""Print-outs, the archive and QR codes of players at the desk."""

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.translations import EVENT_LANGUAGES
from charkoni.tournament.formats.trf.writer import losses
from charkoni.tournament.printouts.addresses import checked_address, is_local, proposed
from charkoni.tournament.printouts.registry import SHEETS
from charkoni.tournament.standings.teams import USUAL_BEST
from charkoni.tournament.store import archive
from charkoni.web.http.errors import Problem
from charkoni.web.http.network_access import NetworkDep
from charkoni.web.live.hub import HubDep
from charkoni.web.pages.invites import qr_code
from charkoni.web.tournaments.forms import Form, FormOf, Line, OptionalNumber
from charkoni.web.tournaments.printouts import MOST_BEST, address_of, printout
from charkoni.web.tournaments.public.printouts import PRIVATE
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.rows.category_rows import category_filter, remarks_in_words
from charkoni.web.tournaments.visits import ArbiterVisit, ChiefVisit, HelperVisit

router = EventRouter()


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
async def desk_printout(request: Request, visit: HelperVisit, hub: HubDep, sheet: str) -> Response:
    """Return any print-out: see `printout`; slips have keys with which results are reported."""
    return await printout(request, visit, hub.access, sheet)


@router.get("/t/{event}/desk/papers")
async def printouts(request: Request, visit: HelperVisit, network: NetworkDep) -> Response:
    """Return the list of print-outs and files.

    Query: see `PrintoutsForm`.  Context: sheets (names), chosen (round), paper, best, language, printed_in (names of
    languages by code), filter (Filter), remarks,
    address (in codes, empty without one), proposal (an address in the network of the hall), opened_locally (the page is
    open on an address that only this computer has).
    """
    own = network.origin_for_others(request)
    opened_locally = is_local(urlsplit(own).hostname or "")
    form, last = PrintoutsForm.read(dict(request.query_params)), len(visit.event.public.rounds)
    best = USUAL_BEST if form.best is None else form.best
    return visit.page(
        "tournaments/arbiter/printouts.html",
        sheets=list(SHEETS),
        chosen=last if form.round is None else min(form.round, last),
        paper="letter" if form.paper == "letter" else "a4",
        best=max(1, min(MOST_BEST, best)),
        language=form.language if form.language in EVENT_LANGUAGES else visit.visitor.lang,
        printed_in=EVENT_LANGUAGES,
        filter=category_filter(visit.words, visit.event.state, form.category),
        address=visit.event.value("address") or ("" if opened_locally else own),
        proposal=proposed(request.url.scheme, request.url.port),
        opened_locally=opened_locally,
        remarks=remarks_in_words(visit.words, visit.event.state),
        losses=[visit.words._(template, **fields) for template, fields in losses(visit.event.public, old=True)],
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
async def player_qr(request: Request, visit: ArbiterVisit, entry: str) -> Response:
    """Return the QR code of a player's link as SVG."""
    if not (entry.isascii() and entry.isdigit()):
        raise Problem(404, "NO_SUCH_PAGE")
    path = request.url.path.removesuffix("/qr.svg").partition("/me/")[2]
    return qr_code(f"{address_of(request, visit.event)}/me/{path}", PRIVATE)
