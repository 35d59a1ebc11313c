"""Protests at the desk: the record of all, filing, decisions."""

from starlette.requests import Request
from starlette.responses import Response

from charkoni.tournament.model.protests import OUTCOMES
from charkoni.web.tournaments.event_pages import event_page
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.rows.protest_rows import protest_rows
from charkoni.web.tournaments.visits import ArbiterVisit

router = EventRouter()


@router.get("/t/{event}/desk/protests")
async def protests(request: Request, visit: ArbiterVisit) -> Response:
    """Return the record of protests, open ones first.  Context: protests (of ProtestRow), outcomes (value, words)."""
    return event_page(
        request,
        visit,
        "tournaments/arbiter/protests.html",
        protests=protest_rows(visit.words, visit.event.state),
        outcomes=outcomes(visit),
    )


def outcomes(visit: ArbiterVisit) -> list[tuple[str, str]]:
    """Return the outcomes of protests: value, words."""
    return [(outcome, visit.words._(text)) for outcome, text in OUTCOMES.items()]
