"""The presentation of Banglagor: a column of three."""

from charkoni.core.errors import N_
from charkoni.core.teaching.presentation import Emblem, Paint, Presentation, Shape

PRESENTATION = Presentation(
    emblem=Emblem(
        ground=Paint("#cfe0b4", "#37452c"),
        figure=Paint("#27579b", "#86b6f2"),
        shapes=(
            Shape("figure", "M19 18a13 5.5 0 0 1 26 0v28a13 5.5 0 0 1-26 0z"),
            Shape("ground", "M19 28a13 5.5 0 0 0 26 0v2.6a13 5.5 0 0 1-26 0z"),
            Shape("ground", "M19 38.5a13 5.5 0 0 0 26 0v2.6a13 5.5 0 0 1-26 0z"),
            Shape("ground", "M22.5 18a9.5 3.5 0 0 1 19 0a9.5 3.5 0 0 1-19 0z", 0.7),
        ),
    ),
    slogan=N_("Bind them. Break through."),
    short=N_("columns strike together"),
    position="4ac2/babb3a/baa1b1c1/2a2c1c/2b2c2/8/c7/C*A3CC1/C4B2/3C4/B2ABB1C/A1BBAA1A a 000:000 4",
    moves=(
        "b5-b6xa6 f8-g6xg5 f5-g7xg6 ~a6 ~a5 f9-f6 g7-e6xf6 ~f6 ~g5 f6-e4xf4 f2-f4xe4 ~g6 "
        "e6-c7xc8 g6-d6 g5-e6xd6 ~e4 d3-d4xe4 c9-c8xc7"
    ),
    upright=True,
)
