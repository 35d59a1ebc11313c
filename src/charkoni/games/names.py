"""Games, players, flags, endings and moves in words, from the catalogs; what a catalog lacks keeps its own name.

Moves are in words by the phrases of the declared moves; the notation is independent of the position (T4).
"""

import re

from charkoni.core.catalog import USUAL_PLAYERS, PlayerName
from charkoni.core.errors import N_, BadMove
from charkoni.core.game import Game, Outcome
from charkoni.core.game_types import Flag
from charkoni.core.record import AGREEMENT, FORFEIT, PLY_CAP, REPETITION, RESIGNATION, TIME, Record
from charkoni.core.registry import family
from charkoni.core.translations import Declined, Words

DECLARED_REASONS = {
    REPETITION: N_("the same position for the third time"),
    PLY_CAP: N_("the limit of moves is reached"),
    RESIGNATION: N_("resignation"),
    AGREEMENT: N_("by agreement"),
    TIME: N_("time is up"),
    FORFEIT: N_("a program failed"),
}
"""The reasons of endings that only a record knows."""

TO_MOVE = N_("{side} to move")


def family_name(words: Words, name: str) -> str:
    """Return a game without its flags, by its name in the registry: "Мангала"."""
    return words._(family(name).catalog.title)


def game_name(words: Words, game: Game) -> str:
    """Return the game and its flags: "Мангала: крепость"."""
    name = words._(game.family.catalog.title)
    flags = [flag for flag in game.family.flags if game.flags[flag.name] != flag.default]
    named = ", ".join(flag_name(words, game, flag, game.flags[flag.name]) for flag in flags)
    return f"{name}: {named}" if named else name


def flag_name(words: Words, game: Game, flag: Flag, value: str) -> str:
    """Return a flag's value in words."""
    texts = game.family.catalog.flags
    written = flag.name if flag.is_switch else f"{flag.name}={value}"
    if written in texts or flag.name not in texts:
        return words._(texts.get(written, written))
    return words._(texts[flag.name], value=value)


def side(game: Game, number: int) -> PlayerName:
    """Return how a player of the game is called."""
    players = game.family.catalog.players
    return (players if len(players) >= game.players else USUAL_PLAYERS)[number]


def side_name(words: Words, game: Game, number: int) -> Declined:
    """Return the player's name, "Red", for a field of a sentence with all its forms."""
    return side(game, number).declined(words._)


def turn(words: Words, game: Game, number: int) -> str:
    """Return the sentence that it is the player's move."""
    return words._(TO_MOVE, side=side(game, number))


def reason_name(words: Words, game: Game, reason: str) -> str:
    """Return the reason of an ending in words."""
    return words._(DECLARED_REASONS.get(reason) or game.family.catalog.outcome_reasons.get(reason, reason))


def count_of_moves(words: Words, record: Record) -> str:
    """Return how many moves a record has, "73 moves", as each player counts his own; turns, where one has several."""
    count = max(record.move_numbers, default=0)
    if record.game.family.catalog.counts_turns:
        return words.ngettext("{n} turn", "{n} turns", count)
    return words.ngettext("{n} move", "{n} moves", count)


def move_named(words: Words, record: Record, ply: int) -> str:
    """Return a ply, counted from 1, as people name it: "move 40 of Red"; of 0, before all of them, "the start"."""
    if ply == 0:
        return words._("the start")
    name = N_("turn {n} of {side}") if record.game.family.catalog.counts_turns else N_("move {n} of {side}")
    return words._(name, n=record.move_numbers[ply - 1], side=side(record.game, record.player_of(ply - 1)))


def result(words: Words, game: Game, outcome: Outcome) -> str:
    """Return the result in words: who has won, or that it is a draw, and why."""
    best = max(outcome.scores)
    winners = [number for number in range(game.players) if outcome.scores[number] == best]
    reason = reason_name(words, game, outcome.reason)
    if len({game.sides[number] for number in winners}) > 1:
        if len(winners) == game.players:
            return words._("Draw: {reason}.", reason=reason)
    elif len(winners) == 1:
        return words._("{side} wins: {reason}.", side=side(game, winners[0]), reason=reason)
    names = ", ".join(side_name(words, game, number) for number in winners)
    return words._("Winners: {winners}; {reason}.", winners=names, reason=reason)


def in_words(words: Words, game: Game, move: str) -> str:
    """Return a move in words, or unchanged when it is none or its kind has no phrase."""
    if not game.family.has_moves:  # the patterns of the catalog
        matches = ((kind.phrase, re.fullmatch(kind.pattern, move)) for kind in game.family.catalog.moves)
        return next((words._(phrase, **match.groupdict()) for phrase, match in matches if match), move)
    try:
        phrase, fields = game.family.moves(game.flags).phrase(game.code(move))
    except BadMove:
        return move
    values = {name: words._(value) for name, value in fields.items()}
    return words._(phrase, **values) if phrase else move
