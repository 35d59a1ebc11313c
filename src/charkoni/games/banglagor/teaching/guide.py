"""The guide of Banglagor: its signs and counters, and a guided first game."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags, State
from charkoni.core.teaching.guide import Advice, CounterMeaning, Demonstration, Guide, LegendEntry, RuleNote
from charkoni.games.banglagor.rules import is_placing

_EXACT = N_("A column. The number is its height: it walks exactly so many steps, with any turns.")
_UP_TO = N_("A column. The number is its height: it walks at most so many steps, with any turns.")
_EXACT_WALK = N_(
    "Choose a column, then where it goes. It makes exactly as many steps as it is high, over empty cells only."
)
_UP_TO_WALK = N_(
    "Choose a column, then where it goes. It makes at most as many steps as it is high, over empty cells only."
)
_EXACT_MOVE = N_("A column walks exactly as many steps as it is high; it turns as it likes and jumps over nobody.")
_UP_TO_MOVE = N_("A column walks at most as many steps as it is high; it turns as it likes and jumps over nobody.")

_COUNTERS = {
    "total height": CounterMeaning(
        N_(
            "The heights of all columns of this side on the board, bound ones included. The line on the bar is the "
            "least it needs: below it the game is lost."
        ),
        "B15",
        N_("{player}: the least height needed falls from {before} to {goal}."),
    ),
    "columns in hand": CounterMeaning(
        N_("Columns that are still to be placed. When both hands are empty, the war begins."), "B2"
    ),
    "lost below": CounterMeaning(
        N_("Half the height of the enemy army. A side with less has lost; each enemy column taken lowers it."), "B15"
    ),
    "bound": CounterMeaning(N_("Bound columns of this side: they neither walk nor fight until freed."), "B12"),
}
_QUIET = {
    "moves": CounterMeaning(
        N_("Plies since a column last came to stand on enemy land. At 20 the game is a draw."), "B16"
    ),
    "standing": CounterMeaning(N_("Plies since a column last stood on enemy land. At 20 the game is a draw."), "B16"),
}
"""What the plies without invasion are, by the flag `quiet`."""


def _is_war(s: State) -> bool:
    """Return whether all columns are placed."""
    return not is_placing(s)


def _is_hindered(s: State) -> bool:
    """Return whether the player to move has a bound column."""
    return _is_war(s) and s.turn >= 0 and bool(s.bound[s.turn].any())


def _legend(is_exact: bool) -> tuple[LegendEntry, ...]:
    """Return the signs of the board."""
    return (
        LegendEntry(_EXACT if is_exact else _UP_TO, "B5", ("[ab][1-3]",), "1"),
        LegendEntry(
            N_("A bound column: turned over, it neither walks nor fights until its owner frees it."),
            "B12",
            ("*-bound",),
        ),
        LegendEntry(
            N_("How many columns of this height: beside the board in hand, later those taken."),
            "B2",
            ("badge",),
            "×3",
        ),
        LegendEntry(N_("A rack: the columns in hand stand on it until they are placed."), "B2", ("rack*",)),
        LegendEntry(
            N_("The border rows are flooded while columns are placed: nobody puts one there."), "B3", ("border*",)
        ),
        LegendEntry(
            N_(
                "An arrow on the last row: a column of the attacker that begins its turn here may be lifted and "
                "put on any empty cell."
            ),
            "B14",
            zone="d12",
        ),
    )


def _advice(is_exact: bool) -> tuple[Advice, ...]:
    """Return the advice for the first turns."""
    return (
        Advice(
            N_(
                "Place your columns one by one on your own land. High ones belong in the middle of the front: "
                "they walk farthest from there."
            ),
            "B3",
            lambda s: bool(is_placing(s)),
        ),
        Advice(
            N_("Keep your columns close together: in an attack the heights of all neighbours of the target count."),
            "B9",
            lambda s: bool(is_placing(s)),
        ),
        Advice(_EXACT_WALK if is_exact else _UP_TO_WALK, "B5", _is_war),
        Advice(
            N_(
                "Come to stand next to an enemy, and you attack it. If your columns around it are higher together "
                "than it is, it is gone; otherwise it is bound."
            ),
            "B10",
            _is_war,
        ),
        Advice(
            N_("Bind a high column first and bring a second column next: a bound one does not strike back."),
            "B9",
            _is_war,
        ),
        Advice(
            N_(
                "One of your columns is bound. If an enemy could take it now, free it, or bind the one that "
                "threatens it."
            ),
            "B13",
            _is_hindered,
        ),
    )


def _notes(is_exact: bool) -> tuple[RuleNote, ...]:
    """Return the rules that are explained when they occur."""
    return (
        RuleNote(N_("Both sides place one column in turn, on their own land behind the border row."), "B2", "place"),
        RuleNote(
            N_("All columns stand: the war begins. A turn is one walk, or freeing a column, or lifting one."),
            "B4",
            when=lambda s, event: _is_war(s),
        ),
        RuleNote(_EXACT_MOVE if is_exact else _UP_TO_MOVE, "B5", "move"),
        RuleNote(
            N_("The attack was not stronger than the target is high: the target is bound, not taken."),
            "B10",
            "bind",
        ),
        RuleNote(
            N_("The columns around the target were higher together than the target: it leaves the board."),
            "B10",
            "capture",
        ),
        RuleNote(N_("Freeing a bound column takes the whole turn: no walk, no attack."), "B13", "free"),
        RuleNote(
            N_("A column on the last row was lifted and put elsewhere. That is no walk, so it does not attack."),
            "B14",
            "lift",
        ),
        RuleNote(N_("Who can neither walk nor free nor lift passes."), "B18", "pass"),
        RuleNote(N_("What is taken lies beside the board and counts no more for its army."), "B15", "score"),
        RuleNote(
            N_("The game is over: one army is less than half as high as the other, or it is a draw."),
            "B17",
            "end",
        ),
    )


def guide(flags: Flags) -> Guide:
    """Return the guide; with `steps=upto` a column may make fewer steps, with `quiet` other plies count for a draw."""
    is_exact = flags["steps"] == "exact"
    return Guide(
        N_("Take enemy columns until your opponent's army is less than half as high as yours."),
        "B15",
        Demonstration(
            "banglagor",
            "8/8/8/5a2/3c1b2/8/2B5/8/3C4/8/8/8 a 000:000 3",
            ("d4-d7xd8", "f8-e7xd7", "c6-e6xe7", "~d8", "~d7", "d8-a8", "e6-e6xe7"),
        ),
        _legend(is_exact),
        _COUNTERS | {"plies without invasion": _QUIET[flags["quiet"]]},
        _advice(is_exact),
        _notes(is_exact),
    )
