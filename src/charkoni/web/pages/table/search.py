"""The table of a search for anybody: how it goes on, and the computer that it offers after a while."""

from charkoni.games import opponents
from charkoni.web.live.room import Room
from charkoni.web.pages.visits import Visit
from charkoni.web.ratings.conditions import time_class

OFFER_MS = 20_000
"""After how long a search offers a computer."""


async def search_context(visit: Visit, room: Room) -> dict[str, object] | None:
    """Return what the table of a search says, None at any other one.

    url (which goes on with it); left (in how many ms the computer is offered); computer (its name), fields (the form of
    a game with it that takes the place of this one: name and value).
    """
    live, words = room.live, visit.words
    terms = (await visit.hub.challenges.of([room.id])).get(room.id)
    if not (terms and terms.since):
        return None
    from charkoni.web.ratings.anchors import anchors  # with Glicko-2, without which a server starts

    own = await visit.hub.ratings.nearest(visit.person, live.row.name, time_class(live.row))
    known = anchors(live.row.name)
    near = {level: abs(rating.rating - own.rating) for level, rating in known.items()} if own else {}
    level = min(near, key=lambda each: near[each], default=opponents.USUAL_LEVEL)
    fields = {"game": live.row.name, "clock": live.control.text, "opponent": "computer", "level": level}
    fields |= {"seat": min(await visit.seats_at(room)), "instead": room.id}
    return {
        "url": f"/lobby/{room.id}",
        "left": max(0, terms.since + OFFER_MS - visit.hub.time.wall()),
        "computer": opponents.computer_name(words, level),
        "fields": fields | ({"rated": "1"} if live.row.rated and level in known else {}),
    }
