"""Protests at the desk: the record of all, filing, decisions."""

from starlette.requests import Request
from starlette.responses import Response

from charkoni.tournament.acts.protests import DecideProtest, FileProtest
from charkoni.tournament.director import Director
from charkoni.tournament.model.protests import OUTCOMES
from charkoni.web.tournaments.event_pages import event_page
from charkoni.web.tournaments.forms import Form, Line, Number
from charkoni.web.tournaments.refusals import EventRouter
from charkoni.web.tournaments.rows.protest_rows import protest_rows
from charkoni.web.tournaments.visits import ArbiterVisit

router = EventRouter()


class ProtestForm(Form):
    """A protest.  round, board: of the table.  entry: who protests.  clause: of the rules.  text: what it is about."""

    round: Number
    board: Number
    entry: Number
    clause: Line = ""
    text: Line = ""


class DecisionForm(Form):
    """protest: its number.  outcome: upheld, rejected or withdrawn.  decision: in a sentence."""

    protest: Number
    outcome: Line = ""
    decision: Line = ""


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


def file(director: Director, form: ProtestForm) -> None:
    """Record a protest of a player."""
    act = FileProtest(
        round=form.round, board=form.board, entry=form.entry, at=director.time, clause=form.clause, text=form.text
    )
    director.do(act, key=form.key)


def decide(director: Director, form: DecisionForm) -> None:
    """Decide a protest."""
    act = DecideProtest(
        protest=form.protest, outcome=form.outcome, decision=form.decision, by=director.who, at=director.time
    )
    director.do(act, seen=form.seen, key=form.key)
