"""The presentation of Toguz Korgool: a ram's horns over nine stones."""

from charkoni.core.errors import N_
from charkoni.core.teaching.presentation import Emblem, Paint, Presentation, Shape, disc

_STONES = "".join(disc(x, y, 3.4) for y in (39, 46.5, 54) for x in (24.5, 32, 39.5))

PRESENTATION = Presentation(
    emblem=Emblem(
        ground=Paint("#f3e3c6", "#4a2f20"),
        figure=Paint("#8e3325", "#f0bf7a"),
        shapes=(
            Shape(
                "figure",
                "M30 33V19C30 8 9 8 9 21c0 8 12 10 13 2h-4c-1 3-5 2-5-2 0-8 13-7 13 2v10z"
                "M34 33V19C34 8 55 8 55 21c0 8-12 10-13 2h4c1 3 5 2 5-2 0-8-13-7-13 2v10z",
            ),
            Shape("figure", _STONES),
        ),
    ),
    slogan=N_("Nine times nine. Make a tuz."),
    short=N_("sow, count and make a tuz"),
    position="9,9,9,9,9,9,9,9,9:0/9,9,9,9,9,9,9,9,9:0 a -/-",
    moves="7 2 4 7 1 1 2 9 6 8 5 4 4 8 9 6",
)
