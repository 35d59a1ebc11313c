"""`charkoni play`: from what was asked for to a table, and back to the shell whatever happens."""

import contextlib
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from charkoni.cli import choose, finding, seats, storage
from charkoni.cli.bell import Bell, Leave
from charkoni.cli.screen import Screen
from charkoni.cli.session import Session, seed_of
from charkoni.cli.table import Table
from charkoni.cli.words import Words
from charkoni.core.errors import BadText, Reason, mark
from charkoni.core.game import Game
from charkoni.core.record import Record

_EXISTS = mark("the file exists already; go on with it by --load, or choose another name")
_TWO_WISHES = mark("--load says which game it is; name no game and no variant with it")
_VARIANT_ALONE = mark("a variant needs a game before it")


class BadWish(BadText):
    """Options that do not go together."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks for."""

    game: str | None
    variant: str | None
    seats: tuple[str, ...]
    seed: int | None
    load: Path | None
    save: Path | None
    pace: float


def is_seat(word: str) -> bool:
    """Return whether a word sets seats and is no name of a game."""
    return seats.SEAT.fullmatch(word) is not None and ":" not in word.partition("=")[0]


def play(words: Words, wish: Wish) -> int:
    """Play as wished and return the exit code; raise BadText or OSError before the first move only."""
    screen = Screen()
    code, table = 0, None
    with Bell() as bell:
        try:
            words, session = _session(words, screen, wish)
            table = Table(words, screen, session, wish.pace)
            table.play()
        except EOFError:
            pass
        except Leave as leave:
            code = 128 + leave.signum
        bell.heard()
        screen.close()
        if table:
            with contextlib.suppress(OSError):  # the terminal may be gone; the game is in its file
                table.farewell()
                sys.stdout.flush()
    return code


def _session(words: Words, screen: Screen, wish: Wish) -> tuple[Words, Session]:
    """Return the session that is wished for; whoever names no game is asked."""
    if wish.save and wish.save.expanduser().exists():
        raise BadWish(str(wish.save), Reason("EXISTS", "", _EXISTS))
    if wish.load:
        if wish.game or wish.variant:
            raise BadWish(wish.game or wish.variant or "", Reason("TWO_WISHES", "", _TWO_WISHES))
        return words, _loaded(wish, wish.load.expanduser())
    if wish.game is None:
        if wish.variant:
            raise BadWish(wish.variant, Reason("VARIANT_ALONE", "", _VARIANT_ALONE))
        chosen = choose.choose(words, screen)
        words = chosen.words
        if chosen.path:
            return words, _loaded(wish, chosen.path)
        assert chosen.game and chosen.seats
        return words, _begun(wish, chosen.game, chosen.seats)
    joint = "," if ":" in wish.game else ":"
    game = finding.game(f"{wish.game}{joint}{wish.variant}" if wish.variant else wish.game)
    return words, _begun(wish, game, seats.usual_seats(game))


def _begun(wish: Wish, game: Game, base: seats.Seats) -> Session:
    """Return a session at the start of a game."""
    who = seats.seated(game, base, wish.seats)
    seed = secrets.randbits(32) if wish.seed is None else wish.seed
    keeper = storage.Keeper(game, wish.save.expanduser() if wish.save else None)
    return Session(Record(game), who, seed, keeper)


def _loaded(wish: Wish, path: Path) -> Session:
    """Return a session that goes on with a record, in the same file if no other is named."""
    record = finding.record(path)
    who = seats.seated(record.game, seats.remembered(record.game, record.tags), wish.seats)
    seed = wish.seed if wish.seed is not None else seed_of(record)
    if wish.save:
        keeper = storage.Keeper(record.game, wish.save.expanduser())
    else:
        keeper = storage.Keeper(record.game, path, is_ours=True)
    return Session(record, who, secrets.randbits(32) if seed is None else seed, keeper)
