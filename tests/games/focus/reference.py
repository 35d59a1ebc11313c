"""Reference implementation of Focus, slow and obvious: strings of letters in a dictionary of cells."""

COLUMNS = {8: "cdef", 7: "bcdefg", 6: "abcdefgh", 5: "abcdefgh", 4: "abcdefgh", 3: "abcdefgh", 2: "bcdefg", 1: "cdef"}
CELLS = [f"{column}{row}" for row, columns in COLUMNS.items() for column in columns]
COLOUR = {"a": "r", "b": "g"}
OTHER = {"a": "b", "b": "a"}
START = "4/r,r,g,g,r,r/1,g,g,r,r,g,g,1/1,r,r,g,g,r,r,1/1,g,g,r,r,g,g,1/1,r,r,g,g,r,r,1/g,g,r,r,g,g/4 a 0:0"
VARIANTS = ("focus", "focus:steps=upto", "focus:rescue", "focus:rescue,steps=upto")


def neighbours(cell):
    column, row = ord(cell[0]), int(cell[1])
    beside = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return {f"{chr(x)}{y}" for x, y in beside if f"{chr(x)}{y}" in CELLS}


def walks(cell, steps):
    """All ends of walks of exactly that many steps, walked one by one."""
    if steps == 0:
        return {cell}
    return {end for beside in neighbours(cell) for end in walks(beside, steps - 1)}


REACH = {(cell, k): walks(cell, k) for cell in CELLS for k in range(6)}


def read(text):
    rows, mover, reserves = text.split(" ")
    towers = []
    for token in rows.replace("/", ",").split(","):
        towers += [""] * int(token) if token.isdigit() else [token]
    first, second = reserves.split(":")
    return dict(zip(CELLS, towers, strict=True)), mover, {"a": int(first), "b": int(second)}


def write(board, mover, reserve):
    rows = []
    for row, columns in COLUMNS.items():
        tokens = []
        for column in columns:
            tower = board[f"{column}{row}"]
            if tower:
                tokens.append(tower)
            elif tokens and tokens[-1].isdigit():
                tokens[-1] = str(int(tokens[-1]) + 1)
            else:
                tokens.append("1")
        rows.append(",".join(tokens))
    return f"{'/'.join(rows)} {mover} {reserve['a']}:{reserve['b']}"


def owns(board, player):
    return [cell for cell in CELLS if board[cell].endswith(COLOUR[player])]


def moves(text, upto=False):
    """The legal moves as a set of texts."""
    board, mover, reserve = read(text)
    found = set()
    if mover == ".":
        return found
    for cell in owns(board, mover):
        for k in range(1, len(board[cell]) + 1):
            for steps in range(1, k + 1) if upto else [k]:
                for end in REACH[cell, steps]:
                    found.add("-" if end == cell else f"{cell}-{end}:{k}")
    if reserve[mover]:
        found |= {f"@{cell}" for cell in CELLS}
    return found


def play(text, move, rescue=False):
    """The position text after a move."""
    board, mover, reserve = read(text)
    if move[0] == "@":
        reserve[mover] -= 1
        put(board, move[1:], COLOUR[mover], mover, reserve)
    elif move != "-":
        cells, k = move.split(":")
        start, end = cells.split("-")
        tower = board[start]
        board[start] = tower[: len(tower) - int(k)]
        put(board, end, tower[len(tower) - int(k) :], mover, reserve)
    other = OTHER[mover]
    lost = not owns(board, other) and not (rescue and reserve[other])
    return write(board, "." if lost else other, reserve)


def put(board, cell, part, mover, reserve):
    tower = board[cell] + part
    off, board[cell] = tower[:-5], tower[-5:]
    reserve[mover] += off.count(COLOUR[mover])


def board(mover="a", reserves="0:0", **towers):
    """Return a position text with these towers, d4="rg", and nothing else on the board."""
    full = {cell: towers.get(cell, "") for cell in CELLS}
    first, second = map(int, reserves.split(":"))
    return write(full, mover, {"a": first, "b": second})
