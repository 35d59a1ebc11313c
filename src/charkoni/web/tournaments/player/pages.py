"""Players' pages: entering, the own board, reports of both sides, check-in, a phone as clock and recorder."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from charkoni.core.errors import mark
from charkoni.tournament.acts.entries import CheckIn
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadResult, NotNow, refusal
from charkoni.tournament.model.event import HELPER, PLAYER
from charkoni.tournament.model.rounds import Board
from charkoni.web.http.errors import Problem
from charkoni.web.tournaments import page_cache, permissions, views
from charkoni.web.tournaments.arbiter import arbiter_calls, fair_play, game_interventions
from charkoni.web.tournaments.arbiter.actions import person_of, result_text
from charkoni.web.tournaments.forms import Form
from charkoni.web.tournaments.online import bans, games
from charkoni.web.tournaments.online.games import begin_recording
from charkoni.web.tournaments.page_base import Frame, NotAllowed, Route, Visit, told
from charkoni.web.tournaments.public.live_boards import hides
from charkoni.web.tournaments.public.pages import log_line, mine_of

_NOT_HERE = mark("you do not sit at this table")
_CLOSED = mark("the list of entries is closed: ask the arbiter")
_FLIP = {"1": "0", "0": "1", "=": "="}
MOST_CORRECTIONS = 5


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of players' pages."""
    site = frame.site

    async def me(request: Request) -> Response:
        """The visitor's own page.

        Context: boards (entry, name, table, Entry, reports, game), ban, asked, called, recorded, filled, corrections.
        """
        visit = await frame.visit(request)
        found = await bans.until(site.hub.store, visit.visitor.guest, site.hub.time.wall())
        known, state = games.latest(visit.event), visit.event.public
        boards = [
            (id_, name, row, state.entry(id_), _reports(visit, row), known.get(f"{len(state.rounds)}:{row.number}", "")
             if row else "")
            for id_, name, row in await mine_of(visit)
        ]  # fmt: skip
        filled = {
            row.number: await _filled(visit, len(state.rounds), state.rounds[-1].boards[row.number - 1])
            for _, _, row, _, _, _ in boards
            if row
        }
        called = {call.who for call in arbiter_calls.open_calls(visit.event) if call.kind == arbiter_calls.CALL}
        asked = (
            any(call.guest == visit.visitor.guest for call in arbiter_calls.open_calls(visit.event)) if found else False
        )
        return frame.page(
            request, visit, "tournaments/player/my_page.html", boards=boards, ban=found, asked=asked, called=called,
            recorded=set(visit.event.mapping("recorded")), filled=filled, corrections=corrections(visit),
        )  # fmt: skip

    async def enter(request: Request) -> Response:
        form = await frame.form(request)
        visit = await frame.visit(request)
        if visit.event.state.phase not in ("planned", "registration"):
            raise refusal(NotNow, "enter", _CLOSED)
        person, fields = person_of(form)
        visitor = site.ensure_guest(visit.visitor, visit.visitor.name or person.name)
        if visit.event.state.settings.boards == "online":
            await bans.demand(site.hub.store, visitor.guest, site.hub.time.wall())

        def work(director: Director) -> int:
            given = {name: value for name, value in fields.items() if value}
            director.enter(person, twin=False, key=form.key, **given)
            return len(director.state.entries)

        entry = await visit.event.run(work, person.name, PLAYER)
        await permissions.seat(visit.event, visitor.guest, entry)
        response = RedirectResponse(f"/t/{visit.event.id}/me", 303)
        site.remember(response, visitor, request)
        return response

    async def link(request: Request) -> Response:
        """The link of a player.  Context: who, link."""
        visit = await frame.visit(request)
        entry = _keyed(request, visit)
        name = visit.event.state.name(entry)
        return frame.page(request, visit, "tournaments/player/player_link.html", who=name, link=request.url.path)

    async def taken(request: Request) -> Response:
        await frame.form(request)
        visit = await frame.visit(request)
        entry = _keyed(request, visit)
        visitor = site.ensure_guest(visit.visitor, visit.visitor.name or visit.event.state.name(entry))
        await permissions.seat(visit.event, visitor.guest, entry)
        response = RedirectResponse(f"/t/{visit.event.id}/me", 303)
        site.remember(response, visitor, request)
        return response

    def _keyed(request: Request, visit: Visit) -> int:
        text, key = request.path_params["entry"], request.path_params["key"]
        known = text.isascii() and text.isdigit() and 1 <= int(text) <= len(visit.event.state.entries)
        if not known or not site.hub.access.is_seal(key, "entry", visit.event.id, int(text)):
            raise NotAllowed
        return int(text)

    async def here(request: Request) -> Response:
        form = await frame.form(request)
        visit = await frame.visit(request)
        entry = form.number("entry")
        if entry not in visit.own:
            raise NotAllowed
        name = visit.event.state.name(entry)
        act = CheckIn(entry=entry, here=form.flag("here"))
        await visit.event.run(lambda director: director.do(act, key=form.key), name, PLAYER)
        return frame.done(request, form, f"/t/{visit.event.id}/me")

    async def board(request: Request) -> Response:
        """A table, for everybody; with the key of its slip, or for who sits there, with a report.

        Context: number, row, reports, sides (first, second: may be reported), slip (the key), is_open, game_at,
        is_recorded, filled (the result of the recorded game), clock_acts.
        """
        visit = await frame.visit(request)
        number, place = _place(request, visit)
        state = visit.event.public
        found = state.rounds[number - 1].boards[place - 1]
        row = await page_cache.table_row(visit.event, number, place)
        slip = request.query_params.get("key", "")
        has_key = site.hub.access.is_seal(slip, "board", visit.event.id, number, place)
        own_sides = _sides(visit, found, False)
        sides = _sides(visit, found, has_key)
        game = games.latest(visit.event).get(f"{number}:{place}", "")
        room = await site.hub.room(game) if game else None
        may_look = bool(own_sides) or visit.member.may(HELPER)
        if room and not may_look and hides(visit.event, room.live, site.hub.time.wall()):
            game = ""
        is_recorded = games.is_recorded(visit.event, number, place)
        return frame.page(
            request, visit, "tournaments/player/board.html", number=number, row=row,
            reports=views.reports(state, found), sides=sides, slip=slip if has_key else "",
            is_open=state.rounds[number - 1].state != "closed", game_at=game, is_recorded=is_recorded,
            filled=await _filled(visit, number, found),
            clock_acts=game_interventions.acts(visit.words, visit.event, number, place),
        )  # fmt: skip

    async def _filled(visit: Visit, number: int, found: Board) -> str:
        """Return the result of a game that was taken down on a phone, as who moves first sees it, or nothing."""
        if not games.is_recorded(visit.event, number, found.number):
            return ""
        game = games.latest(visit.event).get(f"{number}:{found.number}", "")
        room = await site.hub.room(game) if game else None
        came = games.outcome(room.live, games.seated(found)) if room else None
        return games.said(visit.event.state.settings, came, *games.seated(found)) if came else ""

    def _sides(visit: Visit, found: Board, has_key: bool) -> list[str]:
        """Return for which sides a visitor may speak."""
        if found.is_bye:
            return []
        own = [side for side, id_ in (("first", found.first), ("second", found.second)) if id_ in visit.own]
        return own or (["first", "second"] if has_key else [])

    async def report(request: Request) -> Response:
        form = await frame.form(request)
        visit = await frame.visit(request)
        number, place = _place(request, visit)
        found = visit.event.public.rounds[number - 1].boards[place - 1]
        has_key = site.hub.access.is_seal(form.text("slip"), "board", visit.event.id, number, place)
        side = form.text("side")
        if side not in _sides(visit, found, has_key):
            raise refusal(BadResult, side, _NOT_HERE)
        name = visit.event.state.name(found.first if side == "first" else found.second)
        text = _as_mover(form, found.seats[0] == (found.first if side == "first" else found.second))

        def work(director: Director) -> None:
            director.result(place, text, round_=number, source=side, key=form.key, view="mover")

        await visit.event.run(work, name, PLAYER)
        query = f"?key={form.text('slip')}" if form.text("slip") else ""
        return frame.done(request, form, f"/t/{visit.event.id}/round/{number}/board/{place}{query}")

    async def record(request: Request) -> Response:
        """Record the game of a table on this phone: one device, both seats, with the clocks of the event."""
        form = await frame.form(request)
        visit = await frame.visit(request)
        number, place = _place(request, visit)
        found = visit.event.public.rounds[number - 1].boards[place - 1]
        has_key = site.hub.access.is_seal(form.text("slip"), "board", visit.event.id, number, place)
        if not _sides(visit, found, has_key):
            raise refusal(BadResult, place, _NOT_HERE)
        visitor = site.ensure_guest(visit.visitor)
        game = await begin_recording(site.hub, visit.event, number, place, visitor.guest)
        response = RedirectResponse(f"/g/{game}", 303)
        site.remember(response, visitor, request)
        return response

    async def away(request: Request) -> Response:
        """Take down that a player had the window of his game out of sight for some seconds until now."""
        form = await frame.form(request)
        visit = await frame.visit(request)
        room = await site.hub.room(form.text("game"))
        key = next((key for key, game in visit.event.mapping("games").items() if game == form.text("game")), "")
        if room is None or not key:
            raise Problem(404, "NO_SUCH_PAGE")
        number, place, game = (*map(int, key.split(":")), 1)[:3]
        boards = visit.event.public.rounds[number - 1].boards if number <= len(visit.event.public.rounds) else ()
        if place <= len(boards) and not games.is_recorded(visit.event, number, place):
            board = boards[place - 1]
            order = games.seats_of_game(visit.event.state, number, board, game)
            until = site.hub.time.wall()
            since = until - 1000 * min(max(form.number("seconds"), 0), fair_play.LONGEST_S)
            sides = room.live.game.sides
            for side in {sides[seat.seat] for seat in room.live.seats if seat.owner == visit.visitor.guest}:
                await fair_play.note_absence(
                    visit.event, room.live, f"{number}:{place}", order[side], side, since, until
                )
        return Response(status_code=204)

    async def clock(request: Request) -> Response:
        """A phone as the clock of a table.  Context: number, row, minutes."""
        visit = await frame.visit(request)
        number, place = _place(request, visit)
        row = await page_cache.table_row(visit.event, number, place)
        return frame.page(request, visit, "tournaments/player/clock.html", number=number, row=row)

    return told(
        frame,
        [
            ("/t/{event}/me", me, "GET"),
            ("/t/{event}/me/enter", enter, "POST"),
            ("/t/{event}/me/here", here, "POST"),
            ("/t/{event}/me/away", away, "POST"),
            ("/t/{event}/me/{entry}/{key}", link, "GET"),
            ("/t/{event}/me/{entry}/{key}", taken, "POST"),
            ("/t/{event}/round/{round}/board/{board}", board, "GET"),
            ("/t/{event}/round/{round}/board/{board}/report", report, "POST"),
            ("/t/{event}/round/{round}/board/{board}/record", record, "POST"),
            ("/t/{event}/round/{round}/board/{board}/clock", clock, "GET"),
        ],
    )


def _reports(visit: Visit, row: views.TableRow | None) -> list[views.Said]:
    state = visit.event.public
    return views.reports(state, state.rounds[-1].boards[row.number - 1]) if row else []


def corrections(visit: Visit) -> list[dict[str, Any]]:
    """Return what was changed of the visitor's results after it had counted, the newest first."""
    state, found = visit.event.public, []
    places = {
        (round_.number, board.number)
        for round_ in state.rounds
        for board in round_.boards
        if not board.is_bye and ({board.first, board.second} & set(visit.own))
    }
    counted: set[tuple[int, int]] = set()
    for act in visit.event.director.log if places else ():
        place = (act.data.get("round"), act.data.get("board"))
        if act.kind != "result" or place not in places or act.data.get("source") in ("first", "second"):
            continue
        if place in counted:
            found.append(log_line(visit, act))
        counted.add(place)
    return found[::-1][:MOST_CORRECTIONS]


def _place(request: Request, visit: Visit) -> tuple[int, int]:
    """Return the round and the table of an address; raise Problem."""
    rounds = visit.event.public.rounds
    found: list[int] = []
    for name, most in (("round", len(rounds)), ("board", 0)):
        text = request.path_params[name]
        most = most or len(rounds[found[0] - 1].boards)
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
            raise Problem(404, "NO_SUCH_PAGE")
        found.append(int(text))
    return found[0], found[1]


def _as_mover(form: Form, moves_first: bool) -> str:
    """Return a report as who moves first sees it; players speak of themselves: "own" 1 is the own win."""
    if form.text("same"):
        return form.text("same")
    text = result_text(form)
    own = form.text("own")
    if own in _FLIP:
        return own if moves_first else _FLIP[own]
    return text
