"""Notices of leagues: challenges, and rounds that begin."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select
from tests.web.conftest import LocalServer
from tests.web.tournaments.league_club import HOUR, NAMES, Club, opened_at

from charkoni.core.translations import Words
from charkoni.web.notices.outbox import DELAY_MS
from charkoni.web.store.tables import notices
from charkoni.web.tournaments import PREFIX, round_notices


def told(club: Club, name: str) -> dict[str, tuple[str, ...]]:
    """Return what is true of the notices of a member for events: subject, details and path by title."""
    outbox = club.server.client.app.state.notices.outbox  # type: ignore[attr-defined]
    for event in club.events:
        club.server.run(round_notices.follow, club.server.hub, outbox, event)
    person = club.server.run(club.server.hub.people.persons.named, name)
    found = club.server.run(outbox.waiting, person)
    said = {each: each.say(Words("en"), 0) for row, each in found.items() if row.about.startswith(PREFIX)}
    return {text.title: (text.subject, text.details, each.path) for each, text in said.items()}


def dues(club: Club) -> set[int]:
    """Return when the notices of events are due."""
    query = select(notices.c.due).where(notices.c.about.startswith(PREFIX))
    return set(club.server.run(club.server.hub.store.scalars, query))


def test_who_is_challenged_is_told_until_the_round_begins(opened: Callable[..., LocalServer]) -> None:
    club = Club(opened_at(opened), "ladder", "days")
    club.join(*NAMES[:5])
    [event] = club.events
    assert told(club, "Ada") == {}
    club.do("Cem", "challenge", opponent=club.entry("Ada", event))
    for _ in range(500):
        if not dues(club):
            club.server.run(asyncio.sleep, 0.01)
    assert dues(club), "at once"
    page = f"/leagues#{event.id}"
    assert told(club, "Ada") == {"Cem challenges you": ("Gana 2027", "next games: March 8, 00:00", page)}
    assert told(club, "Cem") == {} and f'id="{event.id}"' in club.members["Ada"].get("/leagues").text
    club.server.time.pass_by(HOUR)
    club.do("Cem", "challenge", opponent=club.entry("Boris", event))
    assert told(club, "Ada") == {} and told(club, "Boris").keys() == {"Cem challenges you"}
    club.do("Ece", "challenge", opponent=club.entry("Dmitri", event))
    assert told(club, "Dmitri").keys() == {"Ece challenges you"}
    club.do("Ece", "leave")
    assert told(club, "Dmitri") == {}, "who has left plays no more"
    club.until(datetime(2027, 3, 8, tzinfo=UTC))
    club.lead()
    assert event.state.rounds[0].boards and "Cem challenges you" not in told(club, "Boris")


@pytest.mark.parametrize("kind", ["divisions", "ladder"])
def test_an_hour_before_a_round_its_people_are_told(opened: Callable[..., LocalServer], kind: str) -> None:
    club = Club(opened_at(opened), kind, "hour")
    club.join(*NAMES[:5])
    [event] = club.events
    at = datetime(2027, 3, 7, 18, tzinfo=UTC)
    playing = set(NAMES[:4])
    if kind == "ladder":
        club.do("Cem", "challenge", opponent=club.entry("Ada", event))
        playing = {"Ada", "Cem"}
    notice = {"Round 1 begins March 7, 18:00.": (event.state.settings.name, "", f"/t/{event.id}/me")}

    def reminded() -> dict[str, bool]:
        return {name: notice.items() <= told(club, name).items() for name in NAMES[:5]}

    assert not any(reminded().values()), "a week before it is not true yet"
    assert max(dues(club)) == round(at.timestamp() * 1000) - HOUR + DELAY_MS
    club.until(at - timedelta(minutes=59))
    assert {name for name, is_told in reminded().items() if is_told} == playing
    club.until(at)
    for _ in "123":
        club.lead()
    assert len(event.state.rounds) == 1 and not any(reminded().values())
