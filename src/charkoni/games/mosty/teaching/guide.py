"""The guide of Mosty: its signs and counters, and a guided first game."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags, State
from charkoni.core.teaching.guide import Advice, CounterMeaning, Demonstration, Guide, LegendEntry, RuleNote
from charkoni.games.mosty.chains import needed


def _is_urgent(s: State) -> bool:
    """Return whether a side could win by its next bridge."""
    return s.turn >= 0 and any(needed(s, side) == 1 for side in range(2))


_LEGEND = (
    LegendEntry(
        N_("A bridge. It stays where it is and bars the crossing for the other side."),
        "S2",
        ("bridge-[ab][01]",),
    ),
    LegendEntry(
        N_("A bridge with a rim of light or shadow belongs to the largest chain of its side."),
        "S3",
        ("*-chain",),
    ),
    LegendEntry(N_("Golden bridges: the way that has won."), "S3", ("*-won",)),
    LegendEntry(N_("A crossing: free for one bridge of either side."), "S2", zone="c3"),
)

_COUNTERS = {
    "bridges still needed": CounterMeaning(
        N_("The fewest bridges with which this side could join its shores, if the other side did nothing."),
        "S3",
    ),
    "shores": CounterMeaning(N_("At the end: whether a chain of bridges joins the shores of this side."), "S3"),
    "bridges left in this turn": CounterMeaning(
        N_("Bridges that the player to move may still build in this turn."), "S6"
    ),
}

_ADVICE = (
    Advice(
        N_(
            "Tap a crossing near the middle: from there ways lead on in all directions, and it bars your opponent most."
        ),
        "S2",
    ),
    Advice(
        N_("Look for gaps that either of two bridges would close: if your opponent takes one, you take the other."),
        "S3",
    ),
    Advice(
        N_(
            "One bridge is missing somewhere. If it is yours, build it; if it is your opponent's, build there yourself."
        ),
        "S3",
        _is_urgent,
    ),
    Advice(
        N_("Every bridge of yours is a wall for the other side. Build where it helps you and hinders him."),
        "S2",
    ),
)


_DOUBLE = (
    RuleNote(N_("After the very first turn every turn has two bridges."), "S6", when=lambda s, event: int(s.left) == 2),
)
"""The rule of `links=2`."""


def _notes(is_double: bool) -> tuple[RuleNote, ...]:
    """Return the rules that are explained when they occur."""
    return (
        RuleNote(
            N_(
                "A bridge joins the two points beside its crossing. It stays for the whole game, and no other can "
                "cross it."
            ),
            "S2",
            "build",
        ),
        *(_DOUBLE if is_double else ()),
        RuleNote(
            N_("Somebody needs only one more bridge. There is no draw: who is not stopped gets through."),
            "S4",
            when=lambda s, event: _is_urgent(s),
        ),
        RuleNote(N_("The game is over: one side has joined its shores, and so the other never can."), "S3", "end"),
    )


def guide(flags: Flags) -> Guide:
    """Return the guide; with `links=2` a turn has two bridges."""
    is_double = flags["links"] == "2"
    return Guide(
        N_("Join your two shores by bridges before your opponent joins his: Red bottom and top, Blue left and right."),
        "S3",
        Demonstration(
            "mosty:size=3",
            "",
            ("c3", "c1", "b2", "a1", "e1", "d2", "e3", "e5", "d4", "c5", "a5", "b4", "a3"),
        ),
        _LEGEND,
        _COUNTERS,
        _ADVICE,
        _notes(is_double),
    )
