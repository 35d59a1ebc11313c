"""Words of a command line: NAME=VALUE pairs, entries by number or name."""

from charkoni.core.errors import N_, BadText, Reason
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import folded, latin
from charkoni.tournament.model.players import Entry

_PAIR = N_("it is written NAME=VALUE")
_NOBODY = N_("there is nobody of this number or name")
_NOT_NUMBERED = N_("pairing numbers are given when the list is closed; until then entry {id} is #{id}: {name}")
_SEVERAL = N_("several fit: {names}")


class BadWord(BadText):
    """A word of the command line that cannot be used."""


def bad_word(text: str, template: str, **args: object) -> BadWord:
    """Return the refusal of a word."""
    return BadWord(text, Reason("BADWORD", "", template, args))


def split_pair(word: str) -> tuple[str, str]:
    """Return name and value of NAME=VALUE; raise BadWord."""
    name, equals, value = word.partition("=")
    if not equals or not name.strip():
        raise bad_word(word, _PAIR)
    return name.strip(), value.strip()


def find_entry(state: Tournament, who: str) -> Entry:
    """Return an entry by pairing number, `#entry`, or part of its name.

    Raise BadWord, also for a bare number before the list is closed: the same number would mean another entry after it.
    """
    text = who.strip()
    if text.startswith("#") and text[1:].isdigit():
        matches = [entry for entry in state.entries if entry.id == int(text[1:])]
    elif text.isascii() and text.isdigit():
        matches = [entry for entry in state.entries if entry.number == int(text)]
        if not matches and 1 <= int(text) <= len(state.entries) and not state.entries[0].number:
            raise bad_word(who, _NOT_NUMBERED, id=int(text), name=state.name(int(text)))
    else:
        wanted = folded(latin(text)).split()
        names = {entry.id: folded(latin(state.name(entry.id))) for entry in state.entries}
        matches = [entry for entry in state.entries if wanted and all(part in names[entry.id] for part in wanted)]
        exact = [entry for entry in matches if names[entry.id] == folded(latin(text))]
        matches = exact if len(exact) == 1 else matches
    if not matches:
        raise bad_word(who, _NOBODY)
    if len(matches) > 1:
        raise bad_word(who, _SEVERAL, names=", ".join(f"#{entry.id} {state.name(entry.id)}" for entry in matches[:8]))
    return matches[0]
