"""The guide of Mangala: its signs and counters, and a guided first game."""

from dataclasses import replace

from charkoni.core.board_types import Event
from charkoni.core.errors import N_
from charkoni.core.game_types import Flags, State
from charkoni.core.teaching.guide import Advice, CounterMeaning, Demonstration, Guide, LegendEntry, RuleNote

LAST_STONES = 16
"""With so few stones in the holes the end is near."""

_FORTRESS_END = "M23"
"""The clause that takes the place of M11."""

_STONE = LegendEntry(N_("A stone. All are alike; only their number counts."), "M1", ("stone*",))
_NUMBER = LegendEntry(N_("How many stones lie in a hole or store."), "M1", ("badge",), "4")
_HOLE = LegendEntry(N_("A hole. You play from the six of your own side."), "M2", zone="a1")
_STORE = LegendEntry(N_("A store, beside hole 6 of its owner: what lies there is won for good."), "M3", zone="a")
_FORTRESS = LegendEntry(
    N_("A fortress: every stone that falls into this hole goes to the store of the fortress's owner."),
    "M20",
    ("fortress*",),
)

_DEMONSTRATIONS = {
    "back": Demonstration("mangala", "", ("4", "1", "6", "1")),
    "on": Demonstration("mangala:first=on", "", ("3", "1", "1", "4")),
}
_FORTRESS_DEMONSTRATIONS = {
    "back": Demonstration("mangala:fortress", "", ("1", "5", "6", "3")),
    "on": Demonstration("mangala:first=on,fortress", "", ("2", "5", "1", "4")),
}
"""By the flag `first`."""
_STORE_COUNT = CounterMeaning(
    N_("Stones in the store. 25 of the 48 are enough to win; the line on the bar marks the half."), "M13"
)
_HOLES_COUNT = {
    "take": CounterMeaning(
        N_("Stones in the holes of this side. When none is left, this side takes all the others, and the game ends."),
        "M11",
    ),
    "keep": CounterMeaning(
        N_(
            "Stones in the holes of this side. When none is left, the game ends, and the other side keeps what lies in "
            "its own."
        ),
        "M11",
    ),
}
"""By the flag `rest`."""


def _is_late(s: State) -> bool:
    """Return whether few stones are left in the holes."""
    return int(s.holes.sum()) <= LAST_STONES


_LATE = {
    "take": Advice(
        N_("The end is near. Whoever runs out of stones takes all that lie opposite: stones kept at home may be lost."),
        "M11",
        _is_late,
    ),
    "keep": Advice(
        N_("The end is near. When one side is empty, the other keeps its stones: those that lie at home are safe."),
        "M11",
        _is_late,
    ),
}
"""By the flag `rest`."""

_BACK_ADVICE = (
    Advice(
        N_(
            "Play hole 4. Its first stone stays at home, the fourth falls into your store, and so you move again at "
            "once."
        ),
        "M6",
        lambda s: set(s.holes[s.turn].tolist()) == {4},
    ),
    Advice(
        N_(
            "Look for another move that ends in your store: it takes five stones in hole 3, four in hole 4, three in "
            "hole 5, two in hole 6."
        ),
        "M6",
        lambda s: any(n == 8 - hole for hole, n in enumerate(s.holes[s.turn].tolist(), 1)),
    ),
)
_ON_ADVICE = (
    Advice(
        N_("Play hole 3. No stone stays there, the fourth falls into your store, and so you move again at once."),
        "M6",
        lambda s: set(s.holes[s.turn].tolist()) == {4},
    ),
    Advice(
        N_(
            "Look for another move that ends in your store: it takes four stones in hole 3, three in hole 4, two in "
            "hole 5, one in hole 6."
        ),
        "M6",
        lambda s: any(n == 7 - hole for hole, n in enumerate(s.holes[s.turn].tolist(), 1)),
    ),
)
_ADVICE = (
    Advice(
        N_("Try to end in a hole opposite where your last stone makes an even number: then all of them are yours."),
        "M7",
    ),
    Advice(
        N_("Keep an eye on your own holes with an odd number: one more stone, and your opponent takes them all."),
        "M7",
    ),
)
_FORTRESS_ADVICE = (
    Advice(
        N_(
            "No stone goes into a store by sowing here: you win stones by making an even number in a hole opposite, or"
            " three. Count where the last stone falls."
        ),
        "M16",
    ),
    Advice(
        N_(
            "Look for a hole opposite with two stones: if your last stone makes three of them, it becomes your "
            "fortress for the whole game."
        ),
        "M17",
    ),
    Advice(N_("Your own holes with two stones are in danger, too: your opponent wants a fortress as you do."), "M17"),
)

_SOW = {
    "back": RuleNote(
        N_("A hole is sown stone by stone, the first one back into the hole itself; only a single stone steps on."),
        "M4",
        "sow",
    ),
    "on": RuleNote(N_("A hole is sown stone by stone, the first one into the next place."), "M4", "sow"),
}
"""By the flag `first`."""
_EVEN = RuleNote(
    N_("The last stone made an even number in a hole of the other side: all stones there are captured."),
    "M7",
    "capture",
    lambda s, event: _is_opposite(event) and event.value == "",
)
_OWN_EMPTY = RuleNote(
    N_("The last stone fell into an empty hole of the player's own side: it and the stones opposite are captured."),
    "M8",
    "capture",
    lambda s, event: not _is_opposite(event),
)
_EXTRA = RuleNote(N_("The last stone fell into the player's own store: the same player moves again."), "M6", "extra")
_THREE = RuleNote(
    N_("The last stone made exactly three in a hole of the other side: these stones are won."),
    "M17",
    "capture",
    lambda s, event: event.value != "",
)
_BUILT = RuleNote(
    N_("The hole is a fortress now, till the end of the game; each player may have one."), "M19", "fortress"
)
_REST = {
    "take": RuleNote(
        N_("One side is empty: its owner takes all stones that are left, and the game is over."), "M11", "collect"
    ),
    "keep": RuleNote(
        N_("One side is empty: the owner of the other keeps the stones that are left, and the game is over."),
        "M11",
        "collect",
    ),
}
"""By the flag `rest`."""
_END = RuleNote(N_("The game is over: more stones in the store win, 24 each are a draw."), "M13", "end")


def guide(flags: Flags) -> Guide:
    """Return the guide of Mangala or of its fortress variant."""
    rest, first = flags["rest"], flags["first"]
    counters = {"store": _STORE_COUNT, "in the holes": _HOLES_COUNT[rest]}
    if flags["fortress"] == "on":
        counters["in the holes"] = replace(_HOLES_COUNT[rest], clause=_FORTRESS_END)
        return Guide(
            N_("Collect more stones in your store than your opponent, and build a fortress that collects for you."),
            "M17",
            _FORTRESS_DEMONSTRATIONS[first],
            (_STONE, _NUMBER, _HOLE, _STORE, _FORTRESS),
            counters,
            (*_FORTRESS_ADVICE, replace(_LATE[rest], clause=_FORTRESS_END)),
            (_SOW[first], _EVEN, _THREE, _BUILT, replace(_REST[rest], clause=_FORTRESS_END), _END),
        )
    return Guide(
        N_("Collect more stones in your store than your opponent: there are 48, so 25 win."),
        "M13",
        _DEMONSTRATIONS[first],
        (_STONE, _NUMBER, _HOLE, _STORE),
        counters,
        (*(_BACK_ADVICE if first == "back" else _ON_ADVICE), *_ADVICE, _LATE[rest]),
        (_SOW[first], _EVEN, _OWN_EMPTY, _EXTRA, _REST[rest], _END),
    )


def _is_opposite(event: Event) -> bool:
    """Return whether a capture was made in a hole of the other side: the stones go to a store that is not its own."""
    _, end = event.moved[0]
    return end is not None and event.zone[:1] != end.zone
