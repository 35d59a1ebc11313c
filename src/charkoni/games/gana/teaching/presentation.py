"""The presentation of Gana: the king."""

from charkoni.core.errors import N_
from charkoni.core.teaching.presentation import Emblem, Paint, Presentation, Shape, disc

PRESENTATION = Presentation(
    emblem=Emblem(
        ground=Paint("#ecd9ac", "#473d25"),
        figure=Paint("#3a332b", "#f2d890"),
        shapes=(
            Shape("figure", disc(32, 32, 22)),
            Shape("ground", disc(32, 32, 19) + disc(32, 32, 17.5)),
            Shape("ground", "M21.5 38V25.5l5.7 5L32 21.5l4.8 9 5.7-5V38zM21.5 40h21v3h-21z"),
        ),
    ),
    slogan=N_("Spread your people. Take the king."),
    short=N_("groups spread, kings fall"),
    position="4,ppp,ppp,kp,pp/4,p,2,ppp/8/3,pp,4/8/8/2,PPP,3,KP,PPP/PP,4,PP,P,PPP a 34",
    moves=("h2w e8s g2w:1 e7s h1w e5s e2n d5e g1w e6s f1n f8s f2w:3 e3w c2s:1 e5s"),
)
