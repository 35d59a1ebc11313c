"""How many rounds, and when they end."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from charkoni.core.errors import mark
from charkoni.tournament.errors import BadSetting, refusal

MOST_ROUNDS = 40
MOST_ENTRIES = 9999

_TOO_FEW = mark("a tournament needs at least two entries")
_RANGE = mark("rounds: 1 to {most} for {count} entries; a Swiss of more rounds is a round robin, choose that")
_BIG_CUP = mark("a knock-out takes 2 to 64 entries")


def least(count: int) -> int:
    """Return the fewest rounds that leave at most one perfect score: the logarithm to base 2, rounded up."""
    return (count - 1).bit_length()


def default(count: int) -> int:
    """Return the usual number of Swiss rounds: the smallest odd number of at least one more than `least`."""
    wanted = least(count) + 1
    return min(wanted + (wanted % 2 == 0), max(count - 1, 1))


def of_system(system: str, count: int, wanted: int = 0) -> int:
    """Return the number of rounds for a field; raise BadSetting when the wish cannot be."""
    if count < 2:
        raise refusal(BadSetting, count, _TOO_FEW)
    robin = count - 1 + count % 2
    if system == "round-robin":
        return robin
    if system == "double-round-robin":
        return 2 * robin
    if system == "knockout":
        if count > 64:
            raise refusal(BadSetting, count, _BIG_CUP)
        return least(count)
    most = min(robin, MOST_ROUNDS)
    if wanted and not 1 <= wanted <= most:
        raise refusal(BadSetting, wanted, _RANGE, most=most, count=count)
    return wanted or default(count)


def is_risky(count: int, rounds: int) -> bool:
    """Tell whether a Swiss has so many rounds that it may run out of legal pairings: more than three quarters of N."""
    return 4 * rounds > 3 * count


@dataclass(frozen=True, slots=True)
class Plan:
    """A day: when each round begins and ends, and what has to be on the tables."""

    rounds: tuple[tuple[datetime, datetime], ...]
    boards: int
    clocks: int


def plan(count: int, rounds: int, begin: datetime, *, minutes: int = 30, pause: int = 10) -> Plan:
    """Return the plan of a day; `pause`: for results and the next pairing."""
    slot = timedelta(minutes=minutes + pause)
    times = tuple((begin + i * slot, begin + i * slot + timedelta(minutes=minutes)) for i in range(rounds))
    return Plan(times, count // 2, count // 2)
