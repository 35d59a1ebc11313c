"""How unusual an act is: 1 info, 2 notice, 3 to be confirmed, 4 needs a reason, 5 leaves official mode.

And what an act touches, so that two people who change the same thing at once are told.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from charkoni.tournament import rounds, shape
from charkoni.tournament.model import Act, Result, Tournament
from charkoni.tournament.results import is_unusual

Data = Mapping[str, Any]
NEEDS_REASON = 4


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
    if kind == "draft":
        return _allowing(data, 3) if data.get("by_hand") else 1
    return _FIXED.get(kind, 1)


_FIXED = {
    "unpublish": 4,
    "expel": 3,
    "lot": 2,
    "late": 2,
    "undo": 2,
    "withdraw": 2,
    "pause": 2,
    "dispute": 2,
    "numbers": 1,
}


def needs_reason(level_: int, kind: str, data: Data) -> bool:
    """Tell whether an act is only done with a reason: from level 4 on, and whenever tables are made by hand."""
    return level_ >= NEEDS_REASON or kind == "edit" or (kind == "draft" and bool(data.get("by_hand")))


def _allowing(data: Data, usual: int) -> int:
    """A rematch or a clash of absolute sides leaves official mode; any other breach needs a reason."""
    allowed = set(data.get("allow", ()))
    if allowed & {"P2", "P5", "P6"}:
        return 5
    return 4 if allowed else usual


def _set(state: Tournament, data: Data) -> int:
    changes = data.get("settings", {})
    old = shape.dump(state.settings)
    if state.rounds and any(changes[name] != old.get(name) for name in ("rounds", "tiebreaks") if name in changes):
        return 4
    count = sum(1 for entry in state.entries if entry.number) or len(state.entries)
    wanted = changes.get("rounds", 0)
    if wanted and count and state.settings.system == "swiss" and rounds.is_risky(count, wanted):
        return 2
    profile = changes.get("profile", state.settings.profile)
    if profile == "mangala-wng" and changes.get("first", "lots") != "lots":
        return 2
    return 1


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
