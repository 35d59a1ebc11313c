"""A game in the terminal, new or saved, from its options to its result."""

import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from charkoni.cli import inputs, records
from charkoni.cli.errors import bad_word, silence_output
from charkoni.cli.signals import Terminated, TerminationSignals
from charkoni.cli.terminal import menu, seats
from charkoni.cli.terminal.computers import Computers
from charkoni.cli.terminal.play_loop import PlayLoop
from charkoni.cli.terminal.screen import Screen
from charkoni.cli.terminal.session import Session, match_of, seed_of
from charkoni.core.errors import N_
from charkoni.core.game import Game
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.games.match_format import SETS, MatchState, match_of_sets

_EXISTS = N_("the file exists already; continue it with --load, or choose another name")
_GAME_AND_LOAD = N_("--load says which game it is; name no game and no variant with it")


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of the command line.

    seats: texts as in `a=human`.  pace: the pause after a computer's move, in seconds.  sets: of a match, None for a
    single game.
    """

    game: str | None
    variant: str | None
    seats: tuple[str, ...]
    seed: int | None
    load: Path | None
    save: Path | None
    pace: float
    sets: int | None = None


def run_game(words: Words, options: PlayOptions, computers: Computers) -> int:
    """Play a game and return the exit code; raise BadText or OSError before the first move only."""
    screen = Screen()
    code, loop = 0, None
    with TerminationSignals() as signals:
        try:
            words, session = _session(words, screen, options, computers)
            loop = PlayLoop(words, screen, session, options.pace)
            loop.run()
            while following := session.next_set():
                loop.print_result()
                loop.wait_for_next_set()
                session = following
                loop = PlayLoop(words, screen, session, options.pace)
                loop.run()
        except EOFError:
            pass
        except Terminated as end:
            code = 128 + end.signum
        signals.acknowledge()
        screen.close()
        computers.close()
        if loop:
            try:
                loop.print_result()
                sys.stdout.flush()
            except OSError:  # the terminal is gone; the game is in its file
                silence_output()
    return code


def _session(words: Words, screen: Screen, options: PlayOptions, computers: Computers) -> tuple[Words, Session]:
    """Return the session of the options, and the words of its language; without a game the menu asks for one."""
    if options.save and options.save.expanduser().exists():
        raise bad_word(str(options.save), _EXISTS)
    if options.load:
        if options.game or options.variant:
            raise bad_word(options.game or options.variant or "", _GAME_AND_LOAD)
        return words, _loaded(options, options.load.expanduser(), computers)
    if options.game is None:
        if options.variant:
            raise bad_word(options.variant, N_("a variant needs a game before it"))
        chosen = menu.choose(words, screen)
        words = chosen.words
        if chosen.path:
            return words, _loaded(options, chosen.path, computers)
        assert chosen.game and chosen.seats
        return words, _begun(options, chosen.game, chosen.seats, computers)
    joint = "," if ":" in options.game else ":"
    game = inputs.game(f"{options.game}{joint}{options.variant}" if options.variant else options.game)
    return words, _begun(options, game, seats.usual_assignment(game), computers)


def _begun(options: PlayOptions, game: Game, base: seats.SeatAssignment, computers: Computers) -> Session:
    """Return a session at the start of a game.  base: the seats where the options do not set them."""
    match = _match(game, options)
    assignment = seats.assigned(game, base, options.seats)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    autosave = records.Autosave(game, options.save.expanduser() if options.save else None)
    return Session(Record(game), assignment, seed, autosave, match, computers)


def _match(game: Game, options: PlayOptions) -> MatchState | None:
    """Return the match that the options begin, or None; raise BadWord."""
    try:
        match = match_of_sets(str(options.sets or ""))
    except ValueError:
        numbers = ", ".join(map(str, SETS))
        raise bad_word(f"--sets {options.sets}", N_("a match has {numbers} sets"), numbers=numbers) from None
    if match and len(set(game.sides)) != 2:
        raise bad_word(game.name, N_("a match of sets needs a game of two sides"))
    if match and options.save and options.save.suffix == ".json":
        raise bad_word(str(options.save), N_("a match is saved as text, in a file without .json"))
    return MatchState(match) if match else None


def _loaded(options: PlayOptions, path: Path, computers: Computers) -> Session:
    """Return a session that goes on with a saved game, in the same file if no other is named."""
    if options.sets:
        raise bad_word(f"--sets {options.sets}", _GAME_AND_LOAD)
    games = [inputs.parsed(text, path) for text in inputs.games_of(path)]
    record, earlier = games[-1], "".join(f"{str(game).rstrip()}\n\n" for game in games[:-1])
    assignment = seats.assigned(record.game, seats.assignment_of_tags(record.game, record.tags), options.seats)
    seed = options.seed if options.seed is not None else seed_of(record)
    if options.save:
        autosave = records.Autosave(record.game, options.save.expanduser(), earlier=earlier)
    else:
        autosave = records.Autosave(record.game, path, may_overwrite=True, earlier=earlier)
    seed = secrets.randbits(32) if seed is None else seed
    return Session(record, assignment, seed, autosave, match_of(games), computers)
