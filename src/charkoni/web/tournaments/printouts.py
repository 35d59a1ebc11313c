"""Print-outs of an event as HTML, PDF or text."""

import asyncio
import base64
import hashlib
import re
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from charkoni.tournament.printouts.catalogue import PrintOptions, sheet
from charkoni.tournament.printouts.document import Sheet, Slip
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.text import text
from charkoni.tournament.standings.teams import USUAL_BEST
from charkoni.web.http.errors import Problem
from charkoni.web.http.security import POLICY
from charkoni.web.http.sessions import Access
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.visits import Visit, number_or

FORMATS = ("", "html", "pdf", "txt")
MOST_BEST = 99
"""The most members of a team whose results can count."""


async def printout(request: Request, visit: Visit, access: Access, name: str) -> Response:
    """Return a print-out of the public state.

    name: of the sheet, perhaps with a format (.html, .pdf, .txt).  Query: round (by default the last), best (how many
    results of a team count), category (standings of its members), paper (letter, or a4).
    Raises Problem 404 for an unknown format.
    """
    sheet_name, _, kind = name.partition(".")
    if kind not in FORMATS:
        raise Problem(404, "NO_SUCH_PAGE")
    query = request.query_params
    number = query.get("round", "")
    options = PrintOptions(
        int(number) if number.isascii() and number.isdigit() else 0,
        f"{str(request.base_url).rstrip('/')}/t/{visit.event.id}",
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
    if name == "slips":
        printed = _with_keys(printed, visit, access, options.round or len(state.rounds))
    if kind == "pdf":
        return pdf(printed, paper), "application/pdf"
    if kind == "txt":
        return text(printed).encode(), "text/plain; charset=utf-8"
    return html(printed, paper).encode(), "text/html; charset=utf-8"


def _with_keys(slips: Sheet, visit: Visit, access: Access, round_: int) -> Sheet:
    """Return slips with keys in their codes, which permit to report results."""
    parts = []
    for part in slips.parts:
        if isinstance(part, Slip) and part.code:
            board = int(part.code.rsplit("/", 1)[1])
            key = permissions.board_key(access, visit.event, round_, board)
            part = replace(part, code=f"{part.code}?key={key}")
        parts.append(part)
    return replace(slips, parts=tuple(parts))


def policy_for(page: str) -> str:
    """Return the content security policy of a print-out: its own style sheets and nothing else."""
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles]
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    return POLICY.replace("style-src 'self'", f"style-src {allowed}")
