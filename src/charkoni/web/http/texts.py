"""The sentences of the server, by code; those of the rules are in `games`."""

from functools import lru_cache
from pathlib import Path

from charkoni.core.errors import N_
from charkoni.core.files.data_files import read_texts
from charkoni.core.translations import Words

REFUSALS = read_texts(Path(__file__).with_name("refusals.toml"))
"""Why the server refuses something, by the codes of docs/protocol.md."""

PHRASES = read_texts(Path(__file__).with_name("phrases.toml"))
"""What players can say to each other at a table."""

MANY_KB = N_("{sent} KB were sent; at most {most} KB are accepted at once.")
MANY_MB = N_("{sent} MB were sent; at most {most} MB are accepted at once.")
NO_ROOM = N_("Others are sending large files just now; please try again in a few seconds.")
TOO_MANY_GAMES = N_("You have {most} unfinished games; finish some of them, or delete them under “My data”.")
TOO_MANY_EVENTS = N_("There are {most} tournaments of yours, of your network or in all; more cannot be made here.")
GUEST = N_("Guest")
FORMER_MEMBER = N_("Former member")
COMPUTER_FOR = N_("Computer for {name}")
PROGRAM = N_("{name} (program)")
OPEN_SEAT = N_("free seat")
ON_VACATION = N_("{name} is on vacation until {date}; the clock stands still.")
PAUSED = N_("The arbiter has paused this game.")
WAITING = N_("Waiting for players")
DICE_PREPARED = N_("The dice are being made ready.")
CALLED_OFF = read_texts(Path(__file__).with_name("called_off.toml"))
"""By the reason of a game that was called off its sentence; "": of one that older versions stored."""
YOU_WON = N_("You won: {reason}.")
YOUR_TEAM_WON = N_("Your team won: {reason}.")
COMPUTER_WON = N_("The computer won: {reason}.")
DEVICE_LATE = N_("This device did not answer in time: the server has chosen the move.")
GETTING_READY = N_("The computer is getting ready: {n} of {of} steps.")


@lru_cache(maxsize=8)  # more than there are languages
def words_in(lang: str) -> Words:
    """Return the texts of a language."""
    return Words(lang)
