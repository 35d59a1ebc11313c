"""Settings of an event's broadcast: the title of the screens, and the tables that are shown first."""

from charkoni.web.tournaments.events import OpenEvent

NAME = "cast"
"""The name of the mapping beside the log: title (text) and tables (numbers)."""


def title(event: OpenEvent) -> str:
    """Return the title of the screens, or an empty text."""
    return str(event.mapping(NAME).get("title", ""))


def featured(event: OpenEvent) -> list[int]:
    """Return the numbers of the tables that are shown first."""
    return [int(number) for number in event.mapping(NAME).get("tables", [])]


async def set_broadcast(event: OpenEvent, title: str, tables: list[int]) -> None:
    """Set the title of the screens and the tables that are shown first."""
    await event.set_item(NAME, "title", title)
    await event.set_item(NAME, "tables", tables)
