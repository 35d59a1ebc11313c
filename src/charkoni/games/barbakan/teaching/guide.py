"""The guide of Barbakan: its signs and counters, and a guided first game."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags, State
from charkoni.core.teaching.guide import Advice, CounterMeaning, Demonstration, Guide, LegendEntry, RuleNote
from charkoni.games.barbakan.rules import is_placing


def _is_race(s: State) -> bool:
    """Return whether all pawns are placed."""
    return not is_placing(s)


_PASS = {
    "passes": (RuleNote(N_("None of the pawns could move: only then a player passes."), "K9", "pass"),),
    "loses": (),
}
"""The rule of the pass, by the flag `blocked`."""


_LEGEND = (
    LegendEntry(N_("A pawn. Colour and shape tell whose it is."), "K2", ("pawn*", "small*")),
    LegendEntry(N_("A hollow pawn is shut in: no neighbouring point is free for it."), "K6", ("shut*",)),
    LegendEntry(N_("Pawns still in hand; later the pawns inside out of all."), "K5", ("badge",), "7/12"),
    LegendEntry(N_("An outer point: all pawns begin on points like this one."), "K4", zone="o2"),
    LegendEntry(N_("The arrows on the wall are gates: they lead inwards only."), "K7", ("gate",)),
)

_COUNTERS = {
    "in hand": CounterMeaning(N_("Pawns that are still to be placed. When none is left, the race begins."), "K5"),
    "inside": CounterMeaning(
        N_("Pawns inside the circle, out of all pawns of this side. The first player with all inside wins."), "K10"
    ),
}


def _advice(is_lost: bool) -> tuple[Advice, ...]:
    """Return the advice for the first turns."""
    return (
        Advice(
            N_("Place a pawn on an outer point with two lines: it is harder to shut in than one with a single line."),
            "K4",
            lambda s: bool(is_placing(s)),
        ),
        Advice(
            N_("Go on placing, and take points with two lines as long as there are any."),
            "K4",
            lambda s: bool(is_placing(s)),
        ),
        Advice(
            N_("The race begins. Step to the middle ring: from each of its points two gates lead in."),
            "K6",
            _is_race,
        ),
        Advice(
            N_("Through a gate into the circle! Whoever is inside never comes out, and needs not."),
            "K7",
            _is_race,
        ),
        Advice(
            N_(
                "Go deeper inside, to the inner ring, so that your pawns at the gates don't stand in the way of "
                "those behind."
            ),
            "K7",
            _is_race,
        ),
        Advice(
            N_(
                "If you cannot move, you have lost. Count the free points round your pawns, and shut in those of your "
                "opponent."
            )
            if is_lost
            else N_("Who can move must move. A pawn with room inside the circle is a store of moves that harm nobody."),
            "K9",
            _is_race,
        ),
    )


def _notes(flags: Flags, is_lost: bool) -> tuple[RuleNote, ...]:
    """Return the rules that are explained when they occur."""
    return (
        RuleNote(N_("In turn everybody places a pawn on a free outer point."), "K4", "place"),
        RuleNote(
            N_("All pawns stand: the race begins, and the first player moves first again."),
            "K5",
            when=lambda s, event: _is_race(s),
        ),
        RuleNote(
            N_("A move is one step along a line to a free point. Nothing is captured, nothing jumped."),
            "K6",
            "move",
        ),
        RuleNote(N_("Through a gate into the circle: there is no way back out."), "K7", "enter"),
        *_PASS[flags["blocked"]],
        RuleNote(
            N_("The game is over: all pawns of one player are inside, or none of the other's can move."),
            "K10",
            "end",
        )
        if is_lost
        else RuleNote(N_("The game is over: all pawns of one player are inside."), "K10", "end"),
    )


def guide(flags: Flags) -> Guide:
    """Return the guide, the same for all boards and numbers of players; `blocked` tells of those who cannot move."""
    is_lost = flags["blocked"] == "loses"
    return Guide(
        N_("Be the first to bring all your pawns through the gates into the circle."),
        "K10",
        Demonstration(
            "barbakan:board=mini3",
            ".aabb./b.a/.../... a 0:0",
            ("o3-m2", "m1-b1", "m3-b3", "b1-b2", "o2-m1", "b2-b1", "b3-c3", "b1-b2", "m1-b1", "b2-b3", "m2-b2"),
        ),
        _LEGEND,
        _COUNTERS,
        _advice(is_lost),
        _notes(flags, is_lost),
    )
