"""Five lessons of Barbakan: the outer points, the wall, blocking, the duty to move, and all inside."""

from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.teaching.lesson import Course, FlagLessons, Lesson, LessonStep

_SMALL = "barbakan:board=mini3"


def _only_runner(before: Position, after: Position) -> bool:
    """Return whether the opponent can only move the pawn on m1."""
    return all(move.startswith("m1-") for move in after.moves)


_OUTER = Lesson(
    N_("Outer points with one line and with two"),
    ("K1", "K4"),
    (
        LessonStep(
            N_(
                "First all pawns are set on the outer points. Every second outer point has two lines and is harder "
                "to shut in. Place a pawn on one of these."
            ),
            tuple(f"@o{number}" for number in range(2, 25, 2)),
            N_("An even point: two ways lead on from here."),
            position="......................../............/............/............ a 12:12",
            after=".a....................../............/............/............ b 11:12",
            hint=N_("Points with even numbers have two lines, those with odd numbers one."),
            refused=(("@m1", "NOT_OUTER"),),
            clauses=("K4",),
        ),
        LessonStep(
            N_(
                "When all pawns stand, the race begins: one step along a line. From o2 two lines lead on. Take the "
                "one to m2."
            ),
            ("o2-m2",),
            N_("The middle ring: from here the gates of the circle are one step away."),
            position=".a..........b.........../............/............/............ a 0:0",
            after="............b.........../.a........../............/............ b 0:0",
            claim=lambda before, after: before.moves == ("o2-m1", "o2-m2"),
            clauses=("K1",),
        ),
    ),
    "barbakan",
)

_WALL = Lesson(
    N_("The wall lets nobody out"),
    ("K7",),
    (
        LessonStep(
            N_("The gates lead inwards only. Bring one of your pawns from the middle ring into the circle."),
            ("m6-b6", "m6-b7", "m11-b11", "m11-b12"),
            N_("It is inside for good. The first with all pawns inside wins."),
            position="............b.........../.....a....a./a.........../............ a 0:0",
            after="............b.........../..........a./a....a....../............ b 0:0",
            expects=("enter",),
            is_only_move=True,
        ),
        LessonStep(
            N_(
                "A pawn inside moves freely there, but never out. Move the pawn on b1 deeper, so that the gates "
                "stay free for the others."
            ),
            ("b1-c1",),
            N_("Deep inside it is in nobody's way, and it can walk to and fro when you need a waiting move."),
            position="............b.........../.....a....a./a.........../............ a 0:0",
            after="............b.........../.....a....a./............/a........... b 0:0",
            refused=(("b1-m1", "CANNOT_LEAVE_BARBAKAN"),),
        ),
    ),
    "barbakan",
)

_BLOCKING = Lesson(
    N_("Standing in the way"),
    ("K6", "K8"),
    (
        LessonStep(
            N_(
                "Nothing is captured and nothing is jumped: who stands in the way blocks. Shut in both enemy pawns "
                "on the edge."
            ),
            ("o2-m2", "o3-m2"),
            N_("Only the pawn on m1 can move now: the others have no free line."),
            position=".aabb./b.a/.../... a 0:0",
            after="..abb./baa/.../... b 0:0",
            hint=N_("Look at the lines of o4 and o5: they end on m2 and m3."),
            claim=_only_runner,
            is_only_move=True,
            clauses=("K8",),
        ),
        LessonStep(
            N_(
                "Keep the block: your pawns on m2 and m3 shut two enemies in. Bring another pawn nearer and leave "
                "these two where they are."
            ),
            ("o2-m1",),
            N_("The block holds, and your last pawn is on the way."),
            position=".a.bb./.aa/b../... a 0:0",
            after="...bb./aaa/b../... b 0:0",
            claim=lambda before, after: str(after).split("/")[1][1:] == "aa",
            is_only_move=True,
            clauses=("K6", "K8"),
        ),
    ),
    _SMALL,
)

_FORCED = Lesson(
    N_("Who can move must move"),
    ("K9",),
    (
        LessonStep(
            N_(
                "There is no waiting: two of your pawns are shut in, so the third has to move, like it or not. Go "
                "inside with it."
            ),
            ("m1-b1", "m1-b2"),
            N_("Inside it can walk to and fro, and the others must find moves as well."),
            position=".b.aa./abb/.../... a 0:0",
            after=".b.aa./.bb/a../... b 0:0",
            expects=("enter",),
            is_only_move=True,
            refused=(("-", "MUST_MOVE"), ("o4-m2", "OCCUPIED")),
        ),
        LessonStep(
            N_("Only a player none of whose pawns can move passes. Here it is so: pass."),
            ("-",),
            N_("Now the others have to move, and their moves open the way again."),
            position="a.a.a./bbb/.../... a 0:0",
            after="a.a.a./bbb/.../... b 0:0",
            hint=N_("Tap the chip that passes."),
            claim=lambda before, after: before.moves == ("-",),
            refused=(("o1-m1", "OCCUPIED"),),
        ),
    ),
    _SMALL,
)

_INSIDE = Lesson(
    N_("All inside wins"),
    ("K10",),
    (
        LessonStep(
            N_("Two of your pawns are inside, one stands on the middle ring. Find the only move that wins at once."),
            ("m2-b2",),
            N_("All three are inside: you have won."),
            position="...bb./.a./a.b/..a a 0:0",
            after="...bb./.../aab/..a . 0:0",
            expects=("end",),
            is_only_move=True,
            refused=(("m2-b3", "OCCUPIED"),),
        ),
        LessonStep(
            N_(
                "A pawn at a gate may stand in the way of your own. Make room on b1 or b2 for the pawn on m1, and "
                "do not leave the ring with it."
            ),
            ("b1-b3", "b1-c1", "b2-b3", "b2-c2"),
            N_("Now a gate is free: you threaten to win."),
            position="...bb./a../aa./... a 0:0",
            after="...bb./a../.aa/... b 0:0",
            claim=lambda before, after: str(after).split("/")[1] == "a..",
            is_only_move=True,
            refused=(("m1-b1", "OCCUPIED"), ("m1-b2", "OCCUPIED")),
        ),
    ),
    _SMALL,
)

_READINGS = {
    "blocked=loses": FlagLessons(
        frozenset({"K9"}),
        (
            Lesson(
                N_("If you cannot move, you have lost"),
                ("K9",),
                (
                    LessonStep(
                        N_(
                            "You must move, even if it hurts you, and here whoever cannot move at all has lost. Shut "
                            "in the last pawns of Red."
                        ),
                        ("o2-m2",),
                        N_("No pawn of Red has a free line: you have won."),
                        position="aba.a./b.b/.../... b 0:0",
                        after="a.a.a./bbb/.../... . 0:0",
                        expects=("end",),
                        is_only_move=True,
                        refused=(("-", "MUST_MOVE"),),
                    ),
                ),
                "barbakan:blocked=loses,board=mini3",
            ),
        ),
    ),
}

COURSE = Course(
    N_("Bring your pawns through the wall. There is no way back, and no passing."),
    ".a..b.bba.baa.a.b.baabba/...........a/.aa.bbbab.../............ a 0:0",
    (_OUTER, _WALL, _BLOCKING, _FORCED, _INSIDE),
    _READINGS,
)
