"""The registry of solvers: those of installed packages, and what is left out."""

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint

import pytest

from charkoni import game, solve
from charkoni.check import toy
from charkoni.core.game import Position
from charkoni.core.registry import NotInstalled
from charkoni.solve import registry
from charkoni.solve.exact_value import ExactValue
from charkoni.solve.solver import NoSolver, Solver


class TrioSolver(Solver):
    """Proves that whoever can make a pair does."""

    game = "trio"

    def probe(self, position: Position, by_books: bool = True) -> ExactValue | None:
        ends = [position.play(move).outcome for move in position.moves]
        return next((ExactValue(end.scores, None, 1) for end in ends if end and end.reason == "pair"), None)


SOLVER = TrioSolver()
NOBODY = object()


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A function that adds entry points, given as `name=value`, to those of the installed packages."""

    def add(**values: str) -> None:
        points = {name: EntryPoint(name, value, registry.SOLVERS_GROUP) for name, value in values.items()}
        installed = registry._installed() | points
        monkeypatch.setattr(registry, "_installed", lambda: installed)

    registry.solver_of.cache_clear()
    yield add
    registry.solver_of.cache_clear()


def test_four_games_have_a_solver_of_this_package() -> None:
    names = ("barbakan", "chaupar", "mangala", "mosty")
    assert all(solve.has_solver(name) and registry.solver_of(name).game == name for name in names)
    assert not solve.has_solver("focus") and type(registry.solver_of("focus")) is NoSolver


def test_a_solver_of_another_package_proves_its_game(install: Callable[..., None]) -> None:
    position = toy("trio").parse("a.b.c.. a")
    assert solve.probe(position) is None
    registry.solver_of.cache_clear()
    install(trio=f"{__name__}:SOLVER")
    assert solve.has_solver("trio")
    value = solve.probe(position)
    assert value is not None and value.points == (1, 0, 0)
    assert solve.perfect_move(position) == "2"
    assert solve.probe(game("mosty:size=2").start()) is not None


@pytest.mark.parametrize("value", ["no_such_package:SOLVER", f"{__name__}:MISSING", f"{__name__}:NOBODY"])
def test_a_broken_solver_is_logged_once_and_proves_nothing(
    install: Callable[..., None], caplog: pytest.LogCaptureFixture, value: str
) -> None:
    install(trio=value)
    assert solve.probe(toy("trio").start()) is None and solve.probe(toy("trio").start()) is None
    (message,) = caplog.messages
    assert message.startswith("the solver of 'trio' is left out, its package ")


def test_a_solver_of_another_game_is_left_out(install: Callable[..., None], caplog: pytest.LogCaptureFixture) -> None:
    install(dash=f"{__name__}:SOLVER")
    assert type(registry.solver_of("dash")) is NoSolver
    assert "is no solver of 'dash'" in caplog.text


def test_metadata_without_the_solvers_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: ())
    registry._installed.cache_clear()
    with pytest.raises(NotInstalled, match=r'"charkoni\.solvers".*install them again'):
        registry.has_solver("mosty")


def test_a_broken_solver_of_this_package_is_an_error(install: Callable[..., None]) -> None:
    install(focus="charkoni.solve.no_such_module:SOLVER")
    with pytest.raises(ModuleNotFoundError):
        registry.solver_of("focus")
