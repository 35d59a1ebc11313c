"""Five lessons: sowing, the extra turn, the two captures, and who takes the rest; others for the fortress game."""

from dataclasses import replace

from charkoni.core.errors import N_
from charkoni.core.teaching.lesson import Course, FlagLessons, Lesson, LessonStep
from charkoni.games.mangala.teaching.fortress_lessons import FORTRESS_COURSE

_SOWING = Lesson(
    N_("The first stone stays at home"),
    ("M4", "M5"),
    (
        LessonStep(
            N_(
                "All stones of a hole are taken up and sown, and the first one goes back into the hole itself. Play "
                "hole 1."
            ),
            ("1",),
            N_("One stone stayed in hole 1, so four stones reached only hole 4."),
            position="4,4,4,4,4,4:0/4,4,4,4,4,4:0 a",
            after="1,5,5,5,4,4:0/4,4,4,4,4,4:0 b",
            hint=N_("Hole 1 is the first of your row, farthest from your store."),
            claim=lambda before, after: after.state[0].holes[0].tolist() == [1, 5, 5, 5, 4, 4],
            is_only_move=True,
            clauses=("M4",),
        ),
        LessonStep(
            N_("A single stone leaves its hole and steps on by one. Move the single stone in hole 2."),
            ("2",),
            N_("Its hole is empty now. The hole opposite is empty, too, so nothing is captured."),
            position="0,1,0,4,4,4:11/4,4,4,0,4,4:4 a",
            after="0,0,1,4,4,4:11/4,4,4,0,4,4:4 b",
            refused=(("1", "EMPTY_HOLE"),),
            clauses=("M5",),
        ),
    ),
    "mangala",
)

_EXTRA = Lesson(
    N_("An extra turn"),
    ("M6",),
    (
        LessonStep(
            N_("If your last stone falls into your own store, you move again. Find the hole that does it."),
            ("4",),
            N_("Four stones from hole 4 end exactly in the store: it is still your turn."),
            position="4,4,4,4,4,4:0/4,4,4,4,4,4:0 a",
            after="4,4,4,1,5,5:1/4,4,4,4,4,4:0 a",
            hint=N_("Count: the first stone stays in its hole, the last one must reach the store."),
            expects=("extra",),
            is_only_move=True,
        ),
        LessonStep(
            N_("It may happen several times. Two holes give an extra turn here; begin with the single stone."),
            ("6",),
            N_("The single stone stepped into the store. Once more!"),
            position="3,4,2,5,3,1:6/4,4,3,5,2,1:5 a",
            after="3,4,2,5,3,0:7/4,4,3,5,2,1:5 a",
            expects=("extra",),
        ),
        LessonStep(
            N_("Find the hole that gives the next extra turn."),
            ("5",),
            N_("Three stones from hole 5 end in the store, and you may move a third time."),
            after="3,4,2,5,1,1:8/4,4,3,5,2,1:5 a",
            expects=("extra",),
            is_only_move=True,
        ),
    ),
    "mangala",
)

_EVEN = Lesson(
    N_("An even number is captured"),
    ("M7",),
    (
        LessonStep(
            N_(
                "If your last stone makes an even number in a hole of the opponent, you take all stones of that hole. "
                "Two holes do it here; play the one that takes more."
            ),
            ("6",),
            N_("Five stones lay there, yours was the sixth: all six are yours."),
            position="4,4,4,4,4,4:0/1,5,5,2,5,5:1 a",
            after="4,4,4,4,4,1:7/2,0,5,2,5,5:1 b",
            hint=N_("Look where the last stone of hole 5 and of hole 6 falls, and how many lie there."),
            expects=("capture",),
            claim=lambda before, after: after.state[0].store[0] == 7,
            is_only_move=True,
        ),
        LessonStep(
            N_(
                "An odd number stays where it is. One hole ends among the stones of the opponent and takes nothing: "
                "play it."
            ),
            ("6",),
            N_("Your stone made five, an odd number: nothing is captured."),
            position="4,4,4,4,4,4:0/4,4,4,4,4,4:0 a",
            after="4,4,4,4,4,1:1/5,5,4,4,4,4:0 b",
            claim=lambda before, after: after.state[0].holes[1][1] == 5 and after.state[0].store[0] == 1,
            is_only_move=True,
        ),
    ),
    "mangala",
)

_OWN = Lesson(
    N_("Your own empty hole"),
    ("M8",),
    (
        LessonStep(
            N_(
                "If your last stone falls into an empty hole of your own, you take it together with the stones "
                "opposite. Your hole 6 is empty, and five stones lie opposite."
            ),
            ("3",),
            N_("Your stone and the five opposite: six stones for the store."),
            position="4,4,4,4,4,0:3/5,4,4,4,4,4:0 a",
            after="4,4,1,5,5,0:9/0,4,4,4,4,4:0 b",
            hint=N_("Which hole holds just enough stones to end in hole 6?"),
            expects=("capture",),
            claim=lambda before, after: after.state[0].store[0] == 9,
            is_only_move=True,
        ),
        LessonStep(
            N_("A single stone can do it, too. Take the stones opposite hole 3."),
            ("2",),
            N_("The single stone stepped into the empty hole and took the three stones opposite."),
            position="0,1,0,4,4,4:8/4,4,4,3,4,4:4 a",
            after="0,0,0,4,4,4:12/4,4,4,0,4,4:4 b",
            expects=("capture",),
            claim=lambda before, after: after.state[0].store[0] == 12,
            is_only_move=True,
        ),
    ),
    "mangala",
)

_REST = Lesson(
    N_("Who takes the rest"),
    ("M11", "M13"),
    (
        LessonStep(
            N_(
                "The game ends when one side is empty, and the owner of the empty side takes all that lies "
                "opposite. Play your last stone."
            ),
            ("6",),
            N_("Your side is empty, so the six stones of the opponent are yours: you win by 27 to 21."),
            position="0,0,0,0,0,1:20/2,0,3,0,0,1:21 a",
            after="0,0,0,0,0,0:27/0,0,0,0,0,0:21 .",
            expects=("end",),
            claim=lambda before, after: after.state[0].store.tolist() == [27, 21],
            clauses=("M11", "M13"),
        ),
        LessonStep(
            N_(
                "A trap: a capture that empties the other side gives the opponent all your stones. Do not fall into it."
            ),
            ("4", "6"),
            N_("Well done: the capture by hole 2 would have emptied the other side and lost the game."),
            position="0,1,0,4,0,2:18/0,0,0,3,0,0:20 a",
            after="0,1,0,1,1,3:19/0,0,0,3,0,0:20 a",
            hint=N_("You took the last stones of the opponent, and the opponent took all that was left of yours."),
            claim=lambda before, after: after.outcome is None,
            is_only_move=True,
            clauses=("M11",),
        ),
    ),
    "mangala",
)

_ON = "mangala:first=on"
_READINGS = {
    "rest=keep": FlagLessons(
        frozenset({"M11"}),
        (
            Lesson(
                N_("The rest stays where it lies"),
                ("M11",),
                (
                    LessonStep(
                        N_(
                            "When one side is empty, the game ends, and each player keeps the stones that lie on "
                            "their own side. Play your last stone."
                        ),
                        ("6",),
                        N_("Your side is empty, and the two stones opposite go to your opponent: you win by 25 to 23."),
                        position="0,0,0,0,0,1:24/2,0,0,0,0,0:21 a",
                        after="0,0,0,0,0,0:25/0,0,0,0,0,0:23 .",
                        expects=("end",),
                        claim=lambda before, after: after.state[0].store.tolist() == [25, 23],
                    ),
                ),
                "mangala:rest=keep",
            ),
        ),
    ),
    "first=on": FlagLessons(
        frozenset({"M4", "M5", "M6", "M7", "M8", "M11"}),
        (
            Lesson(
                N_("The hole is left empty"),
                ("M4", "M5", "M6"),
                (
                    LessonStep(
                        N_("The first stone falls into the next place, and the hole is left empty. Play hole 1."),
                        ("1",),
                        N_("Hole 1 is empty, and its four stones reached hole 5."),
                        position="4,4,4,4,4,4:0/4,4,4,4,4,4:0 a",
                        after="0,5,5,5,5,4:0/4,4,4,4,4,4:0 b",
                        claim=lambda before, after: after.state[0].holes[0].tolist() == [0, 5, 5, 5, 5, 4],
                        is_only_move=True,
                        clauses=("M4",),
                    ),
                    _SOWING.steps[1],
                    LessonStep(
                        _EXTRA.steps[0].ask,
                        ("3",),
                        N_("Four stones from hole 3 end exactly in the store: it is still your turn."),
                        position="4,4,4,4,4,4:0/4,4,4,4,4,4:0 a",
                        after="4,4,0,5,5,5:1/4,4,4,4,4,4:0 a",
                        expects=("extra",),
                        is_only_move=True,
                        clauses=("M6",),
                    ),
                ),
                _ON,
            ),
            Lesson(
                _EVEN.title,
                ("M7", "M8", "M11", "M13"),
                (
                    replace(
                        _EVEN.steps[0],
                        position="4,4,4,2,3,3:4/1,5,5,2,5,5:1 a",
                        after="4,4,4,2,3,0:11/2,0,5,2,5,5:1 b",
                        claim=lambda before, after: after.state[0].store[0] == 11,
                        clauses=("M7",),
                    ),
                    replace(
                        _OWN.steps[0],
                        position="4,2,3,4,4,0:5/5,4,4,4,4,5:0 a",
                        after="4,2,0,5,5,0:11/0,4,4,4,4,5:0 b",
                        claim=lambda before, after: after.state[0].store[0] == 11,
                        clauses=("M8",),
                    ),
                    _REST.steps[0],
                ),
                _ON,
            ),
        ),
    ),
}

COURSE = Course(
    N_("Forty-eight stones, twelve holes: the Turkish game of sowing and counting."),
    "6,3,0,0,8,2:8/1,2,0,1,1,7:9 a",
    (_SOWING, _EXTRA, _EVEN, _OWN, _REST),
    _READINGS,
)

VARIANTS = {"fortress": FORTRESS_COURSE}
