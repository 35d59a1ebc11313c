"""The page about the levels: a description of each, and the measured ladders."""

from starlette.responses import Response

from charkoni.core.catalog import LEVEL_DESCRIPTIONS
from charkoni.core.registry import family, named
from charkoni.games import names, opponents
from charkoni.web.http.routing import PageRouter
from charkoni.web.pages.new_game import game_choices
from charkoni.web.pages.visits import VisitDep
from charkoni.web.ratings.anchors import ladders

router = PageRouter()


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
