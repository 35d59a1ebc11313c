"""The home page, lists of games, and the page about the program."""

from importlib.metadata import version

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from charkoni.web.http.routing import PageRouter
from charkoni.web.http.sessions import is_id
from charkoni.web.http.site import SiteDep, VisitorDep
from charkoni.web.live.hub import HubDep
from charkoni.web.pages.game_list import game_lines
from charkoni.web.pages.limits import limit_queries
from charkoni.web.pages.new_game import CLOCKS, computer_choices, game_choices

MOST_OWN = 12
"""The most own games on the home page."""

MOST_LIVE = 60
"""The most games in a request for their states."""

router = PageRouter()


@router.get("/")
async def home(request: Request, site: SiteDep, visitor: VisitorDep, hub: HubDep) -> Response:
    """Return the home page.

    Context: games (see `game_choices`), computer (see `computer_choices`), clocks (time controls), open (games with
    free seats) and mine (own games that are not over), both of lines as in `game_line`.
    """
    own = await hub.store.mine(visitor.guest) if visitor.guest else []
    unfinished = [row for row in own if row.state in ("waiting", "open")][:MOST_OWN]
    waiting = await hub.store.listed(("waiting",), only_open=True)
    return site.page(
        request,
        "pages/home.html",
        games=game_choices(visitor.words),
        computer=computer_choices(visitor.words),
        clocks=CLOCKS,
        open=await game_lines(hub, visitor.words, [row for row in waiting if row not in unfinished]),
        mine=await game_lines(hub, visitor.words, unfinished),
    )


@router.get("/mine")
async def my_games(request: Request, site: SiteDep, visitor: VisitorDep, hub: HubDep) -> Response:
    """Return the visitor's games as a page.  Context: games (see `game_line`)."""
    rows = await hub.store.mine(visitor.guest) if visitor.guest else []
    return site.page(request, "pages/my_games.html", games=await game_lines(hub, visitor.words, rows))


@router.get("/watch")
async def watch(request: Request, site: SiteDep, visitor: VisitorDep, hub: HubDep) -> Response:
    """Return the running games as a page.  Context: games (see `game_line`)."""
    rows = await hub.store.listed(("open",))
    return site.page(request, "pages/watch.html", games=await game_lines(hub, visitor.words, rows))


@router.get("/live", dependencies=[Depends(limit_queries)])
async def live(visitor: VisitorDep, hub: HubDep, ids: str = "") -> Response:
    """Return the state of games as JSON: {id: {picture, status, state}}, see `game_line`.

    ids: of games, with commas between them; unknown ones are left out.  Refused: TOO_FAST.
    """
    wanted = [each for each in ids.split(",") if is_id(each)][:MOST_LIVE]
    lines = await game_lines(hub, visitor.words, await hub.store.named(wanted))
    states = {line["id"]: {name: line[name] for name in ("picture", "status", "state")} for line in lines}
    return JSONResponse(states, headers={"cache-control": "no-store"})


@router.get("/about")
async def about(request: Request, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return the page about the program.  Context: version, games (titles)."""
    titles = [game["title"] for game in game_choices(visitor.words)]
    return site.page(request, "pages/about.html", version=version("charkoni"), games=titles)
