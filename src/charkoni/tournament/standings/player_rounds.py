"""The rounds of one player as plain values, for pages and print-outs."""

from dataclasses import dataclass

from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.standings.crosstable import SIGNS


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
