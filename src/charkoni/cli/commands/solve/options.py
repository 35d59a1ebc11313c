"""Options that the commands of `charkoni solve` share."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from charkoni.cli import inputs
from charkoni.cli.parameters import FromText, GameName, Processes, Ray, flag, option
from charkoni.core.errors import N_
from charkoni.core.game import Game, Position
from charkoni.core.workers import Runner, runner_of
from charkoni.solve import Solver, solver_of
from charkoni.solve.tablebase_files import tablebase_folder
from charkoni.solve.tasks import BuildOptions

Folder = Annotated[Path | None, option("FOLDER", N_("the folder of the tablebases"), "--folder")]


@dataclass(frozen=True, kw_only=True)
class TablebaseOptions:
    """How a tablebase is built."""

    game: GameName
    reading: Annotated[
        str | None, option("take|keep", N_("who gets the remaining stones when a side is empty (M11)"), "--rest")
    ] = None
    device: Annotated[str, option("cpu|cuda", N_("where to build tablebases"))] = "cpu"
    threads: Annotated[int | None, option("", N_("number of threads; by default one per core"), min=1, max=1024)] = None
    folder: Folder = None
    save_every: Annotated[float, option("SECONDS", N_("time between saves of unfinished work"), min=0)] = 600.0
    in_memory: Annotated[bool, flag("--in-memory", N_("build the tablebase in memory only"))] = False

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

    size: Annotated[str | None, option("SIZE", N_("the tablebase to use, built if missing"), "--tablebase")] = None
    text: FromText = None
    each: Annotated[int | None, option("STONES", N_("start with this many stones in each hole"))] = None
    memory: Annotated[int, option("MB", N_("memory for the proof's hash table"), min=1, max=1 << 24)] = 1024
    checkpoint: Annotated[Path | None, option("FILE", N_("file to save and resume a proof"))] = None
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
