"""Print-outs of an event as HTML, PDF or text."""

import asyncio
import base64
import hashlib
import re
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from charkoni.tournament.printouts.addresses import checked_address
from charkoni.tournament.printouts.document import Badge, Sheet, Slip
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.registry import PrintOptions, sheet
from charkoni.tournament.printouts.text import text
from charkoni.tournament.standings.teams import USUAL_BEST
from charkoni.web.http.errors import Problem
from charkoni.web.http.network_access import NetworkAccess
from charkoni.web.http.security import POLICY
from charkoni.web.http.sessions import Access
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.visits import Visit, number_or

WITH_KEYS = frozenset(["slips", "badges"])
WITH_CODES = WITH_KEYS | {"poster"}
"""The print-outs with codes that phones open."""

FORMATS = ("", "html", "pdf", "txt")
MOST_BEST = 99
"""The most members of a team whose results can count."""


async def printout(request: Request, visit: Visit, access: Access, name: str) -> Response:
    """Return a print-out of the public state.

    name: of the sheet, perhaps with a format (.html, .pdf, .txt).  Query: round (by default the last), best (how many
    results of a team count), category (standings of its members), paper (letter, or a4).
    Raises Problem 404 for an unknown format,
    BadSetting for codes with an address that no phone can open.
    """
    sheet_name, _, kind = name.partition(".")
    if kind not in FORMATS:
        raise Problem(404, "NO_SUCH_PAGE")
    query = request.query_params
    number, address = query.get("round", ""), address_of(request, visit.event)
    options = PrintOptions(
        int(number) if number.isascii() and number.isdigit() else 0,
        checked_address(address) if sheet_name in WITH_CODES else address,
        number_or(query.get("best", ""), MOST_BEST, USUAL_BEST),
        query.get("category", "")[:80],
    )
    paper = "Letter" if query.get("paper") == "letter" else "A4"
    content, media_type = await asyncio.to_thread(_rendered, visit, access, sheet_name, options, kind, paper)
    headers = {"cache-control": "no-store"}
    if media_type.startswith("text/html"):
        headers["content-security-policy"] = policy_for(content.decode())
    return Response(content, media_type=media_type, headers=headers)


def _rendered(
    visit: Visit, access: Access, name: str, options: PrintOptions, kind: str, paper: str
) -> tuple[bytes, str]:
    """Return the content and the media type of a print-out."""
    state = visit.event.public
    printed = sheet(visit.words, state, name, options)
    if name in WITH_KEYS:
        printed = _with_keys(printed, visit, access, options.round or len(state.rounds))
    if kind == "pdf":
        return pdf(printed, paper), "application/pdf"
    if kind == "txt":
        return text(printed).encode(), "text/plain; charset=utf-8"
    return html(printed, paper).encode(), "text/html; charset=utf-8"


def _with_keys(printed: Sheet, visit: Visit, access: Access, round_: int) -> Sheet:
    """Return slips and badges with the keys in their codes, which permit to report results."""
    event = visit.event
    parts = []
    for part in printed.parts:
        if isinstance(part, Slip):
            board = int(part.codes[0].partition("?")[0].rsplit("/", 1)[1])
            players = [int(code.rpartition("=")[2]) for code in part.codes]
            keys = [permissions.slip_key(access, event, (round_, board), player) for player in players]
            first, second = (f"{code}&key={key}" for code, key in zip(part.codes, keys, strict=True))
            part = replace(part, codes=(first, second))
        elif isinstance(part, Badge):
            entry = int(part.link.rsplit("/", 1)[1])
            key = permissions.entry_key(access, event, entry)
            part = replace(part, link=f"{part.link}/{key}", code=permissions.personal_code(access, event, entry))
        parts.append(part)
    return replace(printed, parts=tuple(parts))


def address_of(request: Request, event: OpenEvent) -> str:
    """Return the address of the event's pages for codes and links: that set at the desk, else the one for others."""
    network: NetworkAccess = request.app.state.network
    return f"{event.value('address') or network.origin_for_others(request)}/t/{event.id}"


def policy_for(page: str) -> str:
    """Return the content security policy of a print-out: its own style sheets and nothing else."""
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles]
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    return POLICY.replace("style-src 'self'", f"style-src {allowed}")
