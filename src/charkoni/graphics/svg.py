"""Elements as SVG text, styled by classes (for the browser) or by attributes (for export)."""

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from charkoni.core.board_types import Element, Number, Theme
from charkoni.graphics.themes import FONT


@lru_cache(maxsize=4096)  # all games of a server share a few hundred coordinates
def number(value: Number) -> str:
    """Return a coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


def render(element: Element, theme: Theme | None = None, prefix: str = "") -> str:
    """Return the SVG of an element.  With a theme its style is written as attributes, else as a class.

    prefix: of the ids of gradients, patterns and symbols to which the element refers.
    """
    parts = [f"<{element.tag}"]
    if element.cls and theme is None:
        parts.append(f' class="{element.cls}"')
    for name, value in element.attributes:
        sign = "#" if name == "href" else "url(#"
        shown = escape(value.replace(sign, sign + prefix)) if isinstance(value, str) else number(value)
        parts.append(f' {name}="{shown}"')
    if theme is not None:
        parts.extend(_paint(element.cls, theme))
    if element.tag == "text":
        parts.append(' text-anchor="middle" dominant-baseline="central"')
    inside = escape(element.text) + "".join(render(child, theme, prefix) for child in element.children)
    parts.append(f">{inside}</{element.tag}>" if inside else "/>")
    return "".join(parts)


def document(width: Number, height: Number, body: str, title: str, *, standalone: bool = True) -> str:
    """Return an SVG document; only a standalone one has a width and a height."""
    size = f' width="{number(width)}" height="{number(height)}"' if standalone else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}"{size} role="img"'
        f' aria-label="{escape(title)}" font-family="{escape(FONT)}"><title>{escape(title)}</title>{body}</svg>'
    )


def _paint(classes: str, theme: Theme) -> Iterable[str]:
    """Yield the attributes of all classes; a later class overrides an earlier one."""
    merged: dict[str, str] = {}
    for cls in classes.split():
        merged |= theme.get(cls, {})
    return [f' {name}="{escape(value)}"' for name, value in merged.items()]
