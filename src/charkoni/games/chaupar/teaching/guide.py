"""The guide of Chaupar: its signs and counters, and a guided first game."""

from charkoni.core.errors import N_
from charkoni.core.game_types import Flags, State
from charkoni.core.teaching.guide import Advice, CounterMeaning, Demonstration, Guide, LegendEntry, RuleNote
from charkoni.games.chaupar.rules import CHARKONI, LANE

_FACES = N_("The faces of each of the three sticks; all four are equally likely.")


def _has_lap(s: State, colour: int) -> bool:
    """Return whether a piece of a colour has completed its lap and is still on the edge."""
    return any(piece < LANE and piece % 2 for piece in s.pieces[colour].tolist())


def _out(s: State, colour: int) -> int:
    """Return how many pieces of a colour have left their Charkoni."""
    return sum(piece != CHARKONI for piece in s.pieces[colour].tolist())


_DEMONSTRATIONS = {
    "1256": Demonstration(
        "chaupar",
        "8+,l6,h2/c1,2,44x2/c1,23,41,l2/c3,12 a ? -",
        ("[256]", "l6:2", "8+:5^", ">6", "23:6"),
    ),
    "1346": Demonstration(
        "chaupar:dice=1346",
        "8+,l4,h2/c1,2,44x2/c1,23,41,l2/c3,12 a ? -",
        ("[346]", "l4:4", "8+:3^", "l2:6"),
    ),
}
"""By the faces of the sticks."""

_LEGEND = (
    LegendEntry(N_("A piece. Black and yellow are one team, red and green the other."), "C1", ("piece*",)),
    LegendEntry(
        N_("A piece with a plus has completed its lap: at the end of its arm it may turn into its lane."),
        "C8",
        ("lap*",),
    ),
    LegendEntry(
        N_("The height of a pile: pieces of one colour that have met and walk as one."),
        "C12",
        ("badge",),
        "2",
    ),
    LegendEntry(
        N_("A small piece has come Home."),
        "C3",
        ("small*",),
    ),
    LegendEntry(
        N_("A padlock on Home: this colour steps Home only when all pieces of its partner are there."),
        "C11",
        ("lock*",),
    ),
    LegendEntry(N_("The ring round a Charkoni shows whose turn it is to throw or to decide."), "C19", ("turn*",)),
    LegendEntry(N_("A stick of the throw that is not used yet: so many steps it gives."), "C16", ("stick*",)),
    LegendEntry(N_("A castle: nobody is captured here."), "C15", zone="p5"),
    LegendEntry(N_("A lane: the last way Home, for its own colour only, after a whole lap."), "C9", zone="lane-a3"),
)

_COUNTERS = {
    "in Home": CounterMeaning(
        N_("Pieces of this colour that are Home. When both colours of a team have four, the team has won."),
        "C21",
    ),
    "waiting": CounterMeaning(N_("Pieces of this colour that wait in the Charkoni; any value brings one in."), "C6"),
    "sticks": CounterMeaning(_FACES, "C16"),
}

_ADVICE = (
    Advice(
        N_(
            "Three sticks, three moves, in any order. Bring a piece in with one value; then walk on with it, "
            "or bring in another."
        ),
        "C6",
        lambda s: s.turn >= 0 and not _out(s, int(s.turn)),
    ),
    Advice(
        N_(
            "Two of your pieces that meet become a pile: single pieces cannot capture it, and it walks as one."
            " But it never parts again."
        ),
        "C12",
        lambda s: s.turn >= 0 and _out(s, int(s.turn)) >= 1,
    ),
    Advice(N_("End on a castle where you can: whoever stands there cannot be captured."), "C15"),
    Advice(N_("Land on enemies that are no higher than your piece or pile: they go back and begin anew."), "C14"),
    Advice(
        N_(
            "This colour has a piece that has completed its lap. At the end of its arm it may turn into the "
            "lane, where nobody can follow."
        ),
        "C8",
        lambda s: s.turn >= 0 and _has_lap(s, int(s.turn)),
    ),
)

_NOTES = (
    RuleNote(N_("Three sticks are thrown: each value is a move of its own, in any order."), "C16", "throw"),
    RuleNote(N_("A used value is gone; when all are used, the next colour throws."), "C20", "lift"),
    RuleNote(N_("A piece enters from the Charkoni, with any value."), "C6", "enter"),
    RuleNote(N_("A piece walks by one value round the edge and jumps over everything on its way."), "C7", "move"),
    RuleNote(N_("Pieces of one colour on one cell join for good: a pile walks by one value."), "C12", "merge"),
    RuleNote(N_("An enemy no higher than the piece that lands on it goes back to its Charkoni."), "C14", "capture"),
    RuleNote(
        N_("A whole lap is done: the plus says that this piece may turn into its lane."),
        "C8",
        when=lambda s, event: any(_has_lap(s, colour) for colour in range(4)),
    ),
    RuleNote(N_("A piece steps Home by exactly the value it needs."), "C10", "home"),
    RuleNote(N_("All pieces of one colour are Home: now its partner may step Home, too."), "C11", "free"),
    RuleNote(
        N_("A value that nothing can be moved by may be handed to the partner, who decides at once."),
        "C19",
        "hand",
    ),
    RuleNote(N_("A value that compels no move may be left unused."), "C18", "pass"),
    RuleNote(N_("The game is over: all eight pieces of one team are Home."), "C21", "end"),
)


def guide(flags: Flags) -> Guide:
    """Return the guide; the sticks of `dice=1346` need another demonstration."""
    aim = N_("Bring the eight pieces of your team once round the board and Home before the other team does.")
    return Guide(aim, "C21", _DEMONSTRATIONS[flags["dice"]], _LEGEND, _COUNTERS, _ADVICE, _NOTES)
