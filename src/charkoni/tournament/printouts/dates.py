"""Dates as people write them in a language."""

import re
from datetime import date, datetime

from charkoni.core.translations import Words


def day(words: Words, text: str) -> str:
    """Return a date of the settings, `2026-11-21`, as "21 November 2026"; other texts are returned unchanged."""
    found = _date(text)
    return words.long_date(found) if found else text


def days(words: Words, first: str, last: str) -> str:
    """Return the days of an event: "21 November 2026", "21–23 November 2026", or two dates with a dash between them."""
    begin, end = _date(first), _date(last)
    if begin and end and begin != end and (begin.year, begin.month) == (end.year, end.month):
        return re.sub(rf"\b{end.day}\b", f"{begin.day}–{end.day}", day(words, last), count=1)
    return " – ".join(dict.fromkeys(day(words, text) for text in (first, last) if text))


def moment(words: Words, at: datetime) -> str:
    """Return a day and a time without the year: "21 November, 10:00"."""
    return f"{words.day_and_month(at)}, {at:%H:%M}"


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text.replace("/", "-"))
    except ValueError:  # of a file by another program
        return None
