"""How unusual an act is: 1 info, 2 notice, 3 to be confirmed, 4 needs a reason, 5 leaves official mode.

And what an act touches, so that two people who change the same thing at once are told.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from charkoni.tournament.model import json_shape, schedule
from charkoni.tournament.model.event import Act, Result, Tournament
from charkoni.tournament.model.results import is_unusual

Data = Mapping[str, Any]
NEEDS_REASON = 4
LEAVES = 5
"""From which level on an act needs a reason, and from which on the event is not official any more."""


def level(state: Tournament, kind: str, data: Data) -> int:
    """Return the level of an act before it is done."""
    if kind == "set":
        return _set(state, data)
    if kind == "edit":
        return _allowing(data, 3)
    if kind == "publish":
        return _allowing(data, 1)
    if kind == "prohibit":
        return 4 if state.rounds else 1
    if kind == "request-bye":
        return {"F": 3, "H": 2}.get(data.get("code", ""), 1)
    if kind == "result":
        return _result(state, data)
    if kind == "finish":
        return 4 if data.get("early") else 1
    if kind == "expel":
        return 4 if data.get("annul") else 3
    if kind == "numbers":
        return 2 if schedule.is_risky(len(state.entries), data.get("rounds", 0)) and _is_swiss(state) else 1
    if kind == "draft":
        return _allowing(data, 3) if data.get("by_hand") else 1
    return _FIXED.get(kind, 1)


_FIXED = {
    "unpublish": 4,
    "lot": 2,
    "late": 2,
    "undo": 2,
    "withdraw": 2,
    "pause": 2,
    "dispute": 2,
}


def needs_reason(level_: int, kind: str, data: Data) -> bool:
    """Tell whether an act is only done with a reason: from level 4 on, and whenever tables are made by hand."""
    return level_ >= NEEDS_REASON or kind == "edit" or (kind == "draft" and bool(data.get("by_hand")))


def is_correction(state: Tournament, kind: str, data: Data) -> bool:
    """Tell whether an act changes a result of a round that is closed; that takes a reason, too."""
    if kind != "result" or data.get("source") in ("first", "second") or state.phase != "playing":
        return False
    round_ = next((r for r in state.rounds if r.number == data.get("round")), None)
    return round_ is not None and round_.state == "closed"


def _is_swiss(state: Tournament) -> bool:
    return state.settings.system == "swiss"


def _allowing(data: Data, usual: int) -> int:
    """A rematch or a clash of absolute sides leaves official mode; any other breach needs a reason."""
    allowed = set(data.get("allow", ()))
    if allowed & {"P2", "P5", "P6"}:
        return 5
    return 4 if allowed else usual


def _set(state: Tournament, data: Data) -> int:
    changes = data.get("settings", {})
    old = json_shape.dump(state.settings)
    if state.rounds and any(changes[name] != old.get(name) for name in ("rounds", "tiebreaks") if name in changes):
        return 4
    count = sum(1 for entry in state.entries if entry.number) or len(state.entries)
    wanted = changes.get("rounds", 0)
    if wanted and count and _is_swiss(state) and schedule.is_risky(count, wanted):
        return 2
    return 2 if deviations({**old, **changes}) and deviations(old) != deviations({**old, **changes}) else 1


_TEXT_OF_2016: dict[str, Any] = {
    "system": "swiss", "game": ("mangala", "mangala:fortress"), "clock": 15, "round_minutes": 30, "first": "lots",
}  # fmt: skip


def deviations(settings: Data) -> tuple[str, ...]:
    """Return which settings of the profile of 2016 differ from its text; settings as `shape.dump` gives them."""
    if settings.get("profile", "mangala-wng") != "mangala-wng":
        return ()
    found = []
    for name, meant in _TEXT_OF_2016.items():
        usual = meant if isinstance(meant, tuple) else (meant,)
        if settings.get(name, usual[0]) not in usual:
            found.append(name)
    points = settings.get("points", {})
    if (points.get("win", 2), points.get("draw", 1), points.get("loss", 0)) != (2, 1, 0):
        found.append("points")
    return tuple(found)


def _result(state: Tournament, data: Data) -> int:
    round_ = next((r for r in state.rounds if r.number == data.get("round")), None)
    board = next((b for b in round_.boards if b.number == data.get("board")), None) if round_ else None
    marks = Result(data.get("first", ""), data.get("second", ""), adjourned=bool(data.get("adjourned")))
    if is_unusual(marks):
        return 3
    if round_ and round_.state == "closed":
        return 3
    return 2 if board and board.result else 1


def touches(kind: str, data: Data) -> str:
    """Return the thing an act changes, as a path: `round 3 board 7`, `entry 5`, `settings`."""
    if kind in ("result", "confirm", "dispute", "lot") and "board" in data:
        return f"round {data['round']} board {data['board']}"
    if kind in ("draft", "edit", "publish", "unpublish", "close"):
        return f"round {data['round']}"
    if kind in ("correct", "checkin", "request-bye", "withdraw", "return", "expel"):
        return f"entry {data['entry']}"
    return {"set": "settings", "numbers": "entry", "finish": "phase", "undo": ""}.get(kind, f"new {kind}")


def clash(kind: str, data: Data, later: Iterable[Act]) -> Act | None:
    """Return the first later act that changed what an act is about, or None."""
    mine = touches(kind, data).split()
    for act in later:
        theirs = touches(act.kind, act.data).split()
        shared = min(len(mine), len(theirs))
        if shared and mine[:shared] == theirs[:shared] and mine[0] != "new":
            return act
    return None


def told(kind: str, data: Data) -> str:
    """Return what an act says, shortly, for showing both sides of a clash."""
    if kind == "result":
        return Result(data.get("first", ""), data.get("second", ""), adjourned=bool(data.get("adjourned"))).text
    return f"{kind} " + ", ".join(
        f"{key}={value}" for key, value in sorted(data.items()) if not isinstance(value, list)
    )
