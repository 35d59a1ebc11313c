"""A visit: the request of a page with its visitor and the services of the server, and the limits of what it costs."""

from dataclasses import replace
from functools import cached_property
from typing import Annotated

from fastapi import Depends
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from charkoni.core.translations import Words
from charkoni.web.http.errors import Refused
from charkoni.web.http.quotas import Remaining, User, when_text
from charkoni.web.http.site import Site, Visitor
from charkoni.web.live.hub import Hub
from charkoni.web.live.room import Room

COMPILE_S = 1.0
"""How many seconds a page waits for the rules of its game to be compiled, before it is shown without them."""


class Visit:
    """The request of a page."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.site: Site = request.app.state.site
        self.hub: Hub = request.app.state.hub

    @cached_property
    def visitor(self) -> Visitor:
        """The visitor who sent the request."""
        found = self.site.visitor(self.request)
        if found.person:
            self.hub.challenges.seen.add(found.person)
        return found

    @property
    def person(self) -> str:
        """The id of the visitor, "" before his first game."""
        return self.visitor.person

    @property
    def lang(self) -> str:
        """The language of the visitor."""
        return self.visitor.lang

    @property
    def words(self) -> Words:
        """The texts of the visitor's language."""
        return self.visitor.words

    @property
    def user(self) -> User:
        """The user to charge for the request."""
        return self.site.user(self.request)

    def page(self, template: str, status: int = 200, /, **context: object) -> HTMLResponse:
        """Return a page: see `Site.page`."""
        return self.site.page(self.request, template, status, visitor=self.visitor, **context)

    def become_person(self, name: str | None = None) -> Visitor:
        """Return the visitor as a person, see `Site.ensure_person`; computers think at the cost of the address."""
        self.visitor = self.site.ensure_person(self.visitor, name)
        self.hub.addresses.seen(self.person, self.user.address)
        return self.visitor

    async def become_named(self, form: FormData) -> Visitor:
        """Return the visitor as a person with the name of a form (name); raise Refused: NAME_TAKEN, StoreError.

        A guest has no name of a member, nor one that looks like it; one from the time before it was that is dropped.
        """
        visitor = self.become_person(str(form["name"]) if "name" in form else None)
        try:
            await self.hub.people.persons.require_free(visitor.name, visitor.person)
        except Refused:
            if "name" in form:
                raise
            self.visitor = replace(visitor, name="")
        return self.visitor

    def redirect(self, path: str) -> Response:
        """Redirect a person, with his cookie."""
        return self.site.with_person(RedirectResponse(path, 303), self.visitor, self.request)

    async def seats_at(self, room: Room) -> frozenset[int]:
        """Return the seats that the visitor decides for."""
        return await self.hub.store.held(room.id, self.person) if self.person else frozenset()


async def visit_of(request: Request) -> Visit:
    """Return the visit of a request."""
    return Visit(request)


VisitDep = Annotated[Visit, Depends(visit_of)]


async def limit_queries(visit: VisitDep) -> None:
    """Pay for a query; raise RateLimited."""
    visit.site.quotas.spend(visit.user, "query")


async def limit_pictures(visit: VisitDep) -> None:
    """Pay for a picture that is rasterized; raise RateLimited."""
    visit.site.quotas.spend(visit.user, "picture")


def left_text(words: Words, left: Remaining) -> str:
    """Return how much of a budget is left and when there is more, "" while there is plenty."""
    if not left.is_low:
        return ""
    amount = int(left.amount)
    some = words.ngettext("You can begin {n} more at once.", "You can begin {n} more at once.", amount)
    more = words._("One more can be started {when}.", when=when_text(words, left.wait_s))
    return f"{some} {more}"
