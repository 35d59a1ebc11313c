"""The lobby: who is there for a game, and "Play anyone now", which waits for somebody near and offers a computer.

A search is a game that waits with a challenge to all who are near.  Its table asks every few seconds whether there is
an older game to join instead, in any process; who comes to it takes its free seats as those of any other challenge.
A person has one search: all his pages show it, and a search for something else takes its place.
"""

from dataclasses import replace

from fastapi import Depends
from starlette.responses import JSONResponse, Response

from charkoni.games import names
from charkoni.web.http.errors import Refused
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import FormDep
from charkoni.web.live.game.clocks import control_of
from charkoni.web.live.hub import Hub
from charkoni.web.pages.board_pictures import game_of
from charkoni.web.pages.game_list import challenge_lines
from charkoni.web.pages.home import DAY_MS, EventLinesDep, gathering, shown_games
from charkoni.web.pages.invites import end_challenge
from charkoni.web.pages.new_game import form_choices, game_choices, setup_of
from charkoni.web.pages.table.page import RoomDep
from charkoni.web.pages.visits import VisitDep, limit_queries
from charkoni.web.ratings.anchors import anchors
from charkoni.web.ratings.conditions import pace_of

MOST_LINES = 12
"""The most lines of a list."""

USUAL_CLOCK = "10+5"

router = PageRouter()


@router.get("/lobby")
async def lobby(visit: VisitDep, running: EventLinesDep, game: str = "", to: str = "") -> Response:
    """Return the lobby as a page.

    game: a name, by default of the game in which the visitor has most rated games.  to: the name of a member for the
    form of challenges.  Context: game (its name), title, to, games (see `game_choices`), strengths (the ratings of the
    levels of the computer in the game and the usual style, as far as they were measured), usual (the clock), to_me and
    mine (challenges, see `challenge_lines`); see also `form_choices` and `gathering`.
    """
    hub, words = visit.hub, visit.words
    rated, shown = await hub.ratings.of(visit.person) if visit.person else [], shown_games()
    chosen = game_of(game or (rated[0].name if rated else shown[hub.time.wall() // DAY_MS % len(shown)]))
    to_me, mine = await hub.challenges.to(visit.person), await hub.challenges.by(visit.person)
    return visit.page(
        "pages/lobby.html",
        game=chosen.name,
        title=names.game_name(words, chosen),
        to=to,
        games=game_choices(words),
        strengths={level: round(known.rating) for level, known in anchors(chosen.name).items()},
        usual=USUAL_CLOCK,
        to_me=await challenge_lines(visit, to_me),
        mine=await challenge_lines(visit, mine),
        **form_choices(words),
        **await gathering(visit, running, {row.id for row in (*to_me, *mine)}, MOST_LINES),
    )


@router.post("/lobby")
async def play_anyone(visit: VisitDep, form: FormDep) -> Response:
    """Begin a search, and redirect to its table, or to that of somebody who waits already.

    Form: game, clock, rated (see `new_game.setup_of`).  Refused: RateLimited, QUOTA, UNRATED.
    """
    fields = {name: form[name] for name in ("game", "clock", "rated") if name in form}
    setup = setup_of(fields | {"opponent": "friend", "seat": "random", "public": "1"})
    person, hub = visit.become_person(), visit.hub
    async with hub.turns[f"search {person.person}"]:
        for row in await hub.challenges.searches(person.person):
            is_same = (row.name, control_of(row), row.rated) == (setup.game.name, setup.control, int(setup.rated))
            if is_same or not await _ended(hub, row.id, person.person):
                return visit.redirect(f"/g/{row.id}")
        pace = pace_of(setup.control.kind, setup.control.base, setup.control.increment)
        setup = replace(setup, terms=await hub.challenges.search(person.person, setup.game.name, pace))
        game_id = await hub.create(setup, person.person, person.name, visit.user)
    room = await hub.room(game_id)
    moved = await hub.move_on(room, person.person, person.name) if room else ""
    return visit.redirect(f"/g/{moved or game_id}")


async def _ended(hub: Hub, game_id: str, person: str) -> bool:
    """End a search of a person, and return whether it has found nobody before."""
    room = await hub.room(game_id)
    try:
        if room:
            await end_challenge(hub, room, person)
    except Refused:
        return False
    return True


@router.post("/lobby/{game_id}", dependencies=[Depends(limit_queries)])
async def search_on(visit: VisitDep, _form: FormDep, room: RoomDep) -> Response:
    """Go on with a search; return the game to which the visitor has moved as JSON: url, "" while he has not.

    Refused: NOT_YOUR_SEAT.
    """
    if not await visit.seats_at(room):
        raise Refused("NOT_YOUR_SEAT")
    moved, hub = "", visit.hub
    if room.live.state == "waiting":
        # Two, where two processes were asked at once: all pages go on with the first one.
        first = next(iter(await hub.challenges.searches(visit.person)), None)
        if first and first.id != room.id and await _ended(hub, room.id, visit.person):
            moved = first.id
        else:
            await hub.challenges.keep_searching(room.id)
            moved = await hub.move_on(room, visit.person, visit.visitor.name)
    return JSONResponse({"url": f"/g/{moved}" if moved else ""}, headers={"cache-control": "no-store"})
