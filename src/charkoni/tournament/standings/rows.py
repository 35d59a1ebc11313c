"""Rows of the standings, and rounds of a player, as plain values: what pages and print-outs show."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.standings.crosstable import SIGNS, Crosstable, crosstable_of
from charkoni.tournament.standings.ranking import Standings, places_text


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


def ranks_of(known: Standings) -> list[Rank]:
    """Return the rows of standings."""
    state, by_number, rows = known.tournament, known.tournament.by_number(), list[Rank]()
    for line in known.lines:
        entry, values = by_number[line.number], tuple(map(str, line.values))
        place, points = places_text(line.place, line.last), points_text(line.points)
        rows.append(
            Rank(place, entry.id, line.number, state.name(entry.id), entry.club, points, values, line.has_played)
        )
    return rows


def in_category(state: Tournament, ranks: Sequence[Rank], ids: Collection[int]) -> list[Rank]:
    """Return the rows of the members of a category, with their places in it.  ids: of the members."""
    own = [rank for rank in ranks if rank.entry in ids and rank.has_played and not state.entry(rank.entry).expelled]
    places = [rank.place for rank in own]
    rows = []
    for rank in own:
        first, last = places.index(rank.place) + 1, len(places) - places[::-1].index(rank.place)
        rows.append(replace(rank, place=places_text(first, last), of_all=rank.place))
    return rows


def indexed_crosstable(known: Standings) -> tuple[Crosstable, dict[str, int]]:
    """Return the crosstable that belongs to standings, and the ids of the entries by their numbers in it."""
    ids = {str(number): entry.id for number, entry in known.tournament.by_number().items()}
    return crosstable_of(known.tournament, known), ids
