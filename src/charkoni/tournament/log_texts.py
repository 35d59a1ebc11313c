"""Acts of the log in words: the kind of the act and its subject."""

from charkoni.core.translations import Words
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.model.event import Tournament


def title(words: Words, entry: LogEntry) -> str:
    """Return the kind of an act in words."""
    return words._(entry.act.label)


def summary(words: Words, state: Tournament, entry: LogEntry) -> str:
    """Return the subject of an act in words, without private data."""
    return entry.act.about(words, state)
