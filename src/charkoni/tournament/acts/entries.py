"""Acts on entries: entering, pairing numbers, corrections, check-in, byes, withdrawal, expulsion, prohibitions."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import Act, EntryAct, Severity, entry_of, name_of
from charkoni.tournament.acts.declaration import Command, Kind, Written
from charkoni.tournament.acts.fields import ENTRIES, FLAG, ROUND, next_round
from charkoni.tournament.model.errors import BadEntry, NoPairing, WrongPhase, refusal
from charkoni.tournament.model.event import CHIEF, Prohibition, Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Result
from charkoni.tournament.model.serialization import dump, load
from charkoni.tournament.pairing.systems import system_of

_HERE = {True: N_("{who} is here"), False: N_("{who} is not here")}
_BYES = {
    "Z": N_("{who}: absent in round {round}"),
    "H": N_("{who}: half a point for round {round}"),
    "F": N_("{who}: a full point for round {round}"),
    "": N_("{who}: no bye in round {round}"),
}
_FROM = N_("{who}: from round {round} on")
_CHANGED = N_("{who}: {changes}")
_FIELDS = {
    "rating": N_("Rating"), "rated": N_("Rating list"), "title": N_("Title"), "club": N_("Club"),
    "region": N_("Region"), "country": N_("Country"), "categories": N_("Categories"), "fee": N_("Fee"),
    "person": N_("Personal data"),
}  # fmt: skip
_PRIVATE = ("fee", "person")
_BANNED = {False: N_("{names}: rounds {first} to {last}"), True: N_("{names}: lifted")}
_NOT_LOST = frozenset("1=WD+")

LAST_NUMBERING = 3
"""Pairing numbers may change until more rounds than these are paired (FIDE C.04.2)."""

LAST_ROUND = 99
"""The last round of a ban that has no end."""

EXPELLED = "expelled"
"""The reason of results by expulsion."""


class NewEntry(Act):
    """The fields of a new entry, as in `model.players.Entry`.

    person: key of the person, stored outside the log.  rating: 0 to 9999, 0 for none.  rated: see `Entry`.
    """

    person: str
    rating: int = 0
    rated: str = ""
    title: str = ""
    club: str = ""
    region: str = ""
    country: str = ""
    categories: tuple[str, ...] = ()
    fee: str = ""

    def added(self, state: Tournament) -> Tournament:
        """Return the state with the entry appended; its id is the length of the list."""
        entry = load(Entry, {**self.data, "id": len(state.entries) + 1}, "entry")
        return replace(state, entries=(*state.entries, entry))

    def named(self, state: Tournament) -> str:
        """Return the name, which stands outside the log; – where it is erased."""
        person = state.people.get(self.person)
        return person.name if person else "–"

    def about(self, words: Words, state: Tournament) -> str:
        """Return the name."""
        return self.named(state)


class Enter(NewEntry):
    """Enter a person before the list is closed."""

    kind = "enter"
    label = N_("Entry")

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with one more entry; raise WrongPhase."""
        if state.phase not in ("planned", "registration"):
            raise refusal(WrongPhase, self.named(state), N_("the list is closed: enter it as a late entry"))
        return replace(self.added(state), phase="registration")


class EnterLate(NewEntry):
    """Enter a person after the list is closed, with the next pairing number."""

    kind = "late"
    label = N_("Late entry")
    usual = Severity.NOTICE

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with one more numbered entry, online with half a point for round 1; raise WrongPhase."""
        if state.phase != "playing":
            raise refusal(WrongPhase, self.named(state), N_("the list is not closed yet: enter it as usual"))
        done, all_, system = len(state.rounds), state.settings.rounds, system_of(state.settings)
        if (done and 2 * done >= all_ and not system.is_ladder) or not system.takes_late_entries:
            raise refusal(WrongPhase, self.named(state), "too-late", done=done, rounds=all_)
        state = self.added(state)
        last = replace(state.entries[-1], number=len(state.entries))
        state = state.with_entry(last)
        settings = state.settings
        if settings.late_half and settings.boards == "online" and state.rounds and state.rounds[0].state != "draft":
            first = state.rounds[0]
            state = state.with_round(replace(first, away=(*first.away, (last.id, "H"))))
        return state


class AssignNumbers(Act):
    """Close the list of entries and assign pairing numbers, or assign them anew.

    order: all entry ids, in the order of pairing numbers 1 ... N.  rounds: number of rounds; without it the setting
    stays.  initial: side of number 1 in round 1, w (the first side) or b; without it the present one stays.
    """

    kind = "numbers"
    path = "entry"
    label = N_("Pairing numbers given")

    order: tuple[int, ...]
    rounds: int | None = None
    initial: str | None = None

    def severity(self, state: Tournament) -> Severity:
        """Return NOTICE for a Swiss of so many rounds that it may run out of legal pairings."""
        is_risky = system_of(state.settings).is_risky(len(state.entries), self.rounds or 0)
        return Severity.NOTICE if is_risky else Severity.INFO

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state in phase `playing` with pairing numbers.

        Raise WrongPhase after round 3, BadEntry for an order that is no permutation of the entries, NoPairing when
        prohibitions leave an entry without opponents.
        """
        if len(state.rounds) > LAST_NUMBERING:
            raise refusal(WrongPhase, "numbers", N_("numbers stay from round 4 on"))
        if sorted(self.order) != list(range(1, len(state.entries) + 1)):
            raise refusal(BadEntry, list(self.order), N_("the new order must hold every entry once"))
        place = {id_: number for number, id_ in enumerate(self.order, 1)}
        rounds = state.settings.rounds if self.rounds is None else self.rounds
        initial = state.initial if self.initial is None else self.initial
        settings = replace(state.settings, rounds=rounds)
        state = replace(state.renumbered(place), settings=settings, initial=initial, phase="playing")
        if fresh:
            _demand_opponents(state)
        return state


class CorrectEntry(EntryAct):
    """Change fields of an entry.

    changes: new JSON values of rating, rated, title, club, region, country, categories, fee or person (the key of the
    corrected person).  Another rating is of no list unless `rated` says so.
    """

    kind = "correct"
    label = N_("Entry corrected")

    changes: Mapping[str, object]

    @property
    def may_follow_end(self) -> bool:
        """Whether only the person is corrected, as when a member of a server takes another name: results stay his."""
        return self.changes.keys() == {"person"}

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the entry changed; raise BadEntry, BadFile for a value of a wrong type."""
        entry = entry_of(state, self.entry)
        for name in self.changes:
            if name not in _FIELDS:
                raise refusal(BadEntry, name, N_("{name} does not change this way"), name=name)
        is_rerated = self.changes.get("rating", entry.rating) != entry.rating
        kept = replace(entry, rated="") if is_rerated else entry
        return state.with_entry(load(Entry, {**dump(kept), **self.changes}, "entry"))

    def about(self, words: Words, state: Tournament) -> str:
        """Return the fields that were corrected, with their new values where these are public."""
        who, changes = name_of(state, self.entry), []
        for field, value in self.changes.items():
            name = words._(_FIELDS.get(field, field))
            shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
            changes.append(name if field in _PRIVATE else f"{name} {shown or '–'}")
        return words._(_CHANGED, who=who, changes="; ".join(changes)) if changes else who


class CheckIn(EntryAct):
    """Mark an entry present or absent until further notice.  here: present."""

    kind = "checkin"
    label = N_("Check-in")

    here: bool

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the entry present or absent; raise BadEntry."""
        return state.with_entry(replace(entry_of(state, self.entry), here=self.here))

    def about(self, words: Words, state: Tournament) -> str:
        """Return the entry and whether it is present."""
        return words._(_HERE[self.here], who=name_of(state, self.entry))


BYE = Kind(
    "Z|H|F|-", N_("which bye; - takes it back"), lambda _, text: "" if text.strip() == "-" else text.strip().upper()
)


class RequestBye(EntryAct):
    """Request a bye for a round that is not paired yet.

    code: H (half point), F (full point), Z (announced absence, no point), empty to withdraw the request.
    """

    kind = "request-bye"
    label = N_("Bye requested")
    command = Command(
        "bye", N_("Enter an absence for a round (Z), or a requested bye (H, F)."),
        aliases=("request-bye",),
    )  # fmt: skip

    round: Annotated[int, Written(ROUND, help=N_("the round; else the next one"), missing=next_round)]
    code: Annotated[str, Written(BYE, missing="Z")]

    def severity(self, state: Tournament) -> Severity:
        """Return CONFIRM for a full-point bye, NOTICE for a half-point bye."""
        return {"F": Severity.CONFIRM, "H": Severity.NOTICE}.get(self.code, Severity.INFO)

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the request.

        Raise BadEntry for an unknown code, WrongPhase for another round, or more half-point byes than allowed.
        """
        entry, settings = entry_of(state, self.entry), state.settings
        if self.code not in ("H", "F", "Z", ""):
            raise refusal(BadEntry, self.code, N_("a bye asked for is H, F or Z"))
        paired = len(state.paired)
        if not paired < self.round <= (settings.rounds or LAST_ROUND):
            raise refusal(WrongPhase, self.round, "bye-round", round=self.round)
        asked = tuple(item for item in entry.asked if item[0] != self.round)
        if self.code == "H" and fresh:
            used = sum(1 for _, other in asked if other == "H") + sum(
                1 for past in state.rounds for id_, other in past.away if id_ == entry.id and other == "H"
            )
            if used >= settings.half_byes or (settings.half_bye_last and self.round > settings.half_bye_last):
                last = settings.half_bye_last or settings.rounds
                raise refusal(WrongPhase, self.code, "no-half", most=settings.half_byes, last=last)
        if self.code:
            asked = tuple(sorted([*asked, (self.round, self.code)]))
        return state.with_entry(replace(entry, asked=asked))

    def about(self, words: Words, state: Tournament) -> str:
        """Return the entry, the bye and the rounds."""
        return words._(_BYES[self.code], who=name_of(state, self.entry), round=self.round)


class Withdraw(EntryAct):
    """Withdraw an entry.  from_round (in the log `from`): the first round without it, by default the next one."""

    kind = "withdraw"
    label = N_("Withdrawal")
    usual = Severity.NOTICE
    command = Command("withdraw", N_("Withdraw a player from the next round on."))

    from_round: Annotated[int | None, Written(ROUND, "round", N_("the first round missed; else the next"))] = Field(
        default=None, validation_alias="from", serialization_alias="from"
    )

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state without the entry from a round on; raise WrongPhase where it has a board there."""
        entry = entry_of(state, self.entry)
        start = self.from_round or len(state.rounds) + 1
        for round_ in state.rounds[start - 1 :]:
            board = round_.board_of(entry.id)
            if board and round_.state != "draft":
                who = state.name(entry.id)
                raise refusal(WrongPhase, entry.id, "has-table", who=who, board=board.number, round=round_.number)
        return state.with_entry(replace(entry, left=start))

    def about(self, words: Words, state: Tournament) -> str:
        """Return the leaving entry and the round."""
        who = name_of(state, self.entry)
        return words._(_FROM, who=who, round=self.from_round) if self.from_round else who


class Return(EntryAct):
    """Cancel the withdrawal of an entry."""

    kind = "return"
    label = N_("Return")
    command = Command("return", N_("Readmit a withdrawn player."))

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the entry present again; raise BadEntry."""
        return state.with_entry(replace(entry_of(state, self.entry), left=0, here=True))


class Expel(EntryAct):
    """Expel an entry; its open games are forfeited.  annul: its earlier wins and draws become forfeits, too."""

    kind = "expel"
    label = N_("Expulsion")
    command = Command("expel", N_("Expel a player; an open game is forfeited."), CHIEF)

    annul: Annotated[bool, Written(FLAG, help=N_("earlier wins and draws become forfeits, too"))] = False

    def severity(self, state: Tournament) -> Severity:
        """Return CONFIRM, with `annul` REASON."""
        return Severity.REASON if self.annul else Severity.CONFIRM

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the entry expelled and its games forfeited; raise BadEntry."""
        entry = entry_of(state, self.entry)
        return _forfeited(state.with_entry(replace(entry, expelled=True)), entry.id, past=self.annul)


def _forfeited(state: Tournament, entry: int, *, past: bool) -> Tournament:
    """Return the state with the open games of an entry forfeited; `past`: also its wins and draws."""
    for round_ in state.rounds:
        board = round_.board_of(entry)
        if board is None or board.is_bye or round_.state == "draft":
            continue
        if board.is_open or (past and board.mark_of(entry) in _NOT_LOST):
            other = board.second if board.first == entry else board.first
            mark = "-" if board.mark_of(other) == "-" else "+"  # the opponent was absent as well
            result = Result(*(("-", mark) if board.first == entry else (mark, "-")), reason=EXPELLED)
            corrected = board.corrected or (round_.state == "closed" and not board.is_open)
            state = state.with_board(round_, replace(board, result=result, disputed=False, corrected=corrected))
    return state


class Prohibit(Act):
    """Prohibit entries from meeting in rounds first ... last.

    entries: at least two different ids.  off: lift the prohibitions of exactly these entries.
    """

    kind = "prohibit"
    label = N_("Prohibited pairing")
    command = Command("prohibit", N_("Forbid players to meet, or allow it again."), CHIEF, aliases=("forbid",))

    entries: Annotated[tuple[int, ...], Written(ENTRIES)]
    first: Annotated[int, Written(ROUND, help=N_("from this round on"))] = 1
    last: Annotated[int, Written(ROUND, help=N_("up to this round"))] = LAST_ROUND
    off: Annotated[bool, Written(FLAG, help=N_("they may meet again"))] = False

    def severity(self, state: Tournament) -> Severity:
        """Return REASON once a round is paired."""
        return Severity.REASON if state.rounds else Severity.INFO

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the prohibition; raise BadEntry, and NoPairing when an entry has no opponent left."""
        ids = tuple(dict.fromkeys(self.entries))
        for id_ in ids:
            entry_of(state, id_)
        if len(ids) < 2:
            raise refusal(BadEntry, " ".join(map(state.name, ids)), N_("a ban needs at least two different entries"))
        if fresh and self.first > self.last:
            raise refusal(BadEntry, f"{self.first}-{self.last}", "ban-rounds", first=self.first, last=self.last)
        if self.off:
            if fresh and not any(set(each.entries) == set(ids) for each in state.prohibitions):
                raise refusal(BadEntry, ", ".join(map(state.name, ids)), "no-ban")
            return replace(state, prohibitions=tuple(b for b in state.prohibitions if set(b.entries) != set(ids)))
        state = replace(state, prohibitions=(*state.prohibitions, Prohibition(self.first, self.last, ids)))
        if fresh and state.phase == "playing":
            _demand_opponents(state)
        return state

    def about(self, words: Words, state: Tournament) -> str:
        """Return the entries that must not meet, and the rounds."""
        names = " – ".join(name_of(state, id_) for id_ in self.entries)
        if not self.off and (self.first, self.last) == (1, LAST_ROUND):
            return names
        return words._(_BANNED[self.off], names=names, first=self.first, last=self.last)


def _demand_opponents(state: Tournament) -> None:
    """Raise NoPairing when prohibitions leave an entry without any opponent in a round."""
    everybody = {entry.id for entry in state.entries}
    starts = {max(each.first, 1) for each in state.prohibitions}  # the set in force only grows where one begins
    for round_ in sorted(starts):
        in_force = [each for each in state.prohibitions if each.first <= round_ <= each.last]
        for id_ in sorted({id_ for each in in_force for id_ in each.entries}):
            forbidden = {other for each in in_force if id_ in each.entries for other in each.entries}
            if not everybody - forbidden - {id_}:
                error = refusal(NoPairing, id_, N_("this ban leaves no opponent for {who}"), who=state.name(id_))
                raise error.having(group=(id_,))
