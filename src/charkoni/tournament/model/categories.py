"""Categories of players, and the texts of prize funds for everybody or one category."""

import re

from charkoni.core.errors import mark
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.players import Entry

_FUND = mark("a fund is written 300,200,100 or, for a category, U20:100,50")


def checked_fund(text: str) -> tuple[str, tuple[int, ...]]:
    """Return category and amounts of a fund, `300,200,100` or `U20:100,50`; raise BadSetting.

    category: empty for everybody.  amounts: whole units, first prize first.
    """
    category, colon, amounts = text.rpartition(":")
    if not re.fullmatch(r"\d{1,9}(\s*,\s*\d{1,9})*", amounts.strip()) or (colon and not category.strip()):
        raise refusal(BadSetting, text, _FUND)
    return category.strip(), tuple(int(part) for part in amounts.split(","))


def is_in(entry: Entry, category: str) -> bool:
    """Return whether an entry belongs to a category; everybody belongs to the empty one."""
    return not category or category in entry.categories
