"""`charkoni solve prove, book, starts`: values by a solver, a search above a tablebase, or a proof search."""

import time
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated

from charkoni import solve as solvers
from charkoni.cli.commands.solve.leads import NO_LEADS, LeadProofs, lead_of, lead_proofs, sign_of, values_of
from charkoni.cli.commands.solve.options import ProofOptions
from charkoni.cli.commands.solve.tablebase import build
from charkoni.cli.commands.solve.value_texts import claim_text, value_text
from charkoni.cli.errors import bad_word
from charkoni.cli.parameters import argument, flag, option
from charkoni.cli.progress import progress_bar
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.translations import Words
from charkoni.core.workers import in_order
from charkoni.solve.exact_value import ExactValue
from charkoni.solve.proof import suits
from charkoni.solve.shared_proof import SharedProof
from charkoni.solve.solver import ProvedValue
from charkoni.solve.tasks import CPU

_NO_CERTIFICATE = N_("this value follows from a tablebase or a theory; certificates are for proofs of positions")


@dataclass(frozen=True, kw_only=True)
class ProveCommandOptions(ProofOptions):
    """Arguments and options of the command."""

    at_least: Annotated[int | None, option("LEAD", N_("only prove whether a leads by at least this much"))] = None
    openings: Annotated[bool, flag("--openings", N_("also prove the value of every first move"))] = False
    line: Annotated[bool, flag("--line", N_("also print a best line, with a refutation of every worse move"))] = False
    nodes: Annotated[
        int,
        option("N", N_("node limit of a proof without tablebases, of each task with --checkpoint"), min=2, max=10**9),
    ] = 2_000_000
    certificate: Annotated[Path | None, option("FILE", N_("write the proof to a file for `verify`"))] = None


def prove(words: Words, options: ProveCommandOptions) -> None:
    """Prove the value of a position; raise Refusal or OSError."""
    position = options.position
    if not options.solver.proves_leads(position.game):
        _prove_value(words, options, position)
        return
    if options.certificate:
        raise bad_word(str(options.certificate), _NO_CERTIFICATE)
    is_shared = options.openings and options.at_least is None and not options.line
    with lead_proofs(words, options, position, is_shared=is_shared) as proofs:
        _print_leads(options, proofs, position)


def _print_leads(options: ProveCommandOptions, proofs: LeadProofs, position: Position) -> None:
    """Print the leads, each as soon as it is proved."""
    if options.at_least is not None and proofs.prover:
        sign = ">=" if proofs.prover.leads_by(position, options.at_least) else "<"
        proofs.show(f"a {sign} {options.at_least:+}")
        return
    after = [position.play(move) for move in position.moves] if options.openings else []
    leads = proofs.each(lead_of, [position, *after])
    proofs.show(f"a {next(leads):+}")
    for move, lead in zip(position.moves, leads, strict=False):
        proofs.show(f"{move}: a {lead:+}")
    for step in proofs.prover.line(position) if options.line and proofs.prover else ():
        equal = " ".join(f"={move}" for move in step.equal)
        worse = " ".join(f"{move}?{reply or ''}" for move, reply in step.refuted.items())
        proofs.show(f"{step.position}  {step.move}  {equal}  {worse}".rstrip())


def _prove_value(words: Words, options: ProveCommandOptions, position: Position) -> None:
    """Print the value of a position, from its solver or by a proof search; raise Refusal or OSError."""
    is_by_tasks = options.checkpoint is not None and options.solver.has_shared_proofs(position.game)
    if options.at_least is not None or (options.checkpoint and not is_by_tasks):
        raise bad_word(position.game.name, NO_LEADS)
    if options.size or options.reading or options.device != CPU or options.in_memory:
        build(words, options, options.size)
    print(position, flush=True)
    begin = time.perf_counter()
    known = solvers.probe(position)
    if known:
        proved = ProvedValue(known, 0)
    else:
        proved = _proved_by_tasks(words, options, position) if is_by_tasks else _proved(options, position)
    nodes, certificate = proved.nodes, proved.certificate
    if certificate:
        args = {"claim": claim_text(words, certificate), "positions": len(certificate.entries), "nodes": nodes}
        print(words._("{claim}; {nodes} nodes, {positions} positions in the proof", **args), flush=True)
    if options.certificate:
        if not certificate:
            raise bad_word(str(options.certificate), _NO_CERTIFICATE)
        certificate.write(options.certificate)
    print(value_text(words, position, proved.value), flush=True)
    if options.openings:
        values = in_order(options.runner, partial(value_of, options.nodes), map(position.play, position.moves))
        for move, (value, more) in zip(position.moves, values, strict=True):
            nodes += more
            print(f"{move}: {value_text(words, position, value)}", flush=True)
    if options.line:
        _print_line(position, options.nodes)
    print(words._("{nodes} nodes, {seconds} s", nodes=nodes, seconds=f"{time.perf_counter() - begin:.1f}"))


def _proved(options: ProveCommandOptions, position: Position) -> ProvedValue:
    """Return the value by a search; raise BadWord when nothing is proved."""
    if not suits(position):
        raise bad_word(str(position), N_("nothing can be proved here: dice are thrown, or more than two sides play"))
    proved = options.solver.prove(position, options.nodes, options.memory << 20)
    if proved is None:
        raise bad_word(str(position), N_("nothing was proved with {nodes} nodes"), nodes=options.nodes)
    return proved


def _proved_by_tasks(words: Words, options: ProveCommandOptions, position: Position) -> ProvedValue:
    """Return the value by a proof whose tasks are shared and kept in the checkpoint; raise BadJournal or OSError."""
    assert options.checkpoint is not None
    with progress_bar() as progress:
        bar = progress.add_task(words._("proving"), total=None)

        def report(tasks: int, nodes: int) -> None:
            progress.update(bar, completed=tasks, description=f"{nodes / 1e6:.0f} M")

        proof = SharedProof(position, options.checkpoint, options.nodes, options.memory << 20, report)
        winner = proof.winner(options.runner)
    return ProvedValue(ExactValue((Fraction(1 - winner), Fraction(winner))), proof.total_nodes)


def value_of(nodes: int, position: Position) -> tuple[ExactValue | None, int]:
    """Return the exact value of a position, None if it is not proved within so many nodes, and those of the proof."""
    known = solvers.probe(position)
    proved = None if known else solvers.solver_of(position.game.family.name).prove(position, nodes)
    return (proved.value, proved.nodes) if proved else (known, 0)


def _print_line(position: Position, nodes: int) -> None:
    """Print a line of best moves, as far as their values are proved."""
    while position.turn not in (CHANCE, OVER):
        move = solvers.best_of(position, solvers.explore(position, nodes=nodes))
        if move is None:
            return
        print(f"{position}  {move}", flush=True)
        position = position.play(move)
    print(position, flush=True)


def book(
    words: Words,
    options: ProofOptions,
    plies: Annotated[int, argument("PLIES", N_("length of the book"), min=1, max=96)],
) -> None:
    """Write, or extend, the opening book beside the tablebases; every position is printed when it is proved."""
    start = options.position
    with lead_proofs(words, options, start) as proofs:
        prove_all, show = partial(proofs.each, values_of), partial(_show, proofs)
        print(options.solver.write_book(prove_all, start, plies, options.build, show), flush=True)


def _show(proofs: LeadProofs, position: Position, leads: dict[str, int]) -> None:
    """Show a position with the lead after each of its moves."""
    proofs.show(f"{position}  " + " ".join(f"{move}={lead:+}" for move, lead in leads.items()))


def starts(
    words: Words,
    options: ProofOptions,
    moved: Annotated[int, argument("1|2", N_("how many stones are moved to other holes"))],
) -> None:
    """Print the sign of each start's value, the likely balanced ones first; a balanced start has the value 0."""
    positions = options.solver.moved_starts(options.position, moved)
    with lead_proofs(words, options, options.position, total=len(positions)) as proofs:
        for start, sign in zip(positions, proofs.each(sign_of, positions), strict=True):
            proofs.show(f"{start}  a {'=><'[sign]} 0")
