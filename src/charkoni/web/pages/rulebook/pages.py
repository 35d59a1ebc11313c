"""The rulebook as pages: the list of games, and the rules of each, on top in one minute."""

import asyncio
import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.core.registry import named
from charkoni.core.teaching.guide import guide_of
from charkoni.core.teaching.summary import Statement, summary_of
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.engine.warm import playable, warm_within
from charkoni.web.http.errors import found
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import safe
from charkoni.web.live.board_view import view_of
from charkoni.web.pages.board_pictures import game_of, picture_url, redirected
from charkoni.web.pages.new_game import game_choice, game_choices
from charkoni.web.pages.rulebook.examples import ShownSection, plain_sections, shown_sections
from charkoni.web.pages.rulebook.markdown import RulePage, rule_page
from charkoni.web.pages.visits import COMPILE_S, VisitDep

WIDE = 1.6
SIZES = 4
"""A flag with more values changes the size of a board: its variants are not described individually."""

router = PageRouter()

_PRINTING = asyncio.Semaphore()
"""One at a time: whoever asks for many keeps one processor busy at most."""

_CLAUSE = re.compile(r"[A-Z]{1,2}[0-9]{1,2}")
_CLAUSES = re.compile(rf"<td>{_CLAUSE.pattern}(?:, {_CLAUSE.pattern})*</td>")
_COMPARISONS = {
    "source": ("sources", N_("What the source of {game} says, sentence by sentence, and how its rules were read.")),
    "printed": (
        "printed",
        N_("The printed rules of {game}, compared clause by clause, and the names under which each is played."),
    ),
}
"""By the ends of their addresses the kinds of the pages that compare rules, and what is said about each."""


@router.get("/rules")
async def rules(visit: VisitDep) -> Response:
    """Return the list of games with rules.  Context: games (see `game_choices`)."""
    return visit.page("pages/rules.html", games=game_choices(visit.words))


@router.get("/rules/{game}")
async def rule(visit: VisitDep, game: str) -> Response:
    """Return the rules of a game, or of a variant: those of the game with the variant's rules in one minute.

    Context: name, title, page (a RulePage), sections (see `shown_sections`), summary (see `shown_summary`; without
    pictures while the rules are not compiled), is_compiled, source and printed (addresses, "" for none), game (see
    `game_choices`).
    """
    asked = game_of(game)
    name = asked.family.name
    page = found(rule_page(name, visit.lang))
    if asked.name != game:
        return redirected(f"/rules/{asked.name}", visit.request)
    is_compiled = await warm_within(named(name), COMPILE_S)
    return visit.page(
        "pages/rule.html",
        name=game,
        title=names.game_name(visit.words, asked) if asked.options else page.title,
        page=page,
        sections=await _sections(page, visit.lang, is_compiled),
        rules="",
        source=f"/rules/{name}/source" if rule_page(name, visit.lang, "sources") else "",
        printed=f"/rules/{name}/printed" if rule_page(name, visit.lang, "printed") else "",
        summary=shown_summary(game, visit.lang),
        is_compiled=is_compiled,
        game=game_choice(visit.words, named(name)),
        safe=safe,
    )


@router.get("/rules/{game}/source")
@router.get("/rules/{game}/printed")
async def comparison(visit: VisitDep, game: str) -> Response:
    """Return the comparison of a game's rules with their source, or of printed rules, in languages that have one.

    Context: as that of `rule`, without a summary; about (a sentence on the page).
    """
    kind, about = _COMPARISONS[visit.request.url.path.rpartition("/")[2]]
    page = found(rule_page(game, visit.lang, kind) if game in playable() else None)
    chosen = game_choice(visit.words, named(game))
    is_compiled = await warm_within(named(game), COMPILE_S)
    rules_url = f"/rules/{game}"
    sections = await _sections(page, visit.lang, is_compiled)
    return visit.page(
        "pages/source.html",
        name=game,
        page=page,
        sections=[_linked(section, rules_url) for section in sections],
        rules=rules_url,
        about=visit.words._(about, game=chosen["title"]),
        game=chosen,
        safe=safe,
    )


@router.get("/rules/{game}/workbook.pdf")
@router.get("/rules/{game}/lessons.pdf")
async def paper(visit: VisitDep, game: str) -> Response:
    """Return the workbook of a game for a class, or the plan of five lessons, as PDF."""
    kind, name = visit.request.url.path.rpartition("/")[2], game_of(game).family.name
    async with _PRINTING:
        content = await asyncio.to_thread(_printed, kind, name, visit.lang)
    headers = {"content-disposition": f'attachment; filename="charkoni-{name}-{kind}"'}
    return Response(content, media_type="application/pdf", headers=headers)


@cache  # a few MB for all games and languages; a workbook takes seconds
def _printed(kind: str, game: str, lang: str) -> bytes:
    from charkoni.classroom.lesson_plan import lesson_plan  # these need the tournament part, which a start does not
    from charkoni.classroom.workbook import workbook
    from charkoni.tournament.printouts.pdf import pdf

    return pdf((workbook if kind == "workbook.pdf" else lesson_plan)(Words(lang), named(game)))


async def _sections(page: RulePage, lang: str, is_compiled: bool) -> tuple[ShownSection, ...]:
    """Return the sections of a page, with boards if the rules of its game are compiled."""
    return await asyncio.to_thread(shown_sections, page, lang) if is_compiled else plain_sections(page)


def _linked(section: ShownSection, rules_url: str) -> ShownSection:
    """Return a section in which table cells with clauses link to the rule page."""
    parts = [
        _CLAUSES.sub(lambda cell: _CLAUSE.sub(rf'<a href="{rules_url}#\g<0>">\g<0></a>', cell[0]), part)
        if isinstance(part, str)
        else part
        for part in section.parts
    ]
    return replace(section, parts=tuple(parts))


@dataclass(frozen=True, slots=True)
class ShownSummary:
    """The statements about a game, and by variant name those that apply only to this variant.

    exceptions: statements for later.  aim, clause: the aim in a sentence, "" if nothing states it.  is_wide: the board
    is much wider than high.  picture: the address of that of the first statement.
    """

    aim: str
    clause: str
    is_wide: bool
    picture: str
    statements: list[Statement]
    exceptions: list[Statement]
    variants: list[tuple[str, list[Statement]]]


@lru_cache(maxsize=64)
def shown_summary(name: str, lang: str) -> ShownSummary:
    """Return the summary of a game, or of a variant by its name, in a language."""
    words, usual = Words(lang), named(name)
    common = {each.text for each in summary_of(usual, lang)}
    variants = []
    for flag in () if usual.options else usual.family.flags:
        for value in flag.values[1:] if len(flag.values) <= SIZES else ():
            variant = named(f"{name}:{flag.name}" if flag.is_switch else f"{name}:{flag.name}={value}")
            own = [each for each in summary_of(variant, lang) if each.text not in common]
            if own:
                variants.append((names.flag_name(words, variant, flag, value), own))
    layout = view_of(usual, 0, False).layout
    told = summary_of(usual, lang)
    statements, exceptions = ([each for each in told if each.is_exception == late] for late in (False, True))
    guide = guide_of(usual)
    aim = (words._(guide.aim), guide.clause) if guide else ("", "")
    picture = ""
    if statements:
        shown = statements[0]
        picture = picture_url(shown.game, shown.position, "" if shown.result.startswith("illegal") else shown.move)
    return ShownSummary(*aim, layout.width > WIDE * layout.height, picture, statements, exceptions, variants)
