"""Five lessons: groups that spread, captures by number, the king, his danger, and the draw of a lone king."""

from charkoni.core.errors import N_
from charkoni.core.game import Position
from charkoni.core.teaching.lesson import Course, FlagLessons, Lesson, LessonStep


def _king_is_safe(before: Position, after: Position) -> bool:
    """Return whether no move of the opponent takes the king."""
    ends = (after.play(move).outcome for move in after.moves)
    return all(end is None or end.reason != "king" for end in ends)


_SPREAD = Lesson(
    N_("A group spreads out"),
    ("G5", "G6"),
    (
        LessonStep(
            N_(
                "All pieces of a group move: the first one square, the second two, the third three. Send the group "
                "on d4 to the right."
            ),
            ("d4e",),
            N_("One pawn on each of the three squares."),
            position="4,k,3/8/8/8/3,PPP,4/8/8/4,K,3 a 0",
            after="4,k,3/8/8/8/4,P,P,P,1/8/8/4,K,3 b 1",
            clauses=("G5",),
        ),
        LessonStep(
            N_("At the edge the last ones pile up. Send the group on f4 to the right."),
            ("f4e",),
            N_("There was no third square, so two pawns share the last one."),
            position="4,k,3/8/8/8/5,PPP,2/8/8/4,K,3 a 0",
            after="4,k,3/8/8/8/6,P,PP/8/8/4,K,3 b 1",
            clauses=("G6",),
        ),
    ),
    "gana",
)

_EQUAL = Lesson(
    N_("One against one, two against two"),
    ("G11", "G12"),
    (
        LessonStep(
            N_(
                "A group captures on its last square only, and only when the numbers there are equal. Capture the "
                "pawn on e3."
            ),
            ("b3e",),
            N_("One against one on the last square. The pawn on d3 was only passed and stays."),
            position="4,k,3/8/8/8/8/1,PPP,1,p,p,3/8/4,K,3 a 0",
            after="4,k,3/8/8/8/8/2,P,Pp,P,3/8/4,K,3 b 0",
            expects=("capture",),
            is_only_move=True,
            clauses=("G11",),
        ),
        LessonStep(
            N_("Two against two works as well. Capture both pawns on h4."),
            ("f4e",),
            N_("Two of your pawns piled up at the edge, and two enemies fell."),
            position="4,k,3/8/8/8/5,PPP,1,pp/8/8/4,K,3 a 0",
            after="4,k,3/8/8/8/6,P,PP/8/8/4,K,3 b 0",
            expects=("capture",),
            is_only_move=True,
            clauses=("G11",),
        ),
        LessonStep(
            N_("A single pawn captures no pawns. Step onto d5 and see."),
            ("d4n",),
            N_("They share the square in peace."),
            position="4,k,3/8/8/3,p,4/3,P,4/8/8/4,K,3 a 0",
            after="4,k,3/8/8/3,Pp,4/8/8/8/4,K,3 b 1",
            clauses=("G12",),
        ),
    ),
    "gana",
)

_TAKES = Lesson(
    N_("The king takes everything"),
    ("G10", "G13", "G14"),
    (
        LessonStep(
            N_(
                "If the king comes last, all enemies on his square fall, up to four. You choose how far he goes. "
                "Take the three pawns on c7."
            ),
            ("c5n:2",),
            N_("The king went two squares, the pawn one: three enemies are gone."),
            position="4,k,3/2,ppp,5/8/2,KP,5/8/8/8/8 a 0",
            after="4,k,3/2,K,5/2,P,5/8/8/8/8/8 b 0",
            hint=N_("The whole group goes up, the king to the second square."),
            expects=("capture",),
            is_only_move=True,
            clauses=("G13", "G10"),
        ),
        LessonStep(
            N_(
                "Even a full square is open to the king when he captures there. Take the four pawns on d5 with him "
                "as the last of the group."
            ),
            ("d3n:2",),
            N_("Four enemies at a blow."),
            position="4,k,3/8/8/3,pppp,4/8/3,KP,4/8/8 a 0",
            after="4,k,3/8/8/3,K,4/3,P,4/8/8/8 b 0",
            expects=("capture",),
            is_only_move=True,
            clauses=("G14", "G13"),
        ),
    ),
    "gana",
)

_DANGER = Lesson(
    N_("The king is hit in passing"),
    ("G15", "G17"),
    (
        LessonStep(
            N_(
                "Any pawn that enters the square of the king takes him, even in the middle of its group's way. Win "
                "the game."
            ),
            ("h5w",),
            N_("The group of three reached the king across two squares with black pawns. Beginners overlook it!"),
            position="8/8/8/4,k,p,pp,PPP/8/8/8/4,K,3 a 0",
            after="8/8/8/4,P,Pp,Ppp,1/8/8/8/4,K,3 . 0",
            hint=N_("Count the squares between your group and the king."),
            expects=("king",),
            is_only_move=True,
            clauses=("G15",),
        ),
        LessonStep(
            N_(
                "There is no check, so look yourself. The group of three on e7 can reach your king. Bring him to "
                "safety."
            ),
            ("e4e:k", "e4s:k", "e4w:k"),
            N_("Out of the line, or one square too far for a group of three."),
            position="4,k,3/4,ppp,3/8/8/4,K,P,2/8/8/8 a 0",
            after="4,k,3/4,ppp,3/8/8/5,KP,2/8/8/8 b 1",
            hint=N_("The group of three could still take your king."),
            claim=_king_is_safe,
            is_only_move=True,
            clauses=("G17",),
        ),
    ),
    "gana",
)

_LONE = Lesson(
    N_("The draw of a lone king"),
    ("G22",),
    (
        LessonStep(
            N_(
                "Black has only the king left. If he is safe where he stands but nowhere else, it is a draw. Find a "
                "move that ends the game so."
            ),
            ("c7n", "c7w"),
            N_("Stalemate: he is not attacked, but each of his moves would lose him."),
            position="k,7/2,P,5/P,7/8/8/8/8/4,K,3 a 0",
            after="k,1,P,5/8/P,7/8/8/8/8/4,K,3 . 1",
            claim=lambda before, after: after.outcome is not None and after.outcome.reason == "stalemate",
            is_only_move=True,
        ),
        LessonStep(
            N_("The same position, but you want to win: make a move that does not end the game."),
            ("a6e", "a6n", "a6s", "c7e", "c7s", "e1e:k", "e1n:k", "e1w:k"),
            N_("The hunt goes on. Against a lone king look one move ahead."),
            position="k,7/2,P,5/P,7/8/8/8/8/4,K,3 a 0",
            after="k,7/2,P,5/1,P,6/8/8/8/8/4,K,3 b 1",
            hint=N_("That was the draw of the step before."),
            claim=lambda before, after: after.outcome is None,
            is_only_move=True,
        ),
    ),
    "gana",
)

_READINGS = {
    "solo": FlagLessons(
        frozenset({"G11", "G12"}),
        (
            Lesson(
                N_("A single pawn captures, too"),
                ("G12",),
                (
                    LessonStep(
                        N_("Here a single pawn captures as well: one against one. Take the pawn on d5."),
                        ("d4n",),
                        N_("One against one: the enemy pawn is gone."),
                        position="4,k,3/8/8/3,p,4/3,P,4/8/8/4,K,3 a 0",
                        after="4,k,3/8/8/3,P,4/8/8/8/4,K,3 b 0",
                        expects=("capture",),
                        is_only_move=True,
                    ),
                ),
                "gana:solo",
            ),
        ),
    ),
    "shield": FlagLessons(
        frozenset({"G15"}),
        (
            Lesson(
                N_("A full square shields the king"),
                ("G15",),
                (
                    LessonStep(
                        N_(
                            "Pawns do not enter a full square, not even that of the enemy king: yours on d4 cannot "
                            "take him. Walk past the square, to e4."
                        ),
                        ("d4e",),
                        N_("His three pawns shield him. As soon as one of them leaves, you can take him."),
                        position="8/8/8/3,kppp,4/3,P,4/8/8/4,K,3 a 0",
                        after="8/8/8/3,kppp,4/4,P,3/8/8/4,K,3 b 1",
                        refused=(("d4n", "SQUARE_FULL"),),
                    ),
                ),
                "gana:shield",
            ),
        ),
    ),
    "through": FlagLessons(
        frozenset({"G16"}),
        (
            Lesson(
                N_("The king is taken on the way"),
                ("G16",),
                (
                    LessonStep(
                        N_("A group that takes the king finishes its move. Win with the two pawns on g5."),
                        ("g5w",),
                        N_("The first pawn took the king on f5, the second one went past him to e5."),
                        position="8/8/8/5,k,PP,1/8/8/8/4,K,3 a 0",
                        after="8/8/8/4,P,P,2/8/8/8/4,K,3 . 0",
                        expects=("king",),
                        is_only_move=True,
                    ),
                ),
                "gana:through",
            ),
        ),
    ),
    "stalemate=any": FlagLessons(
        frozenset({"G22"}),
        (
            Lesson(
                N_("No safe move: a draw"),
                ("G22",),
                (
                    LessonStep(
                        N_(
                            "Here a lone king who is not safe after any of his moves has drawn, even if he is attacked "
                            "now. Move the pawn on h1 up."
                        ),
                        ("h1n",),
                        N_("The black king is attacked and finds no safe square, and yet it is a draw."),
                        position="k,P,P,5/8/P,7/8/8/8/8/4,K,2,P a 0",
                        after="k,P,P,5/8/P,7/8/8/8/7,P/4,K,3 . 1",
                        expects=("end",),
                    ),
                ),
                "gana:stalemate=any",
            ),
        ),
    ),
}

COURSE = Course(
    N_("Groups sow themselves over the board, and the king takes everything."),
    "3,pp,k,1,pp,ppp/1,ppp,p,2,pp,2/p,7/p,7/8/8/P,P,PP,1,PP,PP,1,PP/1,PP,P,P,K,1,P,1 a 20",
    (_SPREAD, _EQUAL, _TAKES, _DANGER, _LONE),
    _READINGS,
)
