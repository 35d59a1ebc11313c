"""Boards as scenes for the browser, as SVG documents, and as raster images; independent of any game.

>>> import charkoni
>>> charkoni.game("mosty").start().svg(marks=["c3"], arrows=[("a1", "c3")])[:4]
'<svg'
"""

from typing import TYPE_CHECKING

from charkoni.core.lazy_names import lazy_names

if TYPE_CHECKING:
    from charkoni.graphics.position_images import BadWidth, gif, png
    from charkoni.graphics.raster import NoRasterizer
    from charkoni.graphics.scene import BoardView, position_svg
    from charkoni.graphics.themes import THEMES

__all__ = ["THEMES", "BadWidth", "BoardView", "NoRasterizer", "gif", "png", "position_svg"]

__getattr__ = lazy_names(
    __name__,
    {
        "position_images": "BadWidth gif png",
        "raster": "NoRasterizer",
        "scene": "BoardView position_svg",
        "themes": "THEMES",
    },
)
