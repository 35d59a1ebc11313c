"""Verification of events and reports: every round is paired again from the data known at the time, and compared."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from charkoni.core.files.data_files import read_texts
from charkoni.core.translations import Words
from charkoni.tournament.model.errors import Breach, NoPairing
from charkoni.tournament.model.event import SETTINGS, LateChange, Tournament
from charkoni.tournament.model.rounds import Round
from charkoni.tournament.model.settings import edition_date
from charkoni.tournament.pairing.checker import breaches_of
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.engine_file import engine_text
from charkoni.tournament.pairing.input import PairingInput, in_board_order
from charkoni.tournament.pairing.known_state import changes_since, input_as_paired, known_state, result_of
from charkoni.tournament.pairing.protocol import Engine, Pairing
from charkoni.tournament.pairing.systems import system_of

_TEXTS = read_texts(Path(__file__).with_suffix(".toml"))
"""The sentences; late changes and changed settings by their subjects."""

Boards = tuple[tuple[int, int], ...]


def _said(words: Words, name: str, /, **args: object) -> str:
    """Return a sentence by its name in the data."""
    return words._(_TEXTS[name], **args)


@dataclass(frozen=True, slots=True)
class RoundVerdict:
    """The comparison of one round; boards are pairs of present pairing numbers, 0 for the bye.

    missing: boards that only the pairing from the known state has.  extra: boards that only the event has.
    breaches: of the boards of the event, by the state that was known.  wrong: those that no arbiter has allowed.
    changes: late changes of that state or of the boards.
    today: the boards that only the pairing from the present state has, None when it is the same.
    replaced: those of the event in their place.
    has_digest_error: the digest of the engine's input is that of another input.
    pairing: of the engine, None when it finds no legal pairing.
    """

    round: int
    missing: tuple[tuple[int, int], ...]
    extra: tuple[tuple[int, int], ...]
    breaches: tuple[Breach, ...]
    wrong: tuple[Breach, ...]
    changes: tuple[LateChange, ...] = ()
    today: tuple[tuple[int, int], ...] | None = None
    replaced: tuple[tuple[int, int], ...] = ()
    has_digest_error: bool = False
    pairing: Pairing | None = None

    @property
    def agrees(self) -> bool:
        """Whether both have the same boards."""
        return not self.missing and not self.extra

    @property
    def by_hand(self) -> tuple[LateChange, ...]:
        """The acts by which boards of the round were made by hand."""
        return tuple(change for change in self.changes if change.what == "boards" and change.round == self.round)

    @property
    def is_explained(self) -> bool:
        """Whether the round agrees, or every difference and breach was an arbiter's decision."""
        return (self.agrees or bool(self.by_hand)) and not self.wrong

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to report: the round agrees, also when it is paired from the present state."""
        return self.agrees and self.today is None and not self.breaches and not self.has_digest_error


def rounds(tournament: Tournament, engine: Engine = pair) -> Iterator[RoundVerdict]:
    """Iterate over the published rounds of an event, each paired from the state that was known then.

    The late changes of the event are in the tournament, see `acts.late_changes`.  Raise EngineFailed, TooLong; BadFile
    for late changes that do not fit.
    """
    for round_ in tournament.rounds:
        if round_.state != "draft":
            yield _verdict(tournament, round_, engine)


def _verdict(tournament: Tournament, round_: Round, engine: Engine) -> RoundVerdict:
    number = round_.number
    known = known_state(tournament, number)
    before = input_as_paired(known, number)
    theirs, present = tournament.numbered(round_.boards), _present_numbers(known, tournament)
    changes = tuple(changes_since(tournament, number))
    pairing = _paired(known, number, before, engine)
    breaches = _breaches(tournament, round_)
    wrong = tuple(breach for breach in breaches if breach.rule not in round_.allowed)
    if pairing is None:
        return RoundVerdict(number, (), tuple(sorted(theirs)), breaches, wrong, changes)
    ours = {(present[first], present[second]) for first, second in pairing.boards}
    missing, extra = tuple(sorted(ours - set(theirs))), tuple(sorted(set(theirs) - ours))
    today, replaced = _today(tournament, number, engine) if changes and not (missing or extra) else (None, ())
    digest = round_.account.get("digest")
    is_other = bool(digest) and digest != hashlib.sha256(engine_text(before).encode()).hexdigest()
    return RoundVerdict(number, missing, extra, breaches, wrong, changes, today, replaced, is_other, pairing)


def _paired(state: Tournament, number: int, before: PairingInput, engine: Engine) -> Pairing | None:
    previous = state.numbered(state.rounds[number - 2].boards) if number > 1 else []
    try:
        return system_of(state.settings).pair(before, previous, engine)
    except NoPairing:
        return None


def _breaches(tournament: Tournament, round_: Round) -> tuple[Breach, ...]:
    """Return the breaches of a round by the data known when its boards were made, by the engine or last by hand.

    The order of boards (P7) holds where no arbiter has changed it.
    """
    if not system_of(tournament.settings).is_checked:
        return ()
    known = known_state(tournament, round_.number, by_hand=True)
    before, boards = input_as_paired(known, round_.number), known.numbered(round_.boards)
    present = _present_numbers(known, tournament)
    return tuple(
        replace(breach, who=tuple(present[n] for n in breach.who), args=_present_args(breach, present))
        for breach in breaches_of(before, in_board_order(before, boards) if round_.by_hand else boards)
    )


def _present_numbers(known: Tournament, tournament: Tournament) -> dict[int, int]:
    """Return the present pairing numbers by those of a known state, with 0 for the bye."""
    number_of = tournament.numbers()
    return {entry.number: number_of[entry.id] for entry in known.entries if entry.number} | {0: 0}


def _present_args(breach: Breach, present: Mapping[int, int]) -> dict[str, object]:
    return {name: present[n] if name in "ab" and isinstance(n, int) else n for name, n in breach.args.items()}


def _today(tournament: Tournament, number: int, engine: Engine) -> tuple[Boards | None, Boards]:
    """Return the boards by the present state that the event has not, and those that it has instead.

    None for the first when there is no difference, empty when there is no legal pairing.
    """
    pairing = _paired(tournament, number, input_as_paired(tournament, number), engine)
    boards = tournament.numbered(tournament.rounds[number - 1].boards)
    if pairing is None:
        return (), tuple(boards)
    only = tuple(board for board in pairing.boards if board not in boards)
    return only or None, tuple(board for board in boards if board not in pairing.boards)


def verdict_lines(words: Words, tournament: Tournament, verdict: RoundVerdict) -> list[str]:
    """Return a verdict in words: a sentence, then the changes and breaches that explain it, indented."""
    lines = [_sentence(words, verdict)]
    if verdict.by_hand and not verdict.agrees:
        lines += [change_sentence(words, tournament, change) for change in verdict.by_hand]
    elif verdict.today is not None:
        # Ratings are in the engine's input, and decide nothing but the numbers.
        changes = (change for change in verdict.changes if change.what != "rating")
        lines += [change_sentence(words, tournament, change) for change in changes]
    for breach in verdict.breaches:
        sentence = breach.message(words._)
        lines.append(sentence if breach in verdict.wrong else _said(words, "set-aside", breach=sentence))
    if verdict.has_digest_error:
        lines.append(_said(words, "digest", round=verdict.round))
    return lines[:1] + [f"  {line}" for line in lines[1:]]


def _sentence(words: Words, verdict: RoundVerdict) -> str:
    number, extra, missing = verdict.round, boards_text(verdict.extra), boards_text(verdict.missing)
    if not verdict.agrees:
        if verdict.by_hand:
            return _said(words, "by-hand", round=number, made=extra, paired=missing)
        return _said(words, "differs", round=number, extra=extra, missing=missing)
    if verdict.today is None:
        return _said(words, "agrees", round=number)
    if not verdict.today:
        return _said(words, "none-today", round=number)
    today, made = boards_text(verdict.today), boards_text(verdict.replaced)
    return _said(words, "as-known", round=number, today=today, made=made)


def boards_text(boards: Sequence[tuple[int, int]]) -> str:
    """Return boards as `1-4 2-5 3`, an en dash for none."""
    return " ".join(f"{a}-{b}" if b else str(a) for a, b in boards) or "–"


def change_sentence(words: Words, tournament: Tournament, change: LateChange) -> str:
    """Return a late change in words, with the reason of its act."""
    is_setting, was, now, name, names = change.what in (*SETTINGS, "initial"), change.was, change.now, "", ""
    template: str = "setting" if is_setting else change.what
    if change.what == "result":
        was, now = (_result_text(tournament, change, marks) for marks in (was, now))
    elif change.what == "numbers":
        new = [int(word) for word in now.split() if word not in was.split()]
        names = ", ".join(tournament.name(id_) for id_ in new if id_ <= len(tournament.entries))
        template = "late" if new else template
    elif change.what == "rating":
        name = tournament.name(change.entries[0])
    elif is_setting:
        name = _said(words, change.what)
    place = {"act": change.act, "paired": change.paired, "round": change.round, "table": change.table}
    sentence = _said(words, template, **place, was=was, now=now, name=name, names=names)
    return _said(words, "reason", sentence=sentence, reason=change.reason) if change.reason else sentence


def _result_text(tournament: Tournament, change: LateChange, marks: str) -> str:
    """Return marks as the first mover sees the result, as on all lists."""
    result = result_of(marks)
    if result is None:
        return "–"
    boards = tournament.rounds[change.round - 1].boards
    board = next((board for board in boards if (board.first, board.second) == change.entries), None)
    return (result.turned if board and board.seats[0] == board.second else result).shown


def edition_note(words: Words, tournament: Tournament) -> str:
    """Return the sentence about an event that was played before the edition of its rules was in force, or nothing."""
    settings = tournament.settings
    edition = edition_date(settings.edition)
    date = (settings.end or settings.start).replace("/", "-")
    return _said(words, "older", date=date, edition=edition) if date and date < edition else ""
