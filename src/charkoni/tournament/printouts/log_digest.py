"""The digest of an event's log, printed under standings: a file changed later has a different digest.

Each act has a hash, which covers the acts before it.  With a print-out one can check whether a copy of the event's file
contains the act named there with the same digest: `charkoni tournament verify --printed`.
"""

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model.event import SHOWN, Tournament

_LINE = N_("Acts in the log: {acts}; digest of the last: {digest}.")


def line(words: Words, state: Tournament) -> str:
    """Return the sentence, "" for a state that is not from a log."""
    return words._(_LINE, acts=state.version, digest=state.digest[:SHOWN]) if state.digest else ""
