"""Positions as the render modes of environments want them: text, or pictures."""

import importlib
import io
from typing import Any

import numpy as np

from charkoni.core.game import Position
from charkoni.core.game_types import Array
from charkoni.graphics.raster import png
from charkoni.graphics.scene import BoardView

WIDTH = 480  # pixels; chosen: the smallest at which all boards are readable
_PAPER = "#ffffff"


def render(position: Position, mode: str | None) -> Array | str | None:
    """Return a position as a render mode wants it: text ("ansi"), uint8[height, width, 3] ("rgb_array"), else None.

    "human" prints the text.
    """
    if mode == "rgb_array":
        image: Any = importlib.import_module("PIL.Image")
        content = png(BoardView(position.game).svg(position), _PAPER, WIDTH)
        return np.asarray(image.open(io.BytesIO(content)).convert("RGB"), np.uint8)
    text = f"{position.diagram}\n"
    if mode == "human":
        print(text)
        return None
    return text if mode == "ansi" else None
