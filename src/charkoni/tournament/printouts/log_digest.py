"""The digest of an event's log, which stands under standings: a file that is changed later has another one.

Each act has a hash, which covers the acts before it.  Who keeps a print-out can ask any copy of the event's file
whether it holds the act that the print-out names, with the same digest: `charkoni tournament verify --printed`.
"""

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model.event import SHOWN, Tournament

_LINE = N_("The log holds {acts} acts; digest of the last: {digest}.")


def line(words: Words, state: Tournament) -> str:
    """Return the sentence, "" for a state that is not from a log."""
    return words._(_LINE, acts=state.version, digest=state.digest[:SHOWN]) if state.digest else ""
