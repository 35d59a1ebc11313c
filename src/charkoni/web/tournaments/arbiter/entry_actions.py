"""Actions of arbiters on entries: entering, correcting, check-in, withdrawal, byes, prohibitions."""

from charkoni.tournament.acts.entries import CheckIn, Expel, Prohibit, RequestBye, Return, Withdraw
from charkoni.tournament.director import Director
from charkoni.web.tournaments.forms import Form, Line, Number, ReasonForm, Ticked, numbers_in
from charkoni.web.tournaments.person_form import PersonForm


class EnterForm(PersonForm):
    """A new entry.  twin: another person of nearly the same name is on the list."""

    twin: Ticked = False


class CorrectForm(PersonForm):
    """A correction of an entry."""

    entry: Number
    reason: Line = ""


class EntryForm(ReasonForm):
    """An act about one entry."""

    entry: Number


class PresenceForm(Form):
    """here: present."""

    here: Ticked = False


class CheckinForm(PresenceForm):
    """The presence of one entry."""

    entry: Number


class ExpelForm(EntryForm):
    """annul: earlier results of the expelled player become forfeits."""

    annul: Ticked = False


class ByeForm(EntryForm):
    """A requested bye.  code: H (half a point), Z (absent) or F (full point)."""

    round: Number
    code: Line = ""


class ProhibitForm(ReasonForm):
    """A prohibition of a pairing.  entries: pairing numbers, or ids of entries before they are given.  off: lift it."""

    entries: Line = ""
    off: Ticked = False


def enter(director: Director, form: EnterForm) -> None:
    """Enter a person."""
    given = {name: value for name, value in form.fields().items() if value}
    director.enter(form.person(), twin=form.twin, key=form.key, **given)


def correct(director: Director, form: CorrectForm) -> None:
    """Correct a person and the fields of the entry."""
    known = 1 <= form.entry <= len(director.state.entries)
    old = director.state.person(form.entry) if known else None
    person = form.person(old)
    director.correct(form.entry, form.fields(), None if person == old else person, form.reason)


def check_in(director: Director, form: CheckinForm) -> None:
    """Set an entry present or absent."""
    director.do(CheckIn(entry=form.entry, here=form.here), seen=form.seen, key=form.key)


def check_in_all(director: Director, form: PresenceForm) -> None:
    """Set all entries present or absent, at the beginning of a check-in."""
    for entry in director.state.entries:
        if entry.here != form.here and not entry.left:
            director.do(CheckIn(entry=entry.id, here=form.here))


def withdraw(director: Director, form: EntryForm) -> None:
    """Withdraw an entry from all later rounds."""
    director.do(Withdraw(entry=form.entry), reason=form.reason, seen=form.seen, key=form.key)


def take_back(director: Director, form: EntryForm) -> None:
    """Let an entry return that was withdrawn."""
    director.do(Return(entry=form.entry), reason=form.reason, seen=form.seen, key=form.key)


def expel(director: Director, form: ExpelForm) -> None:
    """Expel an entry."""
    act = Expel(entry=form.entry, annul=True) if form.annul else Expel(entry=form.entry)
    director.do(act, reason=form.reason, seen=form.seen, key=form.key)


def request_bye(director: Director, form: ByeForm) -> None:
    """Note a bye that an entry requests."""
    act = RequestBye(entry=form.entry, round=form.round, code=form.code)
    director.do(act, reason=form.reason, key=form.key)


def prohibit(director: Director, form: ProhibitForm) -> None:
    """Prohibit entries from meeting, or lift the prohibition."""
    by_number = director.state.by_number()
    entries = tuple(by_number[n].id if n in by_number else n for n in numbers_in(form.entries))
    act = Prohibit(entries=entries, off=True) if form.off else Prohibit(entries=entries)
    director.do(act, reason=form.reason, key=form.key)


def erase(director: Director, form: EntryForm) -> None:
    """Erase the private data of an entry."""
    director.erase(form.entry)
