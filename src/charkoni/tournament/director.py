"""The director of an event: checks acts, and appends them to the log in its file.

    with Director.create(path, {"name": "Open"}) as director:
        director.enter(Person("Anna"), rating=1500)
        ...
        director.close_list(); director.draft(); director.publish(); director.result(1, "30:18"); director.close_round()

Several directors (of processes or arbiters) may use one file at once; an act may name the version its author saw.
"""

import contextlib
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from charkoni.core.errors import N_
from charkoni.games import DEFAULT_GAME
from charkoni.tournament.acts.base import Act
from charkoni.tournament.acts.declaration import Asked
from charkoni.tournament.acts.entries import AssignNumbers, CorrectEntry, Enter, EnterLate, NewEntry
from charkoni.tournament.acts.event import ChangeSettings, Import, Undo
from charkoni.tournament.acts.fields import running_round
from charkoni.tournament.acts.late_changes import with_late_changes
from charkoni.tournament.acts.log import LogEntry, decoded
from charkoni.tournament.acts.reducer import apply, compensated, conflict, fold, undone
from charkoni.tournament.acts.results import EnterResult
from charkoni.tournament.acts.rounds import Close, Draft, Publish
from charkoni.tournament.acts.settings_change import with_knockout_tiebreaks
from charkoni.tournament.festival_file import OtherSections, joining
from charkoni.tournament.festival_file import People as SectionPeople
from charkoni.tournament.known_people import KnownPeople
from charkoni.tournament.list_merge import People, matches
from charkoni.tournament.model import errors
from charkoni.tournament.model.errors import TournamentError, refusal
from charkoni.tournament.model.event import CHIEF, Tournament
from charkoni.tournament.model.games import checked_game, default_profile
from charkoni.tournament.model.person_checks import checked_fields, checked_person
from charkoni.tournament.model.person_names import folded, is_near
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.results import checked_result, parse_result
from charkoni.tournament.model.rounds import Result
from charkoni.tournament.model.settings import USUAL_SETTINGS, checked_seed
from charkoni.tournament.model.times import time_text, zone_here
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.drafts import draft
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.protocol import Engine
from charkoni.tournament.pairing.seeding import numbering
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.rating_list_index import RatingList
from charkoni.tournament.store import Store

MOST_NAMED = 8
"""How many people a question names."""

COPY_EVERY = 300
"""Seconds after which a copy in the second folder is renewed."""


class _RehearsalError(Exception):
    """The end of a rehearsal, which undoes it."""


class Director:
    """The director of one event.  who, role: the author of its acts and their role, one of `model.event`."""

    def __init__(self, store: Store, *, who: str = "", role: str = CHIEF) -> None:
        self.store = store
        self.who = who
        self.role = role
        self.log: list[LogEntry] = []
        self.state = Tournament()
        self.now: Callable[[], datetime] = lambda: datetime.now(UTC)
        self.engine: Engine = pair
        self.confirmations = 2
        """How often the author has confirmed the act: acts of CONFIRM need it once, from REASON on twice."""

        self._sections = OtherSections(store.path)
        self._held = contextlib.ExitStack()
        """What the present transaction holds until its end."""

        self._elsewhere: SectionPeople | None = None
        """The people of the other sections, once the present transaction has asked for them."""

        self.copy_problem = ""
        """The reason why the last copy into the second folder failed, or empty; acts are logged nevertheless."""
        self.refresh()

    @classmethod
    def open(cls, path: Path, *, who: str = "", role: str = CHIEF) -> "Director":
        """Return the director of an existing file; raise OSError, BadFile."""
        return cls(Store(path), who=who, role=role)

    @classmethod
    def create(cls, path: Path, settings: Mapping[str, Any], *, who: str = "") -> "Director":
        """Create the file of a new event; raise OSError, BadSetting, BadGame, NotTwoSided, leaving no file.

        settings: JSON values by name; by default a random seed, the default game with its profile, the zone of this
        machine.
        """
        wanted = dict(settings)
        wanted["seed"] = checked_seed(wanted.get("seed") or lots.new_seed())
        wanted["game"] = checked_game(wanted.get("game", DEFAULT_GAME))
        wanted.setdefault("zone", zone_here(str(wanted.get("start", ""))))
        if wanted["zone"] == USUAL_SETTINGS.zone:
            del wanted["zone"]
        wanted.setdefault("profile", default_profile(wanted["game"]).name)
        return cls._created(path, ChangeSettings(settings=with_knockout_tiebreaks(USUAL_SETTINGS, wanted)), {}, who)

    @classmethod
    def take_over(cls, path: Path, tournament: Tournament, *, who: str = "") -> "Director":
        """Create the file of an event that starts with an imported tournament; raise OSError, BadFile."""
        people = dict(tournament.people)
        settings = tournament.settings
        if not settings.seed:
            tournament = replace(tournament, settings=replace(settings, seed=lots.new_seed()))
        act = Import(tournament=replace(tournament, people={}, version=0))
        return cls._created(path, act, people, who)

    @classmethod
    def _created(cls, path: Path, act: Act, people: Mapping[str, Person], who: str) -> "Director":
        store = Store(path, create=True)
        try:
            director = cls(store, who=who)
            director.do(act, people=people)
        except BaseException:
            store.discard()
            raise
        return director

    def close(self) -> None:
        """Close the file."""
        self.store.close()

    def __enter__(self) -> "Director":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def refresh(self) -> None:
        """Read the acts appended by other directors."""
        new = self.store.log(self.log[-1].number if self.log else 0)
        if not new and self.log:
            return
        people = self.store.people()
        self.log = [*self.log, *new]  # a new list: who has the old one reads on in it
        if len(new) == len(self.log) or any(isinstance(entry.act, Undo) for entry in new):
            self.state = fold(self.log, people)
            return
        self.state = replace(self.state, people=people)
        for entry in new:
            self.state = apply(self.state, entry, fresh=False)

    def do(
        self,
        act: Act,
        *,
        reason: str = "",
        seen: int | None = None,
        key: str = "",
        people: Mapping[str, Person] | None = None,
    ) -> LogEntry:
        """Perform an act and return its entry in the log.

        reason: required by some acts.  seen: the version of the event that its author saw; raises Stale if a
        conflicting act came later.  key: idempotency key; for a known key the first entry is returned.  people: new
        persons named by the act, by their keys.  Raises TournamentError, including NeedsConfirmation, and then changes
        nothing.
        """
        with self._transaction():
            entry = self._append(act, reason, seen, key, people or {})
        self._copy_when_due(act)
        return entry

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Hold the write lock with the newest state; an error leaves state and file as they were."""
        count, state = len(self.log), self.state
        self._elsewhere = None
        try:
            with contextlib.ExitStack() as self._held, self.store.writing():
                self.refresh()
                count, state = len(self.log), self.state
                yield
        except BaseException:
            self.log, self.state = self.log[:count], state
            raise

    def _append(self, act: Act, reason: str, seen: int | None, key: str, people: Mapping[str, Person]) -> LogEntry:
        """Check an act and append it to the log; only inside a transaction."""
        done = self.store.by_key(key) if key else None
        if done is not None:
            return self.log[done - 1]
        if seen is not None:
            other = conflict(act, self.log[seen:])
            if other is not None:
                mine, theirs = act.summary(self.state), other.summary(self.state)
                raise refusal(errors.Stale, act.touches, "stale", mine=mine, theirs=theirs).having(
                    mine=mine, theirs=theirs
                )
        severity = act.severity(self.state)
        if act.needs_reason(self.state) and not reason:
            raise refusal(errors.WrongPhase, act.kind, N_("this act needs a reason"))
        entry = LogEntry(
            number=len(self.log) + 1,
            at=self.time,
            who=self.who,
            role=self.role,
            kind=act.kind,
            data=act.data,
            key=key or secrets.token_hex(8),
            reason=reason,
            severity=int(severity),
            previous=self.store.last_hash(),
        )
        before = replace(self.state, people={**self.state.people, **people})
        is_undo = isinstance(act, Undo)
        after = compensated(self.log, entry, before.people) if is_undo else apply(before, entry)
        self._demand_one_section(after)
        if self.confirmations < min(severity - 2, 2):  # after all other refusals
            usual = ("in-the-file" if self.confirmations else "unusual", {"level": int(severity)})
            template, args = (None if self.confirmations else act.question(before)) or usual
            error = refusal(errors.NeedsConfirmation, act.kind, template, **args)
            raise error.having(times=self.confirmations + 1)
        self.store.append(entry, people)
        self.log = [*self.log, entry]
        self.state = after
        return entry

    def _demand_one_section(self, after: Tournament) -> None:
        """Raise BadEntry if an act lets somebody take part who takes part in another section of a festival."""
        if new := joining(self.state, after):
            if self._elsewhere is None:
                self._elsewhere = self._held.enter_context(self._sections.people())
            self._elsewhere.demand_none_of(after, new)

    @property
    def time(self) -> str:
        """The current time in the form used by acts, see `model.times`."""
        return time_text(self.now())

    # --- people ---------------------------------------------------------------------------------------------------

    def enter(self, person: Person, *, twin: bool = False, key: str = "", **fields: object) -> LogEntry:
        """Enter a person, as a late entry if the list is closed; raise BadEntry, WrongPhase.

        twin: confirms that a person with a similar name is a different person.  fields: of `acts.entries.Enter`.
        """
        with self._transaction():
            return self._enter(person, fields, twin, key)

    def enter_all(self, people: People, *, twins: bool = False, key: str = "") -> list[LogEntry]:
        """Enter all persons of a list with their fields, or none; who is an entry already is completed.

        twins, key: as in `enter`.  Raise ListError; NeedsConfirmation when something that is known would change.
        """
        with self._transaction():
            return self._enter_each(people, twins, key, self.confirmations > 0)

    def rehearse(self, people: People, *, twins: bool = False) -> Tournament:
        """Return the state that `enter_all` would produce, or raise its ListError; nothing is entered."""
        after = self.state
        with contextlib.suppress(_RehearsalError), self._transaction():
            self._enter_each(people, twins, "", True)
            after = self.state
            raise _RehearsalError
        return after

    def _enter_each(self, people: People, twins: bool, key: str, is_sure: bool) -> list[LogEntry]:
        keys = [f"{key}-{place}" if key else "" for place in range(len(people))]
        if done := [number for own in keys if own and (number := self.store.by_key(own))]:
            return [self.log[number - 1] for number in done]
        acts, known = list[LogEntry](), len(self.state.entries)
        present = matches(self.state, people, self.now().date(), by_name=not twins)
        changed = [f"{self.state.name(each.entry)}: {each.changes_text}" for each in present.values() if each.changed]
        if changed and not is_sure:
            changes = "; ".join(changed[:MOST_NAMED])
            raise refusal(errors.NeedsConfirmation, len(changed), "list-changes", changes=changes)
        for place, (person, fields) in enumerate(people):
            try:
                if place not in present:
                    acts.append(self._enter(person, fields, twins, keys[place]))
                elif (same := present[place]).fields or same.person:
                    acts.append(self._correct(same.entry, same.fields, same.person, keys[place]))
            except TournamentError as error:
                new = [other for other in range(place) if other not in present]
                twin = error.entry - known - 1 if isinstance(error, errors.DuplicateEntry) else -1
                raise errors.ListError(place, error, new[twin] if twin >= 0 else None) from error
        return acts

    def _enter(self, person: Person, fields: Mapping[str, object], twin: bool, key: str) -> LogEntry:
        """Enter a person; only inside a transaction."""
        done = self.store.by_key(key) if key else None
        if done is not None:
            return self.log[done - 1]
        person, fields = self._checked(person, twin), checked_fields(fields)
        fields = self._with_list_day(person, fields)
        name = self._person_key()
        new = EnterLate if self.state.phase == "playing" else Enter
        return self._append(decoded(new.kind, {"person": name, **fields}), "", None, key, {name: person})

    def correct(
        self, entry: int, changes: Mapping[str, object], person: Person | None = None, reason: str = ""
    ) -> LogEntry:
        """Change fields of an entry (see `CorrectEntry`), and its person if one is given; raise BadEntry."""
        known = self.state.person(entry) if 1 <= entry <= len(self.state.entries) else Person("")
        changes = self._with_list_day(person or known, changes)
        with self._transaction():
            return self._correct(entry, changes, person, "", reason)

    def _correct(
        self, entry: int, changes: Mapping[str, object], person: Person | None, key: str, reason: str = ""
    ) -> LogEntry:
        """Change fields of an entry; only inside a transaction."""
        known = self.state.entry(entry).country if 1 <= entry <= len(self.state.entries) else ""
        changes = checked_fields(changes, known)
        if person is None:
            return self._append(CorrectEntry(entry=entry, changes=changes), reason, None, key, {})
        person = self._checked(person, twin=True, own=entry)
        name = self._person_key()
        act = CorrectEntry(entry=entry, changes={**changes, "person": name})
        return self._append(act, reason, None, key, {name: person})

    def rename(self, entry: int, name: str) -> None:
        """Give the person of an entry another name, also at the end, unless it is the present one; raise BadEntry."""
        with self._transaction():
            if self.state.name(entry) != name:
                self._correct(entry, {}, replace(self.state.person(entry), name=name, latin=""), "")

    def _person_key(self) -> str:
        """Return a key for a new person that no person of the event has or had; those of a file have any keys."""
        first = self.log[0].act if self.log else None
        entries = self.state.entries + (first.tournament.entries if isinstance(first, Import) else ())
        taken = self.state.people.keys() | {entry.person for entry in entries}
        key = f"p{len(self.log) + 1}"
        return next(name for name in (key, *(f"{key}.{n}" for n in range(1, len(taken) + 2))) if name not in taken)

    def _with_list_day(self, person: Person, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Return fields with the day of the rating list of the folder, where it has this rating for the person."""
        rating = fields.get("rating")
        if not person.federation_id or not isinstance(rating, int):
            return fields
        day = RatingList(self.store.path.parent).day_of(person.federation_id, rating)
        return {**fields, "rated": day} if day else fields

    def _checked(self, person: Person, twin: bool, own: int = 0) -> Person:
        """Return a person to be entered, or the new data of the entry `own`; raise BadEntry."""
        person = checked_person(person, self.now().date())
        key, year = person.federation_id, person.birth[:4]
        for entry in self.state.entries if key else ():
            other = self.state.person(entry.id)
            if other.federation_id == key and entry.id != own:
                raise refusal(errors.BadEntry, person.name, "id-taken", key=key, name=other.name, id=entry.id)
        if not twin:
            for entry in self.state.entries:
                other = self.state.person(entry.id)
                if year and other.birth[:4] and year != other.birth[:4]:
                    continue
                is_equal = folded(other.name) == folded(person.name)
                if is_equal or is_near(other.name, person.name):
                    template = "same-name" if is_equal else "similar-name"
                    error = refusal(errors.DuplicateEntry, person.name, template, name=other.name, id=entry.id)
                    raise error.having(entry=entry.id)
        return person

    # --- rounds ---------------------------------------------------------------------------------------------------

    def close_list(self, wanted: int = 0) -> LogEntry:
        """Close the list: assign pairing numbers, draw the initial lot, fix the number of rounds; raise BadSetting."""
        count = len(self.state.entries)
        total = system_of(self.state.settings).rounds(count, wanted or self.state.settings.rounds)
        initial = self.state.initial or lots.initial_side(self.state.settings.seed)
        return self.do(AssignNumbers(order=numbering(self.state), rounds=total, initial=initial))

    def draft(self, seen: int | None = None) -> LogEntry:
        """Pair the next round as a draft; raise NoPairing, EngineFailed, TooLong, Stale.  seen: see `do`."""
        self.refresh()
        if self._has_late_entries() and len(self.state.rounds) < 4 and not system_of(self.state.settings).is_ladder:
            wanted = numbering(self.state)
            if wanted != tuple(entry.id for _, entry in sorted(self.state.by_number().items())):
                self.do(AssignNumbers(order=wanted))
        return self.do(Draft.of(draft(self.state, self.engine)), seen=self.state.version if seen is None else seen)

    def _has_late_entries(self) -> bool:
        """Return whether an entry was added after the last numbering."""
        undone_acts = undone(self.log)
        for entry in reversed(self.log):
            if isinstance(entry.act, AssignNumbers | Import):
                return False
            if isinstance(entry.act, EnterLate) and entry.number not in undone_acts:
                return True
        return False

    def publish(self, *, allow: Sequence[str] = (), reason: str = "") -> LogEntry:
        """Publish the draft; withdrawn entries of a round robin lose by forfeit.

        allow: rules of the checker that the boards may break.  Raise WrongPhase, BadPairing.
        """
        current = self.state.current
        if current is None or current.state != "draft":
            raise refusal(errors.WrongPhase, "publish", N_("there is no draft to publish"))
        entry = self.do(Publish(round=current.number, allow=tuple(allow)), reason=reason)
        if system_of(self.state.settings).keeps_withdrawn:
            self._enter_forfeits(current.number)
        return entry

    def _enter_forfeits(self, number: int) -> None:
        withdrawn = {entry.id for entry in self.state.entries if entry.expelled or 0 < entry.left <= number}
        for board in self.state.rounds[number - 1].boards:
            if not board.is_bye and {board.first, board.second} & withdrawn:
                first, second = ("-" if id_ in withdrawn else "+" for id_ in (board.first, board.second))
                if first == second and system_of(self.state.settings).needs_winner:
                    continue
                self.do(EnterResult.of(number, board.number, Result(first, second, reason="withdrawn")))

    def result(
        self,
        board: int,
        text: str,
        *,
        round_: int | None = None,
        source: str = "arbiter",
        reason: str = "",
        seen: int | None = None,
        key: str = "",
        view: str = "side",
        device: str = "",
    ) -> LogEntry:
        """Enter the result of a board; raise BadResult, WrongPhase, Stale, NeedsConfirmation.

        text: see `parse_result`.  `round_`: by default the running one.  view: whether the text is from the view of the
        first side of the pairing (`side`) or of the first mover (`mover`), as on print-outs and slips.  device: see
        `Result`.
        """
        number = round_ if round_ is not None else self.running()
        settings, needs_winner = self.state.settings, system_of(self.state.settings).needs_winner
        result = parse_result(settings, text, needs_winner=needs_winner)
        result = replace(result, source=source, reason=reason, device=device)
        if view == "mover" and 1 <= number <= len(self.state.rounds):
            seat = next((b for b in self.state.rounds[number - 1].boards if b.number == board), None)
            if seat and seat.seats[0] == seat.second:
                result = checked_result(settings, seat, result, needs_winner=needs_winner).turned
        return self.do(EnterResult.of(number, board, result), reason=reason, seen=seen, key=key)

    def running(self) -> int:
        """Return the number of the published round; raise WrongPhase without one."""
        return running_round(Asked(self.state), {})

    def close_round(self) -> LogEntry:
        """Close the published round; raise WrongPhase."""
        return self.do(Close(round=self.running()))

    def undo(self, number: int | None = None, *, reason: str = "") -> LogEntry:
        """Undo an act, by default the last one not undone; raise WrongPhase if a later act depends on it."""
        undone_acts = undone(self.log)
        counting = (entry for entry in reversed(self.log) if not isinstance(entry.act, Undo))
        last = next((entry.number for entry in counting if entry.number not in undone_acts), 0)
        return self.do(Undo(act=last if number is None else number), reason=reason)

    def reported(self) -> Tournament:
        """Return the state for reports and static pages: with all late changes, see `model.event`."""
        return with_late_changes(self.state, self.log)

    # --- copies ---------------------------------------------------------------------------------------------------

    def copy(self) -> None:
        """Copy the file to the second folder, if one is set; raise OSError."""
        folder = self.store.value("copies")
        if folder:
            self.store.copy_to(Path(folder) / self.store.path.name)

    def _copy_when_due(self, act: Act) -> None:
        """Copy after a publish, and when the last copy is older than COPY_EVERY."""
        folder = self.store.value("copies")
        if not folder:
            return
        target = Path(folder) / self.store.path.name
        try:
            if isinstance(act, Publish) or self.now().timestamp() - target.stat().st_mtime > COPY_EVERY:
                self.copy()
            self.copy_problem = ""
        except OSError as error:
            self.copy_problem = f"{target}: {error.strerror or error}"

    def keep_copies_in(self, folder: Path) -> None:
        """Set the second folder (a USB stick) and copy the file to it; raise OSError."""
        self.store.copy_to(folder / self.store.path.name)
        self.store.keep_value("copies", str(folder))

    def erase(self, entry: int) -> None:
        """Erase all versions of the person of an entry; results and the hash chain of the log stay."""
        self._erase([self.state.entry(entry).person, *self._former_persons(entry)])

    def withhold(self, entry: int, name: str) -> None:
        """Give the person of an entry another name, and erase all versions of before; raise BadEntry, BadFile.

        Nobody remembers the name for later events either.  Only authors of acts keep it: they are in the hash chain.
        """
        known, person = KnownPeople(self.store.path.parent), self.state.person(entry)
        self.rename(entry, name)
        if known.exists:
            known.forget(person)
        self._erase([key for key in self._former_persons(entry) if key != self.state.entry(entry).person])

    def _erase(self, keys: Sequence[str]) -> None:
        self.store.erase(list(keys))
        self.state = replace(self.state, people=self.store.people())

    def _former_persons(self, entry: int) -> list[str]:
        """Return the keys of all versions of the person of an entry in the log."""
        keys, first = list[str](), list[str]()
        undone_acts = undone(self.log)
        for logged in self.log:
            act = logged.act
            if isinstance(act, CorrectEntry) and act.entry == entry and "person" in act.changes:
                keys.append(str(act.changes["person"]))
            elif isinstance(act, Import):
                first += [imported.person for imported in act.tournament.entries]
            elif isinstance(act, NewEntry) and logged.number not in undone_acts:
                first.append(act.person)
        return [*keys, first[entry - 1]]
