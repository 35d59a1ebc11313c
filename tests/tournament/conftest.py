"""Events in memory and in files, and the reference events."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from charkoni.tournament import simulate
from charkoni.tournament.acts.reducer import fold
from charkoni.tournament.director import Director
from charkoni.tournament.formats.trf import reader
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Person
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.input_from_event import input_after

GOLDEN = Path(__file__).resolve().parent / "golden"
MANIFEST: list[dict[str, Any]] = json.loads((GOLDEN / "manifest.json").read_text())
FILES = [str(item["file"]) for item in MANIFEST]
HARD_NAMES = (
    "Әбдірахманов Нұрғиса", "Қасымбекова Өркеш-Ұлжан Һажымұқанқызы", "Çağlayan İbrahim Şükrü Ğöktürk", "Iğdır Işıl",
    "<b>Robert'); DROP TABLE & Co</b>", "Ан" * 60,
)  # fmt: skip


def golden_input(name: str) -> PairingInput:
    """Return the pairing input of a reference event after its last round."""
    return input_after(reader.read((GOLDEN / name).read_text(encoding="utf-8")).tournament)


def as_before(pairing_input: PairingInput, round_: int) -> PairingInput:
    """Return the input before a round, without later slots; players with H, F or Z in that round are absent."""
    players = []
    for player in pairing_input.players:
        slot = player.slots[round_ - 1] if len(player.slots) >= round_ else None
        absent = slot.mark if slot and slot.opponent == 0 and slot.mark != "U" else ("" if slot else player.absent)
        players.append(replace(player, slots=player.slots[: round_ - 1], absent=absent))
    return replace(pairing_input, players=tuple(players))


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
    """Pair, publish and close a round; the results are assigned in turn."""
    director.draft()
    director.publish()
    assert director.state.current is not None
    for board in director.state.current.boards:
        if board.is_open:
            director.result(board.number, results[board.number % len(results)])
    director.close_round()


def play_by_rating(director: Director) -> None:
    """Play three rounds, in which the player who was entered first wins."""
    for _ in range(3):
        director.draft()
        director.publish()
        for board in director.state.rounds[-1].boards:
            director.result(board.number, "1" if board.first < board.second else "0")
        director.close_round()


def played_event(make: Make, **settings: object) -> Director:
    """Return an event of six after three rounds that the higher rated have won; 2, 4 and 6 are U20."""
    settings = {"tiebreaks": ["WIN"], **settings}
    director = make(0, started=False, rounds=3, first="balanced", **settings)
    for number in range(1, 7):
        young = ["U20"] if number in (2, 4, 6) else []
        director.enter(
            Person(f"P{number}"), rating=2000 - number, categories=young, club="AB"[number % 2], country="KG"
        )
    director.close_list()
    play_by_rating(director)
    return director


def replayed(director: Director) -> Tournament:
    """Return the state that the log in the file of an event yields."""
    return fold(director.store.log(), director.store.people())


@pytest.fixture(scope="session")
def hard_event() -> Tournament:
    """Return an event of eleven after four rounds, with names of many scripts, markup, and one of 120 letters."""
    state = simulate.tournament("paper", 11, 4, simulate.Frequencies(20, 8, 8, 4, 3, 10))
    people = {f"p{n}": Person(name) for n, name in enumerate(HARD_NAMES, 1)}
    settings = replace(state.settings, name="Кубок Степи / Bozkır Kupası", first="lots", arbiter="Ünal")
    return replace(state, people={**state.people, **people}, settings=settings)
