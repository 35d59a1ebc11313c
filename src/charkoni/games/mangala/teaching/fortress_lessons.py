"""Five lessons of the fortress game: sowing past the stores, building, collecting, limits, the end."""

from dataclasses import replace

from charkoni.core.errors import N_
from charkoni.core.teaching.lesson import Course, FlagLessons, Lesson, LessonStep

_NAME = "mangala:fortress"

_SOWING = Lesson(
    N_("No stone for the store"),
    ("M16", "M7", "M5"),
    (
        LessonStep(
            N_(
                "Here no stone is sown into a store: from hole 6 you go on in the opponent's hole 1. Play hole 4 and "
                "see where the fourth stone falls."
            ),
            ("4",),
            N_("It passed your store and fell into the opponent's hole 1. So nobody gets a second turn by sowing."),
            position="4,4,4,4,4,4:0/4,4,4,4,4,4:0 a -/-",
            after="4,4,4,1,5,5:0/5,4,4,4,4,4:0 b -/-",
            claim=lambda before, after: after.state[0].store[0] == 0 and after.turn == 1,
            clauses=("M16",),
        ),
        LessonStep(
            N_(
                "An even number in a hole of the opponent is captured as in the usual game, by a single stone as well. "
                "Two holes do it here; play one of them."
            ),
            ("6", "4"),
            N_("Your last stone made four in the opponent's hole 1: all four are yours."),
            position="4,4,4,4,4,1:2/3,4,4,4,4,4:2 a -/-",
            after="4,4,4,4,4,0:6/0,4,4,4,4,4:2 b -/-",
            hint=N_("Three stones lie in the opponent's hole 1: which of your holes end there?"),
            expects=("capture",),
            claim=lambda before, after: after.state[0].store[0] == 6,
            is_only_move=True,
            clauses=("M7", "M5"),
        ),
    ),
    _NAME,
)

_BUILDING = Lesson(
    N_("Three stones build a fortress"),
    ("M17",),
    (
        LessonStep(
            N_(
                "If your last stone makes exactly three in a hole of the opponent, you take the three, and the hole is "
                "your fortress for the rest of the game. Build it in hole 2: two holes of yours end there."
            ),
            ("6", "5"),
            N_("Three stones for your store, and a fortress in the middle of the enemy."),
            position="4,4,4,4,4,3:2/4,2,4,4,4,4:1 a -/-",
            after="4,4,4,4,4,1:5/5,0,4,4,4,4:1 b 2/-",
            expects=("fortress",),
            claim=lambda before, after: after.state[0].store[0] == 5,
            is_only_move=True,
        ),
        LessonStep(
            N_("The opponent has two stones in hole 3 and in hole 5. Only one of them is in your reach: build there."),
            ("6",),
            N_("Four stones from hole 6: one stays, and the last one is the third in hole 3."),
            position="3,5,0,2,6,4:1/1,5,2,4,2,5:8 a -/-",
            after="3,5,0,2,6,1:4/2,6,0,4,2,5:8 b 3/-",
            hint=N_("The first stone goes back into its hole; count the others from the next place on."),
            expects=("fortress",),
            is_only_move=True,
        ),
    ),
    _NAME,
)

_COLLECTING = Lesson(
    N_("What falls in is yours"),
    ("M20", "M21"),
    (
        LessonStep(
            N_(
                "Every stone that falls into your fortress goes into your store. Two of your holes reach it; play one "
                "of them."
            ),
            ("6", "5"),
            N_("A stone for your store. If it had been the last one, nothing more would have happened."),
            position="4,4,4,4,4,4:3/4,0,4,4,4,4:1 a 2/-",
            after="4,4,4,4,4,1:4/5,0,5,4,4,4:1 b 2/-",
            claim=lambda before, after: after.state[0].store[0] == 4,
            is_only_move=True,
        ),
        LessonStep(
            N_("The opponent cannot sow past your fortress either. Play hole 1, and watch his stones from hole 1."),
            ("1",),
            N_("His second stone fell into your fortress: your store has one more."),
            position="4,4,4,4,4,4:3/4,0,4,4,4,4:1 a 2/-",
            replies=("1",),
            after="1,5,5,5,4,4:4/1,0,5,5,4,4:1 a 2/-",
            clauses=("M20",),
        ),
    ),
    _NAME,
)

_LIMITS = Lesson(
    N_("Where no fortress stands"),
    ("M18", "M19"),
    (
        LessonStep(
            N_("Hole 6 never becomes a fortress, it is too near to its owner's store. Make three there and see."),
            ("6",),
            N_("The three stones stay where they are, and nothing is captured."),
            position="4,4,4,4,4,7:1/3,3,3,3,3,2:3 a -/-",
            after="4,4,4,4,4,1:1/4,4,4,4,4,3:3 b -/-",
            claim=lambda before, after: after.state[0].holes[1][5] == 3 and after.state[0].fortresses[0] == 0,
            is_only_move=True,
            clauses=("M18",),
        ),
        LessonStep(
            N_("You have a fortress already, and one is all you get. Make three in the opponent's hole 2."),
            ("6", "5"),
            N_("Another three stays in its hole. But a stone fell into your fortress on the way."),
            position="4,4,4,4,4,3:2/0,2,4,4,4,4:5 a 1/-",
            after="4,4,4,4,4,1:3/0,3,4,4,4,4:5 b 1/-",
            claim=lambda before, after: after.state[0].holes[1][1] == 3 and after.state[0].store[0] == 3,
            is_only_move=True,
            clauses=("M19",),
        ),
    ),
    _NAME,
)

_END = Lesson(
    N_("The end of the fortress game"),
    ("M23", "M13"),
    (
        LessonStep(
            N_(
                "The game ends when one side is empty, and the owner of the empty side takes all that lies opposite. "
                "Play your last stone."
            ),
            ("6",),
            N_("Your side is empty, so the six stones of the opponent are yours: you win by 27 to 21."),
            position="0,0,0,0,0,1:20/1,0,3,0,0,2:21 a -/-",
            after="0,0,0,0,0,0:27/0,0,0,0,0,0:21 . -/-",
            expects=("end",),
            claim=lambda before, after: after.state[0].store.tolist() == [27, 21],
        ),
        LessonStep(
            N_(
                "A trap: the single stone of hole 6 captures the last stones of the opponent, but then his side is "
                "empty, and all that is left is his. Play the other hole."
            ),
            ("2",),
            N_("Well done: the game goes on, and you are not lost yet."),
            position="0,2,0,0,0,1:20/1,0,0,0,0,0:24 a -/-",
            after="0,1,1,0,0,1:20/1,0,0,0,0,0:24 b -/-",
            claim=lambda before, after: after.outcome is None,
            is_only_move=True,
            clauses=("M23",),
        ),
    ),
    _NAME,
)

_ON = "mangala:first=on,fortress"
_READINGS = {
    "rest=keep": FlagLessons(
        frozenset({"M23"}),
        (
            Lesson(
                N_("The rest stays where it lies"),
                ("M23",),
                (
                    LessonStep(
                        N_(
                            "When one side is empty, the game ends, and each player keeps the stones that lie on "
                            "their own side. Play your last stone."
                        ),
                        ("6",),
                        N_("Your side is empty, and the stones opposite go to your opponent, who wins by 28 to 20."),
                        position="0,0,0,0,0,1:20/0,2,3,0,0,1:21 a -/-",
                        after="0,0,0,0,0,0:20/0,0,0,0,0,0:28 . -/-",
                        expects=("end",),
                        claim=lambda before, after: after.state[0].store.tolist() == [20, 28],
                    ),
                ),
                "mangala:fortress,rest=keep",
            ),
        ),
    ),
    "first=on": FlagLessons(
        frozenset({"M4", "M5", "M7", "M16", "M17", "M18", "M19", "M20", "M21", "M23"}),
        (
            Lesson(
                N_("The hole is left empty"),
                ("M4", "M7"),
                (
                    LessonStep(
                        N_("The first stone falls into the next place, and the hole is left empty. Play hole 1."),
                        ("1",),
                        N_("Hole 1 is empty, and its four stones reached hole 5."),
                        position="4,4,4,4,4,4:0/4,4,4,4,4,4:0 a -/-",
                        after="0,5,5,5,5,4:0/4,4,4,4,4,4:0 b -/-",
                        claim=lambda before, after: after.state[0].holes[0].tolist() == [0, 5, 5, 5, 5, 4],
                        is_only_move=True,
                        clauses=("M4",),
                    ),
                    replace(_SOWING.steps[1], moves=("6", "3"), clauses=("M7",)),
                ),
                _ON,
            ),
            Lesson(
                _BUILDING.title,
                ("M17", "M20", "M21"),
                (
                    replace(
                        _BUILDING.steps[0],
                        position="4,4,4,5,3,2:3/4,2,4,4,4,4:1 a -/-",
                        after="4,4,4,5,3,0:6/5,0,4,4,4,4:1 b 2/-",
                        claim=lambda before, after: after.state[0].store[0] == 6,
                        clauses=("M17",),
                    ),
                    replace(
                        _COLLECTING.steps[0],
                        position="4,4,4,3,4,4:4/4,0,4,4,4,4:1 a 2/-",
                        after="4,4,4,3,4,0:5/5,0,5,5,4,4:1 b 2/-",
                        claim=lambda before, after: after.state[0].store[0] == 5,
                        clauses=("M20", "M21"),
                    ),
                ),
                _ON,
            ),
            Lesson(
                _LIMITS.title,
                ("M18", "M19", "M23", "M13"),
                (
                    replace(
                        _LIMITS.steps[0],
                        position="4,4,4,4,4,6:2/3,3,3,3,3,2:3 a -/-",
                        after="4,4,4,4,4,0:2/4,4,4,4,4,3:3 b -/-",
                    ),
                    replace(
                        _LIMITS.steps[1],
                        moves=("6", "4"),
                        position="4,4,4,4,2,2:5/0,2,4,4,4,4:5 a 1/-",
                        after="4,4,4,4,2,0:6/0,3,4,4,4,4:5 b 1/-",
                        claim=lambda before, after: after.state[0].holes[1][1] == 3 and after.state[0].store[0] == 6,
                    ),
                    replace(_END.steps[0], clauses=("M23", "M13")),
                ),
                _ON,
            ),
        ),
    ),
}

FORTRESS_COURSE = Course(
    N_("The other game of 2016: no second turns, but fortresses that collect for you."),
    "1,0,4,1,11,8:2/1,0,1,1,12,2:4 b -/-",
    (_SOWING, _BUILDING, _COLLECTING, _LIMITS, _END),
    _READINGS,
)
