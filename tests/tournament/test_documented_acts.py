"""Whatever arbiters do by documented acts: `check` explains every round of the event, and of its report."""

import contextlib
import functools
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from tests.tournament.conftest import Make, play_round

from charkoni.core.translations import Words
from charkoni.tournament.actions.entries import CorrectPerson
from charkoni.tournament.actions.registry import ACTIONS
from charkoni.tournament.acts import fields
from charkoni.tournament.acts.declaration import ActField, Action, Asked, Kind, Request
from charkoni.tournament.acts.entries import BYE, CorrectEntry
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.director import Director
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.errors import TournamentError
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import Board, Round
from charkoni.tournament.verify import rounds, verdict_lines

SETTINGS = (
    "rounds=5", "rounds=4", "rounds=6", "accelerated=yes", "accelerated=no", "number_by=name", "number_by=lot",
    "half_byes=2", "points=3,1,0", "points=1,0.5,0,0.5", "late_half=yes", "boards=online", "first=lots",
)  # fmt: skip
LIMITS = ("P2", "P5 P6", "P2 P4 P5 P6", "P1 P2 P3 P4 P5 P6")
"""Rules that an arbiter sets aside for tables by hand."""

Step = Callable[["Event", Random], None]
STEPS: list[tuple[Callable[["Event"], bool], Step]] = []
"""The steps of an event, each with its condition."""

CHANCES = st.builds(Random, st.integers(0, 2**32))


def act(director: Director, action: str, /, **texts: object) -> None:
    """Carry out an action written as at any door."""
    written = ACTIONS[action].written(Asked(director.state, director.time, "Ada"), texts)
    list(written.perform(director, Request("seen by the arbiter")))


def texts_of(action: type[Action], state: Tournament, chance: Random) -> dict[str, object]:
    """Return texts for the fields of an action as people may write them; most of them fit the state."""
    numbers = chance.sample(range(1, len(state.entries) + 1), len(state.entries))
    boards = state.rounds[-1].boards if state.rounds else ()
    of_kind: dict[Kind, Callable[[], object]] = {
        fields.ENTRY: lambda: str(numbers.pop()),
        fields.ENTRIES: lambda: [str(number) for number in numbers[:3]],
        fields.ROUND: lambda: str(chance.randint(1, len(state.rounds) + 2)),
        fields.TABLES: lambda: [f"{a}-{b}" for a, b in zip(numbers[::2], numbers[1::2], strict=False)],
        fields.RESULTS: lambda: [f"{b.number} {chance.choice('10=+-')}" for b in boards if chance.random() < 0.7] or "",
        fields.RULES: lambda: [chance.choice(LIMITS)],
        fields.SETTINGS: lambda: [chance.choice(SETTINGS)],
        fields.PARTS: lambda: ["U12"],
        fields.NUMBERS: lambda: [" ".join(map(str, sorted(chance.sample(range(1, 7), chance.randint(1, 5)))))],
        BYE: lambda: chance.choice("ZHF-"),
    }

    def written(field: ActField) -> object:
        kind = field.written.kind
        if kind in of_kind:
            return of_kind[kind]()
        if kind.json in ("integer", "boolean"):
            return str(chance.randint(kind.json == "integer", 4))
        return chance.choice("wb") if field.name == "value" else f"{field.name} {chance.randint(1, 10**6)}"

    return {
        field.name: written(field)
        for field in action.fields()
        if not field.written.is_hidden and (field.is_required or chance.random() < 0.25)
    }


def unexplained(state: Tournament) -> list[str]:
    """Return the lines of the rounds for which `check` fails."""
    return [
        line
        for verdict in rounds(state)
        if not verdict.is_explained or verdict.has_digest_error
        for line in verdict_lines(Words("en"), state, verdict)
    ]


def has_list(event: "Event") -> bool:
    """Return whether pairing numbers are given."""
    return bool(event.state.by_number())


def has_round(event: "Event") -> bool:
    """Return whether a round is paired."""
    return bool(event.state.rounds)


def is_open(event: "Event") -> bool:
    """Return whether a round is a draft or running."""
    return has_round(event) and event.state.rounds[-1].state != "closed"


def is_running(event: "Event") -> bool:
    """Return whether a round is published."""
    return has_round(event) and event.state.rounds[-1].state == "published"


def is_ready(event: "Event") -> bool:
    """Return whether the next round can be paired."""
    return not is_running(event) and len(event.state.rounds) < event.state.settings.rounds


def always(_: "Event") -> bool:
    """Return True."""
    return True


def step(condition: Callable[["Event"], bool] = has_list) -> Callable[[Step], Step]:
    """Return the decorator of a step that can be taken under a condition; after some of them the event goes on."""

    def decorated(method: Step) -> Step:
        @functools.wraps(method)
        def taken(self: "Event", chance: Random) -> None:
            method(self, chance)
            if chance.random() < 0.2:
                self.go_on(chance)

        STEPS.append((condition, taken))
        return precondition(condition)(rule(chance=CHANCES)(taken))

    return decorated


class Event(RuleBasedStateMachine):
    """An event in which arbiters carry out documented acts in any order; each is refused or done."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="charkoni-acts-"))
        self.director: Director | None = None

    @initialize(chance=CHANCES)
    def begin(self, chance: Random) -> None:
        """Begin an event, with some entries, and close its list."""
        first = chance.choice(["balanced", "lots"])
        usual = ["points=1,0.5,0", "points=1,0.5,0,0.5", "points=3,1,0"]
        self.director = Director.create(self.folder / "event", {"seed": "s", "half_byes": 2, "first": first})
        self.act("set", settings=["accelerated=yes" if chance.random() < 0.5 else chance.choice(usual)])
        apart = chance.choice([10, 10, 0])
        for number in range(chance.randint(4, 11)):
            self.act("enter", name=f"Name {number}", rating=str(2000 - apart * number))
        self.act("close-list", rounds=str(chance.randint(3, 5)))
        if chance.random() < 0.3:
            self.act("lot", value=chance.choice("wb"))

    @property
    def state(self) -> Tournament:
        """The present state of the event."""
        assert self.director is not None
        return self.director.state

    @property
    def current(self) -> Round:
        """The last round."""
        return self.state.rounds[-1]

    def act(self, action: str, /, **texts: object) -> bool:
        """Carry out an action, and return whether it was not refused."""
        assert self.director is not None
        try:
            act(self.director, action, **texts)
        except TournamentError as error:
            assert str(error)
            return False
        return True

    def numbers(self, chance: Random, *, here: bool = False) -> list[int]:
        """Return the pairing numbers in a random order; here: of those who are present."""
        kept = [e.number for e in self.state.entries if not here or (e.here and not e.left and not e.expelled)]
        return chance.sample(kept, len(kept))

    def untouched(self) -> list[Board]:
        """Return the boards of the last round that have no result and no report."""
        return [board for board in self.current.boards if not board.result and not board.reports]

    def pairs(self, ids: Sequence[int]) -> list[str]:
        """Return tables of entries in their order, as they are written; the last one has the bye where one is left."""
        number = self.state.numbers()
        seats = [str(number[id_]) for id_ in ids if id_]
        return [f"{a}-{b}" for a, b in zip(seats[::2], seats[1::2], strict=False)] + seats[len(seats) & ~1 :]

    def result(self, chance: Random) -> str:
        """Return the result of a table as it is written, some of them forfeits."""
        return chance.choice("111000==+-")

    # --- an event as it usually goes ----------------------------------------------------------------------------------

    def fill_in(self, chance: Random) -> None:
        """Enter what is missing of the running round, some of it forfeits."""
        for board in self.current.boards:
            if board.is_open or board.disputed:
                self.act("results", results=f"{board.number} {self.result(chance)}")

    @step(is_ready)
    def pair(self, chance: Random) -> None:
        """Pair the next round, with the engine."""
        self.act("pair", publish="yes" if chance.random() < 0.7 else "no")

    def go_on(self, chance: Random) -> None:
        """Publish the draft, or close the round; then mostly pair the next one."""
        if not has_list(self):
            self.act("close-list")
        elif is_open(self) and self.current.state == "draft":
            self.act("publish")
        elif is_open(self):
            self.fill_in(chance)
            self.act("close")
        if chance.random() < 0.8:
            self.act("pair", publish="yes")

    @step(always)
    def play(self, chance: Random) -> None:
        """Play the open round, and pair and publish the next one."""
        self.go_on(chance)

    @step(is_running)
    def enter_results(self, chance: Random) -> None:
        """Enter some results of the running round."""
        for board in chance.sample(self.current.boards, chance.randint(1, len(self.current.boards))):
            self.act("results", results=f"{board.number} {self.result(chance)}")

    @step(is_running)
    def close(self, chance: Random) -> None:
        """Fill in and close the running round."""
        self.fill_in(chance)
        self.act("close")

    # --- tables by hand -----------------------------------------------------------------------------------------------

    @step(is_ready)
    def pair_by_hand(self, chance: Random) -> None:
        """Pair the next round by hand, by the rules if that is possible, and publish it."""
        tables = self.pairs([self.state.by_number()[number].id for number in self.numbers(chance, here=True)])
        for allow in ((), ("P2 P5 P6",), ("P2 P4 P5 P6",)):
            if self.act("pair", by_hand=tables, allow=allow):
                break
        if chance.random() < 0.7:
            self.act("publish")

    @step(is_open)
    def exchange(self, chance: Random) -> None:
        """Exchange players of two tables, or one for somebody without a table."""
        boards = self.untouched()
        boards = chance.sample(boards, min(len(boards), chance.randint(1, 2)))
        seated = {id_ for board in self.current.boards for id_ in (board.first, board.second)}
        ids = [id_ for board in boards for id_ in (board.first, board.second) if id_]
        free = [e.id for e in self.state.entries if e.id not in seated and not e.expelled]
        if free and chance.random() < 0.5:
            if chance.random() < 0.5:
                ids = ids[1:]
            ids += chance.sample(free, 1)
        tables = self.pairs(chance.sample(ids, len(ids)))
        if not self.act("edit-tables", tables=tables or "1-2"):
            self.act("edit-tables", tables=tables or "1-2", allow=[chance.choice(LIMITS)])

    @step(is_open)
    def swap(self, chance: Random) -> None:
        """Exchange two tables, or the sides of one."""
        one, other = (str(chance.choice(self.current.boards).number) for _ in "ab")
        if chance.random() < 0.5:
            self.act("swap-tables", board=one, other=other)
        elif not self.act("swap-sides", board=one):
            self.act("swap-sides", board=one, allow=["P5 P6"])

    @step(is_open)
    def pair_late(self, chance: Random) -> None:
        """Enter somebody late, or let somebody come, and pair him with whom is free."""
        if chance.random() < 0.5:
            self.enter_late(chance)
        seated = {id_ for board in self.current.boards if not board.is_bye for id_ in (board.first, board.second)}
        free = [str(e.number) for e in self.state.entries if e.id not in seated]
        if len(free) > 1:
            one, other = chance.sample(free, 2)
            if not self.act("late-pair", entry=one, other=other):
                self.act("late-pair", entry=one, other=other, allow=[chance.choice(LIMITS)])

    @step(is_running)
    def unpublish(self, chance: Random) -> None:
        """Take the published round back."""
        self.act("unpublish")

    # --- who is there -------------------------------------------------------------------------------------------------

    @step()
    def enter_late(self, chance: Random) -> None:
        """Enter somebody late, at any place of the list."""
        self.act(
            "enter", name=f"Late {len(self.state.entries)}", rating=str(chance.choice([0, 1500, 1955, 1975, 2100]))
        )

    @step()
    def go_and_come(self, chance: Random) -> None:
        """Let somebody leave, come back, be absent or be expelled."""
        who = str(self.numbers(chance)[0])
        what = chance.choice(["withdraw", "return", "away", "here", "expel"])
        if what in ("away", "here"):
            self.act("check-in", entries=[who], away="yes" if what == "away" else "no")
        else:
            self.act(what, entry=who)

    @step()
    def ask_for_bye(self, chance: Random) -> None:
        """Ask for a bye in the next round or a later one."""
        who, round_ = str(self.numbers(chance)[0]), len(self.state.rounds) + chance.randint(0, 2)
        self.act("bye", entry=who, round=str(max(round_, 1)), code=chance.choice("ZHF-"))

    @step()
    def forbid(self, chance: Random) -> None:
        """Forbid two to meet, or lift a ban."""
        bans = self.state.prohibitions
        if bans and chance.random() < len(bans) / 3:
            self.act("prohibit", entries=[f"#{id_}" for id_ in chance.choice(bans).entries], off="yes")
        else:
            rounds = {"first": str(chance.randint(1, 4))} if chance.random() < 0.3 else {}
            self.act("prohibit", entries=[str(number) for number in self.numbers(chance)[:2]], **rounds)

    # --- corrections --------------------------------------------------------------------------------------------------

    @step(has_round)
    def correct_result(self, chance: Random) -> None:
        """Enter the result of a table of any round, or dispute one."""
        round_ = chance.choice(self.state.rounds)
        table = str(chance.choice(round_.boards).number)
        if round_.state == "published" and chance.random() < 0.3:
            self.act("dispute", round=str(round_.number), board=table)
        else:
            self.act("results", round=str(round_.number), results=f"{table} {self.result(chance)}")

    @step()
    def correct_rating(self, chance: Random) -> None:
        """Correct a rating."""
        self.act("correct", entry=str(self.numbers(chance)[0]), rating=str(chance.choice([0, 1500, 1985, 2200])))

    @step()
    def change_settings(self, chance: Random) -> None:
        """Change a setting."""
        self.act("set", settings=[chance.choice(SETTINGS)])

    @step()
    def undo(self, chance: Random) -> None:
        """Undo one of the last acts, or an earlier one on which the pairings rest."""
        assert self.director is not None
        numbers = [each.number for each in self.director.log]
        early = [each.number for each in self.director.log if each.kind in ("set", "lot", "request-bye", "prohibit")]
        self.act("undo", act=str(chance.choice(chance.choice([numbers[-1:], numbers[-5:], early, numbers]))))

    @step()
    def anything(self, chance: Random) -> None:
        """Carry out any action, with texts that may fit."""
        name = chance.choice(sorted(ACTIONS))
        self.act(name, **texts_of(ACTIONS[name], self.state, chance))

    def teardown(self) -> None:
        """Assert that each round is explained, by the log and by the report."""
        try:
            if self.director is not None:
                with self.director:
                    self.check(self.director)
        finally:
            shutil.rmtree(self.folder)

    def check(self, director: Director) -> None:
        """Assert that each round is explained, by the log and by the report."""
        acts, state = told(director.log), director.reported()
        with failure_told(acts):
            assert unexplained(state) == []
            if state.by_number():
                assert unexplained(reader.read(writer.write(state)).tournament) == []


@contextlib.contextmanager
def failure_told(acts: str) -> Iterator[None]:
    """Add the acts of an event to a failure."""
    try:
        yield
    except Exception as error:
        error.add_note(acts)
        raise


def told(log: Sequence[LogEntry]) -> str:
    """Return a log in lines, for a failure."""
    return "\n".join(f"{each.number} {each.kind} {dict(each.data)}" for each in log)


def test_check_explains_every_sequence_of_documented_acts() -> None:
    run_state_machine_as_test(
        Event,
        settings=settings(
            max_examples=8,
            stateful_step_count=20,
            deadline=None,
            phases=[Phase.reuse, Phase.generate],  # a failure tells the acts; making them fewer takes minutes
            suppress_health_check=list(HealthCheck),
        ),
    )


def walk(seed: int, steps: int = 30, kind: type[Event] = Event) -> None:
    """Take steps of an event at random, each of those that are possible as often as the others."""
    chance, event = Random(seed), kind()
    try:
        event.begin(chance=chance)
        for _ in range(steps):
            chance.choice([taken for condition, taken in STEPS if condition(event)])(event, chance)
    finally:
        event.teardown()


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_check_explains_many_sequences_of_documented_acts(part: int) -> None:
    for seed in range(150 * part, 150 * part + 150):
        with failure_told(f"walk({seed})"):
            walk(seed)


@pytest.mark.parametrize(("count", "late"), [(5, 1), (4, 2)])
@pytest.mark.parametrize("action", ["edit-tables", "late-pair"])
def test_late_pairs_are_explained(make: Make, action: str, count: int, late: int) -> None:
    director = make(count, rounds=3)
    director.draft()
    director.publish()
    bye = [board.first for board in director.state.rounds[0].boards if board.is_bye]
    for number in range(late):
        act(director, "enter", name=("Aizada", "Bolot")[number], rating="1500")
    one, other = (bye[0], count + 1) if bye else (count + 1, count + 2)
    numbers = {"tables": [f"{one}-{other}"]} if action == "edit-tables" else {"entry": str(one), "other": str(other)}
    act(director, action, **numbers)
    assert len(director.state.rounds[0].boards) == 3 and unexplained(director.reported()) == []
    # Numbers are given anew for round 2: the late ones are known when their table was made, not before.
    for board in director.state.rounds[0].boards:
        if board.is_open:
            director.result(board.number, "1")
    director.close_round()
    director.draft()
    director.publish()
    assert unexplained(director.reported()) == []
    assert unexplained(reader.read(writer.write(director.reported())).tournament) == []


def test_tables_that_an_undo_brings_back_are_judged_by_what_was_known_then(make: Make) -> None:
    director = make(6, rounds=3)
    play_round(director, "1")
    director.draft()
    director.publish()
    for board in director.state.rounds[0].boards:
        director.result(board.number, "0", round_=1, reason="slips were mixed up")
    act(director, "swap-tables", board="1", other="3")
    director.undo()
    assert [verdict.breaches for verdict in rounds(director.reported())] == [(), ()]


def test_corrected_fields_stand_in_the_log_in_the_order_of_the_form(make: Make) -> None:
    """Not in that of a set, which differs from process to process."""
    given: dict[str, Any] = {"fee": "5", "country": "TUR", "club": "Kale", "title": "FM", "rating": 1800, "region": "E"}
    (line,) = CorrectPerson(entry=1, categories=("w",), **given).perform(make(4), Request())
    assert isinstance(line.act, CorrectEntry)
    assert list(line.act.changes) == ["rating", "title", "club", "region", "country", "categories", "fee"]
