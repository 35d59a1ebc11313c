"""The ratings of computers of fixed level, from the measured ladders.

They never change, so that people who play them have meaningful ratings however few they are.
"""

from functools import cache
from pathlib import Path

from charkoni.tournament.standings.game_ratings import INTERVAL
from charkoni.tournament.standings.glicko2 import Rating

EVEN_LEVEL = 5
"""The level that has a newcomer's rating in every game, so that everybody knows what 1500 means."""

Row = tuple[str, ...]


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


@cache
def anchors(name: str) -> dict[int, Rating]:
    """Return the ratings of the levels of a game, by its name with flags; empty where no ladder was measured."""
    known: dict[int, Rating] = {}
    elo_of = {row[0]: int(row[1]) for row in ladders().get(name, ())}
    for level, *_, lead in ladders().get(name, ()):
        if level.isdigit():
            # The interval of the lead over the level below: that above random play says how sure the zero is, which
            # is the same for all who meet these computers.
            mean, low, *_ = lead.replace("(", "").split()
            # By its lower end: above it is open where the higher level has won all games.
            known[int(level)] = Rating(
                Rating().rating + elo_of[level] - elo_of[str(EVEN_LEVEL)], (int(mean) - int(low)) / INTERVAL, 0.0
            )
    return known
