"""Seat assignment: `a=human b=mcts:2s dice=human` on the command line, and tags in a record."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from charkoni.cli.errors import bad_word
from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.game import Game
from charkoni.core.record import LETTERS
from charkoni.games.opponents import computer_of, player_of
from charkoni.players import BadPlayer, require_suited

HUMAN = "human"
COMPUTER = "computer"
DEFAULT_OPPONENT = "mcts:1s"
SEAT = re.compile(r"[A-Za-z]+=\S+(?:,[A-Za-z]+=\S+)*")
DICE = "Dice"
SEED = "Seed"


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """The player of each seat, "human" or a computer as in "mcts:2s"; dice: the thrower, HUMAN or COMPUTER."""

    players: tuple[str, ...]
    dice: str = COMPUTER

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, name in enumerate(self.players) if name == HUMAN)


def is_seat(word: str) -> bool:
    """Return whether a word is a seat assignment, not the name of a game."""
    return SEAT.fullmatch(word) is not None and ":" not in word.partition("=")[0]


def usual_assignment(game: Game) -> SeatAssignment:
    """Return the default: a person in all seats of the first side, against computers."""
    players = tuple(HUMAN if side == game.sides[0] else DEFAULT_OPPONENT for side in game.sides)
    return SeatAssignment(players)


def assigned(game: Game, base: SeatAssignment, texts: Iterable[str]) -> SeatAssignment:
    """Return `base` changed by texts as in `a=human,b=random`; raise BadWord, BadPlayer, BadEngine or NotSolved.

    A person named for one seat has those of its side that are not named, too: with partners, two people share the game.
    """
    players, dice, named = list(base.players), base.dice, dict[int, str]()
    for text in texts:
        for part in text.split(","):
            letter, equals, name = part.partition("=")
            if not equals or not name:
                raise bad_word(part, N_("a seat is written letter=player, as in a=human or b=mcts:2s"))
            if letter.lower() == "dice":
                dice = _checked_thrower(game, part, name)
                continue
            if letter.lower() not in LETTERS[: game.players] or len(letter) != 1:
                seats = ", ".join(LETTERS[: game.players])
                raise bad_word(part, N_("there is no such seat in this game; seats: {seats}"), seats=seats)
            named[LETTERS.index(letter.lower())] = _checked_player(game, name)
    of_people = {game.sides[seat] for seat, name in named.items() if name == HUMAN}
    for seat, side in enumerate(game.sides):
        players[seat] = named.get(seat, HUMAN if side in of_people else players[seat])
    return SeatAssignment(tuple(players), dice)


def _checked_player(game: Game, name: str) -> str:
    """Return the name of a player, a level as `player_of` has it; raise BadText, BadPlayer with "human" in its list."""
    if name != HUMAN:
        try:
            require_suited(game, name)
        except BadPlayer as error:
            if "players" not in error.reason.args:
                raise
            reason = error.reason
            players = {"players": f"{HUMAN}, {reason.args['players']}"}
            raise BadPlayer(name, Reason(reason.code, reason.clause, reason.template, players)) from None
    computer = computer_of(name)
    return player_of(*computer) if computer else name


def _checked_thrower(game: Game, text: str, name: str) -> str:
    """Return the thrower of the dice; raise BadWord."""
    if name not in (HUMAN, COMPUTER):
        raise bad_word(text, N_("the dice are thrown by: {values}"), values=f"{HUMAN}, {COMPUTER}")
    if not game.has_dice:
        raise bad_word(text, N_("this game has no dice"))
    return name


def tags(game: Game, seats: SeatAssignment, seed: int) -> dict[str, str]:
    """Return the tags of a record for the seat assignment and the seed: A to D, Dice, Seed."""
    by_name = {LETTERS[seat].upper(): name for seat, name in enumerate(seats.players)}
    if game.has_dice:
        by_name[DICE] = seats.dice
    return by_name | {SEED: str(seed)}


def assignment_of_tags(game: Game, by_name: Mapping[str, str]) -> SeatAssignment:
    """Return the seat assignment in the tags of a record; the default when they hold no valid one."""
    texts = [f"{letter}={by_name[letter.upper()]}" for letter in LETTERS[: game.players] if letter.upper() in by_name]
    if DICE in by_name:
        texts.append(f"dice={by_name[DICE]}")
    try:
        return assigned(game, usual_assignment(game), texts)
    except BadText:
        return usual_assignment(game)
