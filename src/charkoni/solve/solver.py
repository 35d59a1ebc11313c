"""The interface of a solver: proved values of the positions of one game, and the tasks of `charkoni solve` for it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.solve.exact_value import ExactValue, Overlay
from charkoni.solve.tablebase_files import Tablebase
from charkoni.solve.tasks import BadTaskRequest, BuildOptions, CheckableTablebase, TablebaseTask

if TYPE_CHECKING:
    from charkoni.solve.proof import Certificate

MEMORY = 1 << 28
"""The usual bytes of a transposition table: a quarter of a gigabyte, which every machine has to spare."""

_NO_TABLES = N_("no tablebases are made for this game")
_NO_LEADS = N_("leads are proved only where tablebases of them are made")
_NO_EVEN_START = N_("this game has no such start")


@dataclass(frozen=True, slots=True)
class ProvedValue:
    """The value of a position that a search has proved.

    nodes: searched.  certificate: the proof itself, where it can be written down.
    """

    value: ExactValue
    nodes: int
    certificate: "Certificate | None" = None


@dataclass(frozen=True, slots=True)
class ProofProgress:
    """The progress of a proof: the window, nodes and seconds so far, the share of the transposition table in use."""

    question: str
    nodes: int
    seconds: float
    used: float


@dataclass(frozen=True)
class LineStep:
    """A ply of a principal variation.

    position: before the ply.  move: one that keeps the value.  equal: other moves that keep it.  refuted: the moves
    that do not, each with a reply that refutes it, None where the mover moves again.
    """

    position: Position
    move: str
    equal: tuple[str, ...]
    refuted: dict[str, str | None]


class LeadProver(Protocol):
    """Proves the final lead of player 0, in the unit of the game (stones), by a search above a tablebase.

    nodes: searched so far.
    """

    nodes: int

    def leads_by(self, position: Position, lead: int) -> bool:
        """Return whether player 0 leads by at least so much."""

    def lead(self, position: Position) -> int:
        """Return the lead."""

    def sign(self, position: Position) -> int:
        """Return the sign of the lead, -1, 0 or 1."""

    def values(self, position: Position) -> dict[str, int]:
        """Return the lead after every move."""

    def line(self, position: Position) -> Iterator[LineStep]:
        """Yield a principal variation to the end of the game."""

    def save(self) -> None:
        """Save the proof to its checkpoint, if it has one; raise OSError."""


ProveAll = Callable[[Sequence[Position]], Iterable[dict[str, int]]]
"""Returns the proved lead after every move of each position, in their order; see `LeadProver.values`."""

LeadsReport = Callable[[Position, dict[str, int]], None]
"""Called with a position and the leads after its moves."""


@runtime_checkable
class Solver(Protocol):
    """The interface of solvers; a subclass overrides the methods it supports, the others prove nothing or are refused.

    game: the name of the game without flags.
    """

    game: str = ""

    def is_solved(self, game: Game) -> bool:
        """Return whether values are proved for positions that arise in this variant."""
        return False

    def probe(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the exact value of a position that is not over, or None.  by_books: see `charkoni.solve.explore`."""
        return None

    def value(self, position: Position, by_books: bool = True) -> ExactValue | None:
        """Return the exact value of a position, or None; of one that is over, its result."""
        outcome = position.outcome
        if outcome:
            return ExactValue(outcome.scores, self.lead_at_end(position), 0)
        return self.probe(position, by_books)

    def prove(self, position: Position, nodes: int, memory_bytes: int = MEMORY) -> ProvedValue | None:
        """Return the value of a position by a search of at most `nodes` nodes, or None; raise NoRoom.

        memory_bytes: of the transposition table, if the search has one.  The default search is `charkoni.solve.proof`,
        for any two-sided game without dice.
        """
        from charkoni.solve.proof import prove  # imports the compiler

        # This search has no transposition table: its graph and its tree are as large as the nodes allow.
        proof = prove(position, nodes)
        return ProvedValue(proof.value, proof.nodes, proof.certificate) if proof else None

    def explore(self, position: Position, by_books: bool = True) -> dict[str, ExactValue | None]:
        """Return the exact value after each legal move, None if not proved."""
        return {move: self.value(position.play(move), by_books) for move in position.moves}

    def choose(self, position: Position, moves: Sequence[str]) -> str:
        """Return the move to play among moves of equal value, given in the order of `Position.moves`."""
        return moves[0]

    def lead_at_end(self, position: Position) -> int | None:
        """Return the lead of player 0 in a final position, None in a game without leads."""
        return None

    def endings(self, game: Game) -> Array | None:
        """Return the tablebase that the game's kernel `known` reads, uint8[n], or None."""
        return None

    def overlays(self, position: Position) -> tuple[Overlay, ...]:
        """Return drawings over a position that is not over."""
        return ()

    def first_probe(self, game: Game) -> Position:
        """Return a position whose probe builds the tablebases of first use."""
        return game.start()

    # `charkoni solve` and `verify`: all raise BadTaskRequest for tasks the solver does not support.

    def tablebase(self, game: Game, size: str | None, options: BuildOptions) -> TablebaseTask:
        """Return the task that builds the tablebase of a size, by default the usual one."""
        raise BadTaskRequest(game.name, Reason("NO_TABLES", "", _NO_TABLES))

    def tablebases_of(self, folder: Path) -> list[CheckableTablebase]:
        """Return the tablebases and books of this solver in a folder."""
        return []

    def has_shared_proofs(self, game: Game) -> bool:
        """Return whether workers can share the proof of a position: the variant has two players and no draws."""
        return False

    def proves_leads(self, game: Game) -> bool:
        """Return whether this variant has a `lead_prover`."""
        return False

    def lead_prover(
        self,
        tablebase: Tablebase,
        options: BuildOptions,
        memory_bytes: int,
        checkpoint: Path | None = None,
        report: Callable[[ProofProgress], None] | None = None,
    ) -> LeadProver:
        """Return the prover of leads above a tablebase; raise BadTablebase, NoRoom or OSError.

        memory_bytes: of its transposition table.  checkpoint: the file to save and resume the proof.
        """
        raise BadTaskRequest(tablebase.title.game, Reason("NO_LEADS", "", _NO_LEADS))

    def even_start(self, game: Game, each: int) -> Position:
        """Return the start with the given number of stones in every hole."""
        raise BadTaskRequest(game.name, Reason("NO_EVEN_START", "", _NO_EVEN_START))

    def moved_starts(self, start: Position, stones: int) -> Sequence[Position]:
        """Return the starts with the given number of stones moved to other holes, the likely balanced ones first."""
        raise BadTaskRequest(start.game.name, Reason("NO_LEADS", "", _NO_LEADS))

    def write_book(
        self, prove_all: ProveAll, start: Position, plies: int, options: BuildOptions, on_leads: LeadsReport
    ) -> Path:
        """Write or extend the opening book of a start in the tablebase folder and return its path; raise OSError."""
        raise BadTaskRequest(start.game.name, Reason("NO_LEADS", "", _NO_LEADS))


class NoSolver(Solver):
    """The solver of a game without one."""
