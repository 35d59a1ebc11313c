"""Whatever arbiters do by documented acts: `check` explains every round of the event, and of its report."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.tournament.conftest import Make

from charkoni.core.translations import Words
from charkoni.tournament.actions.registry import ACTIONS
from charkoni.tournament.acts import fields
from charkoni.tournament.acts.declaration import ActField, Action, Asked, Kind, Request
from charkoni.tournament.acts.entries import BYE
from charkoni.tournament.director import Director
from charkoni.tournament.formats.trf import reader, writer
from charkoni.tournament.model.errors import TournamentError
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.verify import rounds, verdict_lines

SETTINGS = ("rounds=5", "half_byes=2", "accelerated=yes", "accelerated=no", "number_by=name", "late_half=yes")
OFTEN = ("enter", "check-in", "late-pair", "edit-tables", "swap-sides", "results", "pair", "publish", "undo", "bye")
"""Actions that come more often than the others."""

NEXT = "next"
"""The step that fills in results, closes the round, and pairs and publishes the next one."""


def act(director: Director, action: str, /, **texts: object) -> None:
    """Carry out an action written as at any door."""
    written = ACTIONS[action].written(Asked(director.state, director.time, "Ada"), texts)
    list(written.perform(director, Request("seen by the arbiter")))


def texts_of(action: type[Action], state: Tournament, chance: Random) -> dict[str, object]:
    """Return texts for the fields of an action as people may write them; most of them fit the state."""
    numbers = chance.sample(range(1, len(state.entries) + 1), len(state.entries))
    boards = state.rounds[-1].boards if state.rounds else ()
    number_of = state.numbers()
    free = [board for board in boards if board.result is None]
    seats = [number_of[id_] for board in free[:2] for id_ in (board.first, board.second) if id_]
    seats += [e.number for e in state.entries if not any(e.id in (b.first, b.second) for b in boards)]
    chance.shuffle(seats)
    tables = [f"{a}-{b}" for a, b in zip(seats[::2], seats[1::2], strict=False)] + [str(n) for n in seats[-1:]]
    of_kind: dict[Kind, Callable[[], object]] = {
        fields.ENTRY: lambda: str(numbers.pop()),
        fields.ENTRIES: lambda: [str(number) for number in numbers[:3]],
        fields.ROUND: lambda: str(chance.randint(1, len(state.rounds) + 2)),
        fields.TABLES: lambda: tables[: chance.randint(1, 3)] or ["1-2"],
        fields.RESULTS: lambda: [f"{b.number} {chance.choice('10=+-')}" for b in boards if chance.random() < 0.7] or "",
        fields.RULES: lambda: [chance.choice(["P2", "P5 P6", "P2 P4 P5 P6"])],
        fields.SETTINGS: lambda: [chance.choice(SETTINGS)],
        fields.PARTS: lambda: ["U12"],
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


def step(director: Director, name: str, chance: Random) -> None:
    """Carry out an action, or whatever of it is possible now."""
    if name != NEXT:
        act(director, name, **texts_of(ACTIONS[name], director.state, chance))
        return
    current = director.state.current
    if current is not None and current.state == "published":
        for board in current.boards:
            if board.is_open or board.disputed:
                director.result(board.number, chance.choice("10=+"), reason="late slip")
        director.close_round()
    if current is None or current.state != "draft":
        director.draft()
    director.publish()


def unexplained(state: Tournament) -> list[str]:
    """Return the lines of the rounds for which `check` fails."""
    return [
        line
        for verdict in rounds(state)
        if not verdict.is_explained or verdict.has_digest_error
        for line in verdict_lines(Words("en"), state, verdict)
    ]


def check_explains(folder: Path, count: int, steps: list[tuple[str, int]]) -> None:
    """Carry out steps at an event, and assert that each of its rounds is explained, by log and by report."""
    with Director.create(folder / "event", {"seed": "s", "half_byes": 1, "first": "balanced"}) as director:
        for number in range(count):
            director.enter(Person(f"Name {number}"), rating=2000 - number)
        director.close_list(min(count - 1, 6))
        done = []
        for name, seed in steps:
            version = director.state.version
            try:
                step(director, name, Random(seed))
            except TournamentError as error:
                assert str(error)
            done += [(name, director.log[version:])] if director.state.version > version else []
        state = director.reported()
        assert unexplained(state) == [], done
        if state.by_number():
            assert unexplained(reader.read(writer.write(state)).tournament) == [], done


NAMES = st.one_of(st.just(NEXT), st.sampled_from(OFTEN), st.sampled_from(sorted(ACTIONS)))
STEPS: Any = {"count": st.integers(4, 9), "steps": st.lists(st.tuples(NAMES, st.integers(0, 10**6)), max_size=30)}


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(**STEPS)
def test_check_explains_every_sequence_of_documented_acts(
    count: int, steps: list[tuple[str, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    check_explains(tmp_path_factory.mktemp("acts"), count, steps)


@pytest.mark.long
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(**STEPS)
def test_check_explains_many_sequences_of_documented_acts(
    count: int, steps: list[tuple[str, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    check_explains(tmp_path_factory.mktemp("acts"), count, steps)


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
    step(director, NEXT, Random(1))
    assert unexplained(director.reported()) == []
    assert unexplained(reader.read(writer.write(director.reported())).tournament) == []
