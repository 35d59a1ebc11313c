"""The arbiter's desk: its pages, and where their forms go."""

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from charkoni.core.errors import Refusal, mark
from charkoni.core.registry import named
from charkoni.games import names
from charkoni.tournament.model import schedule
from charkoni.tournament.model.errors import BadSetting, NoPairing, refusal
from charkoni.tournament.model.event import ARBITER, CASTER, CHIEF, HELPER, Tournament
from charkoni.tournament.model.person_names import checked_line, sort_key
from charkoni.tournament.model.profiles import profiles
from charkoni.tournament.model.settings import ARTICLES, CHOICES, SYSTEMS, Settings
from charkoni.tournament.pairing.checker import judge
from charkoni.tournament.pairing.input_from_event import field_before, paired_field
from charkoni.tournament.pairing.lots import seal
from charkoni.tournament.printouts.catalogue import SHEETS
from charkoni.tournament.standings.teams import USUAL_BEST
from charkoni.web.engine.warm import playable
from charkoni.web.http.errors import Problem
from charkoni.web.live.live_game import LiveGame
from charkoni.web.tournaments import page_cache, permissions, views
from charkoni.web.tournaments.arbiter import arbiter_calls, fair_play, game_interventions
from charkoni.web.tournaments.arbiter.actions import DEEDS, by_hand, settings_of
from charkoni.web.tournaments.arbiter.round_actions import free
from charkoni.web.tournaments.forms import LONGEST_LIST, Form
from charkoni.web.tournaments.online import games
from charkoni.web.tournaments.page_base import Frame, NotAllowed, Route, Visit, told
from charkoni.web.tournaments.public.pages import log_line
from charkoni.web.tournaments.public.planner import advice

MOST_LOG = 300
MISSING = ("open", "reported", "disputed")
"""States of tables whose result is still to come."""

_NO_SUCH = mark("there is no such act: {name}")
_NAMELESS = mark("say your name: acts are written in it")


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of the desk."""
    site = frame.site

    async def new(request: Request) -> Response:
        """A new event.  Context: games (name, title), defaults, wanted (what the planner says), choices."""
        words, form = site.visitor(request).words, Form(request.query_params)
        wanted = {name: form.text(name) for name in ("game", "system", "games", "rounds", "round_minutes", "start")}
        return site.page(
            request, "tournaments/new.html", games=two_sided(words), defaults=Settings(), wanted=wanted, choices=CHOICES
        )

    async def create(request: Request) -> Response:
        form = await frame.form(request)
        visitor = site.ensure_guest(site.visitor(request))
        author = checked_line(form.text("arbiter"), BadSetting) or visitor.name
        event = await frame.events.create({k: v for k, v in settings_of(form).items() if v != ""}, author)
        await permissions.appoint(event, visitor.guest, CHIEF, author)
        response = RedirectResponse(f"/t/{event.id}/desk", 303)
        site.remember(response, visitor, request)
        return response

    async def desk(request: Request) -> Response:
        """The desk.

        Context: number, state, tables, missing, disputed, reported, busy, elapsed, error, last, hours, free and holder
        (who can be paired late, who has the bye), advice, calls, has_games, allowed, default.
        """
        visit = await frame.visit(request, CASTER)
        if not visit.member.may(HELPER):
            return RedirectResponse(f"/t/{visit.event.id}/desk/caster", 303)
        state = visit.event.state
        current, work = state.current, visit.event.drafting
        rows = await _tables(visit, len(state.rounds)) if current else []
        busy = work is not None and not work.is_done
        elapsed = round(asyncio.get_running_loop().time() - work.since) if work and busy else 0
        error = failure(visit, work.error) if work and work.error else ""
        acts = [log_line(visit, act) for act in reversed(visit.event.director.log[-6:])]
        is_open = current is not None and current.state == "published"
        settings = state.settings
        tips = advice(visit.words, settings.system, len(state.entries), accelerated=settings.accelerated)
        return frame.page(
            request, visit, "tournaments/arbiter/desk.html", number=len(state.rounds),
            state=current.state if current else "", tables=sorted(rows, key=_missing_first), busy=busy,
            elapsed=elapsed, error=error, missing=sum(row.state in MISSING for row in rows),
            disputed=[row.number for row in rows if row.state == "disputed"],
            reported=[row.number for row in rows if row.state == "reported"],
            last=len(state.rounds) >= state.settings.rounds, present=sum(map(_is_here, state.entries)),
            count=len(state.entries), default=_default_rounds(state), acts=acts, seal=seal(state.settings.seed),
            paused=state.paused, allowed=" ".join(current.allowed) if current else "", hours=views.hours(visit.event),
            free=[(e.id, state.name(e.id)) for e in free(state)] if is_open else [],
            holder=next((row.first.entry for row in rows if row.second is None), 0),
            advice=tips if state.phase in ("planned", "registration") else (),
            calls=arbiter_calls.open_calls(visit.event),
            has_games=bool(current) and any(key.startswith(f"{len(state.rounds)}:") for key in _games(visit)),
        )  # fmt: skip

    async def _tables(visit: Visit, number: int) -> list[views.TableRow]:
        """Return the tables of a round, also of a draft."""
        state = visit.event.state
        if state.rounds[number - 1].state != "draft":
            return await page_cache.tables_now(visit.event, number)
        return await asyncio.to_thread(views.tables, state, number)

    async def entries(request: Request) -> Response:
        """Entries and check-in.  Context: rows, fields, letters."""
        visit = await frame.visit(request, HELPER)
        words = visit.words
        rows = await page_cache.listed(visit.event, words)
        letters = sorted({row.name[:1].upper() for row in rows if row.name}, key=lambda c: sort_key(c, words.language))
        return frame.page(request, visit, "tournaments/arbiter/entries.html", rows=rows, letters=letters)

    async def back(request: Request) -> Response:
        """Where a page that a form made is loaded again: to the page of the form."""
        page = {"preview": "entries", "check": "hand"}[request.url.path.rsplit("/", 1)[1]]
        return RedirectResponse(f"/t/{request.path_params['event']}/desk/{page}", 303)

    async def entry(request: Request) -> Response:
        """An entry.  Context: entry, person, past, link, next."""
        visit = await frame.visit(request, ARBITER)
        id_, state = _number(request, "entry", len(visit.event.state.entries)), visit.event.state
        key = permissions.entry_key(site.hub.access, visit.event, id_)
        return frame.page(
            request, visit, "tournaments/arbiter/entry.html", entry=state.entry(id_), person=state.person(id_),
            link=f"/t/{visit.event.id}/me/{id_}/{key}", next=len(state.rounds) + 1, past=views.career(state, id_),
        )  # fmt: skip

    async def board(request: Request) -> Response:
        """A table.  Context: number, row, reports, history (acts), closed, game_at, match, thoughts, absences,
        clock_acts."""
        visit = await frame.visit(request, ARBITER)
        state = visit.event.state
        number = _number(request, "round", len(state.rounds))
        place = _number(request, "board", len(state.rounds[number - 1].boards))
        row = (await _tables(visit, number))[place - 1]
        found = state.rounds[number - 1].boards[place - 1]
        match = await _match(visit, number, place)
        acts = [
            log_line(visit, act)
            for act in reversed(visit.event.director.log)
            if act.data.get("round") == number and act.data.get("board") == place
        ]
        return frame.page(
            request, visit, "tournaments/arbiter/board.html", number=number, row=row, history=acts,
            reports=views.reports(state, found),
            closed=state.rounds[number - 1].state == "closed",
            game_at=(games.all_of(visit.event, number, place) or [""])[-1],
            match=match, thoughts=fair_play.thoughts(match) if match else [],
            absences=fair_play.absences(visit.event, number, found),
            clock_acts=game_interventions.acts(visit.words, visit.event, number, place),
        )  # fmt: skip

    async def _match(visit: Visit, number: int, place: int) -> LiveGame | None:
        """Return the game of a table on this server, for the arbiters' eyes."""
        found = games.all_of(visit.event, number, place)
        room = await site.hub.room(found[-1]) if found else None
        return room.live if room else None

    async def hand(request: Request) -> Response:
        """Tables by hand.  Context: number, tables, people."""
        visit = await frame.visit(request, CHIEF)
        return _hand_page(request, visit, _as_text(visit.event.state))

    async def check(request: Request) -> Response:
        """Judge tables made by hand.  Context of the page: as above, and breaches, difference, text."""
        visit = await frame.visit(request, CHIEF)
        form = await frame.form(request)
        text, state = form.text("tables", LONGEST_LIST), visit.event.state
        number = _open_number(state)
        made, away = by_hand(state, number, text)
        field = paired_field(state, number, away) if _has_open(state) else field_before(state, number)
        number_of = {entry.id: entry.number for entry in state.entries} | {0: 0}
        boards = [(number_of[a], number_of[b]) for a, b, _ in made]
        breaches = judge(field, boards)
        difference = ""
        try:
            engine = await asyncio.to_thread(frame.events.engine.pair, field)
            difference = " ".join(f"{a}-{b}" if b else str(a) for a, b in engine.boards if (a, b) not in boards)
        except (NoPairing, RuntimeError):
            difference = "?"
        told = [breach.say(visit.words._) for breach in breaches]
        allow = " ".join(sorted({breach.rule for breach in breaches} - {"P1", "P7"}))
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"breaches": told, "difference": difference, "allow": allow})
        more = {"breaches": told, "difference": difference, "allow": allow, "checked": True}
        return _hand_page(request, visit, text, more)

    def _hand_page(request: Request, visit: Visit, text: str, more: Mapping[str, Any] | None = None) -> Response:
        state = visit.event.state
        people = [(number, state.name(entry.id)) for number, entry in sorted(state.by_number().items())]
        context = {"breaches": [], "difference": "", "allow": "", "checked": False, **(more or {})}
        return frame.page(
            request,
            visit,
            "tournaments/arbiter/manual_pairing.html",
            number=_open_number(state),
            text=text,
            people=people,
            **context,
        )

    async def settings(request: Request) -> Response:
        """Settings.  Context: all, games, profiles, choices, tiebreaks, plan."""
        visit = await frame.visit(request, CHIEF)
        state = visit.event.state
        titled = [(name, visit.words._(profile.title)) for name, profile in profiles().items()]
        return frame.page(
            request, visit, "tournaments/arbiter/settings.html", all=state.settings, games=two_sided(visit.words),
            profiles=titled, choices=CHOICES, known=list(ARTICLES), started=bool(state.rounds), bans=_bans(state),
        )  # fmt: skip

    async def log(request: Request) -> Response:
        """The whole log.  Context: acts."""
        visit = await frame.visit(request, ARBITER)
        acts = visit.event.director.log
        lines = [log_line(visit, act) for act in reversed(acts[-MOST_LOG:])]
        return frame.page(request, visit, "tournaments/arbiter/log.html", acts=lines, total=len(acts))

    async def papers(request: Request) -> Response:
        """Print-outs and files.  Context: sheets, chosen (round), paper, best."""
        visit = await frame.visit(request, HELPER)
        form, last = Form(request.query_params), len(visit.event.public.rounds)
        chosen = min(form.number("round", last), last)
        best = max(1, min(99, form.number("best", USUAL_BEST)))
        paper = "letter" if form.text("paper") == "letter" else "a4"
        return frame.page(
            request,
            visit,
            "tournaments/arbiter/printouts.html",
            sheets=list(SHEETS),
            chosen=chosen,
            paper=paper,
            best=best,
        )

    async def staff(request: Request) -> Response:
        """Who works at the event.  Context: staff, links (role, name, link), path."""
        visit = await frame.visit(request, CHIEF)
        links = [
            (role, permissions.ROLE_NAMES[role], f"/t/{visit.event.id}/staff/{role}/{_key(visit, role)}")
            for role in permissions.ROLES
        ]
        found = [(member.name, permissions.ROLE_NAMES[member.role]) for _, member in permissions.staff(visit.event)]
        return frame.page(
            request, visit, "tournaments/arbiter/staff.html", staff=found, links=links, path_of=visit.event.path
        )

    def _key(visit: Visit, role: str) -> str:
        return permissions.staff_key(site.hub.access, visit.event, role)

    async def welcome(request: Request) -> Response:
        """The link for an arbiter.  Context: role, link."""
        visit = await frame.visit(request)
        role = _offered(request, visit)
        return frame.page(
            request,
            visit,
            "tournaments/arbiter/staff_link.html",
            offered=permissions.ROLE_NAMES[role],
            link=request.url.path,
        )

    async def accept(request: Request) -> Response:
        form = await frame.form(request)
        visit = await frame.visit(request)
        role = _offered(request, visit)
        name = checked_line(form.text("name"), BadSetting)
        if not name:
            raise refusal(BadSetting, "", _NAMELESS)
        visitor = site.ensure_guest(visit.visitor)
        await permissions.appoint(visit.event, visitor.guest, role, name)
        response = RedirectResponse(f"/t/{visit.event.id}/desk", 303)
        site.remember(response, visitor, request)
        return response

    def _offered(request: Request, visit: Visit) -> str:
        role = request.path_params["role"]
        if not permissions.is_staff_key(site.hub.access, visit.event, role, request.path_params["key"]):
            raise NotAllowed
        return str(role)

    async def renew(request: Request) -> Response:
        visit = await frame.visit(request, CHIEF)
        form = await frame.form(request)
        await permissions.renew_links(visit.event)
        return frame.done(request, form, f"/t/{visit.event.id}/desk/staff")

    async def draft(request: Request) -> Response:
        visit = await frame.visit(request, CHIEF)
        form = await frame.form(request)
        now = asyncio.get_running_loop().time()
        task = frame.events.draft(visit.event, visit.member.name, visit.member.role, now)
        if task is not None:
            await asyncio.wait([task], timeout=1.0)
        return frame.done(request, form, f"/t/{visit.event.id}/desk")

    async def deed(request: Request) -> Response:
        name = request.path_params["deed"]
        if name not in DEEDS:
            raise refusal(BadSetting, name, _NO_SUCH, name=name)
        role, work = DEEDS[name]
        visit = await frame.visit(request, role)
        form = await frame.form(request)
        before = visit.event.state.current
        sure = min(form.number("sure", 0), 2)
        await visit.event.run(lambda director: work(director, form), visit.member.name, visit.member.role, sure)
        await games.follow(visit.event, before)
        return frame.done(request, form, f"/t/{visit.event.id}/desk")

    return told(
        frame,
        [
            ("/events/new", new, "GET"),
            ("/events/new", create, "POST"),
            ("/t/{event}/desk", desk, "GET"),
            ("/t/{event}/desk/entries", entries, "GET"),
            ("/t/{event}/desk/preview", back, "GET"),
            ("/t/{event}/desk/check", back, "GET"),
            ("/t/{event}/desk/entry/{entry}", entry, "GET"),
            ("/t/{event}/desk/round/{round}/board/{board}", board, "GET"),
            ("/t/{event}/desk/hand", hand, "GET"),
            ("/t/{event}/desk/check", check, "POST"),
            ("/t/{event}/desk/settings", settings, "GET"),
            ("/t/{event}/desk/log", log, "GET"),
            ("/t/{event}/desk/papers", papers, "GET"),
            ("/t/{event}/desk/staff", staff, "GET"),
            ("/t/{event}/staff/{role}/{key}", welcome, "GET"),
            ("/t/{event}/staff/{role}/{key}", accept, "POST"),
            ("/t/{event}/desk/renew-links", renew, "POST"),
            ("/t/{event}/desk/draft", draft, "POST"),
            ("/t/{event}/desk/{deed}", deed, "POST"),
        ],
    )


def _missing_first(row: views.TableRow) -> tuple[bool, int]:
    return row.state not in MISSING, row.number


def _games(visit: Visit) -> dict[str, Any]:
    """Return the games of the event on this server, by round and table."""
    return visit.event.mapping("games")


def two_sided(words: Any) -> list[tuple[str, str]]:
    """Return the games that can be paired: name and title."""
    found = [(name, named(name)) for name in playable()]
    return [(name, names.game_name(words, game)) for name, game in found if len(set(game.sides)) == 2]


def failure(visit: Visit, error: Exception) -> str:
    """Return why a pairing failed."""
    return error.say(visit.words._) if isinstance(error, Refusal) else visit.words._(str(error))


def _is_here(entry: Any) -> bool:
    return bool(entry.here and not entry.left and not entry.expelled)


def _default_rounds(state: Tournament) -> int:
    count = len(state.entries)
    if state.settings.rounds or count < 2:
        return state.settings.rounds
    return schedule.default(count) if state.settings.system == SYSTEMS[0] else 0


def _number(request: Request, name: str, most: int) -> int:
    text = request.path_params[name]
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        raise Problem(404, "NO_SUCH_PAGE")
    return int(text)


def _has_open(state: Tournament) -> bool:
    return state.current is not None and state.current.state != "closed"


def _open_number(state: Tournament) -> int:
    return len(state.rounds) + (0 if _has_open(state) else 1)


def _as_text(state: Tournament) -> str:
    """Return the tables of the round that is open, as they are typed."""
    if not _has_open(state):
        return ""
    assert state.current is not None
    number_of = {entry.id: entry.number for entry in state.entries}
    return "\n".join(
        f"{number_of[b.first]}-{number_of[b.second]}" if b.second else str(number_of[b.first])
        for b in state.current.boards
    )


def _bans(state: Tournament) -> list[tuple[str, str]]:
    """Return the bans: names, and the numbers that take them back."""
    return [
        (
            " – ".join(state.name(id_) for id_ in ban.entries),
            " ".join(str(state.entry(id_).number or id_) for id_ in ban.entries),
        )
        for ban in state.prohibitions
    ]
