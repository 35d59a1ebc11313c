"""The late changes of an event, found in its log: acts that changed what earlier pairings rested on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from charkoni.tournament.acts.event import Import, Undo
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.acts.reducer import apply, fold, undone
from charkoni.tournament.acts.rounds import Draft
from charkoni.tournament.model.event import SETTINGS, LateChange, Prohibition, Subject, Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.model.settings import setting_text


def with_late_changes(state: Tournament, log: Sequence[LogEntry]) -> Tournament:
    """Return the state of a log with all late changes of its published rounds, those of an imported file first."""
    published = len(state.paired)
    changes = [*state.late_changes]
    drafts = _drafts(log, published)
    before = Tournament(people=state.people)
    for entry, after in _states(log, state.people):
        paired = sum(1 for number in drafts if number < entry.number)
        if paired:
            changes += _changes(before, after, entry, paired)
        if isinstance(entry.act, Draft) and entry.act.by_hand and entry.number in drafts:
            boards = _boards(after.rounds[entry.act.round - 1])
            number = entry.act.round
            changes.append(LateChange(entry.number, number, "boards", "", boards, number, reason=entry.reason))
        before = after
    known = len(state.entries)  # an entry may be undone
    kept = (each for each in changes if each.round <= published and max(each.entries, default=0) <= known)
    return replace(state, late_changes=tuple(kept))


def _drafts(log: Sequence[LogEntry], published: int) -> list[int]:
    """Return the number of the act by which each published round was paired, the import for rounds of a file."""
    undone_acts = undone(log)
    acts: dict[int, int] = {}
    for entry in log:
        if isinstance(entry.act, Import):
            acts |= {round_.number: entry.number for round_ in entry.act.tournament.rounds}
        elif isinstance(entry.act, Draft) and entry.number not in undone_acts:
            acts[entry.act.round] = entry.number
    return [acts[number] for number in range(1, published + 1)]


def _states(log: Sequence[LogEntry], people: Mapping[str, Person]) -> Iterator[tuple[LogEntry, Tournament]]:
    """Iterate over the entries of a log, each with the state after it."""
    state = Tournament(people=people)
    for place, entry in enumerate(log, 1):
        is_undo = isinstance(entry.act, Undo)
        state = fold(log[:place], people) if is_undo else apply(state, entry, fresh=False)
        yield entry, state


def _changes(before: Tournament, after: Tournament, entry: LogEntry, paired: int) -> Iterator[LateChange]:
    """Iterate over the changes of an act that came when some rounds were paired.

    What changes in the last of them is no late change, except its boards and absences: by hand.
    """

    def change(what: Subject, was: str, now: str, round_: int = 0) -> LateChange:
        return LateChange(entry.number, paired, what, was, now, round_, reason=entry.reason)

    for one, other in zip(before.rounds[:paired], after.rounds[:paired], strict=False):
        if one is other:
            continue
        if [(b.first, b.second) for b in one.boards] != [(b.first, b.second) for b in other.boards]:
            yield change("boards", _boards(one), _boards(other), one.number)
        elif one.number < paired:
            for was, now in zip(one.boards, other.boards, strict=True):
                if _marks(was) != _marks(now):
                    changed = change("result", _marks(was), _marks(now), one.number)
                    yield replace(changed, table=now.number, entries=(now.first, now.second))
        if one.away != other.away:
            yield change("away", _away(one), _away(other), one.number)
    if before.entries is not after.entries:
        if (was_order := _order(before)) != (order := _order(after)):
            yield change("numbers", was_order, order)
        for old, new in zip(before.entries, after.entries, strict=False):
            if old.rating != new.rating:
                yield replace(change("rating", str(old.rating), str(new.rating)), entries=(old.id,))
    if before.prohibitions != after.prohibitions:
        yield change("bans", _prohibitions_text(before.prohibitions), _prohibitions_text(after.prohibitions))
    if before.settings != after.settings:
        for name in SETTINGS:
            texts = setting_text(before.settings, name), setting_text(after.settings, name)
            if texts[0] != texts[1]:
                yield change(name, *texts)
    if before.initial != after.initial:
        yield change("initial", before.initial, after.initial)


def _marks(board: Board) -> str:
    if board.result is None:
        return ""
    marks = "adj" if board.result.adjourned else board.result.first + board.result.second
    return "/".join((marks, *board.result.boards))


def _boards(round_: Round) -> str:
    return " ".join(f"{b.first}-{b.second}" + (f":{_marks(b)}" if b.result else "") for b in round_.boards)


def _away(round_: Round) -> str:
    return " ".join(f"{id_}:{code}" for id_, code in round_.away)


def _order(state: Tournament) -> str:
    return " ".join(str(entry.id) for _, entry in sorted(state.by_number().items()))


def _prohibitions_text(prohibitions: Iterable[Prohibition]) -> str:
    return " ".join(f"{each.first}-{each.last}:{','.join(map(str, each.entries))}" for each in prohibitions)
