"""Five lessons: sowing, the even number, the tuz, what falls into it, the end; another one for the flag `nine`."""

from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.teaching.lesson import Course, FlagLessons, Lesson, LessonStep

_START = "9,9,9,9,9,9,9,9,9:0/9,9,9,9,9,9,9,9,9:0 a -/-"


def _gain(before: Position, after: Position, side: int) -> int:
    """Return how many stones a side has won by a move."""
    return int(after.state[0].kazan[side]) - int(before.state[0].kazan[side])


_SOWING = Lesson(
    N_("Nine stones, eight holes on"),
    ("T2", "T3"),
    (
        LessonStep(
            N_("Take the stones of a hole and sow them anticlockwise; the first goes back into the hole. Play hole 1."),
            ("1",),
            N_("Nine stones reach hole 9: one stayed in hole 1."),
            position=_START,
            after="1,10,10,10,10,10,10,10,10:0/9,9,9,9,9,9,9,9,9:0 b -/-",
            hint=N_("Hole 1 is the first of your row, on the left."),
            expects=("sow",),
            claim=lambda before, after: after.state[0].holes[1].tolist() == [9] * 9,
            is_only_move=True,
            clauses=("T3",),
        ),
        LessonStep(
            N_("A single stone goes into the next hole, and an empty hole cannot be played. Play the single stone."),
            ("2",),
            N_("It lies in hole 3 now."),
            position="0,1,0,6,2,0,8,0,5:68/3,0,5,4,0,7,1,0,2:50 a -/-",
            after="0,0,1,6,2,0,8,0,5:68/3,0,5,4,0,7,1,0,2:50 b -/-",
            hint=N_("Count: only one of your holes holds one stone."),
            claim=lambda before, after: int(after.state[0].holes[0, 2]) == 1,
            is_only_move=True,
            refused=(("1", "EMPTY_HOLE"),),
            clauses=("T2", "T3"),
        ),
    ),
    "toguz",
)

_EVEN = Lesson(
    N_("An even number"),
    ("T4",),
    (
        LessonStep(
            N_("If your last stone makes an even number in an opponent's hole, you take them all. Take eight stones."),
            ("8",),
            N_("Seven lay there, your last stone made eight: they are in your kazan."),
            position="2,0,4,1,0,5,3,6,2:55/5,3,8,7,1,4,0,9,2:45 a -/-",
            after="2,0,4,1,0,5,3,1,3:63/6,4,9,0,1,4,0,9,2:45 b -/-",
            hint=N_("Look for the hole from which the last stone reaches Black's hole 4."),
            expects=("capture",),
            claim=lambda before, after: _gain(before, after, 0) == 8,
            is_only_move=True,
        ),
        LessonStep(
            N_("Nothing is taken from your own holes, however many lie there. Play hole 6."),
            ("6",),
            N_("The last stone made ten in your hole 9: they stay."),
            position="3,1,0,2,5,4,6,2,9:55/6,2,2,7,1,5,3,8,9:32 a -/-",
            after="3,1,0,2,5,1,7,3,10:55/6,2,2,7,1,5,3,8,9:32 b -/-",
            hint=N_("Hole 6 holds four stones."),
            claim=lambda before, after: int(after.state[0].holes[0, 8]) == 10 and _gain(before, after, 0) == 0,
        ),
    ),
    "toguz",
)

_THREE = LessonStep(
    N_("Two stones lie in Black's hole 2. Make three of them: the hole becomes your tuz."),
    ("9",),
    N_("The three are yours, and so is every stone that falls there from now on."),
    position="3,1,0,2,5,4,6,0,3:53/6,2,4,7,1,5,3,8,9:40 a -/-",
    after="3,1,0,2,5,4,6,0,1:56/7,0,4,7,1,5,3,8,9:40 b 2/-",
    hint=N_("The last of three stones from hole 9 falls into Black's hole 2."),
    expects=("capture", "fortress"),
    is_only_move=True,
)

_TUZ = Lesson(
    N_("Three make a tuz"),
    ("T5",),
    (
        _THREE,
        LessonStep(
            N_("You have a tuz in Black's hole 4 already. Make three in his hole 2 all the same."),
            ("9", "3"),
            N_("Each player has one tuz: the three stones stay where they are."),
            position="9,9,9,9,9,9,9,0,3:25/9,2,9,0,9,9,9,9,4:11 a 4/-",
            after="9,9,9,9,9,9,9,0,1:25/10,3,9,0,9,9,9,9,4:11 b 4/-",
            hint=N_("It takes three stones from hole 9, or nine from hole 3."),
            claim=lambda before, after: int(after.state[0].holes[1, 1]) == 3 and _gain(before, after, 0) == 0,
            is_only_move=True,
        ),
    ),
    "toguz",
)

_INTO_TUZ = Lesson(
    N_("What falls into a tuz"),
    ("T6",),
    (
        LessonStep(
            N_("Black's hole 2 is your tuz. Sow a stone into it."),
            ("7", "9"),
            N_("It went straight into your kazan."),
            position="3,1,0,2,5,4,6,2,3:57/6,0,2,7,1,5,3,8,9:38 a 2/-",
            after="3,1,0,2,5,4,1,3,4:58/7,0,3,7,1,5,3,8,9:38 b 2/-",
            hint=N_("The sowing has to pass Black's hole 2."),
            claim=lambda before, after: _gain(before, after, 0) == 1,
            is_only_move=True,
        ),
        LessonStep(
            N_("Now you are Black, and your hole 2 is White's tuz: nobody plays from it. Play hole 1."),
            ("1",),
            N_("Your second stone fell into the tuz: White has won it."),
            position="9,9,9,9,9,9,9,0,9:23/3,0,9,9,9,9,9,9,4:6 b 2/-",
            after="9,9,9,9,9,9,9,0,9:24/1,0,10,9,9,9,9,9,4:6 a 2/-",
            hint=N_("Hole 1 lies at the top right."),
            claim=lambda before, after: _gain(before, after, 0) == 1,
            is_only_move=True,
            refused=(("2", "TUZ_HOLE"),),
        ),
    ),
    "toguz",
)

_END = Lesson(
    N_("Eighty-two"),
    ("T7", "T8"),
    (
        LessonStep(
            N_("With 82 stones you have won at once. You have 80: win."),
            ("9", "7"),
            N_("Ten stones more: 90 are enough, whatever lies in the holes."),
            position="3,0,0,2,1,0,4,0,2:80/9,3,5,0,2,1,0,7,3:40 a -/-",
            after="3,0,0,2,1,0,4,0,1:90/0,3,5,0,2,1,0,7,3:40 . -/-",
            hint=N_("One more stone makes ten in Black's hole 1."),
            expects=("capture", "end"),
            is_only_move=True,
            clauses=("T7",),
        ),
        LessonStep(
            N_("Black's holes are empty. If he has no stone when he is to move, you take yours. Play hole 5."),
            ("5",),
            N_("Black is without a horse: your last four stones are in your kazan, and you have won."),
            position="0,0,0,0,1,0,0,3,0:80/0,0,0,0,0,0,0,0,0:78 a -/-",
            after="0,0,0,0,0,0,0,0,0:84/0,0,0,0,0,0,0,0,0:78 . -/-",
            hint=N_("Any hole will do, but this one was meant."),
            expects=("collect", "end"),
            clauses=("T8",),
        ),
    ),
    "toguz",
)

_NINE = Lesson(
    N_("A tuz in hole 9, too"),
    ("T5",),
    (
        _THREE,
        LessonStep(
            N_("Here hole 9 may become a tuz as well. Make three in Black's hole 9."),
            ("9",),
            N_("Ten stones reach it: the three are yours, and so is the hole."),
            position="3,1,0,2,5,4,0,0,10:60/6,1,4,7,1,5,3,8,2:40 a -/-",
            after="3,1,0,2,5,4,0,0,1:63/7,2,5,8,2,6,4,9,0:40 b 9/-",
            hint=N_("Only your hole 9 holds enough stones."),
            expects=("capture", "fortress"),
            is_only_move=True,
        ),
    ),
    "toguz:nine",
)

COURSE = Course(
    N_("Eighteen holes, 162 stones, and a hole of the opponent's that works for you."),
    "4,0,5,2,7,6,3,1,4:54/5,0,3,6,2,4,1,8,2:45 a 2/-",
    (_SOWING, _EVEN, _TUZ, _INTO_TUZ, _END),
    {"nine": FlagLessons(frozenset({"T5"}), (_NINE,))},
)
