"""What of an event is for the public: its state in files and pages that anybody may read."""

from dataclasses import replace

from charkoni.tournament.model.category_members import categories
from charkoni.tournament.model.event import Tournament


def without_seed(state: Tournament) -> Tournament:
    """Return the state without the seed, which is secret until the event is over: it determines all future lots."""
    return state if state.is_over else replace(state, settings=replace(state.settings, seed=""))


def without_private_data(state: Tournament) -> Tournament:
    """Return the state without contacts and the texts of protests; of births it has the year.

    It has the sex of people only where a category, which is public, depends on it.
    """
    shows_sex = any(category.sex for category in categories(state))
    people = {
        key: replace(person, contact="", birth=person.birth[:4], sex=person.sex if shows_sex else "")
        for key, person in state.people.items()
    }
    protests = tuple(replace(protest, text="") for protest in state.protests)
    return replace(state, people=people, protests=protests)
