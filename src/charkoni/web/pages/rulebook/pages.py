"""The rulebook as pages: the list of games, and the rules of each."""

import asyncio
import re
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.engine.warm import playable, warm_within
from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import Site, SiteDep, Visitor, VisitorDep, safe
from charkoni.web.pages.board_pictures import game_of, redirected
from charkoni.web.pages.limits import COMPILE_S
from charkoni.web.pages.new_game import game_choices
from charkoni.web.pages.rulebook.examples import ShownSection, plain_sections, shown_sections
from charkoni.web.pages.rulebook.markdown import RulePage, printed_page, rule_page, source_page
from charkoni.web.pages.rulebook.summary import shown_summary

router = PageRouter()

_CLAUSE = re.compile(r"[A-Z]{1,2}[0-9]{1,2}")
_CLAUSES = re.compile(rf"<td>{_CLAUSE.pattern}(?:, {_CLAUSE.pattern})*</td>")


@router.get("/rules")
async def rules(request: Request, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return the list of games with rules.  Context: games (see `game_choices`)."""
    return site.page(request, "pages/rules.html", games=game_choices(visitor.words))


@router.get("/rules/{game}")
async def rule(request: Request, game: str, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return the rules of a game, or of a variant: those of the game with the variant's rules in one minute.

    Context: name, title, page (a RulePage), sections (see `shown_sections`), summary (see `shown_summary`; without
    pictures while the rules are not compiled), is_compiled, source and printed (addresses, "" for none), game (see
    `game_choices`).
    """
    asked = game_of(game)
    name = asked.family.name
    page = rule_page(name, visitor.lang)
    if page is None:
        raise Problem(404, "NO_SUCH_PAGE")
    if asked.name != game:
        return redirected(f"/rules/{asked.name}", request)
    is_compiled = await warm_within(named(name), COMPILE_S)
    return site.page(
        request,
        "pages/rule.html",
        name=game,
        title=names.game_name(visitor.words, asked) if asked.options else page.title,
        page=page,
        sections=await _sections(page, visitor.lang, is_compiled),
        rules="",
        source=f"/rules/{name}/source" if source_page(name, visitor.lang) else "",
        printed=f"/rules/{name}/printed" if printed_page(name, visitor.lang) else "",
        summary=shown_summary(game, visitor.lang),
        is_compiled=is_compiled,
        game=_chosen(name, visitor.words),
        safe=safe,
    )


@router.get("/rules/{game}/source")
async def source(request: Request, game: str, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return the comparison of a game's rules with their source.  Context: as that of `rule`, without a summary."""
    about = N_("What the source of {game} says, sentence by sentence, and how its rules were read.")
    page = source_page(game, visitor.lang) if game in playable() else None
    return await _comparison(request, game, site, visitor, page, about)


@router.get("/rules/{game}/printed")
async def printed(request: Request, game: str, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return the comparison of printed rules, in languages that have one.  Context: as that of `source`."""
    about = N_("The printed rules of {game}, compared clause by clause, and the names under which each is played.")
    page = printed_page(game, visitor.lang) if game in playable() else None
    return await _comparison(request, game, site, visitor, page, about)


async def _comparison(
    request: Request, game: str, site: Site, visitor: Visitor, page: RulePage | None, about: str
) -> Response:
    """Return a page that compares rules; raise Problem where there is none.  about: its description, for {game}."""
    if page is None:
        raise Problem(404, "NO_SUCH_PAGE")
    chosen = _chosen(game, visitor.words)
    is_compiled = await warm_within(named(game), COMPILE_S)
    rules_url = f"/rules/{game}"
    sections = await _sections(page, visitor.lang, is_compiled)
    return site.page(
        request,
        "pages/source.html",
        name=game,
        page=page,
        sections=[_linked(section, rules_url) for section in sections],
        rules=rules_url,
        about=visitor.words._(about, game=chosen["title"]),
        game=chosen,
        safe=safe,
    )


async def _sections(page: RulePage, lang: str, is_compiled: bool) -> tuple[ShownSection, ...]:
    """Return the sections of a page, with boards if the rules of its game are compiled."""
    return await asyncio.to_thread(shown_sections, page, lang) if is_compiled else plain_sections(page)


def _chosen(game: str, words: Words) -> dict[str, object]:
    return next(each for each in game_choices(words) if each["name"] == game)


def _linked(section: ShownSection, rules_url: str) -> ShownSection:
    """Return a section in which table cells with clauses link to the rule page."""
    parts = [
        _CLAUSES.sub(lambda cell: _CLAUSE.sub(rf'<a href="{rules_url}#\g<0>">\g<0></a>', cell[0]), part)
        if isinstance(part, str)
        else part
        for part in section.parts
    ]
    return replace(section, parts=tuple(parts))
