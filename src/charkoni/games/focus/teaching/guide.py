"""The guide of Focus: its signs and counters, and a guided first game."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags
from charkoni.core.teaching.guide import Advice, CounterMeaning, Demonstration, Guide, LegendEntry, RuleNote

_RESERVE = N_("Checkers kept in reserve: instead of moving, one of them may be put on any cell.")


_LEGEND = (
    LegendEntry(
        N_("A checker. The one on top tells who commands the tower; rim and colour tell the sides apart."),
        "F3",
        ("disc*",),
    ),
    LegendEntry(N_("The height of the tower, five at most, or the number of checkers kept."), "F8", ("badge",), "3"),
    LegendEntry(_RESERVE, "F10", zone="reserve-a"),
)


def _counters(has_rescue: bool) -> dict[str, CounterMeaning]:
    """Return the meanings of the counters."""
    return {
        "towers": CounterMeaning(
            N_("Towers of this side. Without any, the reserve alone must save it.")
            if has_rescue
            else N_("Towers of this side. Who has none left has lost, whatever lies in reserve."),
            "F12" if has_rescue else "F11",
        ),
        "reserve": CounterMeaning(_RESERVE, "F10"),
        "destroyed": CounterMeaning(
            N_(
                "Checkers of this side that are out of the game: they lay at the bottom of towers that the "
                "opponent made too high."
            ),
            "F8",
        ),
    }


def _advice(is_exact: bool) -> tuple[Advice, ...]:
    """Return the advice for the first turns."""
    return (
        Advice(
            N_(
                "All towers are single checkers now, and each makes one step. Step onto an enemy beside you: the "
                "tower of two is yours."
            ),
            "F7",
        ),
        Advice(
            N_("Your tower of two makes exactly two steps, round a corner if you like. High towers reach far.")
            if is_exact
            else N_("Your tower of two makes up to two steps, round a corner if you like. High towers reach far."),
            "F6",
        ),
        Advice(
            N_("Before you take only the top of a tower, look below it: what stays belongs to whoever is on top then."),
            "F5",
        ),
        Advice(
            N_("See which of your towers an enemy can reach: as many checkers as he takes, so far he comes.")
            if is_exact
            else N_(
                "See which of your towers an enemy can reach: he makes at most as many steps as he takes checkers."
            ),
            "F6",
        ),
        Advice(
            N_("You have a reserve. Put a checker on a high enemy tower: it is yours at once, however far away."),
            "F10",
            lambda s: s.turn >= 0 and int(s.reserve[s.turn]) > 0,
        ),
    )


def _notes(has_rescue: bool, is_exact: bool) -> tuple[RuleNote, ...]:
    """Return the rules that are explained when they occur."""
    return (
        RuleNote(
            N_("As many checkers as are taken from the top, so many steps they make, over everything in the way.")
            if is_exact
            else N_("As many checkers as are taken from the top, at most so many steps they make, over everything."),
            "F6",
            "move",
        ),
        RuleNote(N_("Who lands on a tower, own or enemy, has it from now on."), "F7", "merge"),
        RuleNote(
            N_(
                "A tower holds five. What is too much goes from its bottom: checkers of the mover into his "
                "reserve, the others out of the game."
            ),
            "F8",
            "overflow",
        ),
        RuleNote(N_("A checker from the reserve may be put on any cell, also onto an enemy tower."), "F10", "place"),
        RuleNote(
            N_("The null move: two checkers walk out and back, nothing changes, and the turn goes over."),
            "F9",
            "pass",
        ),
        RuleNote(N_("The number beside a tower counts its checkers."), "F8", "score"),
        RuleNote(
            N_("The game is over: one side has neither a tower nor a reserve left.")
            if has_rescue
            else N_("The game is over: one side commands no tower any more."),
            "F12" if has_rescue else "F11",
            "end",
        ),
    )


def guide(flags: Flags) -> Guide:
    """Return the guide; with `steps=upto` fewer steps are allowed, with `rescue` a reserve saves from losing."""
    is_exact, has_rescue = flags["steps"] == "exact", flags["rescue"] == "on"
    return Guide(
        N_("Cover the towers of your opponent until he commands none and has no reserve either.")
        if has_rescue
        else N_("Cover the towers of your opponent until he commands none: who has the top checker has the tower."),
        "F12" if has_rescue else "F11",
        Demonstration(
            "focus",
            "4/6/3,rggg,1,g,2/8/3,grr,4/8/r,5/4 a 0:0",
            ("d4-d6:2", "f6-f5:1", "@f5", "d4-e4:1", "d6-e5:2"),
        ),
        _LEGEND,
        _counters(has_rescue),
        _advice(is_exact),
        _notes(has_rescue, is_exact),
    )
