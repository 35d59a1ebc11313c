"""Emblems as SVG: in pages, where they follow the colour scheme, and as files of one theme."""

from functools import lru_cache

from charkoni.core.teaching.presentation import EMBLEM_SIZE, Emblem, disc

DARK_THEMES = frozenset(["dark"])
_MIDDLE = EMBLEM_SIZE / 2


@lru_cache(64)
def emblem_svg(emblem: Emblem, size: int, theme: str | None = None) -> str:
    """Return an emblem as SVG, hidden from screen readers.

    size: in pixels.  theme: None for a page, whose colour scheme it then follows; browsers that do not know
    `light-dark()` inherit the light colours.
    """
    shapes = [("ground", disc(_MIDDLE, _MIDDLE, _MIDDLE), 1.0), *emblem.shapes]
    body = "".join(_shape(emblem, *shape, theme) for shape in shapes)
    box = f'viewBox="0 0 {EMBLEM_SIZE} {EMBLEM_SIZE}" width="{size}" height="{size}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="emblem" {box} aria-hidden="true">{body}</svg>'


def _shape(emblem: Emblem, paint: str, path: str, opacity: float, theme: str | None) -> str:
    colour = emblem.ground if paint == "ground" else emblem.figure
    alpha = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
    if theme is None:
        drawn = f'<path fill="light-dark({colour.light},{colour.dark})"{alpha} fill-rule="evenodd" d="{path}"/>'
        return f'<g fill="{colour.light}">{drawn}</g>'
    fill = colour.dark if theme in DARK_THEMES else colour.light
    return f'<path fill="{fill}"{alpha} fill-rule="evenodd" d="{path}"/>'
