"""The page about the levels: a description of each, and the measured ladders."""

from functools import cache
from pathlib import Path

from starlette.responses import Response

from charkoni.core.catalog import LEVEL_DESCRIPTIONS
from charkoni.core.registry import family, named
from charkoni.games import names, opponents
from charkoni.web.http.routing import PageRouter
from charkoni.web.pages.new_game import game_choices
from charkoni.web.pages.visits import VisitDep

Row = tuple[str, ...]

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


@cache
def ladders() -> dict[str, tuple[Row, ...]]:
    """Return the measured ladders by game: rows of level, Elo, confidence interval, games, lead over the level below.

    They are read from docs/strength.md; without that page there is none.
    """
    try:
        text = strength_page().read_text(encoding="utf-8")
    except OSError:
        return {}
    tables = {}
    for part in text.split("<!-- ladder ")[1:]:
        name, _, rest = part.partition(" -->")
        content, closed, _ = rest.partition(f"<!-- end {name} -->")
        rows = tuple(_cells(line) for line in content.splitlines() if line.startswith("| `"))
        if closed and rows:
            tables[name] = rows
    return tables


def _cells(line: str) -> Row:
    cells = tuple(cell.strip().strip("`") for cell in line.strip().strip("|").split("|"))
    return (cells[0].removeprefix("level="), *cells[1:])


def strength_page() -> Path:
    """Return the Markdown page with the ladders: in the package, or in the checkout that contains it."""
    packed = Path(__file__).resolve().parents[1] / "strength.md"
    return packed if packed.is_file() else Path(__file__).resolve().parents[4] / "docs" / "strength.md"
