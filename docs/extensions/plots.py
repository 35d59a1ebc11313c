"""Sphinx extension: plots of the tables in the documents, light and dark, as SVG.

A plot is made from the numbers of the page on which it stands, so the two cannot differ.
"""

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from sphinx.application import Sphinx

COLOURS = {"light": ("#333333", "#8a4b1f", "#d9c9b4"), "dark": ("#d8d4cf", "#e8b27a", "#5a4a3a")}
"""By theme: of the text, of the marks, of what is behind them."""

Rows = list[list[str]]


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension."""
    app.connect("builder-inited", make_plots)
    return {"parallel_read_safe": True}


def make_plots(app: Sphinx) -> None:
    """Write each plot in both themes."""
    docs = Path(app.srcdir)
    strength = (docs / "strength.md").read_text(encoding="utf-8")
    speed = (docs / "research" / "speed.md").read_text(encoding="utf-8")
    mangala = (docs / "research" / "mangala.md").read_text(encoding="utf-8")
    games = (docs / "notebooks" / "researcher.md").read_text(encoding="utf-8")
    (docs / "generated").mkdir(exist_ok=True)
    plots: dict[str, Callable[[str], Figure]] = {
        "ladders": lambda theme: ladders(strength, theme),
        "matches": lambda theme: matches(strength, theme),
        "speed": lambda theme: speeds(speed, theme),
        "errors": lambda theme: errors(mangala, theme),
        "random-mosty": lambda theme: random_mosty(games, theme),
    }
    mpl.rcParams.update(
        {"svg.fonttype": "none", "svg.hashsalt": "charkoni", "font.size": 9, "font.family": "sans-serif"}
    )
    for name, plot in plots.items():
        for theme in COLOURS:
            out = StringIO()
            plot(theme).savefig(out, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None})
            (docs / "generated" / f"{name}-{theme}.svg").write_text(out.getvalue(), encoding="utf-8")


def rows_of(text: str, begin: str, columns: int) -> Rows:
    """Return the cells of the first table with so many columns after a text; its head and rule are left out."""
    lines = text.partition(begin)[2].splitlines()
    rows: Rows = []
    for line in lines:
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == columns:
            rows.append(cells)
        elif rows:
            break
    return rows[2:]


def ladders(text: str, theme: str) -> Figure:
    """Return the Elo of each level above random play with its interval, a small plot for each game."""
    names = [name for name in re.findall(r"<!-- ladder (\S+) -->", text) if name != "matches"]
    ink, mark, ground = COLOURS[theme]
    figure = Figure(figsize=(8, 4.2))
    plots = figure.subplots(2, (len(names) + 1) // 2, sharex=True, sharey=True).flat
    for name, axes in zip(names, plots, strict=False):
        rows = [row for row in rows_of(text, f"<!-- ladder {name} -->", 5) if row[0].startswith("level=")]
        levels, elo = [int(row[0][6:]) for row in rows], [int(row[1]) for row in rows]
        low, high = zip(*(map(int, row[2].split(" to ")) for row in rows), strict=True)
        axes.fill_between(levels, low, high, color=ground, linewidth=0)
        axes.plot(levels, elo, color=mark, marker="o", markersize=3, linewidth=1.5)
        axes.set_title(name, color=ink, fontsize=9)
        axes.set_xticks(range(2, 11, 2))
        _paint(axes, ink)
    figure.supxlabel("level", color=ink, fontsize=9)
    figure.supylabel("Elo above random play", color=ink, fontsize=9)
    figure.tight_layout()
    return figure


def matches(text: str, theme: str) -> Figure:
    """Return the share of the points against plain tree search, three bars for each game."""
    rows = [row for row in rows_of(text, "<!-- ladder matches -->", 5) if "%" in row[2]]
    ink, mark, ground = COLOURS[theme]
    figure = Figure(figsize=(8, 3))
    axes = figure.subplots()
    for bar, (label, colour, shade) in enumerate(
        (("0.1 s a move or less", ground, 1.0), ("0.5 s", mark, 0.6), ("2 s", mark, 1.0))
    ):
        shares = [float(row[2 + bar].split(" %")[0]) if row[2 + bar] else 0.0 for row in rows]
        places = [place + (bar - 1) * 0.27 for place in range(len(rows))]
        axes.bar(places, shares, 0.25, color=colour, alpha=shade, label=label)
    axes.axhline(50, color=ink, linewidth=0.8, linestyle=":")
    axes.set_xticks(range(len(rows)), [row[0].replace(":", ":\n") for row in rows])
    axes.set_ylim(0, 104)
    axes.set_ylabel("% of the points", color=ink)
    axes.legend(labelcolor=ink, frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.16))
    _paint(axes, ink)
    return figure


def speeds(text: str, theme: str) -> Figure:
    """Return the moves a second of random games, a bar for each game."""
    rows = rows_of(text, "# Speed", 2)
    ink, mark, _ = COLOURS[theme]
    figure = Figure(figsize=(8, 2.6))
    axes = figure.subplots()
    bars = axes.barh([row[0] for row in rows], [float(row[1]) for row in rows], 0.6, color=mark)
    axes.bar_label(bars, color=ink, padding=3)
    axes.invert_yaxis()
    axes.set_xlabel("million moves a second, one core", color=ink)
    _paint(axes, ink)
    return figure


def errors(text: str, theme: str) -> Figure:
    """Return the share of errors of two players of Mangala over the plies of a game."""
    rows = rows_of(text, "## Errors of the players", 5)
    ink, mark, ground = COLOURS[theme]
    figure = Figure(figsize=(8, 2.6))
    axes = figure.subplots()
    for column, label, colour, shift in ((2, "level 10", ground, -0.2), (4, "best, 150 ms", mark, 0.2)):
        places = [place + shift for place in range(len(rows))]
        bars = axes.bar(places, [float(row[column]) for row in rows], 0.38, color=colour, label=label)
        axes.bar_label(bars, color=ink, padding=2, fontsize=8)
    axes.set_xticks(range(len(rows)), [row[0].replace(" to ", "–") for row in rows])
    axes.set_xlabel("plies", color=ink)
    axes.set_ylabel("errors, % of choices", color=ink)
    axes.legend(labelcolor=ink, frameon=False)
    _paint(axes, ink)
    return figure


def random_mosty(text: str, theme: str) -> Figure:
    """Return how often the first player wins random games of Mosty, by the size of the board."""
    rows = rows_of(text, "## A million random games", 2)
    ink, mark, _ = COLOURS[theme]
    figure = Figure(figsize=(6, 2.6))
    axes = figure.subplots()
    sizes, shares = [int(row[0]) for row in rows], [100 * float(row[1]) for row in rows]
    axes.plot(sizes, shares, color=mark, marker="o", linewidth=1.5)
    axes.axhline(50, color=ink, linewidth=0.8, linestyle=":")
    axes.set_ylim(48, 66)
    axes.set_xlabel("size", color=ink)
    axes.set_ylabel("% won by the first player", color=ink)
    _paint(axes, ink)
    return figure


def _paint(axes: Axes, ink: str) -> None:
    """Colour the frame and the numbers of a plot."""
    axes.tick_params(colors=ink)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(ink)
