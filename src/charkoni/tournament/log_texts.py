"""Acts of the log in the words of people: what was done, and what it is about."""

from charkoni.core.translations import Words
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.model.event import Tournament


def title(words: Words, entry: LogEntry) -> str:
    """Return the kind of an act in words."""
    return words._(entry.act.label)


def summary(words: Words, state: Tournament, entry: LogEntry) -> str:
    """Return what an act is about, in words and without anything private."""
    return entry.act.about(words, state)
