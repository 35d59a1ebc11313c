"""Emblems as SVG: in pages, where they follow the colour scheme, and as files of one theme."""

from functools import lru_cache

from charkoni.core.teaching.presentation import EMBLEM_SIZE, Emblem, Paint, Shape

DARK_THEMES = frozenset(["dark"])
_MIDDLE = EMBLEM_SIZE / 2


@lru_cache(64)
def emblem_svg(emblem: Emblem, size: int, theme: str | None = None) -> str:
    """Return an emblem as SVG, hidden from screen readers.

    size: in pixels.  theme: None for a page, whose colour scheme it then follows; browsers that do not know
    `light-dark()` inherit the light colours.
    """
    shapes = [Shape("ground", discs=((_MIDDLE, _MIDDLE, _MIDDLE),)), *emblem.shapes]
    body = "".join(_shape(emblem.ground if each.paint == "ground" else emblem.figure, each, theme) for each in shapes)
    box = f'viewBox="0 0 {EMBLEM_SIZE} {EMBLEM_SIZE}" width="{size}" height="{size}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="emblem" {box} aria-hidden="true">{body}</svg>'


def _shape(colour: Paint, shape: Shape, theme: str | None) -> str:
    alpha = f' fill-opacity="{shape.opacity:g}"' if shape.opacity < 1 else ""
    if theme is None:
        drawn = (
            f'<path fill="light-dark({colour.light},{colour.dark})"{alpha} fill-rule="evenodd" d="{shape.outline}"/>'
        )
        return f'<g fill="{colour.light}">{drawn}</g>'
    fill = colour.dark if theme in DARK_THEMES else colour.light
    return f'<path fill="{fill}"{alpha} fill-rule="evenodd" d="{shape.outline}"/>'
