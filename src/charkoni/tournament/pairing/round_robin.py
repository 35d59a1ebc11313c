"""Round robins by the Berger tables (FIDE C.05, annex 1), for any number of players."""

from collections.abc import Sequence

from charkoni.core.errors import N_
from charkoni.tournament.model import schedule
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.protocol import Engine, Pairing, PairingSystem


class RoundRobin(PairingSystem):
    """Everybody meets everybody once."""

    name = "round-robin"
    title = N_("Round robin")
    regulation = N_("Round robin by the Berger tables")
    trf_type = "Individual: Round-Robin"
    trf_code = "FIDE_ROUNDROBIN"
    own_tiebreaks = ("DE", "SB", "WIN", "KS")
    cycles = 1
    crosstable = "opponents"

    def rounds(self, count: int, wanted: int = 0) -> int:
        """Return the rounds of all cycles; raise BadSetting for fewer than two entries."""
        schedule.demand_two(count)
        return self.cycles * schedule.round_robin_rounds(count)

    def pair(self, before: PairingInput, previous: Sequence[tuple[int, int]], engine: Engine) -> Pairing:
        """Return the games of the round; a free player gets no point, so there is no bye."""
        boards_of = double if self.cycles == 2 else boards
        games = boards_of(len(before.players), before.done + 1)
        return Pairing(tuple(game for game in games if game[1]))


class DoubleRoundRobin(RoundRobin):
    """Everybody meets everybody twice, the second time with sides exchanged."""

    name = "double-round-robin"
    title = N_("Double round robin")
    regulation = N_("Double round robin by the Berger tables")
    trf_type = "Individual: Double Round-Robin"
    trf_code = "FIDE_DOUBLEROUNDROBIN"
    cycles = 2


def boards(count: int, round_: int) -> list[tuple[int, int]]:
    """Return the boards of a round of a single round robin: (first, second), (number, 0) for the free player.

    With an odd count the dummy player has the number count + 1.  Equal to the tables of FIDE.
    """
    even = count + count % 2
    ring = even - 1
    pairs = [_last(even, round_)]
    for i in range(1, even):
        for j in range(i + 1, even):
            if (i + j - round_ - 1) % ring == 0:
                pairs.append((i, j) if (i + j) % 2 else (j, i))
    if even == count:
        return pairs
    return [(a if b > count else b, 0) if max(a, b) > count else (a, b) for a, b in pairs[1:] + pairs[:1]]


def _last(even: int, round_: int) -> tuple[int, int]:
    """Return the board of the last number: it meets i with 2i = round + 1 modulo count - 1."""
    ring = even - 1
    i = next(i for i in range(1, even) if (2 * i - round_ - 1) % ring == 0)
    return (i, even) if i <= even // 2 else (even, i)


def double(count: int, round_: int) -> list[tuple[int, int]]:
    """Return a round of a double round robin.

    The second cycle has the sides exchanged; the last two rounds of the first are swapped, so that no player has one
    side three times running.
    """
    cycle = count - 1 + count % 2
    if round_ > cycle:
        return [(b, a) if b else (a, 0) for a, b in boards(count, round_ - cycle)]
    swapped = {cycle - 1: cycle, cycle: cycle - 1} if cycle > 2 else {}
    return boards(count, swapped.get(round_, round_))
