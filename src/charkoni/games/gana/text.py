"""The texts of Gana: positions, moves, the diagram."""

import re
from collections.abc import Iterator

from charkoni.core.errors import BadMove, BadPosition, Reason, mark
from charkoni.core.game import Flags, Span, State
from charkoni.core.terms import OVER
from charkoni.games.gana.rules import ALONE, KINDS, LIMIT, NOWHERE

_POSITION = re.compile(r"([^ ]+) ([ab.]) (0|[1-9][0-9]*)")
_RUN = re.compile(r"[1-8]")
_CONTENTS = re.compile(r"(?=.{1,4}$)(K?)(P*)(k?)(p*)")
_MOVE = re.compile(r"([a-h])([1-8])([nesw])(?::([1-4k]))?")
_DIAGONAL = re.compile(r"[a-h][1-8](?:ne|nw|se|sw|en|es|wn|ws)(?::.*)?")
_LARGEST = 32767

_GRAMMAR = mark("a position is eight rows joined by /, the mover and the counter, as in {example}")
_EXAMPLE = "4,k,3/8/8/3,p,4/3,P,4/8/8/4,K,3 a 0"
_ROWS = mark("there are {found} rows, and there must be eight")
_TOKEN = mark("row {row}: {token!r} is no run of empty squares (1 to 8), nor one to four of K P k p in this order")
_WIDTH = mark("row {row} has {found} squares, and it must have eight")
_KINGS = mark("there is more than one {king}")
_COUNTER = mark("a counter cannot be larger than {most}")
_NO_MOVE = mark(
    "a move is a square and n, e, s or w, as in e2n; with the king in the group also his distance, as in e1n:2, "
    "or k if he goes alone, as in e1n:k"
)
_NO_DIAGONAL = mark("there are no diagonal moves: the directions are n, e, s and w")


def read_state(text: str, s: State, flags: Flags) -> None:
    """Fill the blank record from a position text; raise BadPosition."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise BadPosition(text, Reason("BAD_TEXT", "T3", _GRAMMAR, {"example": _EXAMPLE}))
    rows, mover, counter = match.groups()
    s.king = (NOWHERE, NOWHERE)
    try:
        _read_board(rows, s)
    except BadPosition as error:
        raise error.at(text) from None
    if len(counter) > len(str(_LARGEST)) or int(counter) > _LARGEST:
        raise BadPosition(text, Reason("COUNTER", "G21", _COUNTER, {"most": _LARGEST}))
    s.counter = int(counter)
    s.turn = OVER if mover == "." else "ab".index(mover)


def _read_board(text: str, s: State) -> None:
    rows = text.split("/")
    if len(rows) != 8:
        raise BadPosition(text, Reason("ROWS", "G1", _ROWS, {"found": len(rows)}))
    for row, tokens in zip(range(8, 0, -1), rows, strict=True):
        squares = list(_squares(tokens, row))
        if len(squares) != 8:
            raise BadPosition(tokens, Reason("ROW_WIDTH", "G1", _WIDTH, {"row": row, "found": len(squares)}))
        for file, contents in enumerate(squares):
            _put(s, (row - 1) * 8 + file, contents)


def _squares(tokens: str, row: int) -> Iterator[str]:
    """Yield the contents of the squares of a row, "" for an empty one."""
    for token in tokens.split(","):
        if _RUN.fullmatch(token):
            yield from [""] * int(token)
        elif _CONTENTS.fullmatch(token):
            yield token
        else:
            raise BadPosition(token, Reason("CONTENTS", "G3", _TOKEN, {"token": token, "row": row}))


def _put(s: State, square: int, contents: str) -> None:
    for side in range(2):
        king = "Kk"[side]
        s.group[side, square] = contents.count(king) + contents.count("Pp"[side])
        s.left[side] += s.group[side, square]
        if king in contents:
            if s.king[side] != NOWHERE:
                raise BadPosition(contents, Reason("KINGS", "G1", _KINGS, {"king": king}))
            s.king[side] = square


def write_state(s: State, flags: Flags) -> str:
    """Return the position text."""
    rows = []
    for row in range(7, -1, -1):
        tokens: list[str] = []
        empty = 0
        for square in range(row * 8, row * 8 + 8):
            contents = _contents(s, square)
            if not contents:
                empty += 1
                continue
            if empty:
                tokens.append(str(empty))
            tokens.append(contents)
            empty = 0
        if empty:
            tokens.append(str(empty))
        rows.append(",".join(tokens))
    mover = "." if s.turn == OVER else "ab"[s.turn]
    return f"{'/'.join(rows)} {mover} {s.counter}"


def _contents(s: State, square: int) -> str:
    """Return the pieces on a square in the order K P k p."""
    return "".join(_group(s, side, square) for side in range(2))


def _group(s: State, side: int, square: int) -> str:
    kings = int(s.king[side] == square)
    return "Kk"[side] * kings + "Pp"[side] * (int(s.group[side, square]) - kings)


def read_move(text: str, flags: Flags) -> int:
    """Return the code of a move text; raise BadMove."""
    match = _MOVE.fullmatch(text)
    if match:
        file, row, direction, king = match.groups()
        square = (int(row) - 1) * 8 + "abcdefgh".index(file)
        kind = ALONE if king == "k" else int(king or 0)
        return (square * 4 + "nesw".index(direction)) * KINDS + kind
    if _DIAGONAL.fullmatch(text):
        raise BadMove(text, Reason("NO_DIAGONAL", "G4", _NO_DIAGONAL))
    raise BadMove(text, Reason("BAD_MOVE", "T4", _NO_MOVE))


def write_move(code: int, flags: Flags) -> str:
    """Return the text of a code."""
    way, kind = divmod(code, KINDS)
    return way_name(way) + ("", ":1", ":2", ":3", ":4", ":k")[kind]


def square_name(square: int) -> str:
    """Return the name of a square, "a1" to "h8"."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def way_name(way: int) -> str:
    """Return a square with a direction, as in "e2n"."""
    return square_name(way // 4) + "nesw"[way % 4]


def diagram(s: State, flags: Flags) -> list[list[Span]]:
    """Return the board as a sees it: K and P are White, k and p Black; beside it the players and the counter."""
    lines: list[list[Span]] = [_rule("┌", "┬", "┐")]
    for row in range(7, -1, -1):
        lines.append([(f"{row + 1} ", "dim"), ("│", "board"), *_row(s, row), *_aside(s, row)])
        lines.append(_rule("├", "┼", "┤") if row else _rule("└", "┴", "┘"))
    lines.append([("  ", ""), ("".join(f"{file:^7}" for file in "abcdefgh"), "dim")])
    return lines


def _rule(left: str, middle: str, right: str) -> list[Span]:
    return [("  ", ""), (left + middle.join(["─" * 6] * 8) + right, "board")]


def _row(s: State, row: int) -> list[Span]:
    """Return the squares of a row, each six wide."""
    spans: list[Span] = []
    for square in range(row * 8, row * 8 + 8):
        mine, theirs = _group(s, 0, square), _group(s, 1, square)
        margin = 6 - len(mine + theirs)
        if mine + theirs:
            inside = [(mine, "a"), (theirs, "b")]
            spans += [(" " * (margin // 2), ""), *[span for span in inside if span[0]]]
            spans.append((" " * (margin - margin // 2), ""))
        else:
            spans.append(("  ·   ", "board"))
        spans.append(("│", "board"))
    return spans


def _aside(s: State, row: int) -> list[Span]:
    """Return what stands to the right of a row: Black at the top, White at the bottom, the counter between."""
    if row in (7, 0):
        side = 1 if row else 0
        name = (mark("White"), mark("Black"))[side]
        to_move = (" ►", "mark") if s.turn == side else ("  ", "")
        return [to_move, (" ", ""), ("Kk"[side], "ab"[side]), (" ", ""), (name, "label")]
    if row in (6, 1):
        side = 1 if row == 6 else 0
        return [("   ", ""), ("Pp"[side], "ab"[side]), (f" {s.left[side] - (s.king[side] != NOWHERE)}", "")]
    if row == 4:
        return [("   ", ""), (mark("no capture"), "label")]
    if row == 3:
        return [("   ", ""), (f"{s.counter}/{LIMIT}", "")]
    return []
