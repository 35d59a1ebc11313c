"""What the screens of a teacher are sent every few seconds: of boards and of what pupils do, only what has changed."""

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from charkoni.core.files.data_files import read_texts
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics.scene import Node
from charkoni.web.classroom.rooms import OpenClassroom
from charkoni.web.classroom.tasks import PupilTask
from charkoni.web.live.board_view import Perspective, scene_url, view_of
from charkoni.web.live.results import outcome_for
from charkoni.web.live.room import Room
from charkoni.web.store import PupilRow

MOST_SNAPSHOTS = 30
"""How many snapshots a room keeps: a screen that asks after an older one gets everything."""

STUCK_MS = 120_000
"""After how long without a move a pupil counts as stuck."""

STUCK_REFUSALS = 3
"""How many refusals of one clause make a pupil stuck."""

_TEXTS = read_texts(Path(__file__).with_name("pupil_states.toml"))


def changes(
    room: OpenClassroom, since: int, boards: Mapping[str, Room], lang: str, values: Mapping[str, object]
) -> dict[str, object]:
    """Return what has changed since a snapshot.

    since: its number, unknown ones and 0 are before everything.  boards: rooms of the games that are shown.  Returns
    stamp (of this snapshot), v (of the room's pages), values (changed ones by name) and boards by game (see
    `shortened`), of a new one also scene (address).
    """
    perspective = Perspective(lang)
    nodes = {id_: live.board.nodes(perspective) for id_, live in boards.items()}
    fresh: dict[str, object] = {**values, **nodes}
    known = room.snapshots.get(since, {})
    stamp = next(reversed(room.snapshots), room.page_version * 1000) + 1  # none of before a restart comes again
    room.snapshots[stamp] = fresh
    while len(room.snapshots) > MOST_SNAPSHOTS:
        room.snapshots.popitem(last=False)
    # A list that is the same object has not changed: most boards, most of the time.
    changed = {name: value for name, value in fresh.items() if value is not known.get(name)}
    deltas: dict[str, Mapping[str, object]] = {}
    for id_ in changed.keys() & boards.keys():
        if delta := shortened(known.get(id_, []), nodes[id_]):
            deltas[id_] = delta
        if id_ not in known:
            deltas[id_] = delta | {"scene": scene_url(view_of(boards[id_].live.game, 0, False))}
    told = {name: value for name, value in values.items() if known.get(name) != value}
    return {"stamp": stamp, "v": room.page_version, "values": told, "boards": deltas}


def shortened(before: Sequence[Node], after: Sequence[Node]) -> dict[str, Sequence[object]]:
    """Return the difference between two lists of nodes without what the pages know: no empty lists, {} for none.

    set: new nodes, and changed ones with None in place of the values that stay.  del: ids of those that go.  put: pairs
    of an id, and that of the node before which it is put, "" for the last place; to be done in this order.
    """
    known, fresh = {node[0]: node for node in before}, {node[0]: node for node in after}
    order, gone = list(fresh), [id_ for id_ in known if id_ not in fresh]
    # The order in which the page has them after `set` and `del`.
    places = {id_: i for i, id_ in enumerate([*known, *(id_ for id_ in order if id_ not in known)])}
    kept = increasing([places[id_] for id_ in order])
    put = [(id_, after_it) for id_, after_it in pairwise([*order, ""]) if places[id_] not in kept][::-1]
    changed = [_without_known(known.get(id_), node) for id_, node in fresh.items() if known.get(id_) != node]
    return {name: found for name, found in (("set", changed), ("del", gone), ("put", put)) if found}


def _without_known(known: Node | None, node: Node) -> Sequence[str | None]:
    if known is None:
        return node
    return [node[0], *(None if value == old else value for old, value in zip(known[1:], node[1:], strict=True))]


def increasing(numbers: Iterable[int]) -> set[int]:
    """Return a longest increasing subsequence of distinct numbers."""
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for number in numbers:
        i = bisect_left(ends, number)
        before[number] = ends[i - 1] if i else None
        ends[i : i + 1] = [number]
    found, last = set[int](), ends[-1] if ends else None
    while last is not None:
        found.add(last)
        last = before[last]
    return found


def status_values(room: OpenClassroom, boards: Mapping[str, Room], words: Words, now: int) -> dict[str, object]:
    """Return the values of the teacher's page: for each pupil "p" and his number, refused, and answers (how many).

    Of a pupil the state (a class) and a sentence, see `status`; of `refused` see `refusals`.  now: ms since 1970.
    """
    values: dict[str, object] = {
        f"p{pupil.place}": status(room, pupil, boards, words, now) for pupil in room.pupils.values()
    }
    answers = sum(bool(pupil.answer) for pupil in room.here)
    return values | {"refused": refusals(room, words), "answers": answers}


def game_of(pupil: PupilRow, boards: Mapping[str, Room]) -> str:
    """Return the id of the game that a pupil plays, also in the tournament, or ""."""
    task = PupilTask.parse(pupil.task)
    seated = (id_ for id_, room in boards.items() if any(seat.owner == pupil.person for seat in room.live.seats))
    return next(seated, "") if task.kind == "event" else task.game


def status(room: OpenClassroom, pupil: PupilRow, boards: Mapping[str, Room], words: Words, now: int) -> tuple[str, str]:
    """Return what a pupil does: free, turn, waits, stuck, done, away, asks or listed, with a sentence."""
    told = {name: words._(text) for name, text in _TEXTS.items()}
    task, live = PupilTask.parse(pupil.task), boards.get(game_of(pupil, boards))
    worst = max(json.loads(pupil.refused).items(), key=lambda each: each[1], default=("", 0))
    if pupil.state != "here":
        return pupil.state, told[pupil.state]
    if room.is_away(pupil):
        return "away", told["away"]
    if room.row.question:
        return ("done", told["answered"]) if pupil.answer else ("turn", told["asked"])
    if task.steps:
        text = told["steps"].format(done=pupil.done, of=task.steps, wrong=pupil.wrong)
        return ("done" if pupil.done >= task.steps else "turn"), text
    if live is None:
        return ("turn", told["event"]) if task.kind == "event" else ("free", told["free"])
    mine = frozenset(seat.seat for seat in live.live.seats if seat.owner == pupil.person)
    if live.live.state != "open":
        return "done", told[outcome_for(live.live.row, mine) or "over"]
    if live.live.decider not in mine:
        return "waits", told["waits"]
    quiet = now - live.live.last_at
    if quiet > STUCK_MS:
        minutes = quiet // 60_000
        return "stuck", words.ngettext("thinks for {n} minute", "thinks for {n} minutes", minutes)
    if worst[1] >= STUCK_REFUSALS:
        return "stuck", told["refused"].format(clause=worst[0].partition("/")[2], n=worst[1])
    return "turn", told["turn"]


def refusals(room: OpenClassroom, words: Words) -> list[tuple[str, str]]:
    """Return the clauses that have refused several pupils, the most frequent first: value (GAME/CLAUSE), sentence."""
    counts = Counter(key for pupil in room.here for key in json.loads(pupil.refused))
    told = []
    for key, n in counts.most_common():
        game, _, clause = key.partition("/")
        title = names.family_name(words, named(game).family.name)
        text = words.ngettext(
            "{n} pupil was refused by {clause} ({game})",
            "{n} pupils were refused by {clause} ({game})",
            n,
            clause=clause,
            game=title,
        )
        told.append((key, text))
    return told[:5]
