"""Entries as rows: the list of entries, and the rounds of one player."""

from dataclasses import dataclass

from charkoni.core.translations import Words
from charkoni.tournament.model.category_members import by_entry
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import sort_key
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.pairing.input import PairingInput, Slot
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.standings.crosstable import SIGNS


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of the list of entries.  here: present, so that it is paired.  note: why not.  categories: names."""

    entry: int
    number: int
    name: str
    title: str
    rating: int
    club: str
    country: str
    here: bool
    note: str
    categories: tuple[str, ...]


def entry_rows(words: Words, state: Tournament) -> list[EntryRow]:
    """Return all entries, sorted by name."""
    own = by_entry(state)
    rows = [_entry_row(words, state, entry, own[entry.id]) for entry in state.entries]
    return sorted(rows, key=lambda row: sort_key(row.name, words.language))


def _entry_row(words: Words, state: Tournament, entry: Entry, categories: tuple[str, ...]) -> EntryRow:
    name, is_here = state.name(entry.id), entry.here and not entry.left and not entry.expelled
    return EntryRow(
        entry.id,
        entry.number,
        name,
        entry.title,
        entry.rating,
        entry.club,
        entry.country,
        is_here,
        _note(words, entry),
        categories,
    )


def _note(words: Words, entry: Entry) -> str:
    if entry.expelled:
        return words._("expelled")
    if entry.left:
        return words._("withdrew before round {round}", round=entry.left)
    return "" if entry.here else words._("absent")


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of one player.

    opponent: an entry, 0 for none.  moved_first: None where that is not known.  score: of a match, else empty.
    corrected: see `model.rounds.Board`.
    """

    round: int
    table: int
    opponent: int
    opponent_number: int
    name: str
    moved_first: bool | None
    result: str
    score: str
    points: str
    corrected: bool


def player_rounds(state: Tournament, entry: int, pairing_input: PairingInput | None = None) -> list[PlayerRound]:
    """Return the rounds of a player.  pairing_input: after all rounds, computed when it is not given."""
    number = state.entry(entry).number
    if not number:
        return []
    pairing_input = pairing_input or input_after(state)
    player = pairing_input.player(number)
    return [
        _player_round(state, entry, slot, n, points_text(pairing_input.score(player, n)))
        for n, slot in enumerate(player.slots, 1)
    ]


def _player_round(state: Tournament, entry: int, slot: Slot, number: int, points: str) -> PlayerRound:
    board = state.rounds[number - 1].board_of(entry)
    opponent = state.by_number()[slot.opponent].id if slot.opponent else 0
    name = state.name(opponent) if opponent else ""
    moved_first = None if board is None or not opponent or not board.mover else board.mover == entry
    is_open = board is not None and board.is_open
    result = "" if is_open else SIGNS.get(slot.mark, slot.mark)
    table = board.number if board else 0
    points = "" if is_open else points
    corrected = board is not None and board.corrected
    score = board.score_of(entry) if board else ""
    return PlayerRound(number, table, opponent, slot.opponent, name, moved_first, result, score, points, corrected)
