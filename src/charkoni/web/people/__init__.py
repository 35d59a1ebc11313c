"""People: persons with their names, what they are recognised by, their sessions, and tickets for single acts."""

from collections.abc import Awaitable, Callable

from charkoni.web.http.sessions import Access
from charkoni.web.people.credentials import Credentials
from charkoni.web.people.persons import Persons
from charkoni.web.people.sessions import Sessions
from charkoni.web.people.tickets import Tickets
from charkoni.web.people.vacations import Vacations
from charkoni.web.store import Store

__all__ = ["People"]


class People:
    """The people of a server.

    A guest is a person without credentials: an id in a signed cookie.  A member is the same id with a credential.
    """

    def __init__(self, store: Store, access: Access) -> None:
        self.persons = Persons(store)
        self.credentials = Credentials(store)
        self.sessions = Sessions(store, access)
        self.tickets = Tickets(store)
        self.vacations = Vacations(store)
        self.on_moved: Callable[[str, str], Awaitable[None]] = _ignore
        """Called when everything of a person has gone to another one, or to nobody ("")."""


async def _ignore(_person: str, _other: str) -> None:
    """Do nothing."""
