"""The sentences of the server, by code; those of the rules are in `games`."""

from functools import lru_cache

from charkoni.core.errors import mark
from charkoni.core.translations import Words

REFUSALS = {
    "BAD_MESSAGE": mark("This message cannot be read."),
    "TOO_LONG": mark("This message is too long."),
    "NO_GAME": mark("There is no such game."),
    "NOT_YOUR_SEAT": mark("This seat is not yours."),
    "NOT_YOUR_TURN": mark("It is not your turn."),
    "STALE": mark("The game has gone on meanwhile."),
    "OVER": mark("The game is over."),
    "NOT_TWO_SIDES": mark("A match of sets needs a game of two sides."),
    "NOT_STARTED": mark("The game has not begun yet: a seat is free."),
    "NOT_NOW": mark("That cannot be done now."),
    "DICE": mark("The dice are not ready: the seeds of other players are missing."),
    "TOO_FAST": mark("Too many messages at once; please wait a moment."),
    "NOT_STORED": mark("This could not be stored; please try again."),
    "SEAT_TAKEN": mark("Somebody has taken this seat already."),
    "BAD_FORM": mark("This page is out of date; please load it again."),
    "BAD_ORIGIN": mark("This request comes from a foreign page."),
    "NO_SUCH_PAGE": mark("There is no such page."),
    "EMPTY_RECORD": mark("The record has no moves: there is nothing to analyse."),
    "NO_COMPUTER": mark("On this server the computer is switched off."),
    "ENGINE": mark("The computer did not answer; please try again."),
}

PHRASES = {
    "hello": mark("Hello!"),
    "luck": mark("Good luck!"),
    "thanks": mark("Thank you!"),
    "good-move": mark("Good move!"),
    "sorry": mark("Sorry!"),
    "wait": mark("One moment, please."),
    "good-game": mark("Good game!"),
    "bye": mark("Goodbye!"),
}

MANY_KB = mark("{sent} KB were sent; at most {most} KB are taken here at once.")
MANY_MB = mark("{sent} MB were sent; at most {most} MB are taken here at once.")
NO_ROOM = mark("Others are sending large files just now; please try again in a few seconds.")
TOO_MANY_GAMES = mark("You have {most} unfinished games; finish some of them, or delete them under “My data”.")
TOO_MANY_EVENTS = mark("There are {most} tournaments of yours, of your network or in all; more cannot be made here.")
GUEST = mark("Guest")
COMPUTER = mark("Computer, level {level}")
COMPUTER_FOR = mark("Computer for {name}")
OPEN_SEAT = mark("free seat")
PAUSED = mark("The arbiter has paused this game.")
WAITING = mark("Waiting for players")
DICE_PREPARED = mark("The dice are being made ready.")
CALLED_OFF = mark("The game was called off.")
YOU_WON = mark("You won: {reason}.")
YOUR_TEAM_WON = mark("Your team won: {reason}.")
COMPUTER_WON = mark("The computer won: {reason}.")
GETTING_READY = mark("The computer is getting ready: {n} of {of} steps.")


@lru_cache(maxsize=8)
def words_in(lang: str) -> Words:
    """Return the texts of a language."""
    return Words(lang)
