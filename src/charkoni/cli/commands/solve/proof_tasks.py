"""Proofs as tasks of workers: the value of one position each."""

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from charkoni import solve as solvers
from charkoni.core.game import Position
from charkoni.core.registry import named
from charkoni.core.workers import Runner, in_order
from charkoni.solve import ExactValue
from charkoni.solve.proof import prove
from charkoni.solve.tasks import BuildOptions


@dataclass(frozen=True, slots=True)
class ProofAboveTablebase:
    """A position to be proved by a search above a tablebase.

    wanted: the method of the prover that is called with the position: "lead", "sign", "values".  Every worker opens the
    tablebase of this size in the folder of its own machine, or builds it there, and has a transposition table of its
    own.
    """

    game: str
    size: str | None
    build: BuildOptions
    memory_bytes: int
    wanted: str
    position: str


def prove_above_tablebase(task: ProofAboveTablebase) -> tuple[Any, int]:
    """Return what is wanted of a position, and the nodes searched for it."""
    prover = _prover(task.game, task.size, task.build, task.memory_bytes)
    before = prover.nodes
    result = getattr(prover, task.wanted)(named(task.game).parse(task.position))
    return result, prover.nodes - before


@lru_cache(maxsize=1)
def _prover(name: str, size: str | None, build: BuildOptions, memory_bytes: int) -> Any:
    """Return the prover of this process."""
    game = named(name)
    command: Any = solvers.tablebase_tasks(game.family.name)
    tablebase = command.work(game, size, build).make(lambda done, line: None)
    return command.prover(tablebase, build, memory_bytes, None, lambda now: None)


class SharedProver:
    """Proves positions by workers, as a prover does in one process.  nodes: searched so far by all."""

    def __init__(self, runner: Runner, name: str, size: str | None, build: BuildOptions, memory_bytes: int) -> None:
        self.nodes = 0
        self._runner = runner
        self._settings = name, size, build, memory_bytes

    def each(self, wanted: str, positions: Iterable[Position]) -> Generator[Any, None, None]:
        """Yield the result of a method of the prover for each position, in their order."""
        tasks = (ProofAboveTablebase(*self._settings, wanted, str(position)) for position in positions)
        for result, nodes in in_order(self._runner, prove_above_tablebase, tasks):
            self.nodes += nodes
            yield result


class OneProver:
    """Proves positions one after the other by a prover of this process."""

    def __init__(self, prover: Any) -> None:
        self.prover = prover

    @property
    def nodes(self) -> int:
        """The nodes searched so far."""
        return int(self.prover.nodes)

    def each(self, wanted: str, positions: Iterable[Position]) -> Generator[Any, None, None]:
        """Yield the result of a method of the prover for each position, in their order."""
        for position in positions:
            yield getattr(self.prover, wanted)(position)


@dataclass(frozen=True, slots=True)
class PositionProof:
    """A position of any game to be proved, by its solver or within a number of nodes."""

    game: str
    position: str
    nodes: int


def value_of(task: PositionProof) -> ExactValue | None:
    """Return the exact value of a position, None if neither the solver nor a proof within the nodes tells it."""
    position = named(task.game).parse(task.position)
    by_solver = solvers.probe(position) or solvers.prove(position, task.nodes)
    return by_solver or proved_value(position, task.nodes)


def proved_value(position: Position, nodes: int) -> ExactValue | None:
    """Return the value of a position, None if no proof of it is found within so many nodes."""
    proof = prove(position, nodes)
    if proof is None:
        return None
    plies = proof.certificate.plies
    return ExactValue(proof.certificate.points, plies=abs(plies) if proof.is_shortest and plies else None)
