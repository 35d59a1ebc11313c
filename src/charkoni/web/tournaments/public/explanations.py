"""Why?  A pairing, a pairing that was not made, and a tie-break with all its terms, in plain words."""

import asyncio
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament import explain
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.settings import ARTICLES
from charkoni.tournament.pairing.dutch import half
from charkoni.tournament.standings.crosstable import SIGNS
from charkoni.tournament.standings.tiebreaks import Term, Value
from charkoni.web.http.errors import Problem
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.page_base import Frame, Route, told

_NO_TIEBREAK = mark("this event does not use the tie-break {name}")
MEANINGS = {
    "BH": mark("Buchholz: the points of all opponents together."),
    "BH/C1": mark("Buchholz without the lowest opponent."),
    "BH/C2": mark("Buchholz without the two lowest opponents."),
    "BH/M1": mark("Buchholz without the lowest and the highest opponent."),
    "SB": mark("Sonneborn-Berger: the points of each opponent times the own result against him."),
    "SB/C1": mark("Sonneborn-Berger without the lowest opponent."),
    "DE": mark("Direct encounter: the games of those who are tied against each other."),
    "PS": mark("The sum of the own points after every round."),
    "PS/C1": mark("The sum of the own points after every round, without round 1."),
    "WIN": mark("The number of rounds that brought as much as a win."),
    "WON": mark("The number of games won at the board."),
    "BPG": mark("The number of games as second side."),
    "KS": mark("Koya: the points against those who have half of the points or more."),
    "ARO": mark("The average rating of the opponents."),
    "ARO/C1": mark("The average rating of the opponents without the lowest."),
    "GP": mark("The points of single games, when a round has several."),
    "SD": mark("Own stones less those of the opponent, over all games counted."),
    "LOT": mark("A lot, drawn from the published seed."),
}
_CUT = mark("struck: the lowest, or the highest, does not count")
_VOLUNTARY = mark("a round that was not played by choice")


@dataclass(frozen=True, slots=True)
class TermRow:
    """A term of a tie-break: round, opponent, result, the two factors, what counts, and whether it is struck."""

    round: int
    entry: int
    number: int
    name: str
    mark: str
    first: str
    second: str
    value: str
    cut: bool
    note: str


def routes(frame: Frame) -> list[Route]:
    """Return the addresses of explanations."""

    async def pairing(request: Request) -> Response:
        """Why a table, or why not a pair.  Context: number, table, lines, answer, a, b, tables, people."""
        visit = await frame.visit(request)
        words, query, state = visit.words, request.query_params, visit.event.public
        number = _chosen(query.get("round", ""), len(state.rounds), len(state.rounds))
        if not number:
            raise Problem(404, "NO_SUCH_PAGE")
        rows = await page_cache.table_rows(visit.event, number)
        table = _chosen(query.get("table", ""), len(rows), 0)
        count = len(state.by_number())
        a, b = (_chosen(query.get(name, ""), count, 0) for name in "ab")
        engine = frame.events.engine.pair
        lines, answer = [], ""
        if table:
            name = f"why-{words.language}-{number}-{table}"
            lines = await page_cache.kept(
                visit.event, name, lambda of: explain.board(words, of.state, number, table, engine), number
            )
        if a and b and state.settings.system == "swiss":
            answer = await asyncio.to_thread(explain.not_paired, words, state, number, a, b, engine)
        people = [(each, state.name(entry.id)) for each, entry in sorted(state.by_number().items())]
        return frame.page(
            request, visit, "tournaments/public/pairing_explanation.html", number=number, table=table,
            lines=lines, answer=answer, a=a, b=b, tables=rows, people=people, has_not=state.settings.system == "swiss",
        )  # fmt: skip

    async def tiebreak(request: Request) -> Response:
        """Where a tie-break comes from.  Context: name, meaning, article, value, rows (TermRow), after, who."""
        visit = await frame.visit(request)
        state, words = visit.event.public, visit.words
        name = request.path_params["name"].replace("-", "/")
        entry = _chosen(request.path_params["entry"], len(state.entries), 0)
        after = _chosen(request.query_params.get("after", ""), len(state.rounds), len(state.rounds))
        if not entry or not after:
            raise Problem(404, "NO_SUCH_PAGE")
        if name not in state.settings.tiebreaks:
            raise refusal(BadSetting, name, _NO_TIEBREAK, name=name)
        lines = await page_cache.lines(visit.event, after)
        line = next((line for line in lines if line.number == state.entry(entry).number), None)
        if line is None:
            raise Problem(404, "NO_SUCH_PAGE")
        value = line.values[state.settings.tiebreaks.index(name)]
        return frame.page(
            request, visit, "tournaments/public/tiebreak_explanation.html", name=name, meaning=words._(MEANINGS[name]),
            article=ARTICLES[name], value=value, rows=terms(words, state, name, value), after=after,
            who=state.name(entry), entry=entry, points=half(line.points),
            product=name.partition("/")[0] == "SB",
        )  # fmt: skip

    return told(
        frame,
        [
            ("/t/{event}/why", pairing, "GET"),
            ("/t/{event}/entry/{entry}/why/{name}", tiebreak, "GET"),
        ],
    )


def terms(words: Words, state: Tournament, name: str, value: Value) -> list[TermRow]:
    """Return the terms of a tie-break."""
    by_number = state.by_number()
    return [_term(words, state, by_number[term.opponent].id if term.opponent else 0, name, term)
            for term in value.terms]  # fmt: skip


def _term(words: Words, state: Tournament, entry: int, name: str, term: Term) -> TermRow:
    family = name.partition("/")[0]
    value = str(term.value)
    if family == "SB":
        value = str(Value(term.value, 4))
    elif family in ("BH", "PS", "KS", "DE"):
        value = half(term.value)
    notes = [words._(_CUT)] if term.cut else []
    notes += [words._(_VOLUNTARY)] if term.is_voluntary else []
    who, sign = state.name(entry) if entry else "", SIGNS.get(term.mark, term.mark)
    return TermRow(
        term.round, entry, term.opponent, who, sign, half(term.first), half(term.second), value, term.cut,
        "; ".join(notes),
    )  # fmt: skip


def _chosen(text: str, most: int, usual: int) -> int:
    """Return a number between 1 and `most`, else the usual one."""
    return int(text) if text.isascii() and text.isdigit() and 1 <= int(text) <= most else usual
