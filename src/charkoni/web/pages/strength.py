"""How strong the levels are: what each of them sees, and the ladder as it was measured."""

from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from charkoni.core.game import named
from charkoni.games import names
from charkoni.players import level_descriptions
from charkoni.web.engine import opponents
from charkoni.web.http.site import Site
from charkoni.web.pages.home import Route
from charkoni.web.pages.new_game import choices

Row = tuple[str, ...]


def strength_page() -> Path:
    """Return the page with the measured ladders: inside the package, or in the checkout it lies in."""
    packed = Path(__file__).resolve().parents[1] / "strength.md"
    return packed if packed.is_file() else Path(__file__).resolve().parents[4] / "docs" / "strength.md"


@cache
def ladders() -> dict[str, tuple[Row, ...]]:
    """Return the measured ladders by game: rows of level, Elo, interval, games, lead over the one below."""
    try:
        text = strength_page().read_text(encoding="utf-8")
    except OSError:
        return {}
    found = {}
    for part in text.split("<!-- ladder ")[1:]:
        name, _, rest = part.partition(" -->")
        content, closed, _ = rest.partition(f"<!-- end {name} -->")
        rows = tuple(_cells(line) for line in content.splitlines() if line.startswith("| `"))
        if closed and rows:
            found[name] = rows
    return found


def _cells(line: str) -> Row:
    cells = tuple(cell.strip().strip("`") for cell in line.strip().strip("|").split("|"))
    return (cells[0].removeprefix("level="), *cells[1:])


def routes(site: Site) -> list[Route]:
    """Return the address of the page."""

    async def shown(request: Request) -> Response:
        """The levels.  Context: levels (number, name, sight), games (see wishes.choices) with `ladders` (id, title,
        rows) and `sights` (number and sight of levels that see otherwise)."""
        words = site.visitor(request).words
        told = [
            (number, name, words._(level_descriptions.SIGHTS[number - 1])) for number, name in opponents.options(words)
        ]
        measured = ladders()
        games = [
            game
            | {
                "ladders": [
                    (one, names.game_name(words, named(one)), rows)
                    for one, rows in measured.items()
                    if one.split(":")[0] == game["name"]
                ],
                "sights": level_descriptions.own_sights(words, str(game["name"])),
            }
            for game in choices(words)
        ]
        return site.page(request, "pages/levels.html", levels=told, usual=opponents.USUAL_LEVEL, games=games)

    return [("/levels", shown, "GET")]
