"""The rulebook as pages: the list of games, and the rules of each."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.registry import named
from charkoni.web.engine.warm import playable, warm_within
from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import SiteDep, VisitorDep, safe
from charkoni.web.pages.limits import COMPILE_S
from charkoni.web.pages.new_game import game_choices
from charkoni.web.pages.rulebook.examples import plain_sections, shown_sections
from charkoni.web.pages.rulebook.markdown import rule_page
from charkoni.web.pages.rulebook.summary import shown_summary

router = PageRouter()


@router.get("/rules")
async def rules(request: Request, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return the list of games with rules.  Context: games (see `game_choices`)."""
    return site.page(request, "pages/rules.html", games=game_choices(visitor.words))


@router.get("/rules/{game}")
async def rule(request: Request, game: str, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return the rules of a game.

    Context: name, page (a RulePage), sections (see `shown_sections`), summary (see `shown_summary`; without pictures
    while the rules are not compiled), is_compiled, game (see `game_choices`).
    """
    page = rule_page(game, visitor.lang) if game in playable() else None
    if page is None:
        raise Problem(404, "NO_SUCH_PAGE")
    is_compiled = await warm_within(named(game), COMPILE_S)
    sections = await asyncio.to_thread(shown_sections, page, visitor.lang) if is_compiled else plain_sections(page)
    chosen = next(each for each in game_choices(visitor.words) if each["name"] == game)
    return site.page(
        request,
        "pages/rule.html",
        name=game,
        page=page,
        sections=sections,
        summary=shown_summary(game, visitor.lang),
        is_compiled=is_compiled,
        game=chosen,
        safe=safe,
    )
