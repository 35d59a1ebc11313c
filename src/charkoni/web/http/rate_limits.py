"""The rate limit of one sender: a token bucket."""

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
