"""The graph of an analysis as SVG: the expected share of each side, ply by ply."""

from collections.abc import Sequence
from html import escape

HEIGHT = 100
"""The height of the drawing; a ply is one unit wide."""


def graph(values: Sequence[Sequence[float]], sides: Sequence[int], hues: Sequence[str], plies: int, title: str) -> str:
    """Return the graph.

    values: the shares of all players, 0 to 1, before each ply.  sides, hues: of the players.  plies: of the whole
    game, so that the graph does not stretch while the analysis goes on.  With two sides the share of the first is an
    area over that of the other; with more, each side has a line of its own dash.
    """
    wide = max(plies, 1)
    parts = [
        f'<svg class="chances" viewBox="0 0 {wide} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(title)}">'
    ]
    firsts = [sides.index(side) for side in dict.fromkeys(sides)]
    if len(firsts) == 2:
        far = len(values) - 1
        parts.append(f'<rect class="hue-{hues[firsts[1]]}" width="{max(far, 0)}" height="{HEIGHT}"/>')
        if values:
            outline = " ".join(f"{i},{_y(row[0])}" for i, row in enumerate(values))
            parts.append(f'<polygon class="hue-{hues[0]}" points="0,{HEIGHT} {outline} {far},{HEIGHT}"/>')
            parts.append(f'<polyline class="edge" points="{outline}"/>')
    else:
        for place, player in enumerate(firsts):
            outline = " ".join(f"{i},{_y(row[player])}" for i, row in enumerate(values))
            parts.append(f'<polyline class="line-{hues[player]} dash-{place}" points="{outline}"/>')
    parts.append(f'<path class="even" d="M0 {HEIGHT // 2}H{wide}"/>')
    parts.append(f'<path class="here" d="M0 0V{HEIGHT}"/></svg>')
    return "".join(parts)


def _y(share: float) -> str:
    return f"{HEIGHT * (1 - min(max(share, 0.0), 1.0)):.1f}".removesuffix(".0")
