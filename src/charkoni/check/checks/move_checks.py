"""Checks of moves: lists, codes, legality, what a move changes."""

from collections.abc import Iterator

import numpy as np

from charkoni.check import kernel_calls
from charkoni.check.report import Trouble
from charkoni.check.sample import Sample, each_of, few
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import BadMove, IllegalMove
from charkoni.core.game import Position
from charkoni.core.kernel_calls import advance, audit, list_options

_UNTOUCHED = -77
_SPARE = 8
PASS = "-"


def illegal(sample: Sample) -> Iterator[Trouble]:
    """A readable move that is not legal is refused with IllegalMove, which names a clause."""
    foreign = sample.moves
    random = sample.random
    for position in sample.positions:
        legal = set(position.moves)
        places = sorted({int(place) for place in random.integers(len(foreign), size=8)}) if foreign else []
        for move in [foreign[place] for place in places if foreign[place] not in legal]:
            yield from _refusal(position, move)


def has_dice(sample: Sample) -> Iterator[Trouble]:
    """Throws occur in random games exactly when the game has dice by its family."""
    occur = any(position.turn == CHANCE for walk in sample.walks for position in walk.positions)
    if occur and not sample.game.has_dice:
        yield Trouble("has_dice is False, and a throw is due in a random game")
    if sample.game.has_dice and not occur:
        yield Trouble(f"has_dice is True, and no throw is due in {sample.games} random games")


@each_of(lambda sample: sample.positions)
def codes(position: Position) -> Iterator[Trouble]:
    """Codes are unique, in range, at most WIDEST and listed in a fixed order; the list changes nothing."""
    game, state = position.game, position.state
    first, second = (np.full(game.widest + _SPARE, _UNTOUCHED, np.int64) for _ in range(2))
    weights = np.zeros(game.widest + _SPARE, np.int64)
    n, m = (int(list_options(game.kernels, state, out, weights)) for out in (first, second))
    listed = first[:n].tolist()
    if n != m or listed != second[:n].tolist():
        yield Trouble("two lists of the same position differ")
    if n > game.widest or (first[game.widest :] != _UNTOUCHED).any():
        yield Trouble(f"{n} codes are more than the {game.widest} of WIDEST")
    if len(set(listed)) != n:
        yield Trouble("a code is listed twice")
    for code in listed:
        if not 0 <= code < game.codes:
            yield Trouble(f"code {code} is not among the {game.codes} codes")
    if state.tobytes() != position.state.tobytes():
        yield Trouble("listing the moves changed the state")


def _numbered(sample: Sample) -> list[Position]:
    """Return the positions of players, where the game has the kernels `count` and `nth`."""
    has_numbers = hasattr(sample.game.family.rules, "nth")
    return [position for position in sample.positions if has_numbers and position.turn >= 0]


@each_of(_numbered)
def counted(position: Position) -> Iterator[Trouble]:
    """`count` and `nth`, where a game has them, give the same moves as `legal`."""
    kernels, state = position.game.kernels, position.state
    n = int(kernel_calls.count(kernels, state))
    by_number = [int(kernel_calls.nth(kernels, state, i)) for i in range(n)]
    if n != len(position.codes):
        yield Trouble(f"count says {n}, legal lists {len(position.codes)}")
    if sorted(by_number) != sorted(position.codes):
        yield Trouble(f"nth gives {sorted(by_number)}, legal {sorted(position.codes)}")


def _refusal(position: Position, move: str) -> Iterator[Trouble]:
    at = str(position)
    try:
        after = position.play(move)
    except IllegalMove as error:
        if not error.reason.code.isupper() or not error.reason.clause:
            yield Trouble(f"the reason names no clause: {error.reason!r}", at, move)
        if move not in str(error) or not error.reason.template.strip() or "{" in error.reason.message():
            yield Trouble(f"the message is unfit for people: {error}", at, move)
    except BadMove as error:
        yield Trouble(f"a move of this game is called unreadable: {error}", at, move)
    except Exception as error:  # any other error is a finding
        yield Trouble(f"raised {error!r} instead of IllegalMove", at, move)
    else:
        yield Trouble(f"a move that is not listed led to {str(after)!r}", at, move)


@each_of(lambda sample: sample.positions)
def over(position: Position) -> Iterator[Trouble]:
    """There are no moves exactly when the game is over, and only then an outcome."""
    turn, players = position.turn, position.game.players
    if turn not in (CHANCE, OVER, *range(players)):
        yield Trouble(f"the turn is {turn}, with {players} players")
    if (turn == OVER) != (not position.moves):
        yield Trouble(f"the turn is {turn} with {len(position.moves)} moves")
    if (turn == OVER) != (position.outcome is not None):
        yield Trouble(f"the turn is {turn}, the outcome {position.outcome}")


@each_of(lambda sample: sample.positions)
def parent(position: Position) -> Iterator[Trouble]:
    """A move never changes the position it is played from, and always leads to the same one."""
    before = position.state.tobytes()
    for move in few(position.moves):
        first, second = position.play(move), position.play(move)
        if position.state.tobytes() != before:
            yield Trouble("playing changed the parent", move=move)
            return
        if first != second:
            yield Trouble("the same move led to two positions", move=move)


@each_of(lambda sample: sample.positions)
def invariants(position: Position) -> Iterator[Trouble]:
    """The audit finds nothing broken in any position nor after any move; no text is needed for that."""
    kernels, state = position.game.kernels, position.state
    broken = int(audit(kernels, state))
    if broken:
        yield Trouble(f"broken: {position.game.family.invalid(broken).message()}")
    child = position.state
    for move in few(position.moves):
        advance(kernels, state, child, position.game.code(move))
        broken = int(audit(kernels, child))
        if broken:
            yield Trouble(f"broken after it: {position.game.family.invalid(broken).message()}", move=move)


@each_of(lambda sample: sample.positions)
def passing(position: Position) -> Iterator[Trouble]:
    """The pass is legal only when nothing else is (R2).  Where `-` is a move of its own (F9), skip this."""
    if PASS in position.moves and len(position.moves) > 1:
        yield Trouble("a pass beside other moves", move=PASS)


@each_of(lambda sample: sample.positions)
def chance(position: Position) -> Iterator[Trouble]:
    """Throws have positive weights, their odds add up to 1; where a player decides there are none."""
    odds = position.odds
    if position.turn != CHANCE:
        if odds:
            yield Trouble("odds where no throw is due")
        if any(move.startswith("[") for move in position.moves):
            yield Trouble("a throw among the moves of a player")
        return
    if len(odds) != len(position.moves) or any(odd <= 0 for odd in odds) or sum(odds) != 1:
        yield Trouble(f"the odds are {', '.join(map(str, odds))}")
    for move in position.moves:
        if not (move.startswith("[") and move.endswith("]")):
            yield Trouble("a throw is written in brackets (T4)", move=move)
