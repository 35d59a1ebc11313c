"""Workbooks: every game has a rules page, a board and its pieces, puzzles with right solutions."""

import re
from collections import Counter

import pypdfium2
import pytest

import charkoni
from charkoni.analysis.puzzles import puzzle_set
from charkoni.classroom import workbook as module
from charkoni.classroom.workbook import PLIES, PUZZLES, workbook
from charkoni.core.teaching.equipment import equipment_of
from charkoni.core.translations import LANGUAGES, Words
from charkoni.graphics.scene import BoardView, describe
from charkoni.tournament.printouts.document import Figures, Grid, Sheet
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.pdf import pdf

GAMES = ("banglagor", "barbakan", "chaupar", "focus", "gana", "mangala", "mosty")


def pages(sheet: Sheet) -> list[str]:
    """Return the texts of the pages of a sheet as PDF."""
    document = pypdfium2.PdfDocument(pdf(sheet))
    return [page.get_textpage().get_text_bounded() for page in document]


@pytest.mark.parametrize("name", GAMES)
def test_the_puzzles_have_their_solutions(name: str) -> None:
    words = Words("ru")
    sheet = workbook(words, charkoni.game(name))
    boards = next(part for part in sheet.parts if isinstance(part, Figures) and len(part.figures) == PUZZLES)
    solutions = next(part for part in sheet.parts if isinstance(part, Grid) and not part.is_form)
    assert [row[0] for row in solutions.rows] == [str(number) for number in range(1, PUZZLES + 1)]
    for figure, row, puzzle in zip(boards.figures, solutions.rows, puzzle_set(name), strict=True):
        assert figure.is_answered and figure.head.split(" · ")[0] == row[0]
        assert row[1] in puzzle.position.moves
        assert row[1:3] == (puzzle.move, describe(puzzle.position, puzzle.move, words))
        right, next_best = (int(share.rstrip("\xa0%")) for share in row[3].split(" – "))
        assert right >= next_best + 10
        assert [row[1], *row[4].split()] == list(puzzle.line[:PLIES])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_solutions_and_score_sheet_fill_a_page_each(name: str, language: str) -> None:
    words, game = Words(language), charkoni.game(name)
    solutions = [module._heading("Solutions"), *module._solutions(words, game, puzzle_set(name))]
    assert len(pages(Sheet("", (), tuple(solutions), language))) == 2, "a heading begins a page"
    assert len(pages(Sheet(name, ("", ""), tuple(module._rules(words, game)), language))) == 1
    form = tuple(module._score_sheet(words, game))
    assert len(pages(Sheet("", (), form, language))) == 1
    [grid] = (part for part in form if isinstance(part, Grid))
    numbers = [int(cell) for row in grid.rows for cell in row if cell]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("name", GAMES)
def test_the_pieces_to_cut_out_are_those_of_the_game(name: str) -> None:
    game = charkoni.game(name)
    view, pieces = BoardView(game), Counter[str]()
    for thing in equipment_of(game):
        pieces += Counter(thing.pieces)
    assert pieces.keys() <= view.layout.symbols.keys()
    start = Counter(piece.symbol for piece in view.pieces(game.start()))
    sticks = {symbol: pieces.pop(symbol) for symbol in list(pieces) if symbol.startswith("stick")}
    assert set(sticks.values()) == ({3} if name == "chaupar" else set())
    if name in ("chaupar", "focus", "gana"):
        own = {symbol: count for symbol, count in start.items() if not symbol.startswith(("badge", "lock", "turn"))}
        assert pieces == own
    else:
        each = {"banglagor": 6, "barbakan": 12}.get(name, 0)
        assert set(pieces.values()) == ({each} if each else set())


def test_captions_on_boards_are_in_the_language_of_the_sheet() -> None:
    shown = html(Sheet("", (), tuple(module._rules(Words("ru"), charkoni.game("banglagor"))), "ru"))
    assert ">in hand<" not in shown and ">в запасе<" in shown


@pytest.mark.parametrize("name", ["banglagor", "barbakan", "chaupar", "chaupar:dice=1346", "focus", "gana"])
def test_each_piece_lies_in_a_frame_of_its_own(name: str) -> None:
    game = charkoni.game(name)
    things = [thing for thing in equipment_of(game) if thing.pieces]
    svg = module._pieces(game, things).svg
    frames = [
        tuple(map(int, found)) for found in re.findall(r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/>', svg)
    ]
    middles = [tuple(map(int, found)) for found in re.findall(r'<g [^>]*transform="translate\((\d+) (\d+)\)', svg)]
    assert len(frames) == len(middles) == sum(sum(thing.pieces.values()) for thing in things)
    if name.startswith("chaupar"):  # the faces of a stick lie below each other, as a strip that is folded
        sides = [[y for x, y, width, _ in frames if width > 100 and x == left] for left in {x for x, *_ in frames[-3:]}]
        assert [len(set(tops)) for tops in sides] == [4, 4, 4]
    layout, [size] = BoardView(game).layout, re.findall(r'viewBox="0 0 (\d+) (\d+)"', svg)
    across, down = map(int, size)
    assert across == layout.width
    assert {symbol for thing in things for symbol in thing.pieces} <= layout.symbols.keys()
    for place, (x, y, width, height) in enumerate(frames):
        [inside] = [at for at in middles if x < at[0] < x + width and y < at[1] < y + height]
        assert inside == middles[place]
        assert x + width <= across
        assert y + height <= down
