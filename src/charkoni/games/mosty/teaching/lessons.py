"""Five lessons: bridges, crossings taken, two ways, the threat, and why the first player wins."""

from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.teaching.lesson import Course, FlagLessons, Lesson, LessonStep

_SIZE3 = "mosty:size=3"
_SIZE2 = "mosty:size=2"


def _no_win_at_once(before: Position, after: Position) -> bool:
    """Return whether the opponent cannot join both borders with the next bridge."""
    return all(after.play(move).outcome is None for move in after.moves)


def _wins_against_all(before: Position, after: Position) -> bool:
    """Return whether player a wins by force."""
    if after.outcome is not None:
        return after.outcome.scores[0] == 1
    ends = (_wins_against_all(after, after.play(move)) for move in after.moves)
    return any(ends) if after.turn == 0 else all(ends)


_BRIDGES = Lesson(
    N_("From shore to shore"),
    ("S1", "S2", "S3"),
    (
        LessonStep(
            N_(
                "You are Red and want to join the lower shore to the upper one. Tap the crossing c3, in the middle, "
                "to build a bridge."
            ),
            ("c3",),
            N_("Your bridge joins two red points. Blue answers right above it."),
            position="3/2/3/2/3 a",
            replies=("c5",),
            after="1b1/2/1r1/2/3 a",
            clauses=("S1", "S2", "S3"),
        ),
        LessonStep(
            N_("On a crossing in an even row your bridge lies across. Go round the blue bridge: build on d4."),
            ("d4",),
            N_("From the right end of this bridge another way leads up."),
            after="1b1/1r/1r1/2/3 b",
            clauses=("S2",),
        ),
    ),
    _SIZE3,
)

_TAKEN = Lesson(
    N_("Bridges never cross"),
    ("S2",),
    (
        LessonStep(
            N_(
                "Every crossing is used once, by one side. Blue has barred the straight way down on c1. Go round "
                "it: build on b2 or d2."
            ),
            ("b2", "d2"),
            N_("A detour is as good as a straight way."),
            position="3/2/1r1/2/1b1 a",
            after="3/2/1r1/r1/1b1 b",
            hint=N_("This bridge does not lead round the blue one."),
            refused=(("c1", "CROSSES_BRIDGE"),),
        ),
        LessonStep(
            N_(
                "Your bridges bar the way of Blue as well. Blue has come from the left to the middle: only one "
                "crossing stops the straight way to the right shore."
            ),
            ("e3",),
            N_("Every bridge of yours is a wall for Blue."),
            position="1r1/2/bb1/2/1r1 a",
            after="1r1/2/bbr/2/1r1 b",
            hint=N_("Blue would join both shores by the next bridge."),
            claim=_no_win_at_once,
            is_only_move=True,
        ),
    ),
    _SIZE3,
)

_TWO_WAYS = Lesson(
    N_("Two ways are as good as a bridge"),
    ("S3",),
    (
        LessonStep(
            N_(
                "One gap is left between your chain and the upper shore, and it could be closed by a3 or by b4. "
                "Blue has just built on b4. Close it the other way."
            ),
            ("a3",),
            N_("Joined: you have won. Whichever of the two Blue takes, you take the other."),
            position="rbb/br/1rr/rb/bbr a",
            after="rbb/br/rrr/rb/bbr .",
            expects=("end",),
        ),
        LessonStep(
            N_("The same on an emptier board: your chain stands on the lower shore. Which bridge finishes it at once?"),
            ("c5",),
            N_("From the lower to the upper shore without a gap."),
            position="b1b/2/1r1/b1/1r1 a",
            after="brb/2/1r1/b1/1r1 .",
            expects=("end",),
            is_only_move=True,
        ),
    ),
    _SIZE3,
)

_THREAT = Lesson(
    N_("See the threat"),
    ("S3", "S4"),
    (
        LessonStep(
            N_("Blue needs one more bridge. Find the only crossing that stops Blue."),
            ("e3",),
            N_("Stopped. There is no draw, so whoever is not stopped gets through."),
            position="3/2/bb1/r1/1r1 a",
            after="3/2/bbr/r1/1r1 b",
            hint=N_("Blue would join both shores by the next bridge."),
            claim=_no_win_at_once,
            is_only_move=True,
            clauses=("S3", "S4"),
        ),
        LessonStep(
            N_("Before you defend, look whether you can finish yourself. Win at once."),
            ("a5",),
            N_("Attack is the best defence, if it comes first."),
            position="3/b1/rbb/1r/r2 a",
            after="r2/b1/rbb/1r/r2 .",
            expects=("end",),
            is_only_move=True,
            clauses=("S3",),
        ),
    ),
    _SIZE3,
)

_FIRST = Lesson(
    N_("Why the first player wins"),
    ("S7",),
    (
        LessonStep(
            N_(
                "On the smallest board the whole secret can be seen. Build in the middle, on b2: now the other "
                "crossings form two pairs, a1 with c1 and a3 with c3."
            ),
            ("b2",),
            N_("Whatever Blue takes, you answer with the other of the pair. Blue takes a1."),
            position="2/1/2 a",
            replies=("a1",),
            after="2/r/b1 a",
            claim=_wins_against_all,
        ),
        LessonStep(
            N_("Answer with the partner of a1."),
            ("c1",),
            N_("The lower pair is yours. Blue takes c3."),
            replies=("c3",),
            after="1b/r/br a",
        ),
        LessonStep(
            N_("And the partner of c3 wins."),
            ("a3",),
            N_(
                "Joined. On larger boards there are pairs for every crossing, too, so play pairs of games, each of "
                "you beginning once."
            ),
            after="rb/r/br .",
            expects=("end",),
        ),
    ),
    _SIZE2,
)

_READINGS = {
    "links=2": FlagLessons(
        frozenset({"S1", "S2", "S3", "S4", "S6", "S7"}),
        (
            Lesson(
                N_("Two bridges in a turn"),
                ("S6",),
                (
                    LessonStep(
                        N_("The first turn of the game has one bridge, every later turn two. You play Blue: build d6."),
                        ("d6",),
                        N_("One bridge of this turn is left: go on."),
                        position="5/4/5/4/2r2/4/5/4/5 b 2",
                        after="5/4/5/1b2/2r2/4/5/4/5 b 1",
                    ),
                    LessonStep(
                        N_("Build the second one beside it: d8."),
                        ("d8",),
                        N_("Two bridges are built, and Red has two in turn."),
                        after="5/1b2/5/1b2/2r2/4/5/4/5 a 2",
                    ),
                ),
                "mosty:links=2",
            ),
        ),
    ),
}

COURSE = Course(
    N_("Join your two shores by bridges before the other does."),
    "4r/1bb1/1r1b1/b1b1/4b/1r2/b2rr/4/1r2r a",
    (_BRIDGES, _TAKEN, _TWO_WAYS, _THREAT, _FIRST),
    _READINGS,
)
