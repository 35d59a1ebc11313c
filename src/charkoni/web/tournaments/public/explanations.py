"""Public explanations: of a pairing, of a pairing that was not made, and of a tie-break with all its terms."""

import asyncio
from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament import explain
from charkoni.tournament.acts.late_changes import with_late_changes
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.settings import TIEBREAKS, points_text
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.standings.crosstable import SIGNS
from charkoni.tournament.standings.ranking import Line
from charkoni.tournament.standings.tiebreaks import Term, Value
from charkoni.web.http.errors import found, number_in, number_or
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.page_cache import Snapshot
from charkoni.web.tournaments.visits import EventRouter, EventsDep, PublicVisit

router = EventRouter()


@router.get("/t/{event}/why")
async def pairing(
    visit: PublicVisit,
    events: EventsDep,
    round_: Annotated[str, Query(alias="round")] = "",
    table: str = "",
    a: str = "",
    b: str = "",
) -> Response:
    """Explain a table, and why two players do not meet.

    round: by default the last.  table: its number.  a, b: pairing numbers.
    Context: number (of the round), table, lines (sentences about the table), answer (a sentence about a and b), a, b,
    tables (of TableRow), people (pairing number, name).
    """
    words, state = visit.words, visit.event.public
    number = found(number_or(round_, len(state.rounds), len(state.rounds)))
    rows = await page_cache.round_tables(visit.event, number)
    chosen = number_or(table, len(rows), 0)
    count = len(state.by_number())
    one, other = number_or(a, count, 0), number_or(b, count, 0)
    engine, log = events.engine.pair, visit.event.director.log
    lines, answer = [], ""
    if chosen:
        name = f"explanation-{words.language}-{number}-{chosen}"

        def lines_of(current: Snapshot) -> list[str]:
            return explain.board(words, with_late_changes(current.state, log), number, chosen, engine)

        lines = await page_cache.cached(visit.event, name, lines_of, number)
    if one and other and system_of(state.settings).is_checked:
        known = with_late_changes(state, log)
        answer = await asyncio.to_thread(explain.not_paired, words, known, number, one, other, engine)
    people = [(each, state.name(entry.id)) for each, entry in sorted(state.by_number().items())]
    return visit.page(
        "tournaments/public/pairing_explanation.html",
        number=number,
        table=chosen,
        lines=lines,
        answer=answer,
        a=one,
        b=other,
        tables=rows,
        people=people,
    )


@router.get("/t/{event}/entry/{entry}/why/{name}")
async def tiebreak(visit: PublicVisit, entry: str, name: str, after: str = "") -> Response:
    """Explain the value of a tie-break.

    name: code of the tie-break, "-" in place of "/".  after: a round, by default the last closed one.
    Context: name, meaning (a sentence), article (of FIDE), value, rows (see `_term_row`), after, who, entry, points,
    product (whether the terms are products), points_text.  Refused: a tie-break that the event does not use.
    """
    state, words = visit.event.public, visit.words
    id_, code = number_in(entry, len(state.entries)), name.replace("-", "/")
    number = found(number_or(after, state.closed, state.closed))
    if code not in state.settings.tiebreaks:
        raise refusal(BadSetting, code, N_("this event does not use the tie-break {name}"), name=code)
    lines = (await page_cache.standings(visit.event, number)).lines
    line = found(next((line for line in lines if line.number == state.entry(id_).number), None))
    context = tiebreak_context(words, state, id_, code, line)
    return visit.page("tournaments/public/tiebreak_explanation.html", after=number, **context)


def tiebreak_context(words: Words, state: Tournament, entry: int, code: str, line: Line) -> dict[str, object]:
    """Return the context of `tiebreak`, without after.  line: of the entry in the standings."""
    value = line.values[state.settings.tiebreaks.index(code)]
    return {
        "name": code,
        "meaning": words._(TIEBREAKS[code].text),
        "article": TIEBREAKS[code].article,
        "value": value,
        "rows": [_term_row(words, state, code, term) for term in value.terms],
        "points_text": points_text,
        "who": state.name(entry),
        "entry": entry,
        "points": points_text(line.points),
        "product": code.partition("/")[0] == "SB",
    }


def _term_row(words: Words, state: Tournament, name: str, term: Term) -> dict[str, object]:
    """Return a term of a tie-break: term, opponent (an entry, or None), mark (the result), value, note (in words)."""
    family = name.partition("/")[0]
    value = str(term.value)
    if family == "SB":
        value = str(Value(term.value, 4))
    elif family in ("BH", "PS", "KS", "DE"):
        value = points_text(term.value)
    notes = [words._("struck: the lowest, or the highest, does not count")] if term.cut else []
    notes += [words._("a round that was not played by choice")] if term.is_voluntary else []
    return {
        "term": term,
        "opponent": state.by_number().get(term.opponent),
        "mark": SIGNS.get(term.mark, term.mark),
        "value": value,
        "note": "; ".join(notes),
    }
