"""Players of a tournament: persons, and the entries by which they take part."""

from dataclasses import dataclass

from charkoni.tournament.model.serialization import STRICT, with_config


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Person:
    """A person's data; stored outside the log, so that it can be erased.

    name: in the original script; for a fixed pair both names, joined by ' / '.  latin: the name in Latin letters.
    birth: `1999` or `1999-05-31`.  members: of a team, in the order of boards, each a name and perhaps a rating.
    """

    name: str
    latin: str = ""
    birth: str = ""
    sex: str = ""
    contact: str = ""
    federation_id: str = ""
    members: tuple[str, ...] = ()

    def member(self, place: int) -> tuple[str, int]:
        """Return the name and rating of a member of a team, 1 ...; an empty text without one, 0 for no rating."""
        text = self.members[place - 1] if 1 <= place <= len(self.members) else ""
        name, _, rating = text.rpartition(" ")
        is_rated = bool(name) and rating.isascii() and rating.isdigit() and len(rating) <= 4
        return (name, int(rating)) if is_rated else (text, 0)


ERASED = Person("–")


@with_config(STRICT)
@dataclass(frozen=True, slots=True)
class Entry:
    """The entry of a person or of two fixed partners.

    id: 1 ... in the order of entering, never changed.  person: key of the person outside the log.  number: pairing
    number, 0 before the list is closed.  asked: byes requested, (round, code H or F or Z).  left: first round of the
    withdrawal, 0 without one.  here: False after an unannounced absence.  rated: the day of the federation's list that
    has this rating.
    """

    id: int
    person: str
    rating: int = 0
    title: str = ""
    club: str = ""
    region: str = ""
    country: str = ""
    categories: tuple[str, ...] = ()
    fee: str = ""
    number: int = 0
    here: bool = True
    left: int = 0
    expelled: bool = False
    asked: tuple[tuple[int, str], ...] = ()
    rated: str = ""
