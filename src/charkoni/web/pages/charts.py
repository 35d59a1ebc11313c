"""The graph of an analysis as SVG: what each side could expect, ply by ply."""

from collections.abc import Sequence
from html import escape

HIGH = 100


def graph(values: Sequence[Sequence[float]], sides: Sequence[int], hues: Sequence[str], plies: int, title: str) -> str:
    """Return the graph.

    values: of all players before each ply looked at.  sides, hues: of the players.  plies: of the whole game, so that
    the graph does not stretch while it grows.  With two sides the first one's share is an area over the other's;
    with more, each side has a line of its own dash.
    """
    wide = max(plies, 1)
    parts = [
        f'<svg class="chances" viewBox="0 0 {wide} {HIGH}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(title)}">'
    ]
    firsts = [sides.index(side) for side in dict.fromkeys(sides)]
    if len(firsts) == 2:
        far = len(values) - 1
        parts.append(f'<rect class="hue-{hues[firsts[1]]}" width="{max(far, 0)}" height="{HIGH}"/>')
        if values:
            outline = " ".join(f"{i},{_y(row[0])}" for i, row in enumerate(values))
            parts.append(f'<polygon class="hue-{hues[0]}" points="0,{HIGH} {outline} {far},{HIGH}"/>')
            parts.append(f'<polyline class="edge" points="{outline}"/>')
    else:
        for place, player in enumerate(firsts):
            outline = " ".join(f"{i},{_y(row[player])}" for i, row in enumerate(values))
            parts.append(f'<polyline class="line-{hues[player]} dash-{place}" points="{outline}"/>')
    parts.append(f'<path class="even" d="M0 {HIGH // 2}H{wide}"/>')
    parts.append(f'<path class="here" d="M0 0V{HIGH}"/></svg>')
    return "".join(parts)


def _y(share: float) -> str:
    return f"{HIGH * (1 - min(max(share, 0.0), 1.0)):.1f}".removesuffix(".0")
