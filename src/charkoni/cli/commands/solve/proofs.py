"""Proofs of exact values: by a search above a tablebase, by a solver, or by a proof search of one position."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from charkoni import solve as solvers
from charkoni.cli.commands.solve.proof_tasks import (
    OneProver,
    PositionProof,
    SharedProver,
    proved_value,
    value_of,
)
from charkoni.cli.progress import progress_bar
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import N_, Reason
from charkoni.core.game import Position
from charkoni.core.translations import Words
from charkoni.core.workers import Runner, in_order, run_here
from charkoni.games import names
from charkoni.solve import ExactValue
from charkoni.solve.proof import Certificate, prove, suits
from charkoni.solve.tablebase_files import Tablebase
from charkoni.solve.tasks import BadTaskRequest, BuildOptions

_NOT_PROVED = N_("nothing was proved with {nodes} nodes")
_NO_LEADS = N_("leads are proved only where tablebases of them are made")
_NO_CERTIFICATE = N_("this value follows from a tablebase or a theory; certificates are for proofs of positions")
_NOT_SHARED = N_("a proof by several processes has no checkpoint, and its tablebase must be in a file")
_NO_MOVE_CHOSEN = N_("nothing can be proved here: dice are thrown, or more than two sides play")


@dataclass(frozen=True)
class Question:
    """The proof that is requested.

    is_asked: whether one is.  text: the position, None for the start; each: instead the start with so many stones a
    hole.  at_least: prove only whether the first player leads by so much.  has_openings, has_line: print also the
    values of all moves, the best line.  memory_mb: of the transposition table.  checkpoint, certificate: files.
    nodes: the node budget of a proof without tablebase.  book_plies: write an opening book of so many plies.
    fair: search balanced starts with so many stones moved.
    """

    is_asked: bool = False
    text: str | None = None
    each: int | None = None
    at_least: int | None = None
    has_openings: bool = False
    has_line: bool = False
    memory_mb: int = 1024
    checkpoint: Path | None = None
    nodes: int = 2_000_000
    certificate: Path | None = None
    book_plies: int | None = None
    fair: int | None = None

    @property
    def has_many_positions(self) -> bool:
        """Whether many positions are to be proved that do not depend on each other."""
        many = self.fair is not None or self.book_plies is not None or self.has_openings
        return many and self.at_least is None and not self.has_line


def prove_above_tablebase(
    words: Words,
    question: Question,
    position: Position,
    command: Any,
    make_tablebase: Callable[[], Tablebase],
    build: BuildOptions,
    size: str | None = None,
    runner: Runner | None = None,
) -> None:
    """Answer the question by a search above a tablebase, which is made for it, and print the results.

    size: of the tablebase, as the workers open it.  runner: of workers that prove the positions of books, of balanced
    starts and of first moves; None for this process.  Raises Refusal or OSError.
    """
    _require_possible(question, position, build, runner)
    starts = () if question.fair is None else command.moved_starts(position, question.fair)
    tablebase = make_tablebase()
    with progress_bar() as progress:
        task = progress.add_task(words._("proving"), total=None)

        def step(now: Any) -> None:
            line = f"{now.question}: {now.nodes / 1e6:.0f} M, {now.seconds:.0f} s, {now.used:.0%}"
            progress.update(task, description=line)

        def show(text: str) -> None:
            print(text, flush=True)
            progress.advance(task)

        memory, begin = question.memory_mb << 20, time.perf_counter()
        prover: Any = None
        each: SharedProver | OneProver
        if runner is None or not question.has_many_positions:
            prover = command.prover(tablebase, build, memory, question.checkpoint, step)
            each = OneProver(prover)
        else:
            each = SharedProver(runner, position.game.name, size, build, memory)
        print(f"{position}", flush=True)
        try:
            if question.fair is not None:
                progress.update(task, total=len(starts))
                _print_signs(starts, each, show)
            elif question.book_plies is not None:
                prove_all, show_leads = partial(each.each, "values"), partial(_show_leads, show)
                print(command.write_book(prove_all, position, question.book_plies, build, show_leads), flush=True)
            else:
                _print_answers(question, each, prover, position)
        finally:
            if prover is not None:
                prover.save()
        seconds = time.perf_counter() - begin
    print(words._("{nodes} nodes, {seconds} s", nodes=each.nodes, seconds=f"{seconds:.1f}"))


def _require_possible(question: Question, position: Position, build: BuildOptions, runner: Runner | None) -> None:
    """Raise BadTaskRequest for options that a search above a tablebase cannot fulfil."""
    if question.certificate:
        raise BadTaskRequest(str(question.certificate), Reason("NO_CERTIFICATE", "", _NO_CERTIFICATE))
    if runner is not None and (question.checkpoint or build.is_in_memory):
        raise BadTaskRequest(position.game.name, Reason("NOT_SHARED", "", _NOT_SHARED))


def _show_leads(show: Callable[[str], None], position: Position, leads: dict[str, int]) -> None:
    """Show a position with the lead after each of its moves."""
    show(f"{position}  " + " ".join(f"{move}={lead:+}" for move, lead in leads.items()))


def _print_answers(question: Question, each: SharedProver | OneProver, prover: Any, position: Position) -> None:
    """Print the results, each as soon as it is proved.  prover: None where workers prove the first moves."""
    if question.at_least is not None:
        is_so = prover.leads_by(position, question.at_least)
        sign = ">=" if is_so else "<"
        print(f"a {sign} {question.at_least:+}", flush=True)
        return
    after = [position.play(move) for move in position.moves] if question.has_openings else []
    leads = each.each("lead", [position, *after])
    print(f"a {next(leads):+}", flush=True)
    for move, lead in zip(position.moves, leads, strict=False):
        print(f"{move}: a {lead:+}", flush=True)
    if question.has_line:
        for step in prover.line(position):
            equal = " ".join(f"={move}" for move in step.equal)
            worse = " ".join(f"{move}?{reply or ''}" for move, reply in step.refuted.items())
            print(f"{step.position}  {step.move}  {equal}  {worse}".rstrip(), flush=True)


def _print_signs(starts: Sequence[Position], each: SharedProver | OneProver, show: Callable[[str], None]) -> None:
    """Print the sign of each start's value, in their order; a balanced start has the value 0."""
    for start, sign in zip(starts, each.each("sign", starts), strict=True):
        show(f"{start}  a {'=><'[sign]} 0")


def prove_position(words: Words, question: Question, position: Position, runner: Runner = run_here) -> None:
    """Print the value of a position, from its solver or by a proof of the position; raise Refusal or OSError.

    runner: of the proofs of its moves.
    """
    if question.at_least is not None or question.checkpoint or question.fair or question.book_plies:
        raise BadTaskRequest(position.game.name, Reason("NO_LEADS", "", _NO_LEADS))
    print(f"{position}", flush=True)
    begin = time.perf_counter()
    value = solvers.probe(position) or solvers.prove(position, question.nodes)
    if value is None:
        value = _proved(words, question, position)
    elif question.certificate:
        raise BadTaskRequest(str(question.certificate), Reason("NO_CERTIFICATE", "", _NO_CERTIFICATE))
    print(value_text(words, position, value), flush=True)
    if question.has_openings:
        children = [str(position.play(move)) for move in position.moves]
        tasks = (PositionProof(position.game.name, child, question.nodes) for child in children)
        for move, after in zip(position.moves, in_order(runner, value_of, tasks), strict=True):
            print(f"{move}: {value_text(words, position, after)}", flush=True)
    if question.has_line:
        _print_line(position, question.nodes)
    print(words._("{seconds} s", seconds=f"{time.perf_counter() - begin:.1f}"))


def _proved(words: Words, question: Question, position: Position) -> ExactValue:
    """Prove a position and write the certificate where one is wanted; raise BadTaskRequest when nothing is proved."""
    if not suits(position):
        raise BadTaskRequest(str(position), Reason("NO_PROOF", "", _NO_MOVE_CHOSEN))
    proof = prove(position, question.nodes)
    if proof is None:
        raise BadTaskRequest(str(position), Reason("NOT_PROVED", "", _NOT_PROVED, {"nodes": question.nodes}))
    certificate = proof.certificate
    args = {"claim": claim_text(words, certificate), "positions": len(certificate.entries), "nodes": proof.nodes}
    print(words._("{claim}; {nodes} nodes, {positions} positions in the proof", **args), flush=True)
    if question.certificate:
        certificate.write(question.certificate)
    plies = abs(certificate.plies) if proof.is_shortest and certificate.plies else None
    return ExactValue(certificate.points, plies=plies)


def claim_text(words: Words, certificate: Certificate) -> str:
    """Return the claim of a certificate in words."""
    if certificate.plies == 0:
        return words._("neither side can be forced to lose")
    side = names.side(certificate.root.game, certificate.points.index(Fraction(1)))
    return words.ngettext(
        "{side} wins within {n} ply", "{side} wins within {n} plies", abs(certificate.plies), side=side
    )


def _print_line(position: Position, nodes: int) -> None:
    """Print a line of best moves, as far as their values are proved."""
    while position.turn not in (CHANCE, OVER):
        values = {
            move: value or proved_value(position.play(move), nodes) for move, value in solvers.explore(position).items()
        }
        move = solvers.best_of(position, values)
        if move is None:
            return
        print(f"{position}  {move}", flush=True)
        position = position.play(move)
    print(position, flush=True)


def value_text(words: Words, position: Position, value: ExactValue | None) -> str:
    """Return a value in words: the points of each player, then lead and distance where they are known."""
    if value is None:
        return words._("not known")
    parts = [":".join(str(points) for points in value.points)]
    if value.lead is not None:
        parts.append(words._("{side} leads by {lead}", side=names.side(position.game, 0), lead=f"{value.lead:+}"))
    if value.plies is not None:
        parts.append(words.ngettext("{n} ply", "{n} plies", value.plies))
    return ", ".join(parts)
