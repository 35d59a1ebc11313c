"""Categories as rows: chips with counts."""

from dataclasses import dataclass

from charkoni.core.translations import Words
from charkoni.tournament.model.categories import rule_in_words
from charkoni.tournament.model.category_members import categories, members, named, remarks
from charkoni.tournament.model.event import Tournament


@dataclass(frozen=True, slots=True)
class Chip:
    """A category by which a list is filtered.  count: of members.  rule: in words.  is_chosen: the list shows it."""

    name: str
    count: int
    rule: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter by category.  chips: all categories.  chosen: a name, empty for all.  ids: of the entries to show."""

    chips: tuple[Chip, ...]
    chosen: str
    ids: frozenset[int]


def category_filter(words: Words, state: Tournament, name: str) -> Filter:
    """Return the filter of a list; an unknown name shows all."""
    category, groups = named(state, name) if name else None, members(state)
    chosen = category.name if category else ""
    chips = tuple(
        Chip(each.name, len(groups[each.name]), rule_in_words(words, each), each.name == chosen)
        for each in categories(state)
    )
    ids = groups[chosen] if chosen else tuple(entry.id for entry in state.entries)
    return Filter(chips, chosen, frozenset(ids))


def remarks_in_words(words: Words, state: Tournament) -> list[str]:
    """Return what does not fit together in categories, marks and prizes."""
    return [remark.message(words) for remark in remarks(state)]
