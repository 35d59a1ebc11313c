"""Rate limits: token buckets of one sender, and of many by name."""

from collections.abc import Callable
from time import monotonic


class RateLimit:
    """A token bucket: `burst` tokens at once, `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._tokens, self._at = burst, clock()

    def take(self, tokens: float = 1) -> bool:
        """Take tokens; return False when there are not as many."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True


class RateLimits:
    """A token bucket per name (an address, a guest); beyond `most` names the longest unused one is dropped."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._limits: dict[str, RateLimit] = {}

    def take(self, name: str, tokens: float = 1) -> bool:
        """Take tokens of a name's bucket; return False when there are not as many."""
        limit = self._limits.pop(name, None) or RateLimit(self._rate, self._burst)
        self._limits[name] = limit
        while len(self._limits) > self._most:
            del self._limits[next(iter(self._limits))]
        return limit.take(tokens)
