"""Which games may be rated, and in which time class."""

from collections.abc import Sequence

from charkoni.core.errors import N_, Reason
from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.games.opponents import STYLES
from charkoni.web.store.tables import GameRow, SeatRow

TIME_CLASSES = {"fast": N_("short games"), "slow": N_("long games"), "days": N_("games over days")}
"""The time classes with their names: below `SLOW_MS` for a game and player, above it, and days per move."""

PROGRAMS = "p-"
"""What the time classes of games of programs begin with: these are rated apart."""

SLOW_MS = 10 * 60_000
USUAL_MOVES = 40  # of a player in a game, for the sum of its increments, as chess servers count it

_NO_CLOCK = N_("A rated game needs a clock.")
_TABLES = N_("With days for a move this game is never rated: anybody can look up its endgames.")
_POSITION = N_("A rated game begins at the usual position.")
_ONE_PERSON = N_("A rated game is played between different people, or with a computer.")
_PROGRAM = N_("Programs play rated games only with each other and with computers.")
_NO_LADDER = N_("Only computers whose strength in this game was measured play rated games.")


def time_class(game: GameRow, seats: Sequence[SeatRow] = ()) -> str:
    """Return the time class of a game, "" without a clock.  seats: of a game that a program may play."""
    pace = pace_of(game.clock, game.base, game.increment)
    return PROGRAMS + pace if pace and any(seat.program for seat in seats) else pace


def class_name(words: Words, pace: str) -> str:
    """Return the name of a time class."""
    name = words._(TIME_CLASSES[pace.removeprefix(PROGRAMS)])
    return " · ".join((name, words._("programs"))) if pace.startswith(PROGRAMS) else name


def pace_of(clock: str, base: int, increment: int) -> str:
    """Return the time class of a time control, in ms; "" without a clock."""
    if clock == "none":
        return ""
    if clock == "daily":
        return "days"
    return "slow" if base + USUAL_MOVES * increment >= SLOW_MS else "fast"


def obstacle(game: GameRow, seats: Sequence[SeatRow]) -> Reason | None:
    """Return why a new game cannot be rated, or None when it can.  Free seats are for anybody else."""
    return next((Reason("UNRATED", "", text) for text in _obstacles(game, seats)), None)


def has_anchor(name: str, level: int) -> bool:
    """Return whether the strength of a level in a game was measured."""
    from charkoni.web.ratings.anchors import anchors  # with Glicko-2, without which a server starts

    return level in anchors(name)


def _obstacles(game: GameRow, seats: Sequence[SeatRow]) -> list[str]:
    rules = named(game.name)
    sides_of: dict[str, set[int]] = {}
    for seat in seats:
        if seat.kind == "human":
            sides_of.setdefault(seat.owner, set()).add(rules.sides[seat.seat])
    computers = [seat for seat in seats if seat.kind == "computer"]
    found = {
        _NO_CLOCK: game.clock == "none",
        _TABLES: game.clock == "daily" and rules.family.catalog.public_endgames,
        _POSITION: bool(game.start),
        _PROGRAM: len({seat.program for seat in seats if seat.kind == "human"}) > 1,
        _ONE_PERSON: len(computers) == len(seats) or any(len(sides) > 1 for sides in sides_of.values()),
        # A style plays another strength than the ladder says.
        _NO_LADDER: any(
            not has_anchor(game.name, seat.level) or seat.name not in ("", STYLES[0]) for seat in computers
        ),
    }
    return [text for text, is_so in found.items() if is_so]
