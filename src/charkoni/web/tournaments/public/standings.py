"""Public pages of the standings and the crosstable."""

from starlette.responses import Response

from charkoni.core.translations import Words
from charkoni.tournament.model.settings import TIEBREAKS, Settings
from charkoni.tournament.printouts import editions, log_digest
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.rows.category_rows import category_filter
from charkoni.web.tournaments.rows.standings_rows import in_category
from charkoni.web.tournaments.visits import PublicVisit, number_or

router = EventRouter()


@router.get("/t/{event}/standings")
async def standings(visit: PublicVisit, after: str = "", category: str = "") -> Response:
    """Return the standings.

    after: a round, by default the last that is closed.  category: a name, by default all.  Context: ranks (of Rank),
    after, filter (Filter), editions (see `editions.lines`), digest (see `log_digest`), meanings (code,
    meaning, article of each tie-break).
    """
    settings, last = visit.event.public.settings, visit.event.public.closed
    number = number_or(after, last, last)
    ranks = await page_cache.ranks(visit.event, number if number < last else 0)
    shown = category_filter(visit.words, visit.event.public, category)
    if shown.chosen:
        ranks = in_category(visit.event.public, ranks, shown.ids)
    return visit.page(
        "tournaments/public/standings.html",
        ranks=ranks,
        after=number,
        filter=shown,
        editions=editions.lines(visit.words, settings),
        digest=log_digest.line(visit.words, visit.event.public),
        meanings=meanings(visit.words, settings),
    )


def meanings(words: Words, settings: Settings) -> list[tuple[str, str, str]]:
    """Return code, meaning and article of each tie-break."""
    return [(name, words._(TIEBREAKS[name].text), TIEBREAKS[name].article) for name in settings.tiebreaks]


@router.get("/t/{event}/cross")
async def crosstable(visit: PublicVisit) -> Response:
    """Return the crosstable.  Context: cross (a Crosstable), ids (of the entries by their numbers in it)."""
    cross, ids = await page_cache.crosstable(visit.event)
    return visit.page("tournaments/public/crosstable.html", cross=cross, ids=ids)
