"""Acts on protests: filing and deciding them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import Act, Severity, board_of, name_of, round_of
from charkoni.tournament.acts.declaration import Command, Performer, Written
from charkoni.tournament.acts.fields import AT, ENTRY, LINE, POSITIVE, ROUND, TABLE, last_round, own_table
from charkoni.tournament.model.errors import BadEntry, BadResult, WrongPhase, refusal
from charkoni.tournament.model.event import OUTCOMES, Protest, Tournament
from charkoni.tournament.model.person_names import checked_line

_NUMBER = N_("protest {number}: round {round}, table {table}, {who}")
_PROTEST = N_("round {round}, table {table}: {who} {clause}")
_DECISION = N_("protest {number}: {outcome}")

LONGEST = 400
"""The most characters of a protest or decision."""


def _sentence(text: str, missing: str) -> str:
    line = checked_line(text, BadEntry, LONGEST)
    if not line:
        raise refusal(BadEntry, text, missing)
    return line


class FileProtest(Act):
    """File a protest of a player at their table.

    round, board: their numbers.  entry: the id of the protesting entry.  at: UTC, as in `model.times`.  clause: of the
    rules or regulations, may be empty.  text: what it is about.
    """

    kind = "protest"
    label = N_("Protest")
    usual = Severity.NOTICE
    command = Command("protest", N_("Record the protest of a player, before the round is closed."))

    round: Annotated[int, Written(ROUND, missing=last_round)]
    entry: Annotated[int, Written(ENTRY)]
    board: Annotated[int, Written(TABLE, "table", N_("the table; else that of the player"), missing=own_table)]
    at: AT
    text: Annotated[str, Written(LINE, help=N_("what it is about"))]
    clause: Annotated[str, Written(LINE, help=N_("of the rules or regulations: M8, 4.2"), metavar="CLAUSE")] = ""

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the protest; raise WrongPhase unless the round is being played, BadEntry, BadResult."""
        round_ = round_of(state, self.round)
        if round_.state != "published":
            reason = "protest-closed" if round_.state == "closed" else N_("round {round} is not published")
            raise refusal(WrongPhase, self.round, reason, round=self.round)
        board = board_of(round_, self.board)
        if board.is_bye:
            raise refusal(BadResult, self.board, "protest-of-bye", board=self.board, round=self.round)
        if self.entry not in (board.first, board.second):
            known = 1 <= self.entry <= len(state.entries)
            who = state.name(self.entry) if known else self.entry
            raise refusal(BadEntry, self.entry, "not-seated", who=who, board=self.board, round=self.round)
        place = (self.round, self.board, self.entry)
        for other in state.protests:
            if other.is_open and (other.round, other.board, other.entry) == place:
                raise refusal(WrongPhase, self.board, "protest-twice", who=state.name(self.entry), number=other.number)
        clause, text = checked_line(self.clause, BadEntry), _sentence(self.text, N_("describe the protest"))
        protest = Protest(len(state.protests) + 1, *place, self.at, clause, text)
        return replace(state, protests=(*state.protests, protest))

    def about(self, words: Words, state: Tournament) -> str:
        """Return the protesting entry, the table and the clause."""
        who, table = name_of(state, self.entry), self.board
        return words._(_PROTEST, round=self.round, table=table, who=who, clause=self.clause).strip()

    def report(self, words: Words, director: Performer, before: Tournament) -> Iterator[str]:
        """Iterate over one line, with the number of the protest."""
        number, who = director.state.protests[-1].number, director.state.name(self.entry)
        yield words._(_NUMBER, number=number, round=self.round, table=self.board, who=who)


class DecideProtest(Act):
    """Decide a protest.

    protest: its number.  outcome: upheld, rejected or withdrawn.  decision: in a sentence.  by: an arbiter.  at: UTC.
    """

    kind = "decide"
    path = "protest {protest}"
    label = N_("Protest decided")
    usual = Severity.NOTICE
    is_always_allowed = True
    command = Command("decide", N_("Decide a protest: its outcome, and the decision in a sentence."))

    protest: Annotated[int, Written(POSITIVE, metavar="PROTEST")]
    outcome: Annotated[str, Written(LINE, help=N_("the outcome"), metavar="|".join(OUTCOMES), choices=OUTCOMES)]
    decision: Annotated[str, Written(LINE, help=N_("the decision in a sentence"))]
    by: Annotated[str, Written(LINE, missing=lambda asked, _: asked.who, is_hidden=True)] = ""
    at: AT

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the protest decided; raise WrongPhase, BadEntry."""
        place = self.protest - 1
        if not 0 <= place < len(state.protests):
            numbers = ", ".join(str(protest.number) for protest in state.protests) or "–"
            raise refusal(WrongPhase, self.protest, "no-protest", number=self.protest, numbers=numbers)
        protest = state.protests[place]
        if not protest.is_open:
            raise refusal(WrongPhase, self.protest, "protest-decided", number=self.protest, outcome=protest.outcome)
        if self.outcome not in OUTCOMES:
            raise refusal(BadEntry, self.outcome, N_("a protest is {choices}"), choices=", ".join(OUTCOMES))
        missing = N_("state the decision in a sentence; it appears in the record")
        decision = _sentence(self.decision, missing)
        decided = replace(protest, outcome=self.outcome, decision=decision, decided_by=self.by, decided_at=self.at)
        return replace(state, protests=(*state.protests[:place], decided, *state.protests[place + 1 :]))

    def about(self, words: Words, state: Tournament) -> str:
        """Return which protest it is, and the outcome."""
        return words._(_DECISION, number=self.protest, outcome=words._(OUTCOMES.get(self.outcome, self.outcome)))
