"""Events in memory and in files, and the reference events."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import cli as cli

from charkoni.tournament.director import Director
from charkoni.tournament.formats.trf import reader
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.input_from_event import input_after

GOLDEN = Path(__file__).resolve().parent / "golden"
MANIFEST: list[dict[str, Any]] = json.loads((GOLDEN / "manifest.json").read_text())
FILES = [str(item["file"]) for item in MANIFEST]


def golden_input(name: str) -> PairingInput:
    """Return the field of a reference event after its last round."""
    return input_after(reader.read((GOLDEN / name).read_text(encoding="utf-8")).tournament)


Make = Callable[..., Director]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Make events of some players, rated from 2000 down, with a known seed."""
    directors: list[Director] = []

    def begin(count: int = 8, *, started: bool = True, **settings: Any) -> Director:
        wanted = {"name": "Open", "seed": "dice-4-2-6", **settings}
        director = Director.create(tmp_path / f"event-{len(directors)}.tournament", wanted, who="arbiter")
        directors.append(director)
        for number in range(count):
            director.enter(Person(f"Player {number + 1:02}"), rating=2000 - 10 * number)
        if started:
            director.close_list()
        return director

    yield begin
    for director in directors:
        director.close()


def play_round(director: Director, results: str = "10=") -> None:
    """Pair, publish, and finish a round; results take turns."""
    director.draft()
    director.publish()
    assert director.state.current is not None
    for board in director.state.current.boards:
        if board.is_open:
            director.result(board.number, results[board.number % len(results)])
    director.close_round()
