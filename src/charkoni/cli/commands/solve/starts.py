"""`charkoni solve starts`: which starts with one or two stones in other holes are balanced."""

from dataclasses import dataclass
from typing import Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.solve.leads import lead_proofs, sign_of
from charkoni.cli.commands.solve.options import ProofOptions
from charkoni.cli.parameters import argument, command_of
from charkoni.core.errors import N_


@dataclass(frozen=True, kw_only=True)
class StartsCommandOptions(ProofOptions):
    """Arguments and options of the command."""

    moved: Annotated[int, argument("1|2", N_("how many stones are moved to other holes"))]


@command_of(StartsCommandOptions)
def starts(context: typer.Context, options: StartsCommandOptions) -> None:
    """Print the sign of each start's value, the likely balanced ones first; a balanced start has the value 0."""
    moved = options.solver.moved_starts(options.position, options.moved)
    with lead_proofs(words_of(context), options, options.position, total=len(moved)) as proofs:
        for start, sign in zip(moved, proofs.each(sign_of, moved), strict=True):
            proofs.show(f"{start}  a {'=><'[sign]} 0")
