"""A graph of the values of a game, ply by ply, in block characters."""

from collections.abc import Sequence

from charkoni.analysis.report import Report
from charkoni.core.translations import Words
from charkoni.games import names

WIDTH = 66  # characters
ROWS = 6
_EIGHTHS = " ▁▂▃▄▅▆▇█"


def graph(words: Words, report: Report) -> list[str]:
    """Return the lines of the graph: an area for the first of two sides, or a row for each of several players."""
    game = report.record.game
    if len(set(game.sides)) == 2:
        title = words._("{side}'s chances in percent", side=names.side(game, 0))
        return [title, *area([row[0] for row in report.curve])]
    return [
        f"{bars([row[player] for row in report.curve], 1)[0]}  {names.side_name(words, game, player)}"
        for player in range(game.players)
    ]


def area(values: Sequence[float]) -> list[str]:
    """Return the lines of a graph of ROWS rows with a scale; the values are from 0 to 1."""
    rows = bars(values, ROWS)
    scale = {0: "100", ROWS // 2: " 50", ROWS - 1: "  0"}
    return [f"{scale.get(i, '   ')} ┤{row}" for i, row in enumerate(rows)]


def bars(values: Sequence[float], rows: int) -> list[str]:
    """Return bars as lines, the highest first; more than WIDTH values are averaged in groups."""
    count = min(len(values), WIDTH)
    means = []
    for i in range(count):
        part = values[i * len(values) // count : (i + 1) * len(values) // count]
        means.append(sum(part) / len(part))
    heights = [round(min(max(value, 0.0), 1.0) * 8 * rows) for value in means]
    lines = []
    for row in reversed(range(rows)):
        lines.append("".join(_EIGHTHS[min(max(height - 8 * row, 0), 8)] for height in heights))
    return lines
