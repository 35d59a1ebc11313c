"""Entries as rows: their list with its filter, the rounds of one player, the standings and the crosstable."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from charkoni.core.translations import Words
from charkoni.tournament.model.categories import rule_in_words
from charkoni.tournament.model.category_members import by_entry, categories, members, named, remarks
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.standings.crosstable import SIGNS, Crosstable, crosstable_of
from charkoni.tournament.standings.ranking import Standings


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of the list of entries.  note: why it is not paired, in words, else "".  categories: names."""

    entry: Entry
    name: str
    note: str
    categories: tuple[str, ...]


def entry_rows(words: Words, state: Tournament) -> list[EntryRow]:
    """Return all entries, sorted by name."""
    own = by_entry(state)
    rows = [EntryRow(entry, state.name(entry.id), _note(words, entry), own[entry.id]) for entry in state.entries]
    return sorted(rows, key=lambda row: sort_key(row.name, words.language))


def _note(words: Words, entry: Entry) -> str:
    if entry.expelled:
        return words._("expelled")
    if entry.left:
        return words._("withdrew before round {round}", round=entry.left)
    return "" if entry.here else words._("absent")


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of one player.

    board, opponent: None without one.  moved_first: None where that is not known.  result, points: empty while the
    game goes on.  score: of a match, else empty.
    """

    round: int
    board: Board | None
    opponent: Entry | None
    moved_first: bool | None
    result: str
    score: str
    points: str


def player_rounds(state: Tournament, entry: int, pairing_input: PairingInput | None = None) -> list[PlayerRound]:
    """Return the rounds of a player.  pairing_input: after all rounds, computed when it is not given."""
    by_number, number, rounds = state.by_number(), state.entry(entry).number, list[PlayerRound]()
    if not number:
        return []
    pairing_input = pairing_input or input_after(state)
    player = pairing_input.player(number)
    for n, slot in enumerate(player.slots, 1):
        board, opponent = state.rounds[n - 1].board_of(entry), by_number[slot.opponent] if slot.opponent else None
        moved_first = board.mover == entry if board and opponent and board.mover else None
        is_open = board is not None and board.is_open
        result = "" if is_open else SIGNS.get(slot.mark, slot.mark)
        points = "" if is_open else points_text(pairing_input.score(player, n))
        score = board.score_of(entry) if board else ""
        rounds.append(PlayerRound(n, board, opponent, moved_first, result, score, points))
    return rounds


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the standings.

    place: 3, or 3–5 for a shared one.  values: of the tie-breaks, in order.  of_all: in standings of a category, the
    place among all.
    """

    place: str
    entry: int
    number: int
    name: str
    club: str
    points: str
    values: tuple[str, ...]
    has_played: bool
    of_all: str = ""


def ranks(known: Standings) -> list[Rank]:
    """Return the rows of standings."""
    state, by_number, rows = known.tournament, known.tournament.by_number(), list[Rank]()
    for line in known.lines:
        entry, values = by_number[line.number], tuple(map(str, line.values))
        place, points = _place_text(line.place, line.last), points_text(line.points)
        rows.append(
            Rank(place, entry.id, line.number, state.name(entry.id), entry.club, points, values, line.has_played)
        )
    return rows


def _place_text(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def in_category(state: Tournament, ranks: Sequence[Rank], ids: Collection[int]) -> list[Rank]:
    """Return the rows of the members of a category, with their places in it.  ids: of the members."""
    own = [rank for rank in ranks if rank.entry in ids and rank.has_played and not state.entry(rank.entry).expelled]
    places = [rank.place for rank in own]
    rows = []
    for rank in own:
        first, last = places.index(rank.place) + 1, len(places) - places[::-1].index(rank.place)
        rows.append(replace(rank, place=_place_text(first, last), of_all=rank.place))
    return rows


def crosstable(known: Standings) -> tuple[Crosstable, dict[str, int]]:
    """Return the crosstable that belongs to standings, and the ids of the entries by their numbers in it."""
    ids = {str(number): entry.id for number, entry in known.tournament.by_number().items()}
    return crosstable_of(known.tournament, known), ids


# --- categories ---


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
