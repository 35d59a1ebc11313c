"""Sphinx extension: diagrams of the packages, of a move on its way and of a game's messages, light and dark, as SVG.

The packages are those of the import contract "layers" in pyproject.toml, which `make contracts` checks.  The diagrams
are 480 units wide, so that their text can be read on a phone.
"""

import re
import tomllib
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from plots import COLOURS
from sphinx.application import Sphinx

WIDTH, MARGIN, ROW, TEXT = 480, 8, 40, 14
"""In units of the drawing: its width, its margin, the height of a step, the size of the text."""

HOLDS = {
    "cli": "commands, terminal",
    "web": "server, pages",
    "tournament": "events, pairing",
    "benchmarks": "measurements",
    "analysis": "reports, puzzles",
    "arena": "matches, Elo",
    "envs": "learning",
    "players": "levels, best, perfect",
    "solve": "tablebases, proofs",
    "check": "conformance kit",
    "graphics": "boards as SVG",
    "search": "alpha-beta, MCTS",
    "games": "the rules, one folder per game",
    "core": "positions, records, compiler",
}
"""What a package holds, in two or three words."""


class Message(NamedTuple):
    """An arrow from a lane to another, counted from 0, or to itself, with its text."""

    start: int
    end: int
    text: str


MOVE_LANES = ("Page", "Room", "Game", "Store", "All pages")
MOVE = (
    Message(0, 0, "tap: down the trie of moves"),
    Message(0, 1, "do g, v, n, m"),
    Message(1, 1, "its seat, its version v?"),
    Message(1, 2, "text → code → rules"),
    Message(2, 1, "the next position"),
    Message(1, 3, "row of the log"),
    Message(3, 1, "stored"),
    Message(1, 0, "ack n"),
    Message(1, 4, "ply: events, changed pieces"),
    Message(4, 4, "animates, waits for a tap"),
)
GAME_LANES = ("Browser A", "Server", "Browser B")
GAME = (
    Message(0, 1, "hello g"),
    Message(1, 0, "view: board, trie, table"),
    Message(2, 1, "hello g"),
    Message(1, 2, "view"),
    Message(0, 1, "do v=0 n=1 m=4"),
    Message(1, 0, "ack n=1"),
    Message(1, 0, "ply v=1"),
    Message(1, 2, "ply v=1, with the trie"),
    Message(2, 1, "offer draw"),
    Message(1, 0, "table: the offer"),
    Message(0, 1, "answer yes"),
    Message(1, 0, "table: over"),
    Message(1, 2, "table: over"),
)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension."""
    app.connect("builder-inited", make_diagrams)
    return {"parallel_read_safe": True}


def make_diagrams(app: Sphinx) -> None:
    """Write each diagram in both themes."""
    docs = Path(app.srcdir)
    project = tomllib.loads((docs.parent / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["id"] == "layers")
    diagrams: dict[str, Callable[[str], str]] = {
        "packages": lambda theme: packages(layers, theme),
        "move": lambda theme: sequence(MOVE_LANES, MOVE, theme),
        "protocol": lambda theme: sequence(GAME_LANES, GAME, theme),
    }
    (docs / "generated").mkdir(exist_ok=True)
    for name, diagram in diagrams.items():
        for theme in COLOURS:
            (docs / "generated" / f"{name}-{theme}.svg").write_text(diagram(theme), encoding="utf-8")


def packages(layers: Sequence[str], theme: str) -> str:
    """Return the layers of packages from above, each row importing only from those below it."""
    ink = COLOURS[theme][0]
    height = 46
    shapes = []
    for row, layer in enumerate(layers):
        names = re.findall(r"\w+", layer)
        width = (WIDTH - 2 * MARGIN - 6 * (len(names) - 1)) / len(names)
        for column, name in enumerate(names):
            x, y = MARGIN + column * (width + 6), MARGIN + row * (height + 6)
            shapes.append(_box(x, y, width, height, theme))
            shapes.append(_text(x + width / 2, y + 19, name, ink, weight="bold"))
            shapes.append(_text(x + width / 2, y + 37, HOLDS[name], ink, size=TEXT - 1))
    return _document(2 * MARGIN + len(layers) * (height + 6) - 6, shapes)


def sequence(lanes: Sequence[str], messages: Sequence[Message], theme: str) -> str:
    """Return the messages from above in the order of time, between lanes."""
    ink, mark, ground = COLOURS[theme]
    step = (WIDTH - 2 * MARGIN) / len(lanes)
    middles = [MARGIN + step * (lane + 0.5) for lane in range(len(lanes))]
    bottom = MARGIN + 30 + ROW * len(messages) + 14
    shapes = [
        f'<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0 8 4 0 8z" fill="{mark}"/></marker>'
    ]
    for x, name in zip(middles, lanes, strict=True):
        shapes.append(f'<path d="M{x:g} {MARGIN + 28}V{bottom}" stroke="{ground}" stroke-width="2"/>')
        shapes.append(_box(x - step / 2 + 3, MARGIN, step - 6, 28, theme))
        shapes.append(_text(x, MARGIN + 19, name, ink, weight="bold"))
    for number, message in enumerate(messages):
        y = MARGIN + 30 + ROW * (number + 0.75)
        start, end = middles[message.start], middles[message.end]
        loop = f"M{start:g} {y - 6:g}h14v10h-12" if start == end else f"M{start:g} {y:g}H{end:g}"
        shapes.append(f'<path d="{loop}" fill="none" stroke="{mark}" stroke-width="1.5" marker-end="url(#tip)"/>')
        shapes.append(_label(message, start, end, y, ink))
    return _document(bottom + MARGIN, shapes)


def _label(message: Message, start: float, end: float, y: float, ink: str) -> str:
    """Return the text above an arrow, moved so that it stays in the drawing."""
    half = len(message.text) * TEXT * 0.28
    middle = min(max((start + end) / 2, MARGIN + half), WIDTH - MARGIN - half)
    return _text(middle, y - 8 - 4 * (start == end), message.text, ink)


def _box(x: float, y: float, width: float, height: float, theme: str) -> str:
    """Return a box with round corners."""
    _, mark, ground = COLOURS[theme]
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5"'
    return f'<rect {place} fill="{ground}" stroke="{mark}"/>'


def _text(x: float, y: float, text: str, ink: str, weight: str = "normal", size: int = TEXT) -> str:
    """Return a text around a middle."""
    style = f'fill="{ink}" font-size="{size}" font-weight="{weight}" text-anchor="middle"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'


def _document(height: float, shapes: Sequence[str]) -> str:
    """Return an SVG document."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" font-family="sans-serif">'
    return head + "".join(shapes) + "</svg>\n"
