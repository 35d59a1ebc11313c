"""Absentees: the entries without a board in a round, and why."""

from dataclasses import dataclass, field

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.pairing.input_from_event import absence
from charkoni.tournament.pairing.systems import system_of

_ASKED = {
    "H": N_("asked for a half-point bye"),
    "F": N_("has a full-point bye from the arbiter"),
    "Z": N_("announced to be absent"),
}
_CAME_LATER = N_("not there when the round was paired")


@dataclass(frozen=True, slots=True)
class Absentee:
    """An entry without a board.

    code: H, F or Z.  template, args: why.  has_left: withdrawn or expelled.  is_late: could still be paired by hand.
    """

    entry: int
    code: str
    template: str
    args: dict[str, object] = field(default_factory=dict)
    has_left: bool = False
    is_late: bool = False

    def reason(self, words: Words) -> str:
        """Return the reason why the entry has no board, in words."""
        return words._(self.template, **self.args)


def absentees(state: Tournament, number: int) -> list[Absentee]:
    """Return the entries without a board in a round, or those that the next round would leave out, in entry order."""
    if number > len(state.rounds):
        codes = {entry.id: absence(entry, number) for entry in state.entries if entry.number}
        return [_absentee(state, state.entry(id_), number, code) for id_, code in codes.items() if code]
    round_ = state.rounds[number - 1]
    away, seated = dict(round_.away), round_.seated
    takes_late = system_of(state.settings).lists_unpaired  # in a knock-out they are out
    found = []
    for entry in state.entries:
        if entry.id in away:
            found.append(_absentee(state, entry, number, away[entry.id]))
        elif takes_late and entry.number and entry.id not in seated and round_.state == "published":
            found.append(Absentee(entry.id, "Z", N_("entered after the round was paired"), is_late=True))
    return found


def _absentee(state: Tournament, entry: Entry, number: int, code: str) -> Absentee:
    """Return why an entry has no board in a round that it misses with a code."""
    asked = dict(entry.asked).get(number, "")
    if entry.expelled:
        return Absentee(entry.id, code, N_("expelled"), has_left=True)
    if entry.left and entry.left <= number:
        return Absentee(entry.id, code, N_("withdrew before round {round}"), {"round": entry.left}, has_left=True)
    if asked:
        return Absentee(entry.id, code, _ASKED[asked])
    if code == "H":
        return Absentee(entry.id, code, N_("entered late, half a point"))
    if missed := _missed(state, entry.id, number):
        return Absentee(entry.id, code, N_("did not come to round {round}, absent since then"), {"round": missed})
    if entry.here and number <= len(state.rounds):  # an entry present now arrived after the pairing
        return Absentee(entry.id, code, _CAME_LATER, is_late=state.rounds[number - 1].state == "published")
    return Absentee(entry.id, code, N_("not checked in"))


def _missed(state: Tournament, id_: int, number: int) -> int:
    """Return the last round before another one in which an entry had a board, if it did not play there; else 0."""
    for round_ in reversed(state.rounds[: number - 1]):
        if board := round_.board_of(id_):
            return round_.number if board.mark_of(id_) == "-" else 0
    return 0
