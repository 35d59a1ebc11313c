"""`charkoni warm`: all kernels compiled once, so that later starts load them from the cache."""

import typer

import charkoni
from charkoni.check.perft import leaves
from charkoni.cli.exit_codes import CHECK_FAILED
from charkoni.cli.output import print_note
from charkoni.cli.progress import progress_bar
from charkoni.core.compiler import CACHED, HAS_COMPILER
from charkoni.core.constants import CHANCE
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.players import player
from charkoni.web.engine.compilation import Stage, compile_stage
from charkoni.web.engine.readiness import record_compiled


def warm(words: Words) -> None:
    """Compile all kernels of play, search and counting, game by game."""
    if not HAS_COMPILER:
        raise ModuleNotFoundError(name="numba")
    if not CACHED:
        print_note(words._("Nothing is kept: no folder for compiled code can be written."))
        raise typer.Exit(CHECK_FAILED)
    with progress_bar() as progress:
        task = progress.add_task("", total=len(charkoni.games()))
        for name in charkoni.games():
            game = charkoni.game(name)
            progress.update(task, description=names.game_name(words, game))
            _compile(game)
            progress.advance(task)
    record_compiled()  # a server that starts now compiles nothing


def _compile(game: Game) -> None:
    """Call every kernel once; all variants of a game share the compiled code."""
    record = Record(game)
    while record.turn == CHANCE:
        record.play(record.position.moves[0])
    position = game.parse(str(record.position))
    leaves(position, 2)
    player("random").choose(record)
    record.play(player("mcts:10").choose(record))
    for stage in Stage:
        compile_stage(game, stage)
