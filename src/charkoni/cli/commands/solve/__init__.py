"""`charkoni solve`: four commands that compute exact values; `verify` and `explore` use them."""

import shlex
import sys
from collections.abc import Mapping
from typing import Any, ClassVar

from charkoni.cli.command_group import HELP_OPTIONS, LazyGroup, typer_app, words_of
from charkoni.cli.commands.solve.deprecated_spelling import respelled
from charkoni.core.errors import N_


class SolveCommands(LazyGroup):
    """The commands of `charkoni solve`."""

    package = __name__
    table: ClassVar[Mapping[str, tuple[str, str]]] = {
        "tablebase": ("tablebase", N_("Build a tablebase.")),
        "prove": ("prove", N_("Prove the value of a position.")),
        "book": ("prove", N_("Write an opening book of proved values.")),
        "starts": ("prove", N_("Find balanced starts: one or two stones in other holes, value 0.")),
    }

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; those of version 1.0 are respelled, and the new spelling is printed."""
        if args and args[0] not in (*self.table, *HELP_OPTIONS):
            args = respelled(args, tuple(self.table))
            line = words_of(ctx)._("deprecated; write: {command}", command=shlex.join(["charkoni", "solve", *args]))
            print(f"charkoni: {line}", file=sys.stderr)
        rest: list[str] = super().parse_args(ctx, args)
        return rest


app = typer_app(cls=SolveCommands, no_args_is_help=True)


@app.callback()
def solve() -> None:
    """Build tablebases, prove values, write opening books, find balanced starts."""
