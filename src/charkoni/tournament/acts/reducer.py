"""The state is what the acts add up to: `apply` adds one, `fold` all; nothing else is truth.

Every function here takes the state, the data of an act and whether it is fresh, and returns the new state or raises a
refusal.  Fresh acts are checked in full; acts from the log are only asked whether they still fit, so that a compensated
act on which others rest is noticed.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.acts import round_reducer
from charkoni.tournament.acts.severity import LEAVES, NEEDS_REASON
from charkoni.tournament.model import json_shape
from charkoni.tournament.model.errors import BadEntry, NoPairing, NotNow, refusal
from charkoni.tournament.model.event import Act, Entry, Person, Prohibition, Tournament
from charkoni.tournament.model.settings import changed

Data = Mapping[str, Any]
Step = Callable[[Tournament, Data, bool], Tournament]

_OVER = mark("the tournament is finished; undo the finish first")
_NOT_FIRST = mark("a file can only be taken as the beginning")
_NO_ENTRY = mark("there is no entry {id}")
_LISTED = mark("the list is closed: enter it as a late entry")
_NOT_LISTED = mark("the list is not closed yet: enter it as usual")
_TOO_LATE = mark("late entries come until half of the rounds are paired; {done} of {rounds} are")
_RENUMBER = mark("numbers stay from round 4 on")
_ALL = mark("the new order must hold every entry once")
_NOT_CHANGED = mark("{name} does not change this way")
_SEATED = mark(
    "{who} sits at table {board} of round {round}: enter the result or a forfeit there, withdraw from the next round"
)
_BYE_KIND = mark("a bye asked for is H, F or Z")
_BYE_ROUND = mark("round {round} is paired already, or no round of this tournament")
_NO_HALF = mark("half-point byes: at most {most} a person, until round {last}")
_PAIR = mark("a ban needs at least two different entries")
_ALONE = mark("with this ban nobody is left for {who}")
_UNDONE = mark("act {number} cannot be undone: later acts rest on it ({why})")
_NO_ACT = mark("there is no act {number}")
_LOT = mark("a lot by hand is for the first side (initial: w or b) or for a board (first: round, board, entry)")
_CHANGING = frozenset(["rating", "title", "club", "region", "country", "categories", "fee", "person"])


def fold(acts: Iterable[Act], people: Mapping[str, Person]) -> Tournament:
    """Return the state after acts; compensated ones do not count."""
    acts = list(acts)
    gone = undone(acts)
    state = Tournament(people=people)
    for act in acts:
        if act.kind != "undo" and act.number not in gone:
            state = apply(state, act, fresh=False)
    # What has left official mode does not come back to it, also when the act that did it is undone.
    official = state.official and all(act.level < LEAVES for act in acts)
    return replace(state, version=acts[-1].number if acts else 0, official=official)


def undone(acts: Iterable[Act]) -> frozenset[int]:
    """Return the numbers of the acts that an undo compensates; an undo that is undone itself does nothing."""
    gone: set[int] = set()
    for act in sorted(acts, key=lambda act: -act.number):
        if act.kind == "undo" and act.number not in gone:
            gone.add(int(act.data["act"]))
    return frozenset(gone)


def apply(state: Tournament, act: Act, *, fresh: bool = True) -> Tournament:
    """Return the state after one more act; raise a refusal and leave everything as it was."""
    if state.phase in ("finished", "archived") and act.kind not in ("finish", "set"):
        raise refusal(NotNow, act.kind, _OVER)
    state = _STEPS[act.kind](state, act.data, fresh)
    remarks = state.remarks
    if act.level >= NEEDS_REASON:
        remarks = (*remarks, f"{act.number} {act.kind}: {' '.join(act.reason.split())}")
    return replace(state, version=act.number, official=state.official and act.level < LEAVES, remarks=remarks)


def compensated(acts: list[Act], undo: Act, people: Mapping[str, Person]) -> Tournament:
    """Return the state when an act is undone; raise NotNow when later acts rest on it."""
    number = int(undo.data["act"])
    if not 1 <= number < undo.number:
        raise refusal(NotNow, number, _NO_ACT, number=number)
    try:
        return fold([*acts, undo], people)
    except (ValueError, LookupError) as error:
        raise refusal(NotNow, number, _UNDONE, number=number, why=str(error)) from None


def entry_of(state: Tournament, data: Data, name: str = "entry") -> Entry:
    """Return the entry that an act is about; raise BadEntry."""
    id_ = data.get(name)
    if not isinstance(id_, int) or not 1 <= id_ <= len(state.entries):
        raise refusal(BadEntry, id_, _NO_ENTRY, id=id_)
    return state.entry(id_)


def with_entry(state: Tournament, entry: Entry) -> Tournament:
    """Return the state with an entry replaced."""
    entries = list(state.entries)
    entries[entry.id - 1] = entry
    return replace(state, entries=tuple(entries))


def _set(state: Tournament, data: Data, fresh: bool) -> Tournament:
    if "phase" in data:
        return replace(state, phase=data["phase"])
    return replace(state, settings=changed(state, data["settings"]))


def _import(state: Tournament, data: Data, fresh: bool) -> Tournament:
    if state.version or state.entries:
        raise refusal(NotNow, "import", _NOT_FIRST)
    found = json_shape.load(Tournament, data["tournament"], "tournament")
    return replace(found, people=state.people)


def _enter(state: Tournament, data: Data, fresh: bool) -> Tournament:
    if state.phase not in ("planned", "registration"):
        raise refusal(NotNow, data.get("person"), _LISTED)
    return replace(_added(state, data), phase="registration")


def _late(state: Tournament, data: Data, fresh: bool) -> Tournament:
    if state.phase != "playing":
        raise refusal(NotNow, data.get("person"), _NOT_LISTED)
    done, all_ = len(state.rounds), state.settings.rounds
    if (done and 2 * done >= all_) or state.settings.system != "swiss":
        raise refusal(NotNow, data.get("person"), _TOO_LATE, done=done, rounds=all_)
    state = _added(state, data)
    last = replace(state.entries[-1], number=len(state.entries))
    state = with_entry(state, last)
    settings = state.settings
    if settings.late_half and settings.boards == "online" and state.rounds and state.rounds[0].state != "draft":
        first = state.rounds[0]
        state = round_reducer.with_round(state, replace(first, away=(*first.away, (last.id, "H"))))
    return state


def _added(state: Tournament, data: Data) -> Tournament:
    entry = json_shape.load(Entry, {**data, "id": len(state.entries) + 1}, "entry")
    return replace(state, entries=(*state.entries, entry))


def _numbers(state: Tournament, data: Data, fresh: bool) -> Tournament:
    if len(state.rounds) > 3:
        raise refusal(NotNow, "numbers", _RENUMBER)
    order = list(data["order"])
    if sorted(order) != list(range(1, len(state.entries) + 1)):
        raise refusal(BadEntry, order, _ALL)
    place = {id_: number for number, id_ in enumerate(order, 1)}
    entries = tuple(replace(entry, number=place[entry.id]) for entry in state.entries)
    settings = replace(state.settings, rounds=data.get("rounds", state.settings.rounds))
    initial = data.get("initial", state.initial)
    state = replace(state, entries=entries, settings=settings, initial=initial, phase="playing")
    if fresh:
        _somebody_left(state)
    return state


def _correct(state: Tournament, data: Data, fresh: bool) -> Tournament:
    entry = entry_of(state, data)
    changes = data["changes"]
    for name in changes:
        if name not in _CHANGING:
            raise refusal(BadEntry, name, _NOT_CHANGED, name=name)
    return with_entry(state, json_shape.load(Entry, {**json_shape.dump(entry), **changes}, "entry"))


def _checkin(state: Tournament, data: Data, fresh: bool) -> Tournament:
    return with_entry(state, replace(entry_of(state, data), here=bool(data["here"])))


def _request_bye(state: Tournament, data: Data, fresh: bool) -> Tournament:
    entry, code, round_ = entry_of(state, data), data["code"], data["round"]
    settings = state.settings
    if code not in ("H", "F", "Z", ""):
        raise refusal(BadEntry, code, _BYE_KIND)
    if not len(state.rounds) < round_ <= (settings.rounds or 99):
        raise refusal(NotNow, round_, _BYE_ROUND, round=round_)
    asked = tuple(item for item in entry.asked if item[0] != round_)
    if code == "H" and fresh:
        used = sum(1 for _, other in asked if other == "H") + sum(
            1 for past in state.rounds for id_, other in past.away if id_ == entry.id and other == "H"
        )
        if used >= settings.half_byes or (settings.half_bye_last and round_ > settings.half_bye_last):
            last = settings.half_bye_last or settings.rounds
            raise refusal(NotNow, code, _NO_HALF, most=settings.half_byes, last=last)
    if code:
        asked = tuple(sorted([*asked, (round_, code)]))
    return with_entry(state, replace(entry, asked=asked))


def _withdraw(state: Tournament, data: Data, fresh: bool) -> Tournament:
    entry = entry_of(state, data)
    start = int(data.get("from") or len(state.rounds) + 1)
    for round_ in state.rounds[start - 1 :]:
        board = round_.board_of(entry.id)
        if board and round_.state != "draft":
            raise refusal(NotNow, entry.id, _SEATED, who=state.name(entry.id), board=board.number, round=round_.number)
    return with_entry(state, replace(entry, left=start))


def _return(state: Tournament, data: Data, fresh: bool) -> Tournament:
    return with_entry(state, replace(entry_of(state, data), left=0, here=True))


def _expel(state: Tournament, data: Data, fresh: bool) -> Tournament:
    entry = entry_of(state, data)
    state = with_entry(state, replace(entry, expelled=True))
    return round_reducer.forfeited(state, entry.id, past=bool(data.get("annul")))


def _prohibit(state: Tournament, data: Data, fresh: bool) -> Tournament:
    ids = tuple(dict.fromkeys(int(id_) for id_ in data["entries"]))
    for id_ in ids:
        entry_of(state, {"entry": id_})
    if len(ids) < 2:
        raise refusal(BadEntry, ids, _PAIR)
    ban = Prohibition(int(data.get("first", 1)), int(data.get("last", 99)), ids)
    if data.get("off"):
        return replace(state, prohibitions=tuple(b for b in state.prohibitions if set(b.entries) != set(ids)))
    state = replace(state, prohibitions=(*state.prohibitions, ban))
    if fresh and state.phase == "playing":
        _somebody_left(state)
    return state


def _somebody_left(state: Tournament) -> None:
    """Refuse bans that leave somebody without any opponent in some round; only asked once the list is closed."""
    everybody = {entry.id for entry in state.entries}
    starts = {max(ban.first, 1) for ban in state.prohibitions}  # where a ban begins, most of them are in force
    for round_ in sorted(starts):
        bans = [ban for ban in state.prohibitions if ban.first <= round_ <= ban.last]
        for id_ in sorted({id_ for ban in bans for id_ in ban.entries}):
            banned = {other for ban in bans if id_ in ban.entries for other in ban.entries}
            if not everybody - banned - {id_}:
                told = refusal(NoPairing, id_, _ALONE, who=state.name(id_))
                raise NoPairing(told.text, told.reason, group=(id_,))


def _lot(state: Tournament, data: Data, fresh: bool) -> Tournament:
    if data.get("purpose") == "initial" and data.get("value") in ("w", "b") and not state.rounds:
        return replace(state, initial=data["value"])
    if data.get("purpose") == "first":
        return round_reducer.hand_lot(state, data, fresh)
    raise refusal(BadEntry, data.get("purpose"), _LOT)


def _pause(state: Tournament, data: Data, fresh: bool) -> Tournament:
    return replace(state, paused=bool(data["on"]))


_STEPS: dict[str, Step] = {
    "import": _import,
    "set": _set,
    "enter": _enter,
    "late": _late,
    "numbers": _numbers,
    "correct": _correct,
    "checkin": _checkin,
    "request-bye": _request_bye,
    "withdraw": _withdraw,
    "return": _return,
    "expel": _expel,
    "prohibit": _prohibit,
    "lot": _lot,
    "pause": _pause,
    **round_reducer.STEPS,
}
KINDS = frozenset(_STEPS) | {"undo"}
"""Every kind of act."""

__all__ = ["KINDS", "apply", "compensated", "entry_of", "fold", "undone", "with_entry"]
