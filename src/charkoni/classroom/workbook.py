"""The workbook of a game: its rules on a page, a board to cut out, puzzles with solutions, a score sheet."""

from collections import Counter
from collections.abc import Iterator, Sequence

from charkoni.analysis.puzzles import Puzzle, puzzle_set
from charkoni.core.errors import N_
from charkoni.core.game import Game
from charkoni.core.teaching.courses import course_of
from charkoni.core.teaching.equipment import Equipment, equipment_of
from charkoni.core.teaching.guide import guide_of
from charkoni.core.teaching.summary import summary_of
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics.scene import BoardView, describe, node_svg
from charkoni.graphics.svg import document
from charkoni.graphics.themes import theme_of
from charkoni.tournament.printouts.document import CENTRE, Column, Figure, Figures, Grid, Part, Picture, Sheet, Text
from charkoni.tournament.printouts.game_rules import THEME, picture

PUZZLES = 24
PLIES = 5
"""The plies of a solution that are printed."""
ROWS = 24
"""The rows of a score sheet."""
GAP = 12
"""The space between different kinds of pieces to be cut out, in units of the board."""

_CLAUSE = N_("{text} ({clause})")


def workbook(words: Words, game: Game) -> Sheet:
    """Return the workbook of a game as a print-out."""
    puzzles = puzzle_set(game.family.name)[:PUZZLES]
    parts = [*_rules(words, game), *_cut_out(words, game)]
    if puzzles:
        figures = tuple(_puzzle(words, number, each) for number, each in enumerate(puzzles, 1))
        parts += [_heading(words._(N_("Puzzles"))), Figures(figures, 2)]
        parts += [_heading(words._(N_("Solutions"))), *_solutions(words, game, puzzles)]
    parts += [_heading(words._(N_("Score sheet"))), *_score_sheet(words, game)]
    under = words._(N_("Workbook")), _blank(words._(N_("Name")))
    return Sheet(names.game_name(words, game), under, tuple(parts), words.language)


def _heading(text: str) -> Text:
    return Text((text,), heading=True, new_page=True)


def _blank(label: str) -> str:
    return f"{label} {30 * '_'}"


def _rules(words: Words, game: Game) -> Iterator[Part]:
    """Yield the aim, what lies on the table, the statements of the rule page, and the start."""
    guide = guide_of(game)
    if guide:
        yield Text((words._(_CLAUSE, text=words._(guide.aim), clause=guide.clause),))
    things = equipment_of(game)
    if things:
        yield Text((words._(N_("On the table")),), heading=True)
        yield Text(tuple(f"• {words._(thing.text, **thing.values)}" for thing in things))
    yield Text((words._(N_("The rules of the game")),), heading=True)
    statements = summary_of(game, words.language)
    yield Text(tuple(f"• {words._(_CLAUSE, text=each.text, clause=each.clause)}" for each in statements))
    course = course_of(game.family)
    shown = {words._(N_("The start")): str(game.start())} | (
        {words._(N_("In the middle of a game")): course.picture} if course else {}
    )
    yield Figures(tuple(Figure(picture(words, game, text), head) for head, text in shown.items()), 2)


def _cut_out(words: Words, game: Game) -> Iterator[Part]:
    """Yield the board without pieces, and the pieces to the same scale; or four small boards to draw the moves on."""
    yield _heading(words._(N_("Board to cut out")))
    yield Figures((Figure(_board(game)),), 1)
    things = [thing for thing in equipment_of(game) if thing.pieces]
    if things:
        yield _heading(words._(N_("Pieces to cut out")))
        yield Figures((Figure(_pieces(game, things)),), 1)
    elif not BoardView(game).pieces(game.start()):
        yield _heading(words._(N_("Boards for four games, with pencils of two colours")))
        yield Figures((Figure(_board(game)),) * 4, 2)


def _board(game: Game) -> Picture:
    view = BoardView(game)
    body = view.static("c-", theme_of(game.family, THEME))
    return Picture(document(view.layout.width, view.layout.height, body, game.name), (), is_large=True)


def _pieces(game: Game, things: Sequence[Equipment]) -> Picture:
    """Return pieces as large as on the board of `_board`, each in a frame to cut along."""
    view, theme = BoardView(game), theme_of(game.family, THEME)
    body = f"<defs>{view.paint_servers('c-', theme)}{view.defs('c-', theme)}</defs>"
    body += '<g fill="none" stroke="#888" stroke-dasharray="3 3">'
    top, nodes = 1, ""
    for thing in things:
        left, upper, width, height = thing.paper
        symbols = list(Counter(thing.pieces).elements())
        across = min(symbols.count(symbols[0]), int(view.layout.width - 2) // width)
        for place, symbol in enumerate(symbols):
            x, y = 1 + place % across * width, top + place // across * height
            body += f'<rect x="{x}" y="{y}" width="{width}" height="{height}"/>'
            nodes += node_svg((str(place), symbol, str(x - left), str(y - upper), "", ""), "c-", 0, theme)
        top += -(-len(symbols) // across) * height + GAP
    return Picture(document(view.layout.width, top, f"{body}</g>{nodes}", game.name), (), is_large=True)


def _puzzle(words: Words, number: int, puzzle: Puzzle) -> Figure:
    """Return the board of a puzzle with its number, its task and the side to move."""
    position = puzzle.position
    turn = names.turn(words, position.game, position.turn)
    return Figure(
        picture(words, position.game, str(position)), f"{number} · {turn} · {words._(puzzle.theme.task)}", True
    )


def _notation(words: Words, game: Game) -> str:
    return words._(N_("Moves are written like this: {notation}"), notation=words._(game.family.catalog.typing))


def _solutions(words: Words, game: Game, puzzles: Sequence[Puzzle]) -> Iterator[Part]:
    """Yield how moves are written, and of each puzzle the move, what it does, the chances, and the play after it."""
    yield Text((_notation(words, game), words._(N_("Chances: with the right move, and with the next best one."))))
    heads = (words._(text) for text in (N_("Move"), N_("What happens"), N_("Chances"), N_("And then")))
    move, effect, chances, after = heads
    columns = Column("№", CENTRE), Column(move), Column(effect, wide=True), Column(chances), Column(after, wide=True)
    rows = (
        (
            str(number),
            each.move,
            describe(each.position, each.move, words),
            f"{words.percent(each.value)} – {words.percent(each.second)}",
            " ".join(each.line[1:PLIES]),
        )
        for number, each in enumerate(puzzles, 1)
    )
    yield Grid(columns, tuple(rows), is_small=True)


def _score_sheet(words: Words, game: Game) -> Iterator[Part]:
    """Yield a form for the moves of a game; with two players in two halves."""
    yield Text((_notation(words, game),))
    sides = [str(names.side_name(words, game, seat)) for seat in range(game.players)]
    yield Text((*map(_blank, sides), f"{_blank(words._(N_('Date')))}  {_blank(words._(N_('Result')))}"))
    halves = 2 if game.players == 2 else 1
    columns = (Column("№", CENTRE), *(Column(side, wide=True) for side in sides)) * halves
    rows = (
        tuple(cell for half in range(halves) for cell in (str(ROWS * half + row), *[""] * game.players))
        for row in range(1, ROWS + 1)
    )
    yield Grid(columns, tuple(rows), is_form=True)
