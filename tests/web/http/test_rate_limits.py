"""Rate limits: token buckets are refilled, are separate by key, and expire."""

from charkoni.web.http.rate_limits import RateLimit, RateLimits


def test_a_bucket_fills_again() -> None:
    now = 0.0
    bucket = RateLimit(2, 3, lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_buckets_are_kept_apart_and_forgotten() -> None:
    buckets = RateLimits(0, 1, most=2)
    assert [buckets.take(who) for who in "aab"] == [True, False, True]
    buckets.take("c")
    assert buckets.take("a")
