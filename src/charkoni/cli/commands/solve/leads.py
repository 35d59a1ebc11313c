"""Proofs of leads above a tablebase, by a prover of this process or by those of workers."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import TypeVar

from charkoni.cli.commands.solve.options import ProofOptions
from charkoni.cli.commands.solve.tablebase import build
from charkoni.cli.errors import bad_word
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.translations import Words
from charkoni.core.workers import in_order
from charkoni.solve.solver import LeadProver, ProofProgress

T = TypeVar("T")

_NOT_SHARED = N_("a proof by several processes has no checkpoint, and its tablebase must be in a file")
NO_LEADS = N_("leads are proved only where tablebases of them are made")


def lead_of(prover: LeadProver, position: Position) -> int:
    """Return the lead of a position."""
    return prover.lead(position)


def sign_of(prover: LeadProver, position: Position) -> int:
    """Return the sign of the lead of a position."""
    return prover.sign(position)


def values_of(prover: LeadProver, position: Position) -> dict[str, int]:
    """Return the lead after each move of a position."""
    return prover.values(position)


def answer(options: ProofOptions, ask: Callable[[LeadProver, Position], T], position: Position) -> tuple[T, int]:
    """Return the answer to a question about a position and the nodes searched for it.

    A worker opens or builds the tablebase in the folder of its own machine.
    """
    prover = _prover(options)
    before = prover.nodes
    return ask(prover, position), prover.nodes - before


@lru_cache(maxsize=1)
def _prover(options: ProofOptions) -> LeadProver:
    """Return the prover of this worker."""
    tablebase = options.solver.tablebase(options.named_game, options.size, options.build).make(lambda done, line: None)
    return options.solver.lead_prover(tablebase, options.build, options.memory << 20)


class LeadProofs:
    """The proofs of one command.

    prover: of this process, None where workers prove.  nodes: searched so far.  show: prints a line and advances the
    progress bar.
    """

    def __init__(self, options: ProofOptions, prover: LeadProver | None, show: Callable[[str], None]) -> None:
        self.prover = prover
        self.show = show
        self._options = options
        self._nodes_of_workers = 0

    @property
    def nodes(self) -> int:
        """The nodes searched so far."""
        return self.prover.nodes if self.prover else self._nodes_of_workers

    def each(self, ask: Callable[[LeadProver, Position], T], positions: Iterable[Position]) -> Iterator[T]:
        """Yield the answer to a question about each position, in their order."""
        if self.prover:
            for position in positions:
                yield ask(self.prover, position)
            return
        for result, nodes in in_order(self._options.runner, partial(answer, self._options, ask), positions):
            self._nodes_of_workers += nodes
            yield result


@contextmanager
def lead_proofs(
    words: Words, options: ProofOptions, position: Position, *, is_shared: bool = True, total: int | None = None
) -> Iterator[LeadProofs]:
    """Build or open the tablebase, give the proofs above it, save them, and print the nodes and seconds.

    position: printed first.  is_shared: whether workers, if there are any, prove.  total: how many lines are shown.
    Raises Refusal or OSError.
    """
    if not options.solver.proves_leads(options.named_game):
        raise bad_word(position.game.name, NO_LEADS)
    if options.is_shared and (options.checkpoint or options.in_memory):
        raise bad_word(position.game.name, _NOT_SHARED)
    tablebase = build(words, options, options.size)
    with progress_bar() as progress:
        bar = progress.add_task(words._("proving"), total=total)

        def report(now: ProofProgress) -> None:
            line = f"{now.question}: {now.nodes / 1e6:.0f} M, {now.seconds:.0f} s, {now.used:.0%}"
            progress.update(bar, description=line)

        def show(text: str) -> None:
            print(text, flush=True)
            progress.advance(bar)

        begin, prover = time.perf_counter(), None
        if not (is_shared and options.is_shared):
            memory = options.memory << 20
            prover = options.solver.lead_prover(tablebase, options.build, memory, options.checkpoint, report)
        proofs = LeadProofs(options, prover, show)
        print(position, flush=True)
        try:
            yield proofs
        finally:
            if prover:
                prover.save()
        seconds = time.perf_counter() - begin
    print(words._("{nodes} nodes, {seconds} s", nodes=proofs.nodes, seconds=f"{seconds:.1f}"))
