"""The knock-out: a bracket for 2 to 64 seeds, free places to the top seeds."""

from collections.abc import Mapping, Sequence


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
