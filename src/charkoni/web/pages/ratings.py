"""Ratings: the lists, the page of a person with graphs, opponents and levels beaten, and the levels of the computer."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from urllib.parse import quote, urlencode

from starlette.responses import Response

from charkoni.core.catalog import LEVEL_DESCRIPTIONS
from charkoni.core.registry import family, named
from charkoni.core.translations import Words
from charkoni.games import names, opponents
from charkoni.tournament.standings.game_ratings import INTERVAL
from charkoni.web.http.errors import found
from charkoni.web.http.routing import PageRouter
from charkoni.web.live.results import RESULTS, outcome_for
from charkoni.web.live.table_state import seat_name
from charkoni.web.pages.new_game import game_choices
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.ratings.anchors import ladders
from charkoni.web.ratings.conditions import class_name
from charkoni.web.ratings.ratings import SURE_DEVIATION
from charkoni.web.store import GameRow, SeatRow
from charkoni.web.store.tables import RatingChange, RatingRow

MOST_POINTS = 60
"""The most games of a graph, the latest: each can be touched on a phone."""

MOST_OPPONENTS = MOST_EVENTS = 20
"""The most opponents with a record of their own on a page, and the most tournaments."""

WIDTH, HEIGHT, MARGIN = 420, 150, 12

router = PageRouter()


@router.get("/ratings")
async def lists(visit: VisitDep, game: str = "", pace: str = "") -> Response:
    """Return the list of a game and time class, by default of that with most people.

    Context: choices (title, pace, url, people, is_shown), title, pace, rows (place, name, url, and see `rating_line`).
    """
    ratings, words = visit.hub.ratings, visit.words
    listed = await ratings.listed()
    if listed and not game:
        game, pace, _ = listed[0]
    found(not game or (game, pace) in {each[:2] for each in listed})
    rows = await ratings.leaders(game, pace, visit.hub.time.wall()) if game else []
    known = await visit.hub.people.persons.names_of([row.person for row in rows])
    return visit.page(
        "pages/ratings.html",
        choices=[
            {
                "title": names.game_name(words, named(name)),
                "pace": class_name(words, each),
                "url": f"/ratings?{urlencode({'game': name, 'pace': each})}",
                "people": people,
                "is_shown": (name, each) == (game, pace),
            }
            for name, each, people in listed
        ],
        title=names.game_name(words, named(game)) if game else "",
        pace=class_name(words, pace) if game else "",
        rows=[
            {"place": place, "name": known[row.person], "url": person_url(known[row.person])} | rating_line(row)
            for place, row in enumerate(rows, 1)
        ],
    )


@router.get("/people/{name:path}")
async def person(visit: VisitDep, name: str) -> Response:
    """Return the page of a member: see `_page_of`.  Refused: NO_SUCH_PAGE."""
    persons = visit.hub.people.persons
    row = await persons.find(found(await persons.named(name)))
    return await _page_of(visit, row.id, row.name)


@router.get("/mine/ratings")
async def own(visit: VisitDep) -> Response:
    """Return the visitor's own page: see `_page_of`."""
    return await _page_of(visit, visit.person, visit.visitor.name)


async def _page_of(visit: Visit, person: str, name: str) -> Response:
    """Return the page of a person.  Others see of his games only those that anybody may see.

    Context: name; is_own; ratings (see `rating_line`; besides title, emblem, pace, graph (see `graph`), games (the
    latest: see `change_line`)); against, levels (see `opponent_lines`, `level_lines`); events (address and title of
    tournaments, the latest first: see `tournaments.members.played`).
    """
    is_own, words, ratings = person == visit.person, visit.words, visit.hub.ratings
    lines = []
    for row in await ratings.of(person) if person else []:
        changes = await ratings.changes(person, row.name, row.time_class)
        shown = [change_line(change) for change in changes[:MOST_POINTS]]
        lines.append(
            rating_line(row)
            | {
                "title": names.game_name(words, named(row.name)),
                "emblem": named(row.name).family.name,
                "pace": class_name(words, row.time_class),
                "graph": graph(changes[:MOST_POINTS][::-1]) if changes else None,
                "games": shown,
            }
        )
    played = await visit.hub.store.opponents(person, is_public=not is_own) if person else []
    places = (row.previous.split("/") for row, _, _ in played)
    ids = dict.fromkeys(place[1] for place in places if place[0] == "t")
    return visit.page(
        "pages/person.html",
        name=name,
        is_own=is_own,
        ratings=lines,
        against=opponent_lines(words, played, "" if is_own else name),
        levels=level_lines(words, played),
        events=await visit.request.app.state.tournaments.played(person, [*ids], "" if is_own else name, MOST_EVENTS),
    )


def person_url(name: str) -> str:
    """Return the address of a member's page."""
    return f"/people/{quote(name, safe='')}"


def rating_line(row: RatingRow) -> dict[str, object]:
    """Return a rating for a page.

    rating; spread (half of the interval); low and high (its ends); sure (whether it is known well); played (games).
    """
    spread = INTERVAL * row.deviation
    return {
        "rating": round(row.rating),
        "spread": round(spread),
        "low": round(row.rating - spread),
        "high": round(row.rating + spread),
        "sure": row.deviation <= SURE_DEVIATION,
        "played": row.played,
    }


def change_line(change: RatingChange) -> dict[str, object]:
    """Return what a game changed: url, at (ISO 8601), rating after it, change (with its sign)."""
    step = round(change.rating) - round(change.was)
    return {
        "url": f"/g/{change.game}",
        "at": datetime.fromtimestamp(change.at / 1000, UTC).strftime("%Y-%m-%dT%H:%MZ"),
        "rating": round(change.rating),
        "change": f"{step:+d}".replace("-", "−") if step else "±0",
    }


def graph(changes: Sequence[RatingChange]) -> dict[str, object]:
    """Return a graph of ratings in the order of their games, as coordinates of a picture of WIDTH x HEIGHT.

    points: (x, y, url, rating) of each game.  line, band: the `points` of SVG, of the ratings and of their intervals.
    top, bottom: the ratings at the upper and the lower edge.
    """
    ends = [(each.rating - INTERVAL * each.deviation, each.rating + INTERVAL * each.deviation) for each in changes]
    # The wide intervals of the first games run over the edges: else the line would be flat.
    low = min(ends[-1][0], *(each.rating for each in changes))
    high = max(ends[-1][1], *(each.rating for each in changes))

    def x(place: int) -> float:
        return round(MARGIN + place * (WIDTH - 2 * MARGIN) / max(1, len(changes) - 1), 1)

    def y(rating: float) -> float:
        return round(MARGIN + (high - rating) / max(1.0, high - low) * (HEIGHT - 2 * MARGIN), 1)

    upper = [f"{x(place)},{y(end)}" for place, (_, end) in enumerate(ends)]
    lower = [f"{x(place)},{y(end)}" for place, (end, _) in enumerate(ends)]
    return {
        "points": [(x(k), y(each.rating), f"/g/{each.game}", round(each.rating)) for k, each in enumerate(changes)],
        "line": " ".join(f"{x(place)},{y(each.rating)}" for place, each in enumerate(changes)),
        "band": " ".join((*upper, *reversed(lower))),
        "top": round(high),
        "bottom": round(low),
    }


@dataclass(slots=True)
class _Record:
    """The games against an opponent."""

    name: str
    outcomes: Counter[str] = field(default_factory=Counter)


def opponent_lines(
    words: Words, played: Iterable[tuple[GameRow, frozenset[int], Sequence[SeatRow]]], of: str
) -> list[dict[str, object]]:
    """Return the record against each opponent, the most met first.  of: the name of a member; "" for the own page.

    name; url (all games against him); results: (text, how many, url of these games), without those that never were.
    """
    records: dict[str, _Record] = {}
    for row, mine, seats in played:
        outcome = outcome_for(row, mine)
        for key, seat in opponent_keys(row, mine, seats).items() if outcome else ():
            # The styles of a level are one opponent here.
            shown = replace(seat, name="") if seat.kind == "computer" else seat
            record = records.setdefault(key, _Record(seat_name(words, shown)))
            record.outcomes[outcome] += 1
    most = sorted(records.items(), key=lambda each: -each[1].outcomes.total())[:MOST_OPPONENTS]
    base = f"{person_url(of)}/games" if of else "/mine"
    return [
        {
            "name": record.name,
            "url": f"{base}?{urlencode({'against': key})}",
            "results": [
                (words._(text), record.outcomes[each], f"{base}?{urlencode({'against': key, 'outcome': each})}")
                for each, text in RESULTS.items()
                if record.outcomes[each]
            ],
        }
        for key, record in most
    ]


def opponent_keys(row: GameRow, mine: Collection[int], seats: Iterable[SeatRow]) -> dict[str, SeatRow]:
    """Return the opponents of a game by what they are recognised by in addresses.

    That is the level of a computer, the name of a person or program; people without a name are one opponent.
    """
    sides = named(row.name).sides
    own = {sides[seat] for seat in mine}

    def key(seat: SeatRow) -> str:
        if seat.kind == "computer":
            return f"level {seat.level}"
        name = seat.name or ("guest" if seat.owner else "former member")
        return f"program {name}" if seat.program else name

    return {key(seat): seat for seat in seats if sides[seat.seat] not in own}


def level_lines(
    words: Words, played: Iterable[tuple[GameRow, frozenset[int], Sequence[SeatRow]]]
) -> list[dict[str, object]]:
    """Return for each game the highest level beaten: game (its name), title, level (in words), url of the game."""
    best: dict[str, tuple[int, str]] = {}
    for row, mine, seats in played:
        others = opponent_keys(row, mine, seats).values()
        if outcome_for(row, mine) == "won" and others and all(seat.kind == "computer" for seat in others):
            name = named(row.name).family.name
            best[name] = max(best.get(name, (0, "")), (min(seat.level for seat in others), row.id))
    return [
        {
            "game": name,
            "title": names.family_name(words, name),
            "level": opponents.short_name(words, level),
            "url": f"/g/{game}",
        }
        for name, (level, game) in sorted(best.items())
    ]


@router.get("/levels")
async def levels(visit: VisitDep) -> Response:
    """Return the page about the levels.

    Context: levels (number, name, description); usual (the default level); games (see `game_choices`), each with
    ladders (name, title, rows: see `ladders`, steps: level and Elo) and descriptions (number and description of levels
    that differ in this game).
    """
    words = visit.words
    described = [(number, name, words._(LEVEL_DESCRIPTIONS[number - 1])) for number, name in opponents.options(words)]
    games = [
        game
        | {
            "ladders": [
                (
                    variant,
                    names.game_name(words, named(variant)),
                    rows,
                    [(int(row[0]), int(row[1])) for row in rows if row[0].isdigit()],
                )
                for variant, rows in ladders().items()
                if variant.split(":")[0] == game["name"]
            ],
            "descriptions": [
                (level, words._(text)) for level, text in family(str(game["name"])).catalog.level_descriptions.items()
            ],
        }
        for game in game_choices(words)
    ]
    return visit.page("pages/levels.html", levels=described, usual=opponents.USUAL_LEVEL, games=games)
