"""The commands of `charkoni`: a module for each, in packages by subject; `Commands` is the table of all."""

from collections.abc import Mapping
from typing import ClassVar

from charkoni.cli.command_group import LazyGroup
from charkoni.core.errors import mark


class Commands(LazyGroup):
    """The commands of the program, in the order of its help page."""

    package = __name__
    table: ClassVar[Mapping[str, tuple[str, str]]] = {
        "games": ("play.games", mark("List the games.")),
        "rules": ("play.rules", mark("Tell the rules of a game or variant.")),
        "show": ("play.show", mark("Show a position and its legal moves.")),
        "play": ("play.play", mark("Play a game; without GAME, choose one.")),
        "perft": ("development.perft", mark("Count sequences of moves (perft).")),
        "check": ("development.check", mark("Put games through the conformance kit.")),
        "new-game": (
            "development.new_game",
            mark("Write a package with a tiny game, to be changed into one of your own."),
        ),
        "bench": ("development.bench", mark("Measure the speed of the games.")),
        "warm": ("development.warm", mark("Compile everything once, for quick starts.")),
        "version": ("development.version", mark("Say which version this is.")),
        "serve": ("server.serve", mark("Serve the web page on which everybody plays.")),
        "admin": ("server.admin", mark("Back up, restore, upgrade, examine and tidy the data of a server.")),
        "verify-dice": ("server.verify_dice", mark("Check the dice of a finished game played on the web page.")),
        "solve": ("solve.solve", mark("Make tablebases, or prove the value of a position.")),
        "verify": (
            "solve.verify",
            mark("Check tablebases and proofs: checksums, and entries computed anew by the rules."),
        ),
        "explore": ("solve.explore", mark("Show the exact value of every move, where it is known.")),
        "match": (
            "arena.match",
            mark("Measure two players against each other; the same command goes on with a match."),
        ),
        "ladder": ("arena.ladder", mark("Measure all levels of a game against each other, and write the table.")),
        "tune": (
            "arena.tune",
            mark("Fit the weights of a game's knowledge to games of self-play; say what each is worth."),
        ),
        "engine": (
            "analysis.engine",
            mark("Search positions for another program: lines of JSON in, lines of JSON out."),
        ),
        "analyse": (
            "analysis.analyse",
            mark("Say what happened in a game: values, best lines, mistakes, turning points; or hint."),
        ),
        "puzzles": ("analysis.puzzles", mark("Find puzzles in records and matches, or solve them with --solve.")),
        "record": ("play.record", mark("Check, show or convert records of games.")),
        "tournament": ("tournament", mark("Run a tournament: from registration to the prize list.")),
    }
