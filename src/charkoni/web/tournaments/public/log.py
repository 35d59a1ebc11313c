"""The public page of the log."""

from starlette.requests import Request
from starlette.responses import Response

from charkoni.tournament.acts.log import LogEntry
from charkoni.web.tournaments.event_pages import event_page
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.rows.log_lines import log_line
from charkoni.web.tournaments.visits import PublicVisit, Visit

MOST_ACTS = 200
_HIDDEN = frozenset(["draft", "checkin"])
"""Acts that are not for the public: a draft is secret, a check-in is private."""

router = EventRouter()


@router.get("/t/{event}/log")
async def log(request: Request, visit: PublicVisit) -> Response:
    """Return the log, the newest act first.  Context: acts (see `log_line`), more (whether there are older ones)."""
    acts = [act for act in visit.event.director.log if act.kind not in _HIDDEN and not _is_secret(visit, act)]
    lines = [log_line(visit, act) for act in reversed(acts[-MOST_ACTS:])]
    return event_page(request, visit, "tournaments/public/log.html", acts=lines, more=len(acts) > MOST_ACTS)


def _is_secret(visit: Visit, act: LogEntry) -> bool:
    """Return whether an act is about a round that is not published."""
    number = act.data.get("round")
    return (
        act.kind in ("edit", "lot", "unpublish") and isinstance(number, int) and number > len(visit.event.public.rounds)
    )
