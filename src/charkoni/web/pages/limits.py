"""Limits of what a page costs: the rate of queries, the length of paths, and the wait for compiled rules."""

from starlette.requests import Request

from charkoni.web.engine.fair_queue import User
from charkoni.web.http.errors import Problem
from charkoni.web.http.site import SiteDep, Visitor

COMPILE_S = 1.0
"""How many seconds a page waits for the rules of its game to be compiled, before it is shown without them."""

LONGEST_PATH = 400
"""The most moves from the start of an explored position."""


def user_of(request: Request, visitor: Visitor) -> User:
    """Return who spends the engine's time by a request."""
    return User(request.client.host if request.client else "", visitor.guest)


async def limit_queries(request: Request, site: SiteDep) -> None:
    """Count a query of a network address; raise Problem 429 TOO_FAST beyond the limit."""
    if not site.queries.take(request.client.host if request.client else ""):
        raise Problem(429, "TOO_FAST")
