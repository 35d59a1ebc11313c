"""The commands of `charkoni`: a module for each, with its Typer command and its work."""

from collections.abc import Mapping
from typing import ClassVar

from charkoni.cli.command_group import LazyGroup
from charkoni.core.errors import mark


class Commands(LazyGroup):
    """The commands of the program, in the order of its help page."""

    package = __name__
    table: ClassVar[Mapping[str, str]] = {
        "games": mark("List the games."),
        "show": mark("Show a position and its legal moves."),
        "play": mark("Play a game; without GAME, choose one."),
        "perft": mark("Count sequences of moves (perft)."),
        "check": mark("Put games through the conformance kit."),
        "new-game": mark("Write a package with a tiny game, to be changed into one of your own."),
        "bench": mark("Measure the speed of the games."),
        "warm": mark("Compile everything once, for quick starts."),
        "version": mark("Say which version this is."),
        "serve": mark("Serve the web page on which everybody plays."),
        "verify-dice": mark("Check the dice of a finished game played on the web page."),
        "solve": mark("Make endgame tables, or prove the value of a position."),
        "verify": mark("Check tables and proofs: checksums, and entries computed anew by the rules."),
        "explore": mark("Show the exact value of every move, where it is known."),
        "match": mark("Measure two players against each other; the same command goes on with a match."),
        "ladder": mark("Measure all levels of a game against each other, and write the table."),
        "tune": mark("Fit the weights of a game's knowledge to games of self-play; say what each is worth."),
        "engine": mark("Search positions for another program: lines of JSON in, lines of JSON out."),
        "analyse": mark("Say what happened in a game: values, best lines, mistakes, turning points; or hint."),
        "puzzles": mark("Find puzzles in records and matches, or solve them with --solve."),
        "record": mark("Check, show or convert records of games."),
        "tournament": mark("Run a tournament: from registration to the prize list."),
    }
