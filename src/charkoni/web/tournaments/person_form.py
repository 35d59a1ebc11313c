"""The entry form of a person."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import Field

from charkoni.tournament.model.players import Person
from charkoni.web.tournaments.forms import EntryText, Form, Line, NumberOrZero, Parts

PERSON = ("latin", "birth", "sex", "contact", "federation_id")
ENTRY = ("title", "club", "region", "country", "fee")


class PersonForm(Form):
    """A person and the fields of the entry; missing fields stay as they are.

    name; latin (the name in Latin letters); birth (year, or date); sex; contact (private); federation_id; title, club,
    region, country, fee; rating; categories (a list of marks).
    """

    name: Line = ""
    latin: Line = ""
    birth: Line = ""
    sex: Line = ""
    contact: Line = ""
    federation_id: Line = ""
    title: EntryText = ""
    club: EntryText = ""
    region: EntryText = ""
    country: EntryText = ""
    fee: EntryText = ""
    rating: NumberOrZero = 0
    categories: Parts = Field(default_factory=list)

    def person(self, old: Person | None = None) -> Person:
        """Return the person; fields that are missing in the form are those of the old one."""
        changes: Mapping[str, Any] = {name: getattr(self, name) for name in PERSON if name in self.model_fields_set}
        return replace(old or Person(""), name=self.name, **changes)

    def fields(self) -> dict[str, Any]:
        """Return the fields of the entry that are in the form."""
        sent = self.model_fields_set
        return {name: getattr(self, name) for name in (*ENTRY, "rating", "categories") if name in sent}
