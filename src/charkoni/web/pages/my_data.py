"""The pages about a visitor's data: retention, export, and deletion."""

import asyncio
import io
import json
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.known_people import KnownPeople
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.http.quotas import Quotas, User, when_text
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.sessions import COOKIE, is_id
from charkoni.web.http.site import FormDep, SiteDep, VisitorDep
from charkoni.web.live import commands
from charkoni.web.live.hub import Hub, HubDep
from charkoni.web.pages.game_list import game_lines
from charkoni.web.store import GameRow, LogRow, SeatRow

KEPT = {
    "waiting": N_("Games that wait for players"),
    "unstarted": N_("Games without a move"),
    "unfinished": N_("Unfinished games, counted from the last move; games of days end by their clocks"),
    "called-off": N_("Games that were called off"),
    "finished": N_("Finished games"),
    "analysis": N_("Analyses"),
    "token": N_("Access for programs that hold no seat"),
    "empty-event": N_("Tournaments without players"),
    "event": N_("Tournaments with their games, counted from the last change"),
}
"""The stored data, by the kinds of the table of ages."""

REMEMBERED = {
    "off": N_("This server does not remember people for later events."),
    "own": N_(
        "Name, year of birth, sex, club, country and ratings are kept for the next event, so that "
        "arbiters need not type them again; only arbiters of your earlier events see them."
    ),
    "all": N_(
        "So that arbiters need not type it again, name, year of birth, sex, club, country and ratings are kept for the"
        " next event; on this server all arbiters are shown them."
    ),
}
"""The stored data of people in tournaments, by the setting."""

SHARES = {
    "game": (N_("New games; other new things count as several"), 1),
    "thinking": (N_("Thinking of the computer, in minutes"), 60),
}
"""The budgets shown to a visitor, by operation: its description, and the number of its units that make one."""

YEAR_DAYS = 365

SECRET_KINDS = ("seed", "key", "reveal")
"""Rows of a running game that would tell its throws."""

MOST_EXPORTED = 2000
"""The most games of an export."""

EXPORT_PRICE = 20
"""What an export costs, in queries."""

router = PageRouter()


@router.get("/kept")
async def kept(request: Request, site: SiteDep, visitor: VisitorDep, hub: HubDep) -> Response:
    """Return the page on stored data and retention.

    Context: ages (what, how long; see `kept_lines`), remembered (a sentence on people of tournaments).
    """
    remembered = visitor.words._(REMEMBERED[hub.settings.people])
    ages = kept_lines(visitor.words, hub.settings.ages)
    return site.page(request, "pages/kept.html", ages=ages, remembered=remembered)


@router.get("/my-data")
async def my_data(request: Request, site: SiteDep, visitor: VisitorDep, hub: HubDep) -> Response:
    """Return the page with the visitor's data.

    Context: games (his latest, see `game_line`), events, analyses and people (how many; the last are remembered from
    his tournaments), tokens (names), shares (see `share_lines`).
    """
    guest = visitor.guest
    removal = hub.store.removal
    return site.page(
        request,
        "pages/my_data.html",
        games=await game_lines(hub, visitor.words, await hub.store.mine(guest)) if guest else [],
        events=len(await removal.works_of("event", guest=guest)) if guest else 0,
        analyses=len(await removal.works_of("analysis", guest=guest)) if guest else 0,
        people=len(await asyncio.to_thread(known_people(hub).of, guest)) if guest else 0,
        tokens=[token["name"] for token in await removal.tokens_of(guest)] if guest else [],
        shares=share_lines(visitor.words, site.quotas, site.user(request)),
    )


@router.get("/my-data.zip")
async def export(request: Request, site: SiteDep, visitor: VisitorDep, hub: HubDep) -> Response:
    """Return all data of the visitor as a ZIP archive of JSON files.

    about.json: name, tokens, analyses, events, people that are remembered from his tournaments.  games/<id>.json: game,
    seats and log, see `store.tables`; without the ids of other guests, and without the seeds of throws while a game
    goes on.  Refused: NO_SUCH_PAGE for visitors without data, RateLimited.
    """
    guest = visitor.guest
    if not guest:
        raise Problem(404, "NO_SUCH_PAGE")
    site.quotas.spend(site.user(request), "query", EXPORT_PRICE)
    removal = hub.store.removal
    about = {
        "name": visitor.name,
        "language": visitor.lang,
        "tokens": await removal.tokens_of(guest),
        "analyses": await removal.works_of("analysis", guest=guest),
        "events": await removal.works_of("event", guest=guest),
        "people": [asdict(person) for person in await asyncio.to_thread(known_people(hub).of, guest)],
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.json", as_json(about))
        for game in await removal.games_of(guest, most=MOST_EXPORTED):
            stored = await hub.store.game(game)
            if stored:
                await asyncio.to_thread(archive.writestr, f"games/{game}.json", as_json(shown_game(*stored, guest)))
    headers = {"content-disposition": 'attachment; filename="charkoni.zip"', "cache-control": "no-store"}
    return Response(packed.getvalue(), media_type="application/zip", headers=headers)


@router.get("/my-data/delete")
async def question(request: Request, site: SiteDep, visitor: VisitorDep, hub: HubDep, game: str = "") -> Response:
    """Ask whether a game, or without one everything, shall be deleted.

    Context: game (see `game_line`, or None).  Refused: NO_GAME for a game of others.
    """
    lines = []
    if game:
        is_own = is_id(game) and bool(visitor.guest) and await hub.store.held(game, visitor.guest)
        if not is_own:
            raise Problem(404, "NO_GAME")
        lines = await game_lines(hub, visitor.words, await hub.store.named([game]))
    return site.page(request, "pages/delete_data.html", game=lines[0] if lines else None)


@router.post("/my-data/sessions")
async def end_sessions(request: Request, form: FormDep, site: SiteDep, visitor: VisitorDep, hub: HubDep) -> Response:
    """End all sessions of the visitor but this one, and redirect to the page about the data.

    Form: here (1: this one, too).
    """
    if not visitor.guest:
        raise Problem(404, "NO_SUCH_PAGE")
    await hub.end_sessions(visitor.guest)
    response = RedirectResponse("/my-data", 303)
    if form.get("here"):
        response.delete_cookie(COOKIE, path="/")
    else:
        site.with_guest(response, visitor, request)
    return response


@router.post("/my-data/delete")
async def delete(request: Request, form: FormDep, site: SiteDep, visitor: VisitorDep, hub: HubDep) -> Response:
    """Delete a game, or everything, and redirect to the page about the visitor's data.

    Form: game (its id; without it everything, and the guest is forgotten).
    """
    guest = visitor.guest
    if not guest:
        raise Problem(404, "NO_SUCH_PAGE")
    game = str(form.get("game", ""))
    if game:
        if not (is_id(game) and await hub.store.held(game, guest)):
            raise Problem(404, "NO_GAME")
        await delete_game(hub, game, guest)
        return RedirectResponse("/my-data", 303)
    await delete_all(hub, guest)
    await hub.end_sessions(guest)
    response = RedirectResponse("/my-data", 303)
    response.delete_cookie(COOKIE, path="/")
    return response


def kept_lines(words: Words, ages: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return the stored data and their retention."""
    return [(words._(what), _age_text(words, ages[kind])) for kind, what in KEPT.items()]


def _age_text(words: Words, days: int) -> str:
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


async def delete_all(hub: Hub, guest: str) -> None:
    """Delete everything of a guest: games, analyses, tokens, people whom he had remembered; raise StoreError."""
    removal, last = hub.store.removal, ""
    while batch := await removal.games_of(guest, last):
        last = batch[-1]
        for game in batch:
            await delete_game(hub, game, guest)
    analyses = await removal.works_of("analysis", guest=guest)
    await hub.store.results.delete(analyses)
    await removal.forget_guest(guest)
    await asyncio.to_thread(known_people(hub).disown, guest)


async def delete_game(hub: Hub, game: str, guest: str) -> None:
    """Delete a guest's game; from one with other people only he and his name are deleted.

    An unfinished game with others is given up first.  Games of tournaments belong to these: they stay.
    """
    room = await hub.room(game)
    if room is None or room.live.row.previous.startswith("t/"):
        return
    if not await hub.store.removal.shared([game], guest):
        hub.forget(game)
        await hub.store.removal.delete_games([game])
        return
    seats = await hub.store.held(game, guest)
    if room.live.state in ("waiting", "open") and seats:
        with suppress(Refused):
            await commands.execute(room, commands.resign, seats, min(seats))
    await hub.store.removal.leave(game, guest)
    await room.refresh()


def shown_game(row: GameRow, seats: list[SeatRow], log: list[LogRow], guest: str) -> dict[str, object]:
    """Return a game as its guest may have it."""
    is_over = row.state in ("over", "called-off")
    hidden = {"invite": "", "dice_key": row.dice_key if is_over else ""}
    return {
        "game": asdict(row) | hidden,
        "seats": [asdict(seat) | {"owner": "you" if seat.owner == guest else ""} for seat in seats],
        "log": [asdict(each) | ({} if is_over or each.kind not in SECRET_KINDS else {"text": ""}) for each in log],
    }


def as_json(content: object) -> str:
    """Return JSON that people can read."""
    return json.dumps(content, ensure_ascii=False, indent=1)
