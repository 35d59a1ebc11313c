"""Limits of what a page costs: queries, budgets in words, the length of paths, and the wait for compiled rules."""

from starlette.requests import Request

from charkoni.core.translations import Words
from charkoni.web.http.quotas import Remaining, when_text
from charkoni.web.http.site import SiteDep

COMPILE_S = 1.0
"""How many seconds a page waits for the rules of its game to be compiled, before it is shown without them."""

LONGEST_PATH = 400
"""The most moves from the start of an explored position."""


async def limit_queries(request: Request, site: SiteDep) -> None:
    """Pay for a query; raise RateLimited."""
    site.quotas.spend(site.user(request), "query")


async def limit_pictures(request: Request, site: SiteDep) -> None:
    """Pay for a picture that is rasterized; raise RateLimited."""
    site.quotas.spend(site.user(request), "picture")


def left_text(words: Words, left: Remaining) -> str:
    """Return how much of a budget is left and when there is more, "" while there is plenty."""
    if not left.is_low:
        return ""
    amount = int(left.amount)
    some = words.ngettext("You can begin {n} more at once.", "You can begin {n} more at once.", amount)
    more = words._("One more can be started {when}.", when=when_text(words, left.wait_s))
    return f"{some} {more}"
