"""The guide of Toguz Korgool: its signs and counters, and a guided first game."""

from dataclasses import replace

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags, State
from charkoni.core.teaching.guide import Advice, CounterMeaning, Demonstration, Guide, LegendEntry, RuleNote

_LATE = 40
"""With so few stones in the holes the end is near."""


def _can_lose_three(s: State) -> bool:
    """Return whether a hole of the mover holds two stones, and the opponent has no tuz yet."""
    return not s.tuz[1 - int(s.turn)] and 2 in s.holes[s.turn].tolist()


_TUZ = RuleNote(
    N_("The last stone made three in a hole of the other side: it is a tuz till the end."), "T5", "fortress"
)

_GUIDE = Guide(
    N_("Gather 82 of the 162 stones in your kazan before your opponent does."),
    "T7",
    Demonstration("toguz", "", ("7", "4", "9", "1")),
    (
        LegendEntry(N_("A stone. All are alike; only their number counts."), "T1", ("korgool*",)),
        LegendEntry(N_("How many stones lie in a hole or kazan."), "T1", ("badge",), "9"),
        LegendEntry(N_("A hole. You play from the nine of your own side."), "T2", zone="a1"),
        LegendEntry(N_("A kazan: what lies there is won for good."), "T4", zone="a"),
        LegendEntry(N_("A tuz: every stone that falls into this hole goes to its owner's kazan."), "T6", ("tuz*",)),
    ),
    {
        "kazan": CounterMeaning(N_("Stones in the kazan. 82 win at once; the line on the bar marks them."), "T7"),
        "in the holes": CounterMeaning(
            N_("Stones in the holes of this side. When a player to move has none, the game ends."), "T8"
        ),
    },
    (
        Advice(
            N_("Every hole but the first ends opposite and makes ten: take them. Hole 7 is a good beginning."),
            "T4",
            lambda s: int(s.kazan.sum()) == 0,
        ),
        Advice(
            N_("A hole of yours with two stones is in danger: one more makes your opponent a tuz."),
            "T5",
            _can_lose_three,
        ),
        Advice(N_("Count where the last stone falls, and how many lie there: even numbers are yours."), "T4"),
        Advice(N_("Look for two stones opposite: if your last stone makes three, you have a tuz for good."), "T5"),
        Advice(
            N_("The end is near: keep stones at home. Who has none to move gives the others away."),
            "T8",
            lambda s: int(s.holes.sum()) <= _LATE,
        ),
    ),
    (
        RuleNote(
            N_("A hole is sown stone by stone, the first one back into the hole; a single one moves on."), "T3", "sow"
        ),
        RuleNote(
            N_("The last stone made an even number in a hole of the other side: all of them are taken."),
            "T4",
            "capture",
            lambda s, event: event.value == "",
        ),
        _TUZ,
        RuleNote(
            N_("The player to move has no stone left: the other one takes his own, and the game ends."), "T8", "collect"
        ),
        RuleNote(N_("The game is over: 82 stones win, 81 each are a draw."), "T7", "end"),
    ),
)

_NINE = RuleNote(
    N_("The last stone made three in a hole of the other side: it is a tuz till the end, hole 9 not excepted."),
    "T5",
    "fortress",
)


def guide(flags: Flags) -> Guide:
    """Return the guide; with the flag `nine` a tuz in hole 9 is explained, too."""
    if flags["nine"] == "off":
        return _GUIDE
    return replace(_GUIDE, rules=tuple(_NINE if rule is _TUZ else rule for rule in _GUIDE.rules))
