"""A queue that is fair to addresses, and at each address to persons, however many games and requests they have."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

from charkoni.web.http.ledger import User

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Items by user.  Addresses take turns, and so do the persons of an address; each has its items in order."""

    def __init__(self) -> None:
        self._by_address: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(self.sizes().values())

    def put(self, user: User, item: T) -> None:
        """Append an item to those of a user."""
        self._by_address.setdefault(user.address, OrderedDict()).setdefault(user.person, deque()).append(item)

    def take(self) -> T:
        """Remove and return the next item; raise KeyError when there is none."""
        address, persons = self._by_address.popitem(last=False)
        person, items = persons.popitem(last=False)
        item = items.popleft()
        if items:
            persons[person] = items
        if persons:
            self._by_address[address] = persons
        return item

    def sizes(self) -> dict[User, int]:
        """Return how many items each user has."""
        return {
            User(address, person): len(items)
            for address, persons in self._by_address.items()
            for person, items in persons.items()
        }
