"""Times of acts as texts in UTC, `2026-11-21T10:00:00.000000Z`."""

from datetime import UTC, datetime

PATTERN = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$"


def time_text(at: datetime) -> str:
    """Return a time as text."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def time_of(text: str) -> datetime:
    """Return the time of a text."""
    return datetime.fromisoformat(text)


def seconds_between(first: str, last: str) -> int:
    """Return the whole seconds from one time to another."""
    return round((time_of(last) - time_of(first)).total_seconds())
