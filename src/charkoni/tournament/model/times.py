"""Times of acts as texts in UTC, `2026-11-21T10:00:00.000000Z`, and zones as texts, `+06:00`."""

from datetime import UTC, datetime

PATTERN = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$"


def time_text(at: datetime) -> str:
    """Return a time as text."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def time_of(text: str) -> datetime:
    """Return the time of a text."""
    return datetime.fromisoformat(text)


def local_time(zone: str, at: datetime) -> datetime:
    """Return a time by the clock of a zone."""
    return at.astimezone(datetime.fromisoformat(f"2000-01-01T00:00{zone}").tzinfo)


def zone_here(day: str = "") -> str:
    """Return the zone of this machine on a day, `2026-11-21`; now where the text is no day."""
    try:
        at = datetime.fromisoformat(day)
    except ValueError:
        at = datetime.now()
    offset = f"{at.astimezone():%z}"
    return f"{offset[:3]}:{offset[3:5]}"
