"""Reference implementation of Gana, slow and obvious: moves are tried out on a dictionary of square names.

A position is (board, mover, counter); board maps every square to its pieces, "KPp".  Flags are a set of names.
"""

SQUARES = [file + row for row in "87654321" for file in "abcdefgh"]
STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


def read(text):
    rows, mover, counter = text.split()
    contents = []
    for token in rows.replace("/", ",").split(","):
        contents += [""] * int(token) if token.isdigit() else [token]
    return dict(zip(SQUARES, contents, strict=True)), mover, int(counter)


def write(position):
    board, mover, counter = position
    rows = []
    for row in "87654321":
        tokens = []
        for file in "abcdefgh":
            if board[file + row]:
                tokens.append(board[file + row])
            elif tokens and tokens[-1].isdigit():
                tokens[-1] = str(int(tokens[-1]) + 1)
            else:
                tokens.append("1")
        rows.append(",".join(tokens))
    return f"{'/'.join(rows)} {mover} {counter}"


def own(pieces, side):
    return "".join(piece for piece in pieces if piece.isupper() == (side == "a"))


def other(side):
    return "b" if side == "a" else "a"


def king_of(side):
    return "K" if side == "a" else "k"


def ray(square, direction):
    """All squares in a direction, to the edge."""
    x, y = STEPS[direction]
    files = [chr(ord(square[0]) + x * i) for i in range(1, 8)]
    rows = [chr(ord(square[1]) + y * i) for i in range(1, 8)]
    return [file + row for file, row in zip(files, rows, strict=True) if file in "abcdefgh" and row in "12345678"]


def lane(board, side, squares, n, flags):
    """G6, G7, G15: the squares that n pieces may enter."""
    open_squares = []
    for square in squares[:n]:
        has_king = king_of(other(side)) in board[square]
        if len(board[square]) == 4 and (not has_king or "shield" in flags):
            break
        open_squares.append(square)
        if has_king and ("through" not in flags or len(board[square]) == 4):
            break
    return open_squares


def step(board, side, move, flags):
    """The board after a move and the number of captures, or None if the move is illegal."""
    square, direction, word = move[:2], move[2], move[4:]
    king, pawn, target = king_of(side), "Pp"[side == "b"], king_of(other(side))
    group, squares = own(board[square], side), ray(square, direction)
    if not group or not squares or (king in group) != (word != "") or (word.isdigit() and group == king):
        return None
    if word == "k":  # G9, G13, G14
        group, k = king, 1
        is_closed = len(own(board[squares[0]], side)) == 4
        way = [] if is_closed else squares[:1]
    else:
        k = int(word or 0)
        way = lane(board, side, squares, len(group), flags)
        is_last = len(way) == len(group) - 1 < len(squares) and not (way and target in board[way[-1]])
        if k == len(group) and is_last and own(board[squares[k - 1]], other(side)):
            way = squares[:k]  # G14
    if not way or k > len(way):
        return None
    after = dict(board)
    places = [min(i, len(way)) for i in range(1, len(group) + 1)]  # G5, G6
    kings_square = next((square for square in way if target in board[square]), None)
    if kings_square:
        after[kings_square] = after[kings_square].replace(target, "")
        places = (
            places[: len(way)] if "through" not in flags else fitting(after, side, way[-1], places, flags, k)
        )  # G16
    for place in places:
        piece = king if place == k else pawn
        k = 0 if place == k else k  # only one piece is the king
        after[square] = after[square].replace(piece, "", 1)
        after[way[place - 1]] += piece
    taken = 1 if kings_square else 0
    if not kings_square or ("through" in flags and len(places) == len(group)):  # else it captures nothing beside
        taken += capture(after, side, way[-1], word in ("k", str(len(way))), len(group), flags)
    if len(after[way[-1]]) > 4:
        return None  # G8
    for name in way:
        after[name] = "".join(sorted(after[name], key="KPkp".index))
    return after, taken


def fitting(board, side, last, places, flags, k):
    """G16: the places of those who go: on the last square, where all would be more than four, as many as fit."""
    arriving = places.count(max(places))
    there = dict(board)
    there[last] += "Pp"[side == "b"] * arriving
    capture(there, side, last, k == max(places), len(places), flags)
    return places[: len(places) - max(0, len(there[last]) - 4)]


def capture(board, side, last, is_kings, n, flags):
    """G11 to G13: remove the captured pieces and return their number."""
    mine, theirs = own(board[last], side), own(board[last], other(side))
    is_equal = len(mine) == len(theirs) and len(mine) in (1, 2)
    if not is_kings and not (is_equal and (n > 1 or "solo" in flags)):
        return 0
    board[last] = mine
    return len(theirs)


def moves(board, side, flags):
    """Yield all legal moves with their boards."""
    for square in SQUARES:
        if own(board[square], side):
            for direction in STEPS:
                for word in ("", ":1", ":2", ":3", ":4", ":k"):
                    result = step(board, side, square + direction + word, flags)
                    if result:
                        yield square + direction + word, result[0]


def pieces_of(board, side):
    return own("".join(board.values()), side)


def can_take_king(board, side, flags):
    target = king_of(other(side))
    return any(target not in "".join(after.values()) for _, after in moves(board, side, flags))


def is_stuck(board, side, flags):
    """G22: no move, or a lone king in stalemate."""
    if len(pieces_of(board, side)) > 1:
        return next(moves(board, side, flags), None) is None
    is_safe = not can_take_king(board, other(side), flags)
    return (is_safe or "stalemate=any" in flags) and all(
        king_of(other(side)) in pieces_of(after, other(side))
        and len(pieces_of(after, other(side))) > 1
        and can_take_king(after, other(side), flags)
        for _, after in moves(board, side, flags)
    )


def play(position, move, flags):
    """The position after a legal move (G18 to G22)."""
    board, side, counter = position
    after, taken = step(board, side, move, flags)
    counter = 0 if taken else counter + 1
    everyone = "".join(after.values())
    is_over = not {"K", "k"} <= set(everyone) or len(everyone) == 2 or counter == 100
    return after, "." if is_over or is_stuck(after, other(side), flags) else other(side), counter
