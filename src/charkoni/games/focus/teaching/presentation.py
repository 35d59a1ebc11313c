"""The presentation of Focus: a tower of four checkers."""

from charkoni.core.errors import N_
from charkoni.core.teaching.presentation import Emblem, Paint, Presentation, Shape

PRESENTATION = Presentation(
    emblem=Emblem(
        ground=Paint("#f1dfc8", "#463322"),
        figure=Paint("#bf4e12", "#f3a672"),
        shapes=(
            Shape("figure", "M17 45a15 5.5 0 0 1 30 0v4a15 5.5 0 0 1-30 0z", 0.55),
            Shape("ground", "M16 37a16 6 0 0 1 32 0v6a16 6 0 0 1-32 0z"),
            Shape("figure", "M17 37a15 5.5 0 0 1 30 0v4.5a15 5.5 0 0 1-30 0z"),
            Shape("ground", "M16 29a16 6 0 0 1 32 0v6a16 6 0 0 1-32 0z"),
            Shape("figure", "M17 29a15 5.5 0 0 1 30 0v4.5a15 5.5 0 0 1-30 0z", 0.55),
            Shape("ground", "M16 21a16 6 0 0 1 32 0v6a16 6 0 0 1-32 0z"),
            Shape("figure", "M17 21a15 5.5 0 0 1 30 0v4.5a15 5.5 0 0 1-30 0z"),
            Shape("ground", "M21 20.5a11 3.7 0 0 1 22 0a11 3.7 0 0 1-22 0z", 0.45),
        ),
    ),
    slogan=N_("Who stands on top commands."),
    short=N_("the top rules the tower"),
    position="4/r,r,g,g,r,r/1,g,g,r,r,g,g,1/1,r,r,g,g,r,r,1/1,g,g,r,r,g,g,1/1,r,r,g,g,r,r,1/g,g,r,r,g,g/4 a 0:0",
    moves=(
        "c5-c6:1 d3-d2:1 e6-f6:1 f2-e2:1 f5-f4:1 c4-c3:1 b5-b6:1 g4-g3:1 f3-g3:1 d7-d6:1 b6-d6:2 d5-d6:1 "
        "f6-d6:2 e7-f7:1 g3-h4:2 e3-e4:1"
    ),
)
