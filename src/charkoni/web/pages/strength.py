"""The page about the levels: a description of each, and the measured ladders."""

from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.catalog import LEVEL_DESCRIPTIONS
from charkoni.core.registry import family, named
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.web.engine import opponents
from charkoni.web.http.routing import PageRouter
from charkoni.web.http.site import SiteDep, VisitorDep, safe
from charkoni.web.pages.new_game import game_choices

Row = tuple[str, ...]

router = PageRouter()


@router.get("/levels")
async def levels(request: Request, site: SiteDep, visitor: VisitorDep) -> Response:
    """Return the page about the levels.

    Context: levels (number, name, description); usual (the default level); games (see `game_choices`), each with
    ladders (name, title, rows: see `ladders`, picture: see `staircase`) and descriptions (number and
    description of levels that differ in this game).
    """
    words = visitor.words
    described = [(number, name, words._(LEVEL_DESCRIPTIONS[number - 1])) for number, name in opponents.options(words)]
    games = [
        game
        | {
            "ladders": [
                (variant, names.game_name(words, named(variant)), rows, safe(staircase(rows, words)))
                for variant, rows in ladders().items()
                if variant.split(":")[0] == game["name"]
            ],
            "descriptions": [
                (level, words._(text)) for level, text in family(str(game["name"])).catalog.level_descriptions.items()
            ],
        }
        for game in game_choices(words)
    ]
    return site.page(request, "pages/levels.html", levels=described, usual=opponents.USUAL_LEVEL, games=games)


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


WIDTH, HEIGHT, FOOT = 420, 150, 22
"""The size of the picture of a ladder, and the height of the numbers below it."""


def staircase(rows: Sequence[Row], words: Words) -> str:
    """Return a ladder as SVG: a step for each level, as high as its Elo."""
    steps = [(int(row[0]), int(row[1])) for row in rows if row[0].isdigit()]
    width, scale = WIDTH / max(len(steps), 1), (HEIGHT - FOOT) / max(1, *(elo for _, elo in steps))
    drawn = []
    for place, (level, elo) in enumerate(steps):
        x, rise = place * width, max(elo * scale, 3)
        y = HEIGHT - FOOT - rise
        cls = "step usual" if level == opponents.USUAL_LEVEL else "step"
        drawn.append(
            f'<rect class="{cls}" x="{x + 3:.1f}" y="{y:.1f}" width="{width - 6:.1f}" height="{rise:.1f}" rx="5"/>'
            f'<text x="{x + width / 2:.1f}" y="{HEIGHT - 6}">{level}</text>'
        )
    low, high = (steps[0][1], steps[-1][1]) if steps else (0, 0)
    title = words._("From {low} points above random play at level 1 to {high} at level 10", low=low, high=high)
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return f'<svg class="staircase" role="img" aria-label="{escape(title)}" {box}>{"".join(drawn)}</svg>'


def _cells(line: str) -> Row:
    cells = tuple(cell.strip().strip("`") for cell in line.strip().strip("|").split("|"))
    return (cells[0].removeprefix("level="), *cells[1:])


def strength_page() -> Path:
    """Return the Markdown page with the ladders: in the package, or in the checkout that contains it."""
    packed = Path(__file__).resolve().parents[1] / "strength.md"
    return packed if packed.is_file() else Path(__file__).resolve().parents[4] / "docs" / "strength.md"
