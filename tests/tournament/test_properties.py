"""Random events: whatever happens, every invariant holds."""

import hashlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from charkoni.tournament import simulate
from charkoni.tournament.acts.entries import RequestBye
from charkoni.tournament.acts.log import decoded
from charkoni.tournament.acts.reducer import fold
from charkoni.tournament.acts.rounds import Edit
from charkoni.tournament.director import Director
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.errors import TournamentError
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.model.rounds import Result
from charkoni.tournament.model.serialization import dump, load
from charkoni.tournament.model.settings import TIEBREAKS, Points, Settings
from charkoni.tournament.pairing.checker import breaches_of
from charkoni.tournament.pairing.dutch import pair
from charkoni.tournament.pairing.engine_file import engine_text
from charkoni.tournament.pairing.input import ForbiddenPairs, PairingInput
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.pairing.known_state import input_as_paired, known_state
from charkoni.tournament.pairing.lots import lot
from charkoni.tournament.simulate import Frequencies
from charkoni.tournament.standings.crosstable import crosstable_of
from charkoni.tournament.standings.ranking import Standings, standings
from charkoni.tournament.store import archive, read_archive

FREQUENCIES = st.builds(
    Frequencies,
    draws=st.integers(0, 80),
    forfeits=st.integers(0, 15),
    absences=st.integers(0, 15),
    half_byes=st.integers(0, 8),
    withdrawals=st.integers(0, 5),
    late=st.integers(0, 25),
)


POINTS = st.sampled_from([Points(), Points(bye=1), Points(4, 2, 0, 4), Points(6, 2, 0, 6), Points(6, 2, 0, 2)])


@st.composite
def events(draw: Any) -> tuple[Tournament, Frequencies]:
    """Return a random event before round 1, and the frequencies of what happens in it."""
    players = draw(st.integers(2, 24))
    rounds = draw(st.integers(1, min(players - 1 + players % 2, 9)))
    wanted = Settings(
        points=draw(POINTS), accelerated=draw(st.booleans()), profile="classic", first="balanced", half_byes=99
    )
    state = simulate.start(str(draw(st.integers(0, 10**9))), players, rounds, wanted)
    if draw(st.booleans()):
        state = replace(state, entries=tuple(replace(entry, rating=0) for entry in state.entries))
    return state, draw(FREQUENCIES)


def with_forbidden_pairs(pairing_input: PairingInput, seed: int) -> PairingInput:
    """Return the pairing input with some pairs prohibited."""
    count = len(pairing_input.players)
    pairs = {(1 + seed % count, 1 + (seed // 7) % count), (1 + (seed // 3) % count, 1 + (seed // 11) % count)}
    return replace(pairing_input, forbidden=tuple(ForbiddenPairs(1, 99, (a, b)) for a, b in sorted(pairs) if a != b))


def holds(state: Tournament, frequencies: Frequencies, seed: int) -> int:
    """Play a random event and assert every invariant of it; return how many rounds could be paired."""

    def engine(pairing_input: PairingInput) -> Any:
        pairing_input = with_forbidden_pairs(pairing_input, seed)
        pairing = pair(pairing_input)
        assert breaches_of(pairing_input, pairing.boards) == ()
        if seed % 4 == 0:
            assert (
                pair(replace(pairing_input, forbidden=tuple(reversed(pairing_input.forbidden)))).boards
                == pairing.boards
            )  # P8
        return pairing

    last = [state, *simulate.play(state, frequencies, engine)][-1]
    after = input_after(last)
    assert len(last.rounds) == after.done or not last.rounds
    lines = standings(last)
    assert sorted(line.number for line in lines) == list(range(1, len(after.players) + 1))
    played = [line.points for line in lines if line.has_played]
    assert played == sorted(played, reverse=True)
    for line in lines:
        assert line.points == after.score(after.player(line.number))
    written = writer.write(last)
    assert reader.read(written).tournament == last
    assert writer.write(reader.read(written).tournament) == written
    return len(last.rounds)


@settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(events(), st.integers(0, 10**6))
def test_every_pairing_of_a_random_event_holds_p1_to_p8(event: tuple[Tournament, Frequencies], seed: int) -> None:
    holds(*event, seed)


def random_event(number: int) -> tuple[Tournament, Frequencies]:
    """Return a random event by its number: mostly small, every fiftieth up to 60 players."""

    def among(what: str, count: int) -> int:
        return lot("properties", what, number) % count

    players = 2 + among("players", 59 if number % 50 == 0 else 9)
    rounds = 1 + among("rounds", min(players - 1 + players % 2, 9 if number % 50 == 0 else 5))
    points = (Points(), Points(bye=1), Points(4, 2, 0, 4), Points(6, 2, 0, 6), Points(6, 2, 0, 2))[among("points", 5)]
    wanted = Settings(
        points=points, accelerated=among("baku", 2) == 0, profile="classic", first="balanced", half_byes=99
    )
    state = simulate.start(str(number), players, rounds, wanted)
    if among("rated", 3) == 0:
        state = replace(state, entries=tuple(replace(entry, rating=0) for entry in state.entries))
    most = {"draws": 81, "forfeits": 16, "absences": 16, "half_byes": 9, "withdrawals": 6, "late": 26}
    return state, Frequencies(**{name: among(name, count) for name, count in most.items()})


@pytest.mark.long
def test_two_thousand_random_events_hold_every_invariant() -> None:
    rounds = sum(holds(*random_event(number), lot("properties", "seed", number) % 10**6) for number in range(2000))
    assert rounds > 4000


ACTS = (
    "result",
    "undo",
    "withdraw",
    "return",
    "checkin",
    "bye",
    "late",
    "correct",
    "close",
    "draft",
    "publish",
    "edit",
)


STEPS = {
    "count": st.integers(4, 9),
    "steps": st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 999)), max_size=40),
}


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(**STEPS)
def test_the_state_is_the_fold_of_the_log(
    count: int, steps: list[tuple[str, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    the_log_holds(count, steps, tmp_path_factory)


@pytest.mark.long
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(**STEPS)
def test_the_state_of_many_events_is_the_fold_of_the_log(
    count: int, steps: list[tuple[str, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    the_log_holds(count, steps, tmp_path_factory)


def the_log_holds(count: int, steps: list[tuple[str, int]], tmp_path_factory: pytest.TempPathFactory) -> None:
    """Carry out random acts and assert that log, state, archive and report hold together."""
    wanted = {"seed": "s", "half_byes": 2, "tiebreaks": sorted(set(TIEBREAKS) - {"KS"})}
    with Director.create(tmp_path_factory.mktemp("event") / "e", wanted) as director:
        for number in range(count):
            director.enter(Person(f"Name {number}"), rating=1000 + number)
        director.close_list()
        known: dict[int, Standings] = {}
        for kind, chance in steps:
            before, acts = director.state, len(director.log)
            try:
                _step(director, kind, chance)
            except TournamentError as error:
                assert str(error)
                if len(director.log) == acts:
                    assert director.state == before
            follows(director.state, known)
        people = director.store.people()
        assert fold(director.store.log(), people) == director.state
        assert director.store.verify() == len(director.log)
        found = read_archive(archive(director.store))
        assert fold(found.log, found.people) == director.state
        data = dump(replace(director.state, version=0))
        assert load(Tournament, data) == replace(director.state, version=0)
        every_pairing_rests_on_what_was_known(director.reported())


def every_pairing_rests_on_what_was_known(state: Tournament) -> None:
    """Assert that every input of the engine is found again, in the event and in its report."""
    for event in (state, reader.read(writer.write(state)).tournament):
        for round_ in event.rounds:
            if round_.account and round_.state != "draft":
                known = input_as_paired(known_state(event, round_.number), round_.number)
                digest = hashlib.sha256(engine_text(known).encode()).hexdigest()
                assert digest == round_.account["digest"], f"round {round_.number}: {event.late_changes}"


def follows(state: Tournament, known: dict[int, Standings]) -> None:
    """Assert that standings updated from earlier ones equal new ones; known: the last standings after each round."""
    for after in {0, len(state.rounds) // 2, len(state.rounds)}:
        made = Standings(state, after or None, known.get(after))
        anew = Standings(state, after or None)
        assert made.lines == anew.lines
        assert made.pairing_input == anew.pairing_input
        assert after or crosstable_of(state, made) == crosstable_of(state)
        known[after] = made


CORRECTED = (
    events(),
    st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99), st.integers(0, 10)), max_size=12),
    st.permutations(sorted(TIEBREAKS)),
)
"""Random events, corrections of results (round, board, result), and an order of all tie-breaks."""


@settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(*CORRECTED)
def test_standings_that_follow_corrections_are_those_made_anew(
    event: tuple[Tournament, Frequencies], changes: list[tuple[int, int, int]], tiebreaks: list[str]
) -> None:
    follow_corrections(event, changes, tiebreaks)


@pytest.mark.long
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(*CORRECTED)
def test_standings_of_many_events_follow_corrections(
    event: tuple[Tournament, Frequencies], changes: list[tuple[int, int, int]], tiebreaks: list[str]
) -> None:
    follow_corrections(event, changes, tiebreaks)


def follow_corrections(
    event: tuple[Tournament, Frequencies], changes: list[tuple[int, int, int]], tiebreaks: list[str]
) -> None:
    """Correct results of an event, and assert that its standings follow."""
    state = [event[0], *simulate.play(*event, pair)][-1]
    state = replace(state, settings=replace(state.settings, tiebreaks=tuple(tiebreaks)))
    known: dict[int, Standings] = {}
    follows(state, known)
    for round_, board, result in changes if state.rounds else ():
        found = state.rounds[round_ % len(state.rounds)]
        seat = found.boards[board % len(found.boards)]
        if seat.is_bye:
            away = (*found.away, (seat.first, "HFZ"[result % 3]))  # the bye is taken back
            state = state.with_round(replace(found, boards=found.boards[: seat.number - 1], away=away))
        else:
            pairs = ["10", "01", "==", "+-", "-+", "--", "00", "=0", "0="]
            marks = [*(Result(one, other, stones=(30, 18)) for one, other in pairs), None, seat.result]
            state = state.with_board(found, replace(seat, result=marks[result]))
        follows(state, known)


def _step(director: Director, kind: str, chance: int) -> None:
    state = director.state
    entry = 1 + chance % len(state.entries)
    if kind == "result":
        boards = state.rounds[-1].boards if state.rounds else ()
        director.result(1 + chance % max(len(boards), 1), "10=+-"[chance % 5], reason="r")
    elif kind == "undo":
        before = replace(state, version=0)
        act = director.undo(1 + chance % len(director.log))
        director.undo(act.number)
        assert replace(director.state, version=0) == before
    elif kind in ("withdraw", "return"):
        director.do(decoded(kind, {"entry": entry}))
    elif kind == "checkin":
        director.do(decoded(kind, {"entry": entry, "here": bool(chance % 3)}))
    elif kind == "bye":
        director.do(RequestBye(entry=entry, round=1 + chance % 6, code="HFZ"[chance % 3]))
    elif kind == "late":
        director.enter(Person(f"Late {chance}"), rating=chance)
    elif kind == "correct":
        director.correct(entry, {"rating": chance}, Person(f"Corrected {chance}"))
    elif kind == "close":
        for board in state.rounds[-1].boards if state.rounds else ():
            if board.is_open:
                director.result(board.number, "10="[(chance + board.number) % 3], round_=state.rounds[-1].number)
        director.close_round()
    elif kind == "draft":
        director.draft()
    elif kind == "publish":
        director.publish()
    else:
        last = state.rounds[-1].boards if state.rounds else ()
        boards = tuple((b.second, b.first, b.first) if b.second else (b.first, 0, 0) for b in last)
        director.do(Edit(round=len(state.rounds), boards=boards, allow=("P5", "P6")), reason="r")
