"""Round robins by the Berger tables (FIDE C.05, annex 1), for any number of players."""


def boards(count: int, round_: int) -> list[tuple[int, int]]:
    """Return who meets whom in a round of a single round robin, (first, second); (number, 0) when free.

    Of an odd count the dummy has the number count + 1.  Equal to FIDE's tables.
    """
    even = count + count % 2
    ring = even - 1
    found = [_last(even, round_)]
    for i in range(1, even):
        for j in range(i + 1, even):
            if (i + j - round_ - 1) % ring == 0:
                found.append((i, j) if (i + j) % 2 else (j, i))
    if even == count:
        return found
    return [(a if b > count else b, 0) if max(a, b) > count else (a, b) for a, b in found[1:] + found[:1]]


def _last(even: int, round_: int) -> tuple[int, int]:
    """Return the board of the last number: it meets i with 2i = round + 1 in the ring."""
    ring = even - 1
    i = next(i for i in range(1, even) if (2 * i - round_ - 1) % ring == 0)
    return (i, even) if i <= even // 2 else (even, i)


def double(count: int, round_: int) -> list[tuple[int, int]]:
    """Return a round of a double round robin.

    The second cycle has the sides exchanged; the last two rounds of the first are swapped, so that nobody has one side
    three times running.
    """
    cycle = count - 1 + count % 2
    if round_ > cycle:
        return [(b, a) if b else (a, 0) for a, b in boards(count, round_ - cycle)]
    swapped = {cycle - 1: cycle, cycle: cycle - 1} if cycle > 2 else {}
    return boards(count, swapped.get(round_, round_))
