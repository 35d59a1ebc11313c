"""The graph of an analysis as SVG: the expected share of each side, ply by ply."""

from collections.abc import Sequence
from html import escape

HEIGHT = 100
"""The height of the drawing; a ply is one unit wide."""

MARGIN = 6
"""The space above and below a line of chances, so that its ends are not cut off."""


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


def chance_line(values: Sequence[float], plies: int, title: str, turn: int | None = None) -> str:
    """Return the graph of one side's chances as a line, filled towards the middle.

    values: its shares, 0 to 1, before each ply.  plies: of the whole game.  turn: the ply that is marked, from 0.
    """
    wide, middle = max(plies, 1), HEIGHT // 2
    outline = " ".join(f"{i},{_y(share)}" for i, share in enumerate(values))
    parts = [
        f'<svg class="chances" viewBox="0 {-MARGIN} {wide} {HEIGHT + 2 * MARGIN}" preserveAspectRatio="none" '
        f'role="img" aria-label="{escape(title)}">'
    ]
    if values:
        parts.append(f'<polygon class="share" points="0,{middle} {outline} {len(values) - 1},{middle}"/>')
    parts.append(f'<path class="even" d="M0 {middle}H{wide}"/>')
    if values:
        parts.append(f'<polyline class="edge" points="{outline}"/>')
    if turn is not None:
        parts.append(f'<path class="turn-mark" d="M{turn + 1} {_y(values[turn + 1])}h0"/>')
    parts.append(f'<path class="here" d="M0 0V{HEIGHT}" visibility="hidden"/></svg>')
    return "".join(parts)


def _y(share: float) -> str:
    return f"{HEIGHT * (1 - min(max(share, 0.0), 1.0)):.1f}".removesuffix(".0")
