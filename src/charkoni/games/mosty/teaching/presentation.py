"""The presentation of Mosty: a bridge over water."""

from charkoni.core.errors import N_
from charkoni.core.teaching.presentation import Emblem, Paint, Presentation, Shape, disc

PRESENTATION = Presentation(
    emblem=Emblem(
        ground=Paint("#c4e2ec", "#24424e"),
        figure=Paint("#a84a17", "#f4ad7e"),
        shapes=(
            Shape("figure", "M10 25Q32 11 54 25v10Q32 21 10 35z"),
            Shape("figure", disc(11, 31, 7) + disc(53, 31, 7)),
            Shape("ground", disc(11, 31, 3) + disc(53, 31, 3)),
            Shape("ground", "M21.500 16h1.8v15h-1.8zM31.100 14h1.8v15h-1.8zM40.700 16h1.8v15h-1.8z", 0.8),
            Shape("figure", "M16 43q4-3.5 8 0t8 0 8 0 8 0v3q-4 3.5-8 0t-8 0-8 0-8 0z", 0.5),
            Shape("figure", "M20 51.5q4-3.5 8 0t8 0 8 0v3q-4-3.5-8 0t-8 0-8 0z", 0.5),
        ),
    ),
    slogan=N_("Build your bridge. Cut theirs."),
    short=N_("from shore to shore"),
    position="r4/r3/5/4/1bb2/1r2/b1r2/4/bbr2 a",
    moves="i1 a5 f4 g5 i5 i7 h6 g7 f6 i3 h4 e7 d6 c7 a7 b6",
)
