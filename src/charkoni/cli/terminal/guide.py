"""What the help of a game in progress says: the aim, how moves are typed, the commands."""

from charkoni.core.errors import mark
from charkoni.core.game import Game
from charkoni.core.translations import Words

ABOUT = {
    "banglagor": mark("war of columns on 8 x 12 cells"),
    "barbakan": mark("race of pawns into the inner circle, 2 to 4 players"),
    "chaupar": mark("race with three stick dice, two teams of two colours"),
    "focus": mark("War of Towers: stacks that walk and bend"),
    "gana": mark("groups of up to four spread over the chess board; take the king"),
    "mangala": mark("sowing and capturing stones"),
    "mosty": mark("build bridges from border to border"),
}

AIMS = {
    "banglagor": mark(
        "First both sides place 18 columns on their own land, heights 1 to 3, not on the border rows. Then a column "
        "walks exactly its height in steps over empty cells. Ending next to an enemy column it attacks: your heights "
        "next to the target are added up, and if they are greater, the target is removed, otherwise it is bound. "
        "A side with less than half of the other's total height has lost."
    ),
    "barbakan": mark(
        "First all pawns are placed on outer points, then pawns walk along the lines to free neighbouring points. "
        "Nobody captures or jumps; a pawn inside the wall never leaves. Who first has all his pawns inside wins."
    ),
    "chaupar": mark(
        "Four pieces of each colour enter from the Charkoni, walk once round the cross and go Home by their lane. "
        "A throw gives three values, each moves one piece. Own pieces on one cell join for good; landing on an "
        "enemy pile that is not higher sends it back, but not in a castle. The team whose eight pieces are Home wins."
    ),
    "focus": mark(
        "A tower belongs to the colour on top. Move the top k checkers of an own tower exactly k steps, turning as "
        "you like, never diagonally. From towers higher than five the lowest checkers are taken off: your own go "
        "into your reserve, the others are out. Who owns no tower any more has lost."
    ),
    "gana": mark(
        "A group on a square moves in one direction: the first piece one square, the second two, and so on. One "
        "against one or two against two on the last square captures. The king may go alone, and captures all where "
        "he goes last. Who takes the king wins."
    ),
    "mangala": mark(
        "Take all stones of one of your holes and sow them, the first one back into the same hole. Last stone in your "
        "store: you move again. Last stone makes an opponent's hole even: you capture it. Last stone in your own "
        "empty hole: it and the stones opposite are yours. When one side is empty, its owner takes the rest. "
        "The fuller store wins."
    ),
    "mosty": mark(
        "Each move sets one bridge on a free crossing. Red joins bottom and top, Blue joins left and right; bridges "
        "cannot cross. Who is joined first wins."
    ),
}

TYPING = {
    "banglagor": mark("2@d4 places a height of 2 - d4-e5 moves - d4-e5xe6 attacks e6 - ~d4 frees - d12@e5 lifts"),
    "barbakan": mark("@o5 places a pawn - o5-m3 moves it - the pass is -"),
    "chaupar": mark(
        "c:5 enters with 5 - 17:5 moves the piece on step 17 - 6+:5^ turns in - l3:2 in the lane - "
        ">5 hands the 5 over - -5 leaves it"
    ),
    "focus": mark("d4-e5:2 moves the top two from d4 to e5 - @d4 drops from the reserve - the null move is -"),
    "gana": mark("e2n moves the group of e2 north - c5n:2 the king stops after two - e1n:k the king alone"),
    "mangala": mark("the number of one of your holes, 1 to 6, from left to right as you sit"),
    "mosty": mark("the crossing: column letter and row number, as in c3"),
}

COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("?", mark("? [cell]"), mark("the legal moves, or those of a cell")),
    ("undo", mark("undo"), mark("take your last move back (never a throw)")),
    ("hint", mark("hint"), mark("ask what the computer would play")),
    ("last", mark("last"), mark("the whole game so far")),
    ("save", mark("save [file]"), mark("write a copy; the game is kept anyway after every move")),
    ("draw", mark("draw"), mark("offer a draw")),
    ("resign", mark("resign"), mark("give up")),
    ("help", mark("help"), mark("this page")),
    ("quit", mark("quit"), mark("leave; the game can be continued")),
)
"""The command, how it is shown, and what it does."""

_SHORT = {
    "u": "undo",
    "h": "hint",
    "m": "?",
    "moves": "?",
    "s": "save",
    "q": "quit",
    "exit": "quit",
    "l": "last",
}


def command_of(words: Words, text: str) -> tuple[str, str] | None:
    """Return the command and its argument that a typed line means, in English or in the chosen language, or None."""
    first, _, rest = text.strip().partition(" ")
    if first.startswith("?") and len(first) > 1:
        first, rest = "?", f"{first[1:]} {rest}"
    typed = first.casefold()
    for command, shown, _meaning in COMMANDS:
        own = words._(shown).split(" ")[0].casefold()
        if typed in (command, own) or _SHORT.get(typed) == command:
            return command, rest.strip()
    return None


def commands(words: Words) -> list[tuple[str, str]]:
    """Return how each command is typed and what it does, in the language of the words."""
    return [(words._(shown), words._(meaning)) for _, shown, meaning in COMMANDS]


def about(words: Words, name: str) -> str:
    """Return a few words about a game."""
    return words._(ABOUT[name]) if name in ABOUT else ""


def rules(words: Words, game: Game) -> list[str]:
    """Return what a beginner has to know: the aim and the moves, then how moves are typed."""
    name = game.family.name
    return [words._(texts[name]) for texts in (AIMS, TYPING) if name in texts]
