"""The sentences of the server, by code; those of the rules are in `games`."""

from functools import lru_cache

from charkoni.core.errors import N_
from charkoni.core.translations import Words

REFUSALS = {
    "BAD_MESSAGE": N_("This message cannot be read."),
    "TOO_LONG": N_("This message is too long."),
    "NO_GAME": N_("There is no such game."),
    "NOT_YOUR_SEAT": N_("This seat is not yours."),
    "NOT_YOUR_TURN": N_("It is not your turn."),
    "STALE": N_("The game has gone on meanwhile."),
    "OVER": N_("The game is over."),
    "NOT_TWO_SIDES": N_("A match of sets needs a game of two sides."),
    "NOT_STARTED": N_("The game has not started yet: a seat is free."),
    "NOT_NOW": N_("That cannot be done now."),
    "DICE": N_("The dice are not ready: the seeds of other players are missing."),
    "TOO_FAST": N_("Too many messages at once; please wait a moment."),
    "NOT_STORED": N_("This could not be stored; please try again."),
    "SEAT_TAKEN": N_("This seat is already taken."),
    "BAD_FORM": N_("This page is out of date; please load it again."),
    "BAD_ORIGIN": N_("This request comes from another site."),
    "NOT_OWNER": N_(
        "Only a browser on the computer that runs this server can do that, and only without proxy and --origin."
    ),
    "NO_SUCH_PAGE": N_("There is no such page."),
    "EMPTY_RECORD": N_("The record has no moves: there is nothing to analyse."),
    "NO_COMPUTER": N_("On this server the computer is switched off."),
    "ENGINE": N_("The computer did not answer; please try again."),
}

PHRASES = {
    "hello": N_("Hello!"),
    "luck": N_("Good luck!"),
    "thanks": N_("Thank you!"),
    "good-move": N_("Good move!"),
    "sorry": N_("Sorry!"),
    "wait": N_("One moment, please."),
    "good-game": N_("Good game!"),
    "bye": N_("Goodbye!"),
}

MANY_KB = N_("{sent} KB were sent; at most {most} KB are accepted at once.")
MANY_MB = N_("{sent} MB were sent; at most {most} MB are accepted at once.")
NO_ROOM = N_("Others are sending large files just now; please try again in a few seconds.")
TOO_MANY_GAMES = N_("You have {most} unfinished games; finish some of them, or delete them under “My data”.")
TOO_MANY_EVENTS = N_("There are {most} tournaments of yours, of your network or in all; more cannot be made here.")
GUEST = N_("Guest")
COMPUTER = N_("Computer, level {level}")
COMPUTER_FOR = N_("Computer for {name}")
OPEN_SEAT = N_("free seat")
PAUSED = N_("The arbiter has paused this game.")
WAITING = N_("Waiting for players")
DICE_PREPARED = N_("The dice are being made ready.")
CALLED_OFF = {
    "withdrawn": N_("The game was called off before anybody joined it."),
    "left": N_("A player called the game off before the second move."),
    "nobody-began": N_("The game was called off: the first move did not come in time."),
    "": N_("Called off"),
}
"""By the reason of a game that was called off its sentence; "": of one that older versions stored."""
YOU_WON = N_("You won: {reason}.")
YOUR_TEAM_WON = N_("Your team won: {reason}.")
COMPUTER_WON = N_("The computer won: {reason}.")
GETTING_READY = N_("The computer is getting ready: {n} of {of} steps.")


@lru_cache(maxsize=8)  # more than there are languages
def words_in(lang: str) -> Words:
    """Return the texts of a language."""
    return Words(lang)
