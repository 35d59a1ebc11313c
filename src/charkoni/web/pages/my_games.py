"""The games of a visitor, and those of a member that others may see: by game, result and opponent."""

from collections import Counter

from starlette.responses import Response

from charkoni.core.registry import named
from charkoni.games import names
from charkoni.web.http.errors import Problem
from charkoni.web.http.routing import PageRouter
from charkoni.web.live.results import RESULTS, outcome_for
from charkoni.web.pages.game_list import by_urgency, game_lines
from charkoni.web.pages.ratings import opponent_keys, person_url
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.store.store import MOST_LISTED

router = PageRouter()


@router.get("/mine")
async def my_games(visit: VisitDep, game: str = "", outcome: str = "", against: str = "") -> Response:
    """Return the visitor's games as a page: see `games_page`."""
    return await games_page(visit, visit.person, "", game, outcome, against)


@router.get("/people/{name}/games")
async def games_of_person(visit: VisitDep, name: str, game: str = "", outcome: str = "", against: str = "") -> Response:
    """Return the finished games of a member that anybody may see: see `games_page`.  Refused: NO_SUCH_PAGE."""
    person = await visit.hub.people.persons.named(name)
    if not person:
        raise Problem(404, "NO_SUCH_PAGE")
    return await games_page(visit, person, name, game, outcome, against)


async def games_page(visit: Visit, person: str, of: str, game: str, outcome: str, against: str) -> Response:
    """Return the games of a person as a page.

    of: the name of a member whose games are shown to others, "" for the visitor's own.  game (its name without flags),
    outcome (see `outcome_for`), against (see `ratings.opponent_key`): only these.  Context: urgent (games that wait
    for the visitor, those with the least time first), games (others that go on), past ones (see `game_line`), the
    latest MOST_LISTED of all; totals: games (family, name in words, how many), outcomes (outcome, in words, how
    many) of that game, or of all; base (the address of the page), of, and game, outcome, against as asked for.
    """
    store, words = visit.hub.store, visit.words
    if of or against:
        among = await store.opponents(person, is_public=bool(of)) if person else []
        all_rows = [
            (row, mine) for row, mine, seats in among if not against or against in opponent_keys(row, mine, seats)
        ]
    else:
        all_rows = [*(await store.played_by(person)).values()] if person else []
    played = [(named(row.name).family.name, outcome_for(row, seats), row) for row, seats in all_rows]
    rows = [row for name, result, row in played if game in ("", name) and outcome in ("", result)][:MOST_LISTED]
    if not of:
        rows = await by_urgency(visit.hub, person, rows)
    lines = await game_lines(visit, rows, is_own=not of)
    families = Counter(name for name, _, _ in played)
    outcomes = Counter(result for name, result, _ in played if game in ("", name))
    return visit.page(
        "pages/my_games.html",
        totals={
            "games": [(name, names.family_name(words, name), many) for name, many in families.most_common()],
            "outcomes": [(each, words._(text), outcomes[each]) for each, text in RESULTS.items() if outcomes[each]],
        },
        base=f"{person_url(of)}/games" if of else "/mine",
        of=of,
        game=game,
        outcome=outcome,
        against=against,
        urgent=[line for line in lines if line["your_move"]],
        games=[line for line in lines if line["state"] in ("waiting", "open") and not line["your_move"]],
        past=[line for line in lines if line["state"] not in ("waiting", "open")],
    )
