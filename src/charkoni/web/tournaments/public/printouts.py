"""Print-outs and files of an event, for the public and for the desk."""

import asyncio
import base64
import hashlib
import io
import re
from collections.abc import Callable
from dataclasses import replace

import segno
from starlette.requests import Request
from starlette.responses import Response

from charkoni.tournament.formats import csv_files, json_files
from charkoni.tournament.formats.trf import writer
from charkoni.tournament.model.event import ARBITER, CHIEF, HELPER, Tournament
from charkoni.tournament.printouts.catalogue import Wish, sheet
from charkoni.tournament.printouts.document import Sheet, Slip
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.text import text
from charkoni.tournament.standings.teams import USUAL_BEST
from charkoni.tournament.store import archive
from charkoni.web.http.errors import Problem
from charkoni.web.http.security import POLICY
from charkoni.web.tournaments import permissions
from charkoni.web.tournaments.page_base import Frame, Route, Visit, told

PUBLIC = frozenset(["pairings", "names", "standings", "cross", "regulations", "timetable", "poster", "prizes"])
"""What anybody may print; the rest is for the desk."""

FILES: dict[str, tuple[str, Callable[[Tournament], str]]] = {
    "trf26": ("trf", writer.write),
    "trf16": ("trf", lambda state: writer.write(state, old=True)),
    "json": ("json", json_files.write),
    "entries.csv": ("csv", csv_files.entries),
    "pairings.csv": ("csv", lambda state: csv_files.pairings(state, len(state.rounds))),
    "standings.csv": ("csv", csv_files.table),
    "cross.csv": ("csv", csv_files.cross),
}
TYPES = {"trf": "text/plain; charset=utf-8", "json": "application/json", "csv": "text/csv; charset=utf-8"}


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of print-outs and files."""
    site = frame.site

    async def printed(request: Request) -> Response:
        visit = await frame.visit(request)
        name, _, form = request.path_params["sheet"].partition(".")
        if name not in PUBLIC:
            raise Problem(404, "NO_SUCH_PAGE")
        return await _paper(request, visit, visit.event.public, name, form)

    async def desk_printed(request: Request) -> Response:
        visit = await frame.visit(request, HELPER)
        name, _, form = request.path_params["sheet"].partition(".")
        return await _paper(request, visit, visit.event.public, name, form)

    async def _paper(request: Request, visit: Visit, state: Tournament, name: str, form: str) -> Response:
        number = request.query_params.get("round", "")
        round_ = int(number) if number.isascii() and number.isdigit() else 0
        text_ = request.query_params.get("best", "")
        best = int(text_) if text_.isascii() and text_.isdigit() and 0 < int(text_) < 100 else USUAL_BEST
        address = f"{str(request.base_url).rstrip('/')}/t/{visit.event.id}"
        paper = "Letter" if request.query_params.get("paper") == "letter" else "A4"

        def made() -> tuple[bytes, str]:
            found = sheet(visit.words, state, name, Wish(round_, address, best))
            if name == "slips":
                found = _with_keys(found, visit, round_ or len(state.rounds))
            if form == "pdf":
                return pdf(found, paper), "application/pdf"
            if form == "txt":
                return text(found).encode(), "text/plain; charset=utf-8"
            return html(found, paper).encode(), "text/html; charset=utf-8"

        if form not in ("", "html", "pdf", "txt"):
            raise Problem(404, "NO_SUCH_PAGE")
        content, kind = await asyncio.to_thread(made)
        headers = {"cache-control": "no-store"}
        if kind.startswith("text/html"):
            headers["content-security-policy"] = policy_for(content.decode())
        return Response(content, media_type=kind, headers=headers)

    def _with_keys(found: Sheet, visit: Visit, round_: int) -> Sheet:
        """Put into the codes of slips what lets the two at the table report."""
        parts = []
        for part in found.parts:
            if isinstance(part, Slip) and part.code:
                board = int(part.code.rsplit("/", 1)[1])
                key = permissions.board_key(site.hub.access, visit.event, round_, board)
                part = replace(part, code=f"{part.code}?key={key}")
            parts.append(part)
        return replace(found, parts=tuple(parts))

    async def file(request: Request) -> Response:
        visit = await frame.visit(request)
        name = request.path_params["file"]
        if name not in FILES:
            raise Problem(404, "NO_SUCH_PAGE")
        ending, make = FILES[name]
        state = visit.event.public
        if state.phase not in ("finished", "archived"):
            # The seed stays secret until the event is over: who knows it knows all lots to come.
            state = replace(state, settings=replace(state.settings, seed=""))
        content = await asyncio.to_thread(make, _without_private(state))
        title = re.sub(r"[^A-Za-z0-9]+", "-", name.partition(".")[0])
        headers = {"content-disposition": f'attachment; filename="{visit.event.id}-{title}.{ending}"'}
        return Response(content, media_type=TYPES[ending], headers=headers | {"cache-control": "no-store"})

    async def whole(request: Request) -> Response:
        visit = await frame.visit(request, CHIEF)
        content = await visit.event.run(lambda director: archive(director.store), visit.member.name, visit.member.role)
        headers = {"content-disposition": f'attachment; filename="{visit.event.id}.jsonl"', "cache-control": "no-store"}
        return Response(content, media_type="application/jsonl", headers=headers)

    async def code(request: Request) -> Response:
        visit = await frame.visit(request)
        return qr(f"{str(request.base_url).rstrip('/')}/t/{visit.event.id}")

    async def own_code(request: Request) -> Response:
        await frame.visit(request, ARBITER)
        text_ = request.path_params["entry"]
        if not (text_.isascii() and text_.isdigit()):
            raise Problem(404, "NO_SUCH_PAGE")
        return qr(str(request.url.replace(path=request.url.path.removesuffix("/qr.svg"), query="")))

    return told(
        frame,
        [
            ("/t/{event}/print/{sheet}", printed, "GET"),
            ("/t/{event}/desk/print/{sheet}", desk_printed, "GET"),
            ("/t/{event}/file/{file}", file, "GET"),
            ("/t/{event}/desk/archive", whole, "GET"),
            ("/t/{event}/qr", code, "GET"),
            ("/t/{event}/me/{entry}/{key}/qr.svg", own_code, "GET"),
        ],
    )


def _without_private(state: Tournament) -> Tournament:
    people = {key: replace(person, contact="") for key, person in state.people.items()}
    return replace(state, people=people)


def policy_for(page: str) -> str:
    """Return the content policy of a print-out: its own style sheet and nothing else."""
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles]
    allowed = " ".join(f"'sha256-{found}'" for found in hashes)
    return POLICY.replace("style-src 'self'", f"style-src {allowed}")


def qr(address: str) -> Response:
    """Return a QR code as a picture."""
    picture = io.BytesIO()
    segno.make(address, error="m").save(picture, kind="svg", scale=6, border=2, xmldecl=False, title="QR")
    return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})
