"""The knock-out: a bracket for 2 to 64 seeds; the top seeds get the free places."""

from collections.abc import Mapping, Sequence

from charkoni.core.errors import N_
from charkoni.tournament.model import schedule
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Engine, Pairing, PairingSystem

MOST_SEEDS = 64


class Knockout(PairingSystem):
    """The loser of a match is out."""

    name = "knockout"
    title = N_("Knock-out")
    regulation = N_("Knock-out")
    trf_type = "Individual: Knock-Out"
    trf_code = "CUSTOM_KNOCKOUT"
    needs_winner = True
    lists_unpaired = False

    def rounds(self, count: int, wanted: int = 0) -> int:
        """Return the rounds of the bracket; raise BadSetting."""
        schedule.demand_two(count)
        if count > MOST_SEEDS:
            raise refusal(BadSetting, count, N_("a knock-out needs 2 to 64 entries"))
        return schedule.fewest_rounds(count)

    def pair(self, before: PairingInput, previous: Sequence[tuple[int, int]], engine: Engine) -> Pairing:
        """Return the first round of the bracket, or the matches of the winners."""
        if not previous:
            return Pairing(tuple(bracket(len(before.players))))
        won = {player.number for player in before.players if player.slots[-1].mark in "1+W"}
        winners = {(first, second): first if first in won else second for first, second in previous if second}
        return Pairing(tuple(next_round(previous, winners)))


def bracket(count: int) -> list[tuple[int, int]]:
    """Return the first round in the order of the bracket, (seed, seed), 0 for a free place.

    Seeds meet as late as they can: 1 and 2 only in the final.
    """
    size = 1 << (count - 1).bit_length()
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [seed for high in seeds for seed in (high, total - high)]
    pairs = list(zip(seeds[::2], seeds[1::2], strict=True))
    return [(a, b if b <= count else 0) for a, b in pairs]


def next_round(boards: Sequence[tuple[int, int]], winners: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Return the next round in bracket order: the winners of neighbouring boards, the better seed first."""
    alive = [first if second == 0 else winners[(first, second)] for first, second in boards]
    pairs = zip(alive[::2], alive[1::2], strict=True)
    return [(min(a, b), max(a, b)) for a, b in pairs]
