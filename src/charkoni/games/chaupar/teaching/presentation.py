"""The presentation of Chaupar: the embroidered cross."""

from charkoni.core.errors import N_
from charkoni.core.teaching.presentation import Emblem, Paint, Presentation, Shape, disc

PRESENTATION = Presentation(
    emblem=Emblem(
        ground=Paint("#f1dcc0", "#4d2a33"),
        figure=Paint("#8a1f2f", "#f39aa4"),
        shapes=(
            Shape("figure", "M24 7h16v17h17v16H40v17H24V40H7V24h17z"),
            Shape("ground", disc(32, 32, 7)),
            Shape("figure", disc(32, 32, 3.2)),
            Shape("ground", disc(32, 15, 2.8) + disc(32, 49, 2.8) + disc(15, 32, 2.8) + disc(49, 32, 2.8)),
            Shape("ground", "M24 23.2h16v1.6H24zM24 39.2h16v1.6H24zM23.2 24h1.6v16h-1.6zM39.2 24h1.6v16h-1.6z", 0.7),
        ),
    ),
    slogan=N_("Three sticks. Eight castles. One way home."),
    short=N_("a race of two teams"),
    position="33x4/30x3,32/11x2,22x2/29x4 b b 56",
    moves=(
        "30:5 35:6 [122] 11:2 13:2 15:1 [566] 29:5 34:6 40:6 [115] 33:5 "
        "38:1 39:1 [156] 41:1 c:6 6:5 [116] 16:6 22:1 23:1 [266] 46:6 "
        "52:6 58:2"
    ),
)
