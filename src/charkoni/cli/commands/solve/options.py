"""Options that the commands of `charkoni solve` share."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli import inputs
from charkoni.cli.parameters import FromText, GameName, Processes, Ray
from charkoni.core.errors import N_
from charkoni.core.game import Game, Position
from charkoni.core.workers import Runner, runner_of
from charkoni.solve import Solver, solver_of
from charkoni.solve.tablebase_files import tablebase_folder
from charkoni.solve.tasks import BuildOptions

Folder = Annotated[Path | None, typer.Option("--folder", metavar="FOLDER", help=N_("the folder of the tablebases"))]


@dataclass(frozen=True, kw_only=True)
class TablebaseOptions:
    """How a tablebase is built."""

    game: GameName
    reading: Annotated[
        str | None,
        typer.Option(
            "--rest", metavar="take|keep", help=N_("who gets the remaining stones when a side is empty (M11)")
        ),
    ] = None
    device: Annotated[str, typer.Option("--device", metavar="cpu|cuda", help=N_("where to build tablebases"))] = "cpu"
    threads: Annotated[
        int | None, typer.Option("--threads", min=1, max=1024, help=N_("number of threads; by default one per core"))
    ] = None
    folder: Folder = None
    save_every: Annotated[
        float, typer.Option("--save-every", metavar="SECONDS", min=0, help=N_("time between saves of unfinished work"))
    ] = 600.0
    in_memory: Annotated[bool, typer.Option("--in-memory", help=N_("build the tablebase in memory only"))] = False

    @property
    def named_game(self) -> Game:
        """The game; raises BadGame."""
        return inputs.game(self.game)

    @property
    def solver(self) -> Solver:
        """The solver of the game."""
        return solver_of(self.named_game.family.name)

    @property
    def is_shared(self) -> bool:
        """Whether workers share the task."""
        return False

    @property
    def build(self) -> BuildOptions:
        """The options as the solvers take them; tasks of workers use one thread each unless more are asked for."""
        threads = self.threads or (1 if self.is_shared else os.cpu_count() or 1)
        folder = self.folder or tablebase_folder()
        return BuildOptions(folder, threads, self.device, self.reading, self.in_memory, self.save_every)


@dataclass(frozen=True, kw_only=True)
class ProofOptions(TablebaseOptions):
    """How values are proved above a tablebase."""

    size: Annotated[
        str | None,
        typer.Option("--tablebase", metavar="SIZE", help=N_("the tablebase to use, built if missing")),
    ] = None
    text: FromText = None
    each: Annotated[
        int | None, typer.Option("--each", metavar="STONES", help=N_("start with this many stones in each hole"))
    ] = None
    memory: Annotated[
        int,
        typer.Option("--memory", metavar="MB", min=1, max=1 << 24, help=N_("memory for the proof's hash table")),
    ] = 1024
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", metavar="FILE", help=N_("file to save and resume a proof"))
    ] = None
    processes: Processes = 1
    ray: Ray = None

    @property
    def position(self) -> Position:
        """The position to prove, by default the start; raises BadPosition or BadTaskRequest."""
        if self.each is not None:
            return self.solver.even_start(self.named_game, self.each)
        return inputs.position(self.game, self.text)

    @property
    def is_shared(self) -> bool:
        """Whether workers share the proofs."""
        return self.processes > 1 or self.ray is not None

    @property
    def runner(self) -> Runner:
        """The runner of the proofs; raises BadCluster."""
        return runner_of(self.processes, self.ray, self.build.threads)
