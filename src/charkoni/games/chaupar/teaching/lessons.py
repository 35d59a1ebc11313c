"""Five lessons of Chaupar: three values, joining, captures by height, castles, and the order of steps Home."""

from charkoni.core.errors import N_
from charkoni.core.teaching.lesson import Course, FlagLessons, Lesson, LessonStep

_VALUES = Lesson(
    N_("Three values, three decisions"),
    ("C6", "C7", "C16"),
    (
        LessonStep(
            N_("You have thrown 1, 2 and 5: three moves, in any order. Any value brings a piece in. Enter with the 1."),
            ("c:1",),
            N_("The piece stands on the first cell of your edge. The 2 and the 5 are left."),
            position="c4/c4/c4/c4 a a 125",
            after="c3,1/c4/c4/c4 a a 25",
            clauses=("C16", "C6"),
        ),
        LessonStep(
            N_("One piece may use all three values. Walk on with it by the 2."),
            ("1:2",),
            N_("It stands on cell 3, and only the 5 is left."),
            after="c3,3/c4/c4/c4 a a 5",
            clauses=("C16", "C7"),
        ),
        LessonStep(
            N_("The last value: walk on, or bring in a second piece. Both are good."),
            ("3:5", "c:5"),
            N_("Nothing is left, so the next colour throws."),
            after="c3,8/c4/c4/c4 b ? -",
            claim=lambda before, after: str(after).endswith(" b ? -"),
            clauses=("C16",),
        ),
    ),
    "chaupar",
)

_JOINING = Lesson(
    N_("Joined for ever"),
    ("C12",),
    (
        LessonStep(
            N_("Own pieces that meet on a cell join and never part. Use the 1 to join your two pieces."),
            ("2:1",),
            N_("A pile of two: one piece from now on."),
            position="c2,2,3/c4/c4/c4 a a 15",
            after="c2,3x2/c4/c4/c4 a a 5",
            expects=("merge",),
            is_only_move=True,
        ),
        LessonStep(
            N_("The pile walks by one value, both at once. Walk on by the 5."),
            ("3:5",),
            N_("Two pieces went five cells for the price of one."),
            after="c2,8x2/c4/c4/c4 b ? -",
            expects=("move",),
            is_only_move=True,
        ),
    ),
    "chaupar",
)

_HEIGHT = Lesson(
    N_("Equal or higher captures"),
    ("C7", "C14"),
    (
        LessonStep(
            N_("Land on an enemy, and he goes back to his Charkoni. Capture the red piece with the 5."),
            ("15:5",),
            N_("The red piece waits in its Charkoni and begins anew."),
            position="c3,15/c3,3/c4/c4 a a 5",
            after="c3,20/c4/c4/c4 b ? -",
            expects=("capture",),
            is_only_move=True,
            clauses=("C14", "C7"),
        ),
        LessonStep(
            N_(
                "Your pile must be at least as high as the enemy's. A red pile of two can be reached by your pile "
                "and by your single piece: capture it."
            ),
            ("15:5",),
            N_("Two against two is enough. The single piece could not have done it."),
            position="c1,14,15x2/c2,3x2/c4/c4 a a 56",
            after="c1,14,20x2/c4/c4/c4 a a 6",
            hint=N_("The pile of two stands on cell 15: it needs the 5."),
            expects=("capture",),
            is_only_move=True,
            refused=(("14:6", "PILE_TOO_HIGH"),),
            clauses=("C14",),
        ),
    ),
    "chaupar",
)

_CASTLE = Lesson(
    N_("Safe in the castle"),
    ("C15",),
    (
        LessonStep(
            N_(
                "Nobody is captured in a castle. Two red pieces stand five cells before two of yours, and one of "
                "them is in a castle. Capture the other."
            ),
            ("15:5",),
            N_("Right. On the castle nobody could have touched it."),
            position="c2,15,17/c2,3,5/c4/c4 a a 5",
            after="c2,17,20/c3,5/c4/c4 b ? -",
            hint=N_("A castle is a cell with a flower."),
            expects=("capture",),
            is_only_move=True,
            refused=(("17:5", "FORTRESS_SAFE"),),
        ),
        LessonStep(
            N_("Castles protect you, too. Bring the piece from cell 8 into the castle on cell 13."),
            ("8:5",),
            N_("Here your piece is safe, whatever the others throw."),
            position="c2,1,8/c3,60/c4/c4 a a 5",
            after="c2,1,13/c3,60/c4/c4 b ? -",
        ),
    ),
    "chaupar",
)

_HOME = Lesson(
    N_("Who goes Home first"),
    ("C10", "C11", "C18", "C6"),
    (
        LessonStep(
            N_("The last step Home takes the exact value. Bring the last black piece Home with the 2."),
            ("l6:2",),
            N_("All four black pieces are Home. From now on yellow may go Home, too."),
            position="l6,h3/c4/c4/c4 a a 2",
            after="h4/c4/c4/c4 b ? -",
            expects=("home",),
            is_only_move=True,
            clauses=("C10",),
        ),
        LessonStep(
            N_(
                "Yellow has thrown a 2, just enough for the last piece, but it must wait: a black piece is still in "
                "the Charkoni. Hand the 2 over to black."
            ),
            (">2",),
            N_("What you cannot use, your partner may."),
            position="c1,h3/c4/l6,h3/c4 c c 2",
            after="c1,h3/c4/l6,h3/c4 c a 2|-",
            expects=("hand",),
            is_only_move=True,
            refused=(("l6:2", "TEAMMATE_FIRST"),),
            clauses=("C11", "C18"),
        ),
        LessonStep(
            N_("Now black decides. Bring the piece in."),
            ("c:2",),
            N_("So the partners help each other round the board."),
            after="2,h3/c4/l6,h3/c4 d ? -",
            expects=("enter",),
            is_only_move=True,
            clauses=("C18", "C6"),
        ),
    ),
    "chaupar",
)

_READINGS = {
    "dice=1346": FlagLessons(
        frozenset({"C6", "C7", "C10", "C11", "C12", "C14", "C15", "C16", "C18"}),
        (
            Lesson(
                N_("Faces 1, 3, 4 and 6"),
                ("C16",),
                (
                    LessonStep(
                        N_(
                            "The sticks show 1, 3, 4 and 6. You have thrown 3, 4 and 6: three moves, in any order. "
                            "Walk on by the 3."
                        ),
                        ("15:3",),
                        N_("The 4 and the 6 are left."),
                        position="c3,15/c4/c4/c4 a a 346",
                        after="c3,18/c4/c4/c4 a a 46",
                    ),
                ),
                "chaupar:dice=1346",
            ),
        ),
    ),
    "entry=outer": FlagLessons(
        frozenset({"C6"}),
        (
            Lesson(
                N_("Pieces enter beyond the end of the arm"),
                ("C6",),
                (
                    LessonStep(
                        N_(
                            "Here a piece enters beyond the end of its arm: a 1 leads to step 10 of its way, a 6 to "
                            "step 15. Bring a piece in."
                        ),
                        ("c:6",),
                        N_("It has left its own edge behind and stands on step 15."),
                        position="c4/c4/c4/c4 a a 6",
                        after="c3,15/c4/c4/c4 b ? -",
                        expects=("enter",),
                    ),
                ),
                "chaupar:entry=outer",
            ),
        ),
    ),
}

COURSE = Course(
    N_("The old race on the cross: three sticks, four colours, two teams."),
    "33x4/30x3,32/11x2,22x2/29x4 b b 56",
    (_VALUES, _JOINING, _HEIGHT, _CASTLE, _HOME),
    _READINGS,
)
