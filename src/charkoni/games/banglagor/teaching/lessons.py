"""Five lessons of Banglagor: walking, binding, bound columns, low columns against high ones, and the lift."""

from charkoni.core.errors import N_
from charkoni.core.teaching.lesson import Course, FlagLessons, Lesson, LessonStep

_WALKING = Lesson(
    N_("Exactly as many steps as it is high"),
    ("B5",),
    (
        LessonStep(
            N_(
                "A column makes exactly as many steps as it is high and may turn after each. Bring the column of "
                "height 3 from d3 to e5."
            ),
            ("d3-e5",),
            N_("Three steps, one of them to the side."),
            position="8/8/8/6c1/8/8/8/8/8/3C4/8/B7 a 000:000 4",
            after="8/8/8/6c1/8/8/8/4C3/8/8/8/B7 b 000:000 5",
            refused=(("d3-d5", "WRONG_LENGTH"),),
            clauses=("B5",),
        ),
        LessonStep(
            N_("A column of height 2 makes two steps, neither more nor fewer. Bring the one on a1 to b2."),
            ("a1-b2",),
            N_("Up and to the right, or the other way round."),
            position="8/8/8/6c1/8/8/8/8/8/3C4/8/B7 a 000:000 4",
            after="8/8/8/6c1/8/8/8/8/8/3C4/1B6/8 b 000:000 5",
            clauses=("B5",),
        ),
    ),
    "banglagor",
)

_BINDING = Lesson(
    N_("Bind first, strike then"),
    ("B8", "B9", "B10"),
    (
        LessonStep(
            N_(
                "Whoever comes to stand next to an enemy attacks. With no more strength than the enemy is high you "
                "only bind it. Bind the green column on e6."
            ),
            ("d3-d6xe6", "d3-e5xe6"),
            N_("Three against three is not more: the column is bound and lies upside down."),
            position="8/8/8/6c1/8/8/4c3/8/8/3C4/8/B7 a 000:000 4",
            after="8/8/8/6c1/8/8/3Cc*3/8/8/8/8/B7 b 000:000 5",
            expects=("bind",),
            is_only_move=True,
            clauses=("B8", "B10"),
        ),
        LessonStep(
            N_(
                "The heights of all your columns next to the target add up. A small column stands beside the bound "
                "one: come with the big one and finish it."
            ),
            ("e2-e5xe6",),
            N_("Three and one make four, more than three: the column leaves the board."),
            position="8/8/8/6c1/8/8/3Ac*3/8/8/8/4C3/B7 a 000:000 7",
            after="8/8/8/6c1/8/8/3A4/4C3/8/8/8/B7 b 000:000 8",
            expects=("capture",),
            is_only_move=True,
            clauses=("B9", "B8"),
        ),
    ),
    "banglagor",
)

_BOUND = Lesson(
    N_("The bound do not help"),
    ("B12", "B13"),
    (
        LessonStep(
            N_(
                "A bound column cannot walk and adds no strength. Your small column on d6 is bound, so the big one "
                "alone would not do. Free the small one; that takes a turn."
            ),
            ("~d6",),
            N_("It stands upright again. Green used the time to walk away in the corner."),
            position="8/8/8/6c1/8/8/3A*c*3/8/8/8/4C3/B7 a 000:000 7",
            replies=("g9-g12",),
            after="6c1/8/8/8/8/8/3Ac*3/8/8/8/4C3/B7 a 000:000 9",
            hint=N_("Tap the bound column, then the chip that frees it."),
            expects=("free",),
            is_only_move=True,
            clauses=("B13", "B12"),
        ),
        LessonStep(
            N_("Now both count. Take the bound green column."),
            ("e2-e5xe6",),
            N_("Together they are stronger than it is high."),
            after="6c1/8/8/8/8/8/3A4/4C3/8/8/8/B7 b 000:000 10",
            expects=("capture",),
            is_only_move=True,
            clauses=("B12",),
        ),
    ),
    "banglagor",
)

_COURAGE = Lesson(
    N_("A small column may face a tall one"),
    ("B10", "B11"),
    (
        LessonStep(
            N_(
                "Stepping next to a stronger enemy costs nothing: only whoever moves attacks. Bind the green column "
                "of height 3 with your column of height 1."
            ),
            ("d5-d6xd7",),
            N_("One against three binds it, and nothing happens to your column."),
            position="8/8/8/8/8/3c4/8/3A4/8/8/8/C7 a 000:000 4",
            after="8/8/8/8/8/3c*4/3A4/8/8/8/8/C7 b 000:000 5",
            expects=("bind",),
            is_only_move=True,
            clauses=("B11", "B10"),
        ),
        LessonStep(
            N_("Walking out and back is a movement, too, so it attacks. Bind d6 without leaving d5."),
            ("d5-d5xd6",),
            N_("Your column is back in its place, and the enemy is bound."),
            position="8/8/8/6c1/8/8/3b4/3B4/8/8/8/B7 a 000:000 3",
            after="8/8/8/6c1/8/8/3b*4/3B4/8/8/8/B7 b 000:000 4",
            hint=N_("Tap the column, then the chip of the way back."),
            expects=("bind",),
            claim=lambda before, after: str(after).split("/")[7] == "3B4",
            is_only_move=True,
            clauses=("B10",),
        ),
    ),
    "banglagor",
)

_LIFT = Lesson(
    N_("Lifted from the last row"),
    ("B14",),
    (
        LessonStep(
            N_(
                "A column that has reached the far row may be lifted and set on any free cell. It does not attack "
                "by that. Set the one on f12 on e8, below the green column."
            ),
            ("f12@e8",),
            N_("It stands beside the enemy, and nothing has happened yet. Green moved elsewhere."),
            position="5B2/8/8/4c3/7a/8/8/8/8/8/8/C7 a 000:000 6",
            replies=("h8-h7",),
            after="8/8/8/4c3/4B3/7a/8/8/8/8/8/C7 a 000:000 1",
            hint=N_("Tap the column, then the chip that lifts it, then the cell."),
            expects=("lift",),
        ),
        LessonStep(
            N_("Now it can attack by walking. Bind the column on e9."),
            ("e8-d9xe9", "e8-e8xe9", "e8-f9xe9"),
            N_("Two against three: it is bound."),
            after="8/8/8/3Bc*3/8/7a/8/8/8/8/8/C7 b 000:000 0",
            expects=("bind",),
            is_only_move=True,
        ),
    ),
    "banglagor",
)

_READINGS = {
    "steps=upto": FlagLessons(
        frozenset({"B5"}),
        (
            Lesson(
                N_("At most as many steps as it is high"),
                ("B5",),
                (
                    LessonStep(
                        N_(
                            "Here a column may also make fewer steps than it is high. Bring the column of height 3 "
                            "from d3 to d4."
                        ),
                        ("d3-d4",),
                        N_("One step of three: it stands, and the others are not used."),
                        position="8/8/8/6c1/8/8/8/8/8/3C4/8/B7 a 000:000 4",
                        after="8/8/8/6c1/8/8/8/8/3C4/8/8/B7 b 000:000 5",
                    ),
                ),
                "banglagor:steps=upto",
            ),
        ),
    ),
    "quiet=standing": FlagLessons(
        frozenset({"B16"}),
        (
            Lesson(
                N_("When nobody stands on enemy land"),
                ("B16",),
                (
                    LessonStep(
                        N_(
                            "Moves count towards a draw only while no column stands on enemy land, and a green one "
                            "stands on d5. Bring the column from a2 to a1."
                        ),
                        ("a2-a1",),
                        N_(
                            "Eighteen quiet moves had been counted; now nothing is counted until the green column "
                            "is gone."
                        ),
                        position="8/ccc5/8/8/8/8/8/3b4/8/3CCC2/CC6/8 a 000:000 18",
                        after="8/ccc5/8/8/8/8/8/3b4/8/3CCC2/1C6/C7 b 000:000 0",
                    ),
                ),
                "banglagor:quiet=standing",
            ),
        ),
    ),
}

COURSE = Course(
    N_("Columns walk exactly their height, bind the enemy, and strike together."),
    "4ac2/babb3a/baa1b1c1/2a2c1c/2b2c2/8/c7/C*A3CC1/C4B2/3C4/B2ABB1C/A1BBAA1A a 000:000 4",
    (_WALKING, _BINDING, _BOUND, _COURAGE, _LIFT),
    _READINGS,
)
