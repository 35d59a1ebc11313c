"""`charkoni solve`: tablebases made, values proved, as far as a game's solver can."""

import os
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from charkoni import solve as solvers
from charkoni.cli import inputs
from charkoni.cli.command_group import typer_app, words_of
from charkoni.cli.commands.solve import proofs
from charkoni.cli.commands.solve.proofs import Question
from charkoni.cli.parameters import FromText, GameName, Processes, Ray
from charkoni.cli.progress import progress_bar
from charkoni.core.errors import N_, Reason
from charkoni.core.game import Game, Position
from charkoni.core.translations import Words
from charkoni.core.workers import Runner, run_here, runner_of
from charkoni.solve.tablebase_files import Tablebase, tablebase_folder
from charkoni.solve.tasks import CPU, BadTaskRequest, BuildOptions, TablebaseTask

_NO_TABLES = N_("no tablebases are made for this game")
_NO_EVEN_START = N_("this game has no such start")
_NOTHING_ASKED = N_("say what is to be solved: --tablebase or --value")


app = typer_app()


@dataclass(frozen=True)
class TablebaseOptions:
    """The options of tablebases.

    size: None for no tablebase.  reading: of a clause that has several, None for the usual one.  threads: None for one
    per core.  folder: None for the usual one.  save_every: seconds.
    """

    size: str | None
    reading: str | None
    device: str
    threads: int | None
    folder: Path | None
    is_in_memory: bool
    save_every: float = 600.0

    @property
    def build_options(self) -> BuildOptions:
        """The options as the solvers take them."""
        folder, threads = self.folder or tablebase_folder(), self.threads or os.cpu_count() or 1
        return BuildOptions(folder, threads, self.device, self.reading, self.is_in_memory, self.save_every)

    @property
    def is_asked(self) -> bool:
        """Whether any option of tablebases is set."""
        return self.size is not None or self.reading is not None or self.device != CPU or self.is_in_memory


@app.command()
def solve(
    context: typer.Context,
    game: GameName,
    size: Annotated[
        str | None,
        typer.Option(
            "--tablebase", metavar="SIZE", help=N_("the tablebase to make or to use: 22 stones, 3,3 pawns, 2 piles")
        ),
    ] = None,
    value: Annotated[bool, typer.Option("--value", help=N_("prove the value of a position"))] = False,
    text: FromText = None,
    each: Annotated[
        int | None, typer.Option("--each", metavar="STONES", help=N_("begin with so many stones in each hole"))
    ] = None,
    at_least: Annotated[
        int | None, typer.Option("--at-least", metavar="LEAD", help=N_("only prove whether a leads by so much"))
    ] = None,
    openings: Annotated[bool, typer.Option("--openings", help=N_("the value of every first move, too"))] = False,
    line: Annotated[bool, typer.Option("--line", help=N_("the best line with an answer to every move"))] = False,
    book_plies: Annotated[
        int | None,
        typer.Option("--book", metavar="PLIES", min=1, max=96, help=N_("write a book of proved openings")),
    ] = None,
    fair: Annotated[
        int | None,
        typer.Option("--fair", metavar="1|2", help=N_("starts with so many stones moved that are worth 0")),
    ] = None,
    reading: Annotated[
        str | None,
        typer.Option("--rest", metavar="take|keep", help=N_("who gets the rest when a side is empty (M11)")),
    ] = None,
    device: Annotated[str, typer.Option("--device", metavar="cpu|cuda", help=N_("where tablebases are made"))] = "cpu",
    threads: Annotated[int | None, typer.Option("--threads", min=1, max=1024, help=N_("else one per core"))] = None,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=1, max=1 << 24, help=N_("for what a proof remembers"))
    ] = 1024,
    nodes: Annotated[
        int, typer.Option("--nodes", metavar="N", min=2, max=10**9, help=N_("for a proof without tablebases"))
    ] = 2_000_000,
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="FOLDER", help=N_("where tablebases are kept"))
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", metavar="FILE", help=N_("keeps a proof, to go on with it"))
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", metavar="FILE", help=N_("writes a proof down, to be verified"))
    ] = None,
    save_every: Annotated[
        float, typer.Option("--save-every", metavar="SECONDS", min=0, help=N_("how often unfinished work is kept"))
    ] = 600.0,
    in_memory: Annotated[bool, typer.Option("--in-memory", help=N_("make tablebases in memory only"))] = False,
    processes: Processes = 1,
    ray: Ray = None,
) -> None:
    """Make a tablebase, prove a value, or both."""
    is_shared = processes > 1 or ray is not None
    if is_shared and threads is None:
        threads = 1  # of each task
    wanted = TablebaseOptions(size, reading, device, threads, folder, in_memory, save_every)
    question = Question(
        value, text, each, at_least, openings, line, memory, checkpoint, nodes, certificate, book_plies, fair
    )
    runner = runner_of(processes, ray, threads or 1) if is_shared else None
    run_solver(words_of(context), game, wanted, question, runner)


def run_solver(
    words: Words, name: str, wanted: TablebaseOptions, question: Question, runner: Runner | None = None
) -> None:
    """Make a tablebase, prove a value, or both; raise Refusal or OSError.  runner: of workers, None for none."""
    game = inputs.game(name)
    if wanted.size is None and not question.is_asked:
        raise BadTaskRequest(name, Reason("NOTHING", "", _NOTHING_ASKED))
    command = solvers.tablebase_tasks(game.family.name)
    position = _position(game, command, question)
    if question.is_asked and command is not None and hasattr(command, "prover") and solvers.is_solved(game):
        task = command.work(game, wanted.size, wanted.build_options)
        make_tablebase = partial(make, words, task, wanted.build_options)
        proofs.prove_above_tablebase(
            words, question, position, command, make_tablebase, wanted.build_options, wanted.size, runner
        )
        return
    if wanted.is_asked:
        if command is None:
            raise BadTaskRequest(game.name, Reason("NO_TABLES", "", _NO_TABLES))
        make(words, command.work(game, wanted.size, wanted.build_options), wanted.build_options)
    if question.is_asked:
        proofs.prove_position(words, question, position, runner or run_here)


def _position(game: Game, command: Any, question: Question) -> Position:
    """Return the position of the question, by default the start; raise BadTaskRequest or BadPosition."""
    if question.each is None:
        return game.start() if question.text is None else game.parse(question.text)
    if not hasattr(command, "even_start"):
        raise BadTaskRequest(game.name, Reason("NO_EVEN_START", "", _NO_EVEN_START))
    return game.parse(command.even_start(game, question.each))


def make(words: Words, task: TablebaseTask, options: BuildOptions) -> Tablebase:
    """Make a tablebase, after a line about its need of memory and disk, or open its file if it exists."""
    if options.is_in_memory or not (options.folder / task.file_name).exists():
        needed = {"mb": -(-task.memory // 10**6), "disk": -(-task.disk // 10**6)}
        line = words._("{positions} positions; {mb} MB of memory, {disk} MB of disk", positions=task.cells, **needed)
        print(line, flush=True)
    with progress_bar() as progress:
        bar = progress.add_task(words._("making tablebases"), total=task.cells)

        def report(done: int, line: str) -> None:
            progress.update(bar, completed=done)
            if line:
                print(line, flush=True)

        tablebase = task.make(report)
    tablebase.check_all()
    print(f"{tablebase.path}: CRC-32 {tablebase.sums[-1]:08x}", flush=True)
    return tablebase
