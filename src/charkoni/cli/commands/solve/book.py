"""`charkoni solve book`: an opening book with the proved lead after every move of its positions."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.solve.leads import LeadProofs, lead_proofs, values_of
from charkoni.cli.commands.solve.options import ProofOptions
from charkoni.cli.parameters import argument, command_of
from charkoni.core.errors import N_
from charkoni.core.game import Position


@dataclass(frozen=True, kw_only=True)
class BookCommandOptions(ProofOptions):
    """Arguments and options of the command."""

    plies: Annotated[int, argument("PLIES", N_("length of the book"), min=1, max=96)]


@command_of(BookCommandOptions)
def book(context: typer.Context, options: BookCommandOptions) -> None:
    """Write, or extend, the opening book beside the tablebases; every position is printed when it is proved."""
    start = options.position
    with lead_proofs(words_of(context), options, start) as proofs:
        prove_all, show = partial(proofs.each, values_of), partial(_show, proofs)
        print(options.solver.write_book(prove_all, start, options.plies, options.build, show), flush=True)


def _show(proofs: LeadProofs, position: Position, leads: dict[str, int]) -> None:
    """Show a position with the lead after each of its moves."""
    proofs.show(f"{position}  " + " ".join(f"{move}={lead:+}" for move, lead in leads.items()))
