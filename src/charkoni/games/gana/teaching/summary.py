"""The rules of Gana in one minute."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.summary import Statement

_PICTURE = "8/2,ppp,1,PPPP,2,pp/3,PPPp,4/2,KP,2,k,PP,1/8/1,PPP,1,p,p,3/8/8 a 0"

_BEFORE = (
    Statement(
        N_(
            "A square holds up to four pieces. Yours there are a group: the first goes one square, the second two, and"
            " so on."
        ),
        "G5",
        "4,k,3/8/8/8/3,PPP,4/8/8/4,K,3 a 0",
        "d4e",
        "4,k,3/8/8/8/4,P,P,P,1/8/8/4,K,3 b 1",
    ),
    Statement(
        N_("At the edge and before a full square the group piles up on the last square of its way."),
        "G6",
        "4,k,3/8/8/8/5,PPP,2/8/8/4,K,3 a 0",
        "f4e",
        "4,k,3/8/8/8/6,P,PP/8/8/4,K,3 b 1",
    ),
    Statement(
        N_("All pieces of a group go. Only the king may leave alone."),
        "G9",
        "4,k,3/8/8/8/8/8/1,KPP,p,1,p,3/8 a 0",
        "b2n:k",
        "4,k,3/8/8/8/8/1,K,6/1,PP,p,1,p,3/8 b 1",
    ),
    Statement(
        N_("A group captures on its last square only: one against one, two against two."),
        "G11",
        _PICTURE,
        "b3e",
        "8/2,ppp,1,PPPP,2,pp/3,PPPp,4/2,KP,2,k,PP,1/8/2,P,Pp,P,3/8/8 b 0",
    ),
)
_KING_LAST = Statement(
    N_("A king who goes alone, or last of his group, captures all enemies on his square."),
    "G13",
    _PICTURE,
    "c5n:2",
    "8/2,K,1,PPPP,2,pp/2,P,PPPp,4/5,k,PP,1/8/1,PPP,1,p,p,3/8/8 b 0",
)
_AFTER = (
    Statement(
        N_("There is no check: look yourself whether your king can be taken, from up to four squares away."),
        "G17",
        "4,k,3/8/8/8/8/4,p,3/8/4,K,3 a 0",
        "e1n:k",
        "4,k,3/8/8/8/8/4,p,3/4,K,3/8 b 1",
    ),
    Statement(
        N_("Fifty moves of each side without a capture are a draw; so are two lone kings."),
        "G21",
        "4,k,3/8/8/p,7/3,PP,4/8/8/4,K,3 a 99",
        "d4n",
        "4,k,3/8/3,P,4/p,2,P,4/8/8/8/4,K,3 . 100; over: fifty-moves, 1/2:1/2",
    ),
)
_SAFE = Statement(
    N_("A lone king who is safe where he stands, but not after any of his moves, is stalemated: a draw."),
    "G22",
    "k,P,P,5/8/P,7/8/8/8/8/4,K,2,P a 0",
    "h1n",
    "k,P,P,5/8/P,7/8/8/8/7,P/4,K,3 b 1",
)
_ANY = Statement(
    N_("A lone king who is safe after none of his moves, attacked or not, is stalemated: a draw."),
    "G22",
    "k,P,P,5/8/P,7/8/8/8/8/4,K,2,P a 0",
    "h1n",
    "k,P,P,5/8/P,7/8/8/8/7,P/4,K,3 . 1; over: stalemate, 1/2:1/2",
)
_ONE = "4,k,3/8/8/3,p,4/3,P,4/8/8/4,K,3 a 0"
_FULL = "8/8/8/3,kppp,4/3,P,4/8/8/4,K,3 a 0"


def summary(flags: Flags) -> tuple[Statement, ...]:
    """Return the statements; `solo`, `shield` and `stalemate` change one each."""
    return (
        *_BEFORE,
        Statement(
            N_("A single pawn captures in the same way: one against one, two against two."),
            "G11",
            _ONE,
            "d4n",
            "4,k,3/8/8/3,P,4/8/8/8/4,K,3 b 0",
        )
        if flags["solo"] == "on"
        else Statement(N_("A single pawn captures no pawns."), "G12", _ONE, "d4n", "4,k,3/8/8/3,Pp,4/8/8/8/4,K,3 b 1"),
        _KING_LAST,
        Statement(
            N_("Whoever enters the square of the enemy king takes him and wins; but pawns do not enter a full square."),
            "G15",
            _FULL,
            "d4n",
            "illegal: G15",
        )
        if flags["shield"] == "on"
        else Statement(
            N_("Whoever enters the square of the enemy king takes him and wins, even a single pawn on a full square."),
            "G15",
            _FULL,
            "d4n",
            "8/8/8/3,Pppp,4/8/8/8/4,K,3 . 0; over: king, 1:0",
        ),
        *_AFTER,
        _ANY if flags["stalemate"] == "any" else _SAFE,
    )
