"""The guide of Gana: its signs and counters, and a guided first game."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags, State
from charkoni.core.teaching.guide import Advice, CounterMeaning, Demonstration, Guide, LegendEntry, RuleNote
from charkoni.games.gana.events import is_in_danger


def _is_king_in_danger(s: State) -> bool:
    """Return whether either king can be taken."""
    return any(is_in_danger(s, side) for side in range(2))


_LEGEND = (
    LegendEntry(N_("A pawn. Up to four pieces stand on a square; your own ones there are a group."), "G3", ("pawn*",)),
    LegendEntry(N_("A king. If he comes last to a square, all enemies there are removed."), "G13", ("king*",)),
    LegendEntry(N_("A cross-hair on a king: the other side could take him now."), "G15", ("halo*",)),
    LegendEntry(
        N_("On a square of both sides: how many pieces are White's and how many are Black's."),
        "G3",
        ("badge",),
        "3|1",
    ),
)

_COUNTERS = {
    "pieces": CounterMeaning(N_("Pieces of this side that are left, the king included."), "G1"),
    "king": CounterMeaning(
        N_("Whether the other side could take this king now. There is no check: nobody has to warn you."),
        "G17",
    ),
    "no capture": CounterMeaning(N_("Plies since the last capture. At 100 the game is a draw."), "G21"),
}


def _advice(has_shield: bool, is_solo: bool) -> tuple[Advice, ...]:
    """Return the advice for the first turns."""
    return (
        Advice(
            N_(
                "A single piece makes one step. Move a pawn onto a square with another one: two of them are a "
                "group, and a group goes farther."
            ),
            "G5",
        ),
        Advice(
            N_(
                "A group spreads out: its first piece goes one square, the second two, the third three. Try it "
                "with a group of your own."
            ),
            "G5",
        ),
        Advice(
            N_(
                "You capture on the last square of a move, when the numbers there are equal: one against one, two "
                "against two. A single pawn does it as well."
            )
            if is_solo
            else N_(
                "A group captures on its last square, when the numbers there are equal: one against one, two "
                "against two."
            ),
            "G11",
        ),
        Advice(
            N_(
                "Count the squares to the enemy king: a group of three reaches him three squares away. A full "
                "square round him keeps pawns out."
            )
            if has_shield
            else N_(
                "Count the squares to the enemy king: a group of three reaches him three squares away. Your own "
                "king is found in the same way."
            ),
            "G15",
        ),
        Advice(
            N_("Your king stands in danger: bring him out of reach, or fill a square in between with four pieces."),
            "G17",
            lambda s: s.turn >= 0 and is_in_danger(s, int(s.turn)),
        ),
    )


_NOTES = (
    RuleNote(N_("A single piece makes one step to a neighbouring square, never diagonally."), "G5", "move"),
    RuleNote(
        N_("The whole group went, each piece one square farther; at an obstacle the last ones pile up."),
        "G6",
        "sow",
    ),
    RuleNote(
        N_(
            "On the last square of a move equal numbers of enemies fall, one or two; a king who comes last "
            "removes them all."
        ),
        "G11",
        "capture",
    ),
    RuleNote(N_("The king was entered and taken: that ends the game at once."), "G16", "king"),
    RuleNote(
        N_("A cross-hair marks a king who could be taken now. Nobody is obliged to see it: there is no check."),
        "G17",
        "score",
        lambda s, event: _is_king_in_danger(s),
    ),
    RuleNote(
        N_("Both sides may share a square; the two numbers count their pieces."),
        "G3",
        "score",
        lambda s, event: any(slot and slot.zone.endswith("#") for slot in event.moved[0]),
    ),
    RuleNote(N_("The game is over: a king is taken, or it is a draw."), "G18", "end"),
)


def guide(flags: Flags) -> Guide:
    """Return the guide; with `solo` single pawns capture as well, with `shield` a full square protects its king."""
    is_solo, has_shield = flags["solo"] == "on", flags["shield"] == "on"
    return Guide(
        N_("Take the enemy king: any piece that enters his square does it, even a single pawn."),
        "G15",
        Demonstration(
            "gana",
            "8/2,ppp,1,PPPP,2,pp/3,PPPp,4/2,KP,2,k,PP,1/8/1,PPP,1,p,p,3/8/8 a 0",
            ("b3e", "h7s", "g5w"),
        ),
        _LEGEND,
        _COUNTERS,
        _advice(has_shield, is_solo),
        _NOTES,
    )
