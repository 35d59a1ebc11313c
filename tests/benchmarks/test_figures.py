"""The figures of `charkoni bench`: their shape, never their size."""

import json

import pytest

from charkoni.benchmarks import figures, measure

PER_GAME = {
    "playouts_per_s",
    "moves_per_s",
    "play_per_s",
    "mcts_per_s",
    "moves_mean",
    "moves_max",
    "cold_s",
    "warm_s",
    "import_s",
    "compiler_s",
    "memory_mb",
}
FIRST_USE = {"cold_s": 2.0, "warm_s": 0.2, "import_s": 0.05, "compiler_s": 0.3, "memory_mb": 140.0}


@pytest.fixture
def short(monkeypatch):
    """Measure for a moment only."""
    monkeypatch.setattr(figures, "ROUNDS", 2)
    monkeypatch.setattr(figures, "SECONDS", 0.01)
    monkeypatch.setattr(figures, "SEARCH", 20)
    monkeypatch.setattr(figures, "GAMES_REPLAYED", 1)


@pytest.mark.compiled_only
def test_figures_are_numbers_by_game(short, monkeypatch):
    monkeypatch.setattr(figures, "first_use", lambda name: FIRST_USE)
    found = measure(["mangala", "mangala:fortress"])
    assert set(found) == {"games", "machine"}
    assert list(found["games"]) == ["mangala", "mangala:fortress"]
    for row in found["games"].values():
        assert set(row) == PER_GAME
        assert all(isinstance(value, int | float) and value > 0 for value in row.values())
    assert json.loads(json.dumps(found)) == found


@pytest.mark.compiled_only
def test_figures_of_lists_are_those_of_the_games_replayed(short, monkeypatch):
    monkeypatch.setattr(figures, "first_use", lambda name: FIRST_USE)
    row = measure(["mangala"])["games"]["mangala"]
    assert 1 <= row["moves_mean"] <= row["moves_max"] <= 6


@pytest.mark.compiled_only
def test_progress_is_told_step_by_step(short, monkeypatch):
    monkeypatch.setattr(figures, "first_use", lambda name: FIRST_USE)
    told = []
    measure(["mangala", "mangala:fortress"], lambda *step: told.append(step))
    assert told == [
        (name, done, 6) for done, name in enumerate(["mangala", "mangala:fortress"] * 3)
    ]  # two rounds and the first use


@pytest.mark.long
def test_the_first_use_is_measured_in_processes_of_its_own():
    found = figures.first_use("mosty:size=2")
    assert set(found) == set(FIRST_USE)
    assert all(value > 0 for value in found.values())


def test_the_machine_is_described():
    found = figures.machine()
    assert {"processor", "cores", "python", "numba", "numpy", "date", "compiled"} <= set(found)
    assert json.loads(json.dumps(found)) == found
