"""Five lessons of Focus: the top of a tower, the rest, the sixth checker, bends, and the last tower."""

from charkoni.core.errors import N_
from charkoni.core.teaching.lesson import Course, FlagLessons, Lesson, LessonStep

_TOP = Lesson(
    N_("Take the top of a tower"),
    ("F5", "F6"),
    (
        LessonStep(
            N_(
                "You may move as many checkers from the top of your tower as you like, and they make as many steps "
                "as they are. Move one checker from d4 to d5."
            ),
            ("d4-d5:1",),
            N_("One checker, one step. The two below stayed."),
            position="4/6/5,g,2/8/3,rrr,4/8/r,5/4 a 0:0",
            after="4/6/5,g,2/3,r,4/3,rr,4/8/r,5/4 b 0:0",
            refused=(("d4-e5:1", "NO_DIAGONAL"),),
            clauses=("F5", "F6"),
        ),
        LessonStep(
            N_("Two checkers make exactly two steps. Move two checkers from d4 to e5."),
            ("d4-e5:2",),
            N_("Up and to the right, or the other way round: two steps with a bend."),
            position="4/6/5,g,2/8/3,rrr,4/8/r,5/4 a 0:0",
            after="4/6/5,g,2/4,rr,3/3,r,4/8/r,5/4 b 0:0",
            refused=(("d4-d5:2", "WRONG_STEPS"),),
            clauses=("F6",),
        ),
    ),
    "focus",
)

_REST = Lesson(
    N_("Do not give the rest away"),
    ("F3", "F5"),
    (
        LessonStep(
            N_(
                "Whoever is on top commands the tower. On d4 a green checker lies below your two. Leave d4 with a "
                "part of the tower, so that what stays is still red."
            ),
            ("d4-c4:1", "d4-d3:1", "d4-d5:1", "d4-e4:1"),
            N_("One checker left, one red checker stayed on top of the green one."),
            position="4/6/5,g,2/8/3,grr,4/8/r,5/4 a 0:0",
            after="4/6/5,g,2/8/2,r,gr,4/8/r,5/4 b 0:0",
            hint=N_("Look at d4: whose checker is on top there now?"),
            claim=lambda before, after: "gr" in str(after).split("/")[4].split(","),
            is_only_move=True,
            clauses=("F3",),
        ),
        LessonStep(
            N_("Now carry the whole tower away: nothing stays, nothing is given. Bring all three checkers to d7."),
            ("d4-d7:3",),
            N_("A whole tower leaves nothing behind."),
            position="4/6/5,g,2/8/3,grr,4/8/r,5/4 a 0:0",
            after="4/2,grr,3/5,g,2/8/8/8/r,5/4 b 0:0",
            clauses=("F5",),
        ),
    ),
    "focus",
)

_SIX = Lesson(
    N_("The sixth checker falls"),
    ("F8", "F10"),
    (
        LessonStep(
            N_(
                "No tower is higher than five: what is too much is taken from its bottom. Put two checkers on the "
                "green tower of four on d6."
            ),
            ("d4-d6:2",),
            N_("The lowest checker fell, and as it is red it went into your reserve."),
            position="4/6/3,rggg,1,g,2/8/3,grr,4/8/r,5/4 a 0:0",
            after="4/6/3,gggrr,1,g,2/8/3,g,4/8/r,5/4 b 1:0",
            expects=("overflow",),
            is_only_move=True,
            clauses=("F8",),
        ),
        LessonStep(
            N_(
                "A checker of the reserve may be put on any cell, also on an enemy tower. Take the green tower of five."
            ),
            ("@d4",),
            N_("The tower is yours, and its lowest checker came back into the reserve."),
            position="4/6/5,g,2/8/3,rgrgg,4/8/r,5/4 a 1:0",
            after="4/6/5,g,2/8/3,grggr,4/8/r,5/4 b 1:0",
            hint=N_("Tap the reserve first, then the cell."),
            expects=("overflow",),
            is_only_move=True,
            clauses=("F10", "F8"),
        ),
    ),
    "focus",
)

_BENDS = Lesson(
    N_("Walks bend and pass over everything"),
    ("F6", "F9"),
    (
        LessonStep(
            N_(
                "Towers on the way are passed over, and after every step a walk may bend. Bring all three checkers "
                "onto the green tower on f5."
            ),
            ("d4-f5:3",),
            N_("Green stands all around, and it was no hindrance."),
            position="4/6/8/3,g,1,g,2/2,g,rrr,g,3/3,g,4/6/4 a 0:0",
            after="4/6/8/3,g,1,grrr,2/2,g,1,g,3/3,g,4/6/4 b 0:0",
            refused=(("d4-f4:3", "WRONG_STEPS"),),
            clauses=("F6",),
        ),
        LessonStep(
            N_(
                "Two checkers may walk out and back: nothing changes but the turn. Tap the tower, then the chip of "
                "the null move."
            ),
            ("-",),
            N_("The null move: whoever has a tower of two or more need never spoil a good position."),
            position="4/6/8/3,g,1,g,2/2,g,rrr,g,3/3,g,4/6/4 a 0:0",
            after="4/6/8/3,g,1,g,2/2,g,rrr,g,3/3,g,4/6/4 b 0:0",
            expects=("pass",),
            is_only_move=True,
            clauses=("F9",),
        ),
    ),
    "focus",
)

_LAST = Lesson(
    N_("The last tower"),
    ("F11", "F6"),
    (
        LessonStep(
            N_(
                "Whoever has no tower left has lost, even with checkers in the reserve. Green has two in reserve, "
                "but only one tower. Cover it so that nothing green is left on top."
            ),
            ("d4-d5:3",),
            N_("Green commands no tower: you have won, and the reserve does not help."),
            position="4/6/8/3,g,4/3,ggr,4/8/6/4 a 0:2",
            after="4/6/8/3,gggr,4/8/8/6/4 . 0:2",
            hint=N_("With one checker the rest on d4 turns green; two steps never end on a neighbouring cell."),
            expects=("end",),
            is_only_move=True,
            refused=(("d4-d5:2", "WRONG_STEPS"),),
            clauses=("F11", "F6"),
        ),
        LessonStep(
            N_("A checker of the reserve reaches every cell. End the game with it."),
            ("@f6",),
            N_("Dropped on the last green tower: it is red now, and the game is over."),
            position="4/6/5,g,2/8/3,grr,4/8/r,5/4 a 2:0",
            after="4/6/5,gr,2/8/3,grr,4/8/r,5/4 . 1:0",
            expects=("end",),
            is_only_move=True,
            clauses=("F11",),
        ),
    ),
    "focus",
)

_READINGS = {
    "steps=upto": FlagLessons(
        frozenset({"F6"}),
        (
            Lesson(
                N_("At most as many steps as checkers"),
                ("F6",),
                (
                    LessonStep(
                        N_(
                            "Here the checkers may also make fewer steps than they are. Bring the two red checkers "
                            "from d4 to d5."
                        ),
                        ("d4-d5:2",),
                        N_("Two checkers, one step."),
                        position="4/6/5,g,2/8/3,grr,4/8/r,5/4 a 0:0",
                        after="4/6/5,g,2/3,rr,4/3,g,4/8/r,5/4 b 0:0",
                    ),
                ),
                "focus:steps=upto",
            ),
        ),
    ),
    "rescue": FlagLessons(
        frozenset({"F11", "F12"}),
        (
            Lesson(
                N_("Saved by the reserve"),
                ("F12",),
                (
                    LessonStep(
                        N_(
                            "Here whoever has no tower left may still play from the reserve. Cover the last green "
                            "tower."
                        ),
                        ("d4-d5:1",),
                        N_("Green put a checker of the reserve on c5: the game goes on."),
                        position="4/6/8/3,g,4/3,r,4/8/rr,5/4 a 0:2",
                        after="4/6/8/2,g,gr,4/8/8/rr,5/4 a 0:1",
                        replies=("@c5",),
                        claim=lambda before, after: after.outcome is None,
                    ),
                ),
                "focus:rescue",
            ),
        ),
    ),
}

COURSE = Course(
    N_("War of towers: whoever is on top commands all below."),
    "4/r,r,g,1,r,1/1,gg,gr,1,gr,rggrr,2/1,r,r,rrrg,g,3/1,g,3,g,2/2,rg,1,g,1,r,1/g,g,r,rgg,r,1/4 a 0:0",
    (_TOP, _REST, _SIX, _BENDS, _LAST),
    _READINGS,
)
