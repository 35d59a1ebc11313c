"""What stands under lists: the editions of the rules and rating lists of an event, and the digest of its log."""

from collections import Counter

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model.event import SHOWN, Tournament
from charkoni.tournament.model.settings import Settings, edition_date
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.printouts.dates import day

_EDITIONS = N_("Pairings by the FIDE rules of {pairing}, tie-breaks by those of {tiebreaks}.")
_RATED = N_("Ratings from the federation's list of {date}: {count} of {all}.")
_NEWER = N_("These rules are newer than the event, which was on {date}.")


def lines(words: Words, settings: Settings) -> list[str]:
    """Return the sentences about the editions of the rules for pairings and tie-breaks; none for a plain knock-out."""
    if not settings.tiebreaks and system_of(settings).needs_winner:
        return []
    pairing, tiebreaks = edition_date(settings.edition), edition_date(settings.tiebreak_edition)
    last = (settings.end or settings.start).replace("/", "-")
    found = [words._(_EDITIONS, pairing=day(words, pairing), tiebreaks=day(words, tiebreaks))]
    return [*found, words._(_NEWER, date=day(words, last))] if last and last < max(pairing, tiebreaks) else found


def rating_lists(words: Words, state: Tournament) -> str:
    """Return sentences about the rating lists from which ratings of entries come; empty without any."""
    lists = Counter(entry.rated for entry in state.entries if entry.rated)
    count = len(state.entries)
    return " ".join(words._(_RATED, date=day(words, at), count=lists[at], all=count) for at in sorted(lists))


def log_digest(words: Words, state: Tournament) -> str:
    """Return a sentence with the digest of an event's log, "" for a state that is not from a log.

    Each act has a hash, which covers the acts before it: a file changed later has a different digest.  With a print-out
    one can check whether a copy of the event's file contains the act named there with the same digest: `charkoni
    tournament verify --printed`.
    """
    values = {"acts": state.version, "digest": state.digest[:SHOWN]}
    return words._("Acts in the log: {acts}; digest of the last: {digest}.", **values) if state.digest else ""
