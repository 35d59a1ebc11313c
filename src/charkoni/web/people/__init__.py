"""People: persons with their names, what they are recognised by, their sessions, and tickets for single acts."""

from collections.abc import Awaitable, Callable

from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import Access
from charkoni.web.people.complaints import Complaints
from charkoni.web.people.credentials import Credentials
from charkoni.web.people.persons import Persons
from charkoni.web.people.sessions import Sessions
from charkoni.web.people.tickets import Tickets
from charkoni.web.people.vacations import Vacations
from charkoni.web.store.database import Database

__all__ = ["People"]


class People:
    """The people of a server.

    A guest is a person without credentials: an id in a signed cookie.  A member is the same id with a credential.
    """

    def __init__(self, database: Database, access: Access) -> None:
        self.persons = Persons(database)
        self.credentials = Credentials(database)
        self.sessions = Sessions(database, access)
        self.tickets = Tickets(database)
        self.vacations = Vacations(database)
        self.complaints = Complaints(database)
        self.on_moved: Callable[[str, str], Awaitable[None]] = _ignore
        """Called when everything of a person has gone to another one, or to nobody ("")."""

    async def moderate(self, person: str, act: str, name: str = "") -> None:
        """Do with a person what the owner of the server has decided; raise StoreError, Refused.

        act: rename (to `name`), mute, unmute, remove (he comes in no more), or close (the reports about him).
        """
        if act == "rename":
            await self.persons.rename(person, name, is_forced=True)
        elif act in ("mute", "unmute"):
            await self.persons.keep(person, muted=int(act == "mute"))
        elif act == "remove":
            await self.persons.remove(person)
            await self.sessions.end(person)
        elif act == "close":
            await self.complaints.close(person)
        else:
            raise Refused("BAD_MESSAGE")


async def _ignore(_person: str, _other: str) -> None:
    """Do nothing."""
