"""The presentation of Mangala: the wooden board with its holes."""

from charkoni.core.errors import N_
from charkoni.core.teaching.presentation import Emblem, Paint, Presentation, Shape, disc

PRESENTATION = Presentation(
    emblem=Emblem(
        ground=Paint("#f2dcb9", "#4c3622"),
        figure=Paint("#8a4f1d", "#eabb80"),
        shapes=(
            Shape("figure", "M19 19h26a13 13 0 0 1 0 26H19a13 13 0 0 1 0-26z"),
            Shape("ground", disc(20, 26, 4.4) + disc(32, 26, 4.4) + disc(44, 26, 4.4)),
            Shape("ground", disc(20, 38, 4.4) + disc(32, 38, 4.4) + disc(44, 38, 4.4)),
            Shape("figure", disc(19, 27, 1.5) + disc(21.8, 25.2, 1.5) + disc(44, 26, 1.7) + disc(32, 38, 1.7)),
            Shape("figure", disc(42.6, 38.6, 1.5) + disc(45.6, 37, 1.5) + disc(20, 39, 1.6)),
        ),
    ),
    slogan=N_("Sow the stones. Gather more."),
    short=N_("sow, count and gather"),
    position="4,4,4,4,4,4:0/4,4,4,4,4,4:0 a",
    moves="6 4 1 5 3 2 5 6 3 6 6 1 2 2 6 5",
)
