"""The commands of `charkoni`: a module for each, in packages by subject; `Commands` is the table of all."""

from collections.abc import Mapping
from typing import Any, ClassVar

from charkoni.cli.command_group import LazyGroup, words_of
from charkoni.cli.errors import print_error
from charkoni.cli.extras import slow_line
from charkoni.core.errors import N_


class Commands(LazyGroup):
    """The commands of the program, in the order of its help page."""

    package = __name__
    table: ClassVar[Mapping[str, tuple[str, str]]] = {
        "games": ("play.games", N_("List the games.")),
        "rules": ("play.rules", N_("Print the rules of a game or variant.")),
        "show": ("play.show", N_("Show a position and its legal moves.")),
        "play": ("play.play", N_("Play a game; without GAME, choose one.")),
        "perft": ("development.perft", N_("Count sequences of moves (perft).")),
        "check": ("development.check", N_("Run the conformance kit on games.")),
        "new-game": (
            "development.new_game",
            N_("Create a package with a tiny game to turn into your own."),
        ),
        "bench": ("development.bench", N_("Measure the speed of the games.")),
        "warm": ("development.warm", N_("Compile everything beforehand, so that games start at once.")),
        "version": ("development.version", N_("Print the version.")),
        "serve": ("server.serve", N_("Serve the web page for playing in the browser.")),
        "admin": ("server.admin", N_("Back up, restore, upgrade, examine and tidy the data of a server.")),
        "verify-dice": ("server.verify_dice", N_("Check the dice of a finished game played on the web page.")),
        "solve": ("solve", N_("Build tablebases, prove values, write opening books, find balanced starts.")),
        "verify": (
            "solve.verify",
            N_("Check tablebases and proofs: checksums, and entries recomputed by the rules."),
        ),
        "explore": ("solve.explore", N_("Show the exact value of every move, if known.")),
        "match": (
            "arena.match",
            N_("Measure two players against each other; the same command continues a match."),
        ),
        "ladder": ("arena.ladder", N_("Measure all levels of a game against each other, and write the table.")),
        "tune": (
            "arena.tune",
            N_("Fit the weights of a game's evaluation to self-play games; print the value of each."),
        ),
        "engine": (
            "analysis.engine",
            N_("Search positions for another program, by JSON lines."),
        ),
        "analyse": (
            "analysis.analyse",
            N_("Analyse a game: values, best lines, mistakes, turning points; or give a hint."),
        ),
        "puzzles": ("analysis.puzzles", N_("Find puzzles in records and matches, or solve them with --solve.")),
        "record": ("play.record", N_("Check, show or convert records of games.")),
        "tournament": ("tournament", N_("Run a tournament: from registration to the prize list.")),
    }

    panels: ClassVar[Mapping[str, tuple[str, ...]]] = {
        N_("Play"): ("play", "games", "rules", "show", "record"),
        N_("Understand"): ("analyse", "puzzles", "explore", "verify-dice"),
        N_("Run"): ("tournament", "serve", "admin"),
        N_("Measure and prove"): ("match", "ladder", "tune", "bench", "perft", "solve", "verify"),
        N_("Develop"): ("engine", "new-game", "check", "warm", "version"),
    }

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return name, command and its arguments; say what would make the command fast where that is missing."""
        name, command, rest = super().resolve_command(ctx, args)
        if line := slow_line(str(name), words_of(ctx)):
            print_error(line)
        return name, command, rest
