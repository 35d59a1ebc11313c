"""The presentation of Barbakan: a pawn behind the round wall."""

from charkoni.core.errors import N_
from charkoni.core.teaching.presentation import Emblem, Paint, Presentation, Shape, disc

PRESENTATION = Presentation(
    emblem=Emblem(
        ground=Paint("#d6e2bd", "#3b462e"),
        figure=Paint("#6b4a2f", "#dcb98f"),
        shapes=(
            Shape("figure", disc(32, 32, 25) + disc(32, 32, 18)),
            Shape("ground", "M28 5h8v10h-8zM28 49h8v10h-8z"),
            Shape("ground", "M5 28v8h10v-8zM49 28v8h10v-8z"),
            Shape("ground", "M12 17.7l5.7-5.7 4 4-5.7 5.7zM42.3 47.9l5.7-5.7 4 4-5.7 5.7z"),
            Shape("ground", "M46.3 12l5.7 5.7-4 4-5.7-5.7zM16 42.3l5.7 5.7-4 4-5.7-5.7z"),
            Shape("figure", disc(32, 26.5, 4.7) + "M24.5 42c0-6 3.3-9.8 7.5-9.8s7.5 3.8 7.5 9.8z"),
        ),
    ),
    slogan=N_("Through the wall. No way back."),
    short=N_("all pawns into the yard"),
    position="b.a.b...bb.b.bbaa.b.aa../aa.aaaa...bb/a..b......b./............ b 0:0",
    moves=(
        "b4-c4 m1-b2 o19-m10 m7-b7 b11-c11 m2-b3 o12-m7 m4-m3 o15-m8 b7-c7 m7-b7 o3-m2 "
        "c4-c5 m6-b6 o10-m6 b3-c3 m8-o15 o16-m9 m10-b10 m2-b3"
    ),
)
