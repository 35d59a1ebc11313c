"""The reducer: the state of an event is the fold of the acts in its log."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from charkoni.core.errors import N_
from charkoni.tournament.acts.base import Act, Severity, entry_of
from charkoni.tournament.acts.entries import NewEntry
from charkoni.tournament.acts.event import Undo
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Person

_OF_ROUNDS = ("system", "games")
"""The settings without which paired rounds mean nothing."""


def fold(log: Iterable[LogEntry], people: Mapping[str, Person]) -> Tournament:
    """Return the state after a log; undone acts do not count."""
    log = list(log)
    undone_acts = undone(log)
    state = Tournament(people=people)
    for entry in log:
        if not isinstance(entry.act, Undo) and entry.number not in undone_acts:
            state = apply(state, entry, fresh=False)
    # Official mode is never restored, not even by undoing the act that ended it.
    official = state.official and all(entry.severity < Severity.UNOFFICIAL for entry in log)
    last = {"version": log[-1].number, "digest": log[-1].hash} if log else {"version": 0}
    return replace(state, official=official, **last)


def undone(log: Iterable[LogEntry]) -> frozenset[int]:
    """Return the numbers of the undone acts; an undo that is undone itself has no effect."""
    numbers: set[int] = set()
    for entry in sorted(log, key=lambda entry: -entry.number):
        if isinstance(entry.act, Undo) and entry.number not in numbers:
            numbers.add(entry.act.act)
    return frozenset(numbers)


def apply(state: Tournament, entry: LogEntry, *, fresh: bool = True) -> Tournament:
    """Return the state after one more entry of the log; raise TournamentError.  fresh: see `Act.apply`."""
    act = entry.act
    if state.is_over and not act.may_follow_end:
        raise refusal(WrongPhase, act.kind, N_("the tournament is finished; undo the finish first"))
    state = act.apply(state, fresh)
    remarks = state.remarks
    if entry.severity >= Severity.REASON:
        remarks = (*remarks, f"{entry.number} {act.kind}: {' '.join(entry.reason.split())}")
    official = state.official and entry.severity < Severity.UNOFFICIAL
    return replace(state, version=entry.number, digest=entry.hash, official=official, remarks=remarks)


def compensated(log: list[LogEntry], undo: LogEntry, people: Mapping[str, Person]) -> Tournament:
    """Return the state of a log followed by an undo; raise WrongPhase when a later act depends on the undone one."""
    assert isinstance(undo.act, Undo)
    number = undo.act.act
    if not 1 <= number < undo.number:
        raise refusal(WrongPhase, number, N_("there is no act {number}"), number=number)
    try:
        _demand_same_ids(log, [*log, undo])
        state, before = fold([*log, undo], people), fold(log, people)
        for name in _OF_ROUNDS if state.rounds else ():
            if getattr(state.settings, name) != getattr(before.settings, name):
                raise refusal(WrongPhase, number, N_("rounds of this system are paired"))
        for id_ in _named(state):
            entry_of(state, id_)
        return state
    except (ValueError, LookupError) as error:
        raise refusal(WrongPhase, number, "undo-rests", number=number, why=str(error)) from None


def _demand_same_ids(before: Sequence[LogEntry], after: Sequence[LogEntry]) -> None:
    """Raise WrongPhase when an entry gets the id of another one, by which acts, codes and devices know it."""
    new = {number: place for place, number in enumerate(_entered(after))}
    for place, number in enumerate(_entered(before)):
        if new.get(number, place) != place:
            reason = N_("others were entered after it, and their ids would change; withdraw the entry instead")
            raise refusal(WrongPhase, number, reason)


def _entered(log: Sequence[LogEntry]) -> list[int]:
    """Return the numbers of the acts that enter somebody and count, in the order of ids."""
    undone_acts = undone(log)
    return [each.number for each in log if isinstance(each.act, NewEntry) and each.number not in undone_acts]


def _named(state: Tournament) -> Iterator[int]:
    """Iterate over the ids of entries that rounds, bans and protests name."""
    for round_ in state.rounds:
        yield from round_.seated
        yield from (id_ for id_, _ in round_.away)
    yield from (id_ for each in state.prohibitions for id_ in each.entries)
    yield from (protest.entry for protest in state.protests)


def conflict(act: Act, later: Iterable[LogEntry]) -> Act | None:
    """Return the first later act that touches what an act touches, or None."""
    path = act.touches.split()
    for entry in later:
        later_path = entry.act.touches.split()
        shared = min(len(path), len(later_path))
        if shared and path[:shared] == later_path[:shared] and path[0] != "new":
            return entry.act
    return None
