"""Reference implementation of Banglagor, slow and obvious: columns as a dictionary from (file, row).

A column is a list of its owner (0 Blue, 1 Green), its height and whether it is bound; files and rows count from 1.
"""

import re

LETTERS = ("ABC", "abc")
CELLS = [(file, row) for row in range(1, 13) for file in range(1, 9)]
LANDS = (range(1, 7), range(7, 13))
PLACES = (range(1, 6), range(8, 13))
END_ROWS = (12, 1)


def name(cell):
    return f"{'abcdefgh'[cell[0] - 1]}{cell[1]}"


def cell_of(text):
    return "abcdefgh".index(text[0]) + 1, int(text[1:])


def neighbours(cell):
    file, row = cell
    return [at for at in ((file, row + 1), (file + 1, row), (file, row - 1), (file - 1, row)) if at in CELLS]


class State:
    """A position; `mover` is 0, 1 or None when the game is over."""

    def __init__(self, text):
        rows, mover, hands, counter = text.split(" ")
        self.board = {}
        for row, line in zip(range(12, 0, -1), rows.split("/"), strict=True):
            signs = re.findall(r"[.A-Ca-c]\*?", re.sub("[0-9]", lambda run: "." * int(run[0]), line))
            for file, sign in enumerate(signs, 1):
                if sign != ".":
                    owner = int(sign[0].islower())
                    self.board[file, row] = [owner, LETTERS[owner].index(sign[0]) + 1, sign[1:] == "*"]
        self.mover = {"a": 0, "b": 1, ".": None}[mover]
        self.hands = [list(map(int, hand)) for hand in hands.split(":")]
        self.counter = int(counter)

    def __str__(self):
        rows = []
        for row in range(12, 0, -1):
            signs = ""
            for file in range(1, 9):
                owner, height, bound = self.board.get((file, row), (0, 0, False))
                signs += LETTERS[owner][height - 1] + "*" * bound if height else "."
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), signs))
        mover = "." if self.mover is None else "ab"[self.mover]
        hands = ":".join("".join(map(str, hand)) for hand in self.hands)
        return f"{'/'.join(rows)} {mover} {hands} {self.counter}"

    def own(self, cell):
        return cell in self.board and self.board[cell][0] == self.mover

    def enemies_next_to(self, cell):
        return [at for at in neighbours(cell) if at in self.board and not self.own(at)]

    def is_placing(self):
        return any(map(any, self.hands))


def walk_ends(state, start, upto):
    """All walks of single steps, each cell stepped on being empty; the start counts as empty (B5, B6)."""
    height = state.board[start][1]
    walks, ends = [[start]], set()
    for step in range(1, height + 1):
        walks = [
            [*walk, cell] for walk in walks for cell in neighbours(walk[-1]) if cell == start or cell not in state.board
        ]
        if upto or step == height:
            ends |= {walk[-1] for walk in walks}
    return ends


def moves(state, upto=False):
    """Return the sorted texts of all legal moves."""
    if state.mover is None:
        return []
    empty = [cell for cell in CELLS if cell not in state.board]
    found = []
    if state.is_placing():
        for height in (1, 2, 3):
            if state.hands[state.mover][height - 1]:
                found += [f"{height}@{name(cell)}" for cell in empty if cell[1] in PLACES[state.mover]]
        return sorted(found) or ["-"]
    for cell in filter(state.own, CELLS):
        if state.board[cell][2]:
            found.append(f"~{name(cell)}")
            continue
        if cell[1] == END_ROWS[state.mover]:
            found += [f"{name(cell)}@{name(end)}" for end in empty]
        for end in walk_ends(state, cell, upto):
            walk = f"{name(cell)}-{name(end)}"
            found += [f"{walk}x{name(enemy)}" for enemy in state.enemies_next_to(end)] or [walk]
    return sorted(found) or ["-"]


def play(state, move, is_resting=False):
    """Play a legal move.  is_resting: the flag quiet=standing."""
    me, board = state.mover, state.board
    state.mover = 1 - me
    if state.is_placing():
        if move != "-":
            state.hands[me][int(move[0]) - 1] -= 1
            board[cell_of(move[2:])] = [me, int(move[0]), False]
        return
    state.counter += 1
    if move[0] == "~":
        board[cell_of(move[1:])][2] = False
    elif move != "-":
        start, end, *target = re.split("[-@x]", move)
        board[cell_of(end)] = board.pop(cell_of(start))
        if cell_of(end)[1] in LANDS[1 - me]:
            state.counter = 0
        if target:
            attack(board, me, cell_of(target[0]))
    if is_resting and any(cell[1] in LANDS[1 - column[0]] for cell, column in board.items()):
        state.counter = 0
    blue, green = (sum(height for side, height, _ in board.values() if side == owner) for owner in (0, 1))
    if 2 * blue < green or 2 * green < blue or state.counter == 20:
        state.mover = None


def attack(board, me, target):
    """Compare the strength of all own columns next to the target that are not bound (B9, B10)."""
    beside = [board[cell] for cell in neighbours(target) if cell in board]
    if sum(height for owner, height, bound in beside if owner == me and not bound) > board[target][1]:
        del board[target]
    else:
        board[target][2] = True
