"""The data of a visitor: retention, export, and deletion."""

import asyncio
import json
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.known_people import KnownPeople
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.quotas import Quotas, User, when_text
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.sessions import COOKIE, is_id
from charkoni.web.http.site import FormDep
from charkoni.web.live import commands
from charkoni.web.live.hub import Hub, HubDep
from charkoni.web.pages.game_list import game_lines
from charkoni.web.pages.visits import VisitDep
from charkoni.web.people import personal_data
from charkoni.web.store import GameRow, LogRow, SeatRow

SHARES = {
    "game": (N_("New games; other new things count as several"), 1),
    "thinking": (N_("Thinking of the computer, in minutes"), 60),
}
"""The budgets shown to a visitor, by operation: its description, and the number of its units that make one."""

YEAR_DAYS = 365

SECRET_KINDS = ("seed", "key", "reveal")
"""Rows of a running game that would tell its throws."""

SPOOLED = 1 << 20
"""Bytes of an export that are kept in memory."""

EXPORT_PRICE = 20
"""What an export costs, in queries."""

router = PageRouter()


@router.get("/kept")
async def kept(visit: VisitDep) -> Response:
    """Return the page on stored data and retention.

    Context: ages (by kinds of stored data how long they are kept, see `age_text`), people (the setting).
    """
    settings = visit.hub.settings
    ages = {kind: age_text(visit.words, days) for kind, days in settings.ages.items()}
    return visit.page("people/stored.html", ages=ages, people=settings.people)


@router.get("/my-data")
@router.get("/my-data.zip")
@router.get("/my-data/delete")
async def moved(request: Request) -> Response:
    """Redirect from an address of version 1.0."""
    path = request.url.path.replace("/my-data", "/me", 1)
    return RedirectResponse(f"{path}?{request.url.query}" if request.url.query else path, 308)


@router.get("/me.zip")
async def export(visit: VisitDep) -> Response:
    """Return all data of the visitor, see `archive`.  Refused: NO_SUCH_PAGE for visitors without data, RateLimited."""
    if not visit.person:
        raise Problem(404, "NO_SUCH_PAGE")
    visit.site.quotas.spend(visit.user, "query", EXPORT_PRICE)
    return await archive(visit.hub, visit.person, visit.visitor.name)


@router.api_route("/person/{person}.zip", methods=["GET", "DELETE"])
async def by_administrator(request: Request, hub: HubDep, person: str) -> Response:
    """Return all data of a person, see `archive`, or delete them, for those who know the secret of the server.

    They send the signature of method and person as a bearer token; everybody else gets status 404.
    """
    key = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not hub.access.is_signature(key, request.method, person):
        raise Problem(404, "NO_SUCH_PAGE")
    if request.method != "DELETE":
        return await archive(hub, person, (await hub.people.persons.find(person)).name)
    await delete_all(hub, person)
    return Response(status_code=204)


async def archive(hub: Hub, person: str, name: str) -> Response:
    """Return all data of a person as a ZIP archive of JSON files.

    about.json: name; stored: all rows by table; people that are remembered from the person's tournaments.
    games/<id>.json: game, seats and log, see `store.tables`; without the ids of other people, and without the seeds of
    throws while a game goes on.
    """
    remembered = await asyncio.to_thread(known_people(hub).of, person)
    stored = await personal_data.export(hub.store, person)
    about = {"name": name, "people": [asdict(each) for each in remembered], "stored": stored}
    packed = tempfile.SpooledTemporaryFile(SPOOLED)  # noqa: SIM115 - closed by `chunks`
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("about.json", as_json(about))
        last = ""
        while batch := await hub.store.removal.games_of(person, last):
            last = batch[-1]
            for game in batch:
                if found := await hub.store.game(game):
                    await asyncio.to_thread(files.writestr, f"games/{game}.json", as_json(shown_game(*found, person)))
    packed.seek(0)

    def chunks() -> Iterator[bytes]:
        with packed:
            while chunk := packed.read(SPOOLED):
                yield chunk

    headers = {"content-disposition": 'attachment; filename="charkoni.zip"', "cache-control": "no-store"}
    return StreamingResponse(chunks(), media_type="application/zip", headers=headers)


@router.get("/me/delete")
async def question(visit: VisitDep, game: str = "") -> Response:
    """Ask whether a game, or without one everything, shall be deleted.

    Context: game (see `game_line`, or None).  Refused: NO_GAME for a game of others.
    """
    lines = []
    if game:
        is_own = is_id(game) and bool(visit.person) and await visit.hub.store.held(game, visit.person)
        if not is_own:
            raise Problem(404, "NO_GAME")
        lines = await game_lines(visit, await visit.hub.store.named([game]))
    return visit.page("people/delete.html", game=lines[0] if lines else None)


@router.post("/me/delete")
async def delete(visit: VisitDep, form: FormDep) -> Response:
    """Delete a game, or everything, and redirect to the page of the visitor.

    Form: game (its id; without it everything, and the person is forgotten).
    """
    person = visit.person
    if not person:
        raise Problem(404, "NO_SUCH_PAGE")
    game = str(form.get("game", ""))
    if game:
        if not (is_id(game) and await visit.hub.store.held(game, person)):
            raise Problem(404, "NO_GAME")
        await delete_game(visit.hub, game, person)
        return RedirectResponse("/me", 303)
    await delete_all(visit.hub, person)
    response = RedirectResponse("/me", 303)
    response.delete_cookie(COOKIE, path="/")
    return response


def age_text(words: Words, days: int) -> str:
    """Return an age in days, or in years if it is whole ones; 0 is without end."""
    if not days:
        return words._("without end")
    if days % YEAR_DAYS == 0:
        return words.ngettext("{n} year", "{n} years", days // YEAR_DAYS)
    return words.ngettext("{n} day", "{n} days", days)


def share_lines(words: Words, quotas: Quotas, user: User) -> list[tuple[str, str, str]]:
    """Return for each budget shown to a visitor its purpose, remainder, limit and time of refill."""
    lines = []
    for operation, (what, unit) in SHARES.items():
        left = quotas.remaining(user, operation)
        amount = words._("{left} of {most}", left=int(left.amount / unit), most=int(left.burst / unit))
        is_full = left.amount >= left.burst - 0.5
        lines.append(
            (words._(what), amount, "" if is_full else words._("more {when}", when=when_text(words, left.wait_s)))
        )
    return lines


def known_people(hub: Hub) -> KnownPeople:
    """Return the people remembered from tournaments of this server."""
    return KnownPeople(hub.settings.events_folder)


async def delete_all(hub: Hub, person: str) -> None:
    """Delete everything of a person: games, analyses, credentials, people remembered from tournaments.

    All cookies of the person are void from then on.  Raises StoreError.
    """
    removal, last = hub.store.removal, ""
    while batch := await removal.games_of(person, last):
        last = batch[-1]
        for game in batch:
            await delete_game(hub, game, person)
    analyses = await removal.works_of("analysis", person=person)
    await hub.store.results.delete(analyses)
    await personal_data.erase(hub.store, person)
    await asyncio.to_thread(known_people(hub).disown, person)
    await hub.people.on_moved(person, "")
    await hub.people.sessions.end(person)


async def delete_game(hub: Hub, game: str, person: str) -> None:
    """Delete a guest's game; from one with other people only he and his name are deleted.

    An unfinished game with others is given up first.  Games of tournaments belong to these: they stay.
    """
    room = await hub.room(game)
    if room is None or room.live.row.previous.startswith("t/"):
        return
    if not await hub.store.removal.shared([game], person):
        hub.forget(game)
        await hub.store.removal.delete_games([game])
        return
    seats = await hub.store.held(game, person)
    if room.live.state in ("waiting", "open") and seats:
        with suppress(Refused):
            await commands.execute(room, commands.resign, seats, min(seats))
    await hub.store.removal.leave(game, person)
    await room.refresh()


def shown_game(row: GameRow, seats: list[SeatRow], log: list[LogRow], person: str) -> dict[str, object]:
    """Return a game as its person may have it."""
    is_over = row.state in ("over", "called-off")
    hidden = {"invite": "", "dice_key": row.dice_key if is_over else ""}
    return {
        "game": asdict(row) | hidden,
        "seats": [asdict(seat) | {"owner": "you" if seat.owner == person else ""} for seat in seats],
        "log": [asdict(each) | ({} if is_over or each.kind not in SECRET_KINDS else {"text": ""}) for each in log],
    }


def as_json(content: object) -> str:
    """Return JSON that people can read."""
    return json.dumps(content, ensure_ascii=False, indent=1)
