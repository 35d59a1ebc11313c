"""What arbiters do: each deed takes a desk and a form, and needs a role."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.acts.entries import CheckIn, Expel, Prohibit, RequestBye, Return, Withdraw
from charkoni.tournament.acts.event import ChangeSettings, Finish, Pause
from charkoni.tournament.acts.results import ConfirmReport, Dispute
from charkoni.tournament.acts.rounds import Away, Boards, Close, Draft, DrawLot, Edit, Unpublish
from charkoni.tournament.director import Director
from charkoni.tournament.model.errors import BadPairing, BadResult, refusal
from charkoni.tournament.model.event import ARBITER, CHIEF, HELPER, Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.settings import parsed, with_full_game_name
from charkoni.tournament.pairing.systems import away, with_movers
from charkoni.web.tournaments.arbiter import imports, round_actions
from charkoni.web.tournaments.forms import LONGEST_LIST, Form

Deed = Callable[[Director, Form], None]

PERSON = ("latin", "birth", "sex", "contact", "federation_id")
FIELDS = ("title", "club", "region", "country", "fee")
_TABLES = mark("tables are written with pairing numbers: 1-5 6-2 7")
_LINES = mark("results are written as table and result: 7 1")
NUMBERS = ("rounds", "clock", "round_minutes", "forfeit_after", "half_byes", "half_bye_last", "interval", "delay")
TEXTS = (
    "name", "place", "start", "end", "country", "arbiter", "profile", "game", "system", "games", "first", "number_by",
    "boards", "rounds_by", "zone",
)  # fmt: skip
FLAGS = ("accelerated", "lone_reports", "late_half")


def settings_of(form: Form) -> dict[str, Any]:
    """Return the settings of a form: what is not in it stays as it is."""
    texts = {name: form.text(name) for name in TEXTS if form.has(name)}
    texts |= {name: str(form.number(name, 0)) for name in NUMBERS if form.text(name)}
    texts |= {name: form.text(name) for name in FLAGS if form.has(f"{name}-asked")}
    texts |= {name: form.text(name) for name in ("tiebreaks", "prizes") if form.has(name)}
    texts |= {name: form.text(name) for name in ("split", "seed") if form.text(name)}
    return {name: parsed(name, text) for name, text in texts.items()}


def person_of(form: Form, old: Person | None = None) -> tuple[Person, dict[str, Any]]:
    """Return who it is, and the fields of the entry."""
    changes: Mapping[str, Any] = {name: form.text(name) for name in PERSON if form.has(name)}
    person = replace(old or Person(""), name=form.text("name"), **changes)
    fields: dict[str, Any] = {name: form.text(name, 80) for name in FIELDS if form.has(name)}
    if form.has("rating"):
        fields["rating"] = form.number("rating", 0)
    if form.has("categories"):
        fields["categories"] = form.words("categories")
    return person, fields


def _enter(director: Director, form: Form) -> None:
    person, fields = person_of(form)
    director.enter(person, twin=form.flag("twin"), key=form.key, **{name: v for name, v in fields.items() if v})


def _correct(director: Director, form: Form) -> None:
    entry = form.number("entry")
    old = director.state.person(entry) if 1 <= entry <= len(director.state.entries) else None
    person, fields = person_of(form, old)
    director.correct(entry, fields, None if person == old else person, form.text("reason"))


def _checkin(director: Director, form: Form) -> None:
    act = CheckIn(entry=form.number("entry"), here=form.flag("here"))
    director.do(act, seen=form.seen, key=form.key)


def _all_absent(director: Director, form: Form) -> None:
    """Set everybody absent at the beginning of a check-in, or present."""
    for entry in director.state.entries:
        if entry.here != form.flag("here") and not entry.left:
            director.do(CheckIn(entry=entry.id, here=form.flag("here")))


def _expel(director: Director, form: Form) -> None:
    entry = form.number("entry")
    act = Expel(entry=entry, annul=True) if form.flag("annul") else Expel(entry=entry)
    director.do(act, reason=form.text("reason"), seen=form.seen, key=form.key)


def _withdraw(director: Director, form: Form) -> None:
    act = Withdraw(entry=form.number("entry"))
    director.do(act, reason=form.text("reason"), seen=form.seen, key=form.key)


def _return(director: Director, form: Form) -> None:
    act = Return(entry=form.number("entry"))
    director.do(act, reason=form.text("reason"), seen=form.seen, key=form.key)


def _bye(director: Director, form: Form) -> None:
    act = RequestBye(entry=form.number("entry"), round=form.number("round"), code=form.text("code"))
    director.do(act, reason=form.text("reason"), key=form.key)


def _prohibit(director: Director, form: Form) -> None:
    ids = [int(part) for part in re.findall(r"\d+", form.text("entries"))]
    by_number = director.state.by_number()
    entries = tuple(by_number[n].id if n in by_number else n for n in ids)
    act = Prohibit(entries=entries, off=True) if form.flag("off") else Prohibit(entries=entries)
    director.do(act, reason=form.text("reason"), key=form.key)


def _close_list(director: Director, form: Form) -> None:
    director.close_list(form.number("rounds", 0))


def _publish(director: Director, form: Form) -> None:
    director.publish(allow=form.text("allow").split(), reason=form.text("reason"))


def _unpublish(director: Director, form: Form) -> None:
    director.do(Unpublish(round=form.number("round")), reason=form.text("reason"), seen=form.seen, key=form.key)


def seats_of(state: Tournament, text: str) -> list[tuple[int, int]]:
    """Return the entries at tables written with pairing numbers; raise BadPairing."""
    by_number, seats = state.by_number(), []
    for word in text.replace(",", " ").split():
        match = re.fullmatch(r"(\d{1,4})(?:[-:–](\d{1,4}))?", word)
        numbers = [int(part) for part in match.groups() if part] if match else []
        if not numbers or any(number not in by_number for number in numbers):
            raise refusal(BadPairing, word, _TABLES)
        ids = [by_number[number].id for number in numbers]
        seats.append((ids[0], ids[1] if len(ids) > 1 else 0))
    return seats


def by_hand(state: Tournament, number: int, text: str) -> tuple[Boards, Away]:
    """Return the boards made by hand and who has none; the first mover of a board that stays remains."""
    seats = seats_of(state, text)
    old = {(b.first, b.second): b.mover for round_ in state.rounds[number - 1 : number] for b in round_.boards}
    boards = tuple((a, b, old.get((a, b), mover)) for a, b, mover in with_movers(state, number, seats))
    return boards, away(state, number, seats)


def _hand(director: Director, form: Form) -> None:
    state, current = director.state, director.state.current
    allow, reason = tuple(form.text("allow").split()), form.text("reason")
    is_open = current is not None and current.state != "closed"
    number = len(state.rounds) + (not is_open)
    boards, away_ = by_hand(state, number, form.text("tables", LONGEST_LIST))
    if is_open:
        edit = Edit(round=number, boards=boards, away=away_, allow=allow)
        director.do(edit, reason=reason, seen=form.seen, key=form.key)
    else:
        draft = Draft(round=number, boards=boards, away=away_, allow=allow, by_hand=True)
        director.do(draft, reason=reason, seen=form.seen, key=form.key)


def _result(director: Director, form: Form) -> None:
    round_, board = form.number("round"), form.number("board")
    reason = form.text("reason")
    director.result(board, result_text(form), round_=round_, reason=reason, seen=form.seen, key=form.key, view="mover")


def result_text(form: Form) -> str:
    """Return the result of a form, as who moves first sees it: typed, two store counts, or one of the buttons."""
    if form.text("first-stones") or form.text("second-stones"):
        return f"{form.text('first-stones')}:{form.text('second-stones')}"
    return form.text("result")


def _quick(director: Director, form: Form) -> None:
    """Take results typed as lines: table, result."""
    lines = [line.split(None, 1) for line in re.split(r"[;\n]", form.text("lines", 4000)) if line.strip()]
    if not lines or any(len(line) != 2 or not line[0].isascii() or not line[0].isdigit() for line in lines):
        raise refusal(BadResult, form.text("lines"), _LINES)
    for place, (board, result) in enumerate(lines):
        text = re.sub(r"^(\d+)\s+(\d+)$", r"\1:\2", result.strip())
        director.result(int(board), text, seen=form.seen, key=f"{form.key}-{place}" if form.key else "", view="mover")


def _confirm(director: Director, form: Form) -> None:
    act = ConfirmReport(round=form.number("round"), board=form.number("board"))
    director.do(act, reason=form.text("reason"), seen=form.seen, key=form.key)


def _dispute(director: Director, form: Form) -> None:
    act = Dispute(round=form.number("round"), board=form.number("board"))
    director.do(act, reason=form.text("reason"), seen=form.seen, key=form.key)


def _lot(director: Director, form: Form) -> None:
    if form.text("value"):
        director.do(DrawLot(purpose="initial", value=form.text("value"), source="hand"))
        return
    round_, board, entry = (form.number(name) for name in ("round", "board", "entry"))
    act = DrawLot(purpose="first", round=round_, board=board, entry=entry, source="hand")
    director.do(act, key=form.key)


def _close(director: Director, form: Form) -> None:
    director.do(Close(round=form.number("round")), seen=form.seen, key=form.key)


def _finish(director: Director, form: Form) -> None:
    early = bool(form.text("reason"))
    act = Finish(early=True) if early else Finish(archive=True) if form.flag("archive") else Finish()
    director.do(act, reason=form.text("reason"), key=form.key)


def _undo(director: Director, form: Form) -> None:
    director.undo(form.number("act", 0) or None, reason=form.text("reason"))


def _set(director: Director, form: Form) -> None:
    wanted = with_full_game_name(settings_of(form))
    old = director.state.settings
    changes = {name: value for name, value in wanted.items() if value != _plain(getattr(old, name))}
    if changes:
        director.do(ChangeSettings(settings=changes), reason=form.text("reason"), key=form.key)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _pause(director: Director, form: Form) -> None:
    director.do(Pause(on=form.flag("on")), reason=form.text("reason"), key=form.key)


def _erase(director: Director, form: Form) -> None:
    director.erase(form.number("entry"))


DEEDS: dict[str, tuple[str, Deed]] = {
    "enter": (ARBITER, _enter),
    "import": (ARBITER, imports.enter_list),
    "correct": (ARBITER, _correct),
    "checkin": (HELPER, _checkin),
    "everybody": (HELPER, _all_absent),
    "withdraw": (ARBITER, _withdraw),
    "return": (ARBITER, _return),
    "expel": (CHIEF, _expel),
    "bye": (ARBITER, _bye),
    "prohibit": (CHIEF, _prohibit),
    "close-list": (CHIEF, _close_list),
    "publish": (CHIEF, _publish),
    "unpublish": (CHIEF, _unpublish),
    "hand": (CHIEF, _hand),
    **{name: (CHIEF, deed) for name, deed in round_actions.DEEDS.items()},
    "result": (ARBITER, _result),
    "quick": (ARBITER, _quick),
    "confirm": (ARBITER, _confirm),
    "dispute": (ARBITER, _dispute),
    "lot": (CHIEF, _lot),
    "close": (ARBITER, _close),
    "finish": (CHIEF, _finish),
    "undo": (CHIEF, _undo),
    "set": (CHIEF, _set),
    "pause": (CHIEF, _pause),
    "erase": (CHIEF, _erase),
}
"""The deeds by their names, with the role that is needed."""
