"""The members of each category of an event, and inconsistencies.

An event without rules has the marks of its entries as categories.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.model import categories as rules
from charkoni.tournament.model.errors import TEXTS, BadSetting, refusal
from charkoni.tournament.model.event import Tournament

MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that does not fit together.

    name, args: of the sentence, see `errors.TEXTS`.  rule: a category to be put into words.
    """

    name: str
    args: dict[str, object]
    rule: rules.Category | None = None

    def message(self, words: Words) -> str:
        """Return the sentence."""
        rule = {"rule": rules.rule_in_words(words, self.rule)} if self.rule else {}
        return words._(TEXTS[self.name], **self.args, **rule)


def categories(state: Tournament) -> tuple[rules.Category, ...]:
    """Return the categories of an event: those of the settings, else one for each mark, sorted."""
    if state.settings.categories:
        return rules.parse_categories(state.settings.categories)
    names: dict[str, str] = {}
    for entry in state.entries:
        for name in rules.marks(entry):
            names.setdefault(rules.key(name), name)
    return tuple(rules.Category(names[each], mark=names[each]) for each in sorted(names))


def members(state: Tournament) -> dict[str, tuple[int, ...]]:
    """Return the ids of the members of each category, by its name."""
    return {
        category.name: tuple(
            entry.id for entry in state.entries if rules.is_member(category, entry, state.person(entry.id))
        )
        for category in categories(state)
    }


def by_entry(state: Tournament) -> dict[int, tuple[str, ...]]:
    """Return the names of the categories of each entry, by its id."""
    found: dict[int, list[str]] = {entry.id: [] for entry in state.entries}
    for name, ids in members(state).items():
        for id_ in ids:
            found[id_].append(name)
    return {id_: tuple(names) for id_, names in found.items()}


def named(state: Tournament, name: str) -> rules.Category | None:
    """Return the category of a name in any letter case, or None."""
    return next((category for category in categories(state) if rules.key(category.name) == rules.key(name)), None)


def existing(state: Tournament, name: str) -> rules.Category:
    """Return the category of a name; raise BadSetting."""
    found = named(state, name)
    if found is None:
        names = ", ".join(category.name for category in categories(state)) or "–"
        raise refusal(BadSetting, name, N_("there is no category {name}; there are {names}"), name=name, names=names)
    return found


def remarks(state: Tournament) -> list[Remark]:
    """Return what does not fit together in categories, marks and prizes."""
    known = categories(state)
    names = ", ".join(category.name for category in known) or "–"
    keys = {rules.key(category.name) for category in known}
    found = [
        Remark("no-fund", {"category": name, "names": names})
        for name, _ in map(rules.checked_fund, state.settings.prizes)
        if name and rules.key(name) not in keys
    ]
    if not state.entries:
        return found
    for name, ids in members(state).items():
        category = named(state, name)
        if not ids and category:
            found.append(Remark("category-empty", {"category": name}, category))
    return found + (_of_entries(state, known, names) if state.settings.categories else [])


def _of_entries(state: Tournament, known: Iterable[rules.Category], names: str) -> list[Remark]:
    """Return the remarks about marks and missing data, where the settings have rules."""
    known = list(known)
    by_key = {rules.key(category.name): category for category in known}
    usable = by_key.keys() | {rules.key(category.mark) for category in known if category.mark}
    found: list[Remark] = []
    no_year: list[str] = []
    no_sex: list[str] = []
    unused: dict[str, list[str]] = {}
    for entry in state.entries:
        person, who = state.person(entry.id), state.name(entry.id)
        for text in rules.marks(entry):
            category = by_key.get(rules.key(text))
            if rules.key(text) not in usable:
                unused.setdefault(text, []).append(who)
            elif category and rules.fits(category, entry, person) is False:
                found.append(Remark("contradicts", {"who": who, "category": category.name}, category))
        if person.sex and not rules.sex_of(person.sex):
            found.append(Remark("bad-sex", {"who": who, "sex": person.sex}))
        missing = [category for category in known if rules.fits(category, entry, person) is None]
        decided = {rules.key(text) for text in rules.marks(entry)}
        missing = [category for category in missing if rules.key(category.name) not in decided]
        if not rules.birth_year(person) and any(each.born_from or each.born_to for each in missing):
            no_year.append(who)
        if not rules.sex_of(person.sex) and any(each.sex for each in missing):
            no_sex.append(who)
    for text, names_ in unused.items():
        found.append(Remark("no-mark", {"mark": text, "names": names, "who": _some(names_)}))
    missing_data = (("no-year", no_year), ("no-sex", no_sex))
    return found + [Remark(name, {"who": _some(names_)}) for name, names_ in missing_data if names_]


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_NAMES]) + " …" * (len(names) > MOST_NAMES)


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
        Chip(each.name, len(groups[each.name]), rules.rule_in_words(words, each), each.name == chosen)
        for each in categories(state)
    )
    ids = groups[chosen] if chosen else tuple(entry.id for entry in state.entries)
    return Filter(chips, chosen, frozenset(ids))
