"""Reference implementation of Chaupar, slow and obvious: positions are texts, pieces are tuples.

A piece is (0, 0, False) in the Charkoni, (1, own step, lap), (2, lane cell, False) or (3, 0, False) Home.
"""

import itertools

Piece = tuple[int, int, bool]
CASTLES = {5, 13, 22, 30, 39, 47, 56, 64}
WAITING: Piece = (0, 0, False)
AT_HOME: Piece = (3, 0, False)


class Board:
    """A position taken apart, for the flags `dice`, `entry` and `joined`."""

    def __init__(self, text: str, dice: str, entry: str, joined: str = "off") -> None:
        self.dice, self.first, self.may_join = dice, 9 if entry == "outer" else 0, joined == "on"
        colours, self.thrower, self.decider, values = text.split(" ")
        self.pieces = [sorted(_read(words)) for words in colours.split("/")]
        self.handed, _, left = values.rpartition("|")
        self.left = sorted(left.replace("-", ""))

    def __str__(self) -> str:
        colours = "/".join(",".join(_write(p, mine.count(p)) for p in sorted(set(mine))) for mine in self.pieces)
        left = "".join(self.left) or "-"
        values = f"{self.handed}|{left}" if self.handed else left
        return f"{colours} {self.thrower} {self.decider} {values}"

    @property
    def me(self) -> int:
        return "abcd".index(self.decider)

    def moves(self) -> list[str]:
        """All legal moves, or throws, sorted (C16 to C19)."""
        if self.decider == ".":
            return []
        if self.decider == "?":
            return sorted(f"[{''.join(t)}]" for t in itertools.combinations_with_replacement(self.dice, 3))
        found = set()
        for value in [self.handed] if self.handed else self.left:
            ways = self.ways(int(value))
            found |= set(ways)
            if not ways and not self.handed:
                found.add(f">{value}")
            if self.handed or all(is_optional for _, _, is_optional in ways.values()):
                found.add(f"-{value}")
        for count in (2, 3) if self.may_join and not self.handed else ():
            for values in itertools.combinations(self.left, count):
                found |= set(self.joined_ways("".join(values)))
        return sorted(found)

    def joined_ways(self, values: str) -> dict[str, tuple[Piece, Piece]]:
        """The legal moves by the sum of several values, walked step by step: text -> piece, landing (C16)."""
        found = {}
        for piece in set(self.pieces[self.me]) - {AT_HOME}:
            name = {0: "c", 1: f"{piece[1]}{'+' * piece[2]}", 2: f"l{piece[1]}"}[piece[0]] + f":{values}"
            for mark in ("", "^"):
                landing = piece
                for _ in range(sum(map(int, values))):
                    landing = self.next_place(landing, turns_in=mark == "^")
                has_turned = piece[0] == 1 and landing[0] != 1
                if landing != AT_HOME and has_turned == (mark == "^") and self.may_land(piece, landing):
                    found[name + mark] = (piece, landing)
        return found

    def next_place(self, place: Piece, turns_in: bool) -> Piece:
        """One step on; Home is left by none."""
        kind, at, lap = place
        if kind == 0:
            return (1, self.first + 1, False)
        if kind == 1 and turns_in and lap and at == 9:
            return (2, 1, False)
        if kind == 1:
            return (1, at + 1, lap) if at < 68 else (1, 1, True)
        return (2, at + 1, False) if kind == 2 and at < 7 else AT_HOME

    def ways(self, value: int) -> dict[str, tuple[Piece, Piece, bool]]:
        """The legal moves with one value: text -> piece, landing, whether it is optional (C6 to C11, C17)."""
        found = {}
        for piece in set(self.pieces[self.me]):
            kind, at, lap = piece
            name = {0: "c", 1: f"{at}{'+' * lap}", 2: f"l{at}", 3: ""}[kind] + f":{value}"
            if kind == 0:
                found[name] = (piece, (1, self.first + value, False), False)
            if kind == 1:
                beyond = at + value > 68
                found[name] = (piece, (1, at + value - 68 * beyond, lap or beyond), False)
                if lap and at <= 9 < at + value:
                    found[name + "^"] = (piece, (2, at + value - 9, False), True)
            if kind == 2 and at + value < 8:
                found[name] = (piece, (2, at + value, False), True)
            if kind == 2 and at + value == 8 and self.may_go_home():
                found[name] = (piece, AT_HOME, True)
        return {name: way for name, way in found.items() if self.may_land(way[0], way[1])}

    def may_go_home(self) -> bool:
        """C11."""
        return self.me < 2 or self.pieces[self.me - 2] == [AT_HOME] * 4

    def on_cell(self, colour: int, landing: Piece) -> list[int]:
        """The numbers of a colour's pieces on the perimeter cell where I land."""
        if landing[0] != 1:
            return []
        cell = (landing[1] - 1 + 17 * self.me) % 68 + 1
        mine = enumerate(self.pieces[colour])
        return [i for i, (kind, at, _) in mine if kind == 1 and (at - 1 + 17 * colour) % 68 + 1 == cell]

    def may_land(self, piece: Piece, landing: Piece) -> bool:
        """C14, C15."""
        height = 1 if piece == WAITING else self.pieces[self.me].count(piece)
        for colour in {0, 1, 2, 3} - {self.me}:
            there = len(self.on_cell(colour, landing))
            if there and (colour % 2 == self.me % 2 or landing[1] in CASTLES or there > height):
                return False
        return True

    def play(self, move: str) -> str:
        """The position text after a legal move (C12, C14, C16, C19 to C21)."""
        if move.startswith("["):
            self.left, self.decider = list(move[1:-1]), self.thrower
            return str(self)
        values = move.rstrip("^").rpartition(":")[2]
        if len(values) > 1 and ":" in move:
            self.carry(*self.joined_ways(values)[move])
            for value in values:
                self.left.remove(value)
            self.go_on()
            return str(self)
        value = move.rstrip("^")[-1]
        if move.startswith(">"):
            self.left.remove(value)
            self.handed, self.decider = value, "abcd"[(self.me + 2) % 4]
            return str(self)
        if not move.startswith("-"):
            piece, landing, _ = self.ways(int(value))[move]
            self.carry(piece, landing)
        if self.handed:
            self.handed = ""
        else:
            self.left.remove(value)
        self.go_on()
        return str(self)

    def carry(self, piece: Piece, landing: Piece) -> None:
        """Capture, then join: what lands and what stands there become equal pieces."""
        for colour in {0, 1, 2, 3} - {self.me}:
            for i in self.on_cell(colour, landing):
                self.pieces[colour][i] = WAITING
            self.pieces[colour].sort()
        mine = self.pieces[self.me]
        count = 1 if piece == WAITING else mine.count(piece)
        for _ in range(count):
            mine.remove(piece)
        there = [other for other in mine if other[:2] == landing[:2] and other != AT_HOME]
        rest = [other for other in mine if other not in there]
        joined = (landing[0], landing[1], all(lap for _, _, lap in [landing, *there]))
        self.pieces[self.me] = sorted(rest + [joined] * (count + len(there)))

    def go_on(self) -> None:
        """C20, C21."""
        for team in (0, 1):
            if self.pieces[team] == self.pieces[team + 2] == [AT_HOME] * 4:
                self.decider, self.left = ".", []
                return
        self.decider = self.thrower
        if not self.left:
            self.thrower, self.decider = "bcda"["abcd".index(self.thrower)], "?"


def _read(words: str) -> list[Piece]:
    pieces: list[Piece] = []
    for word in words.split(","):
        name, _, height = word.partition("x")
        if name[0] in "ch":
            pieces += [WAITING if name[0] == "c" else AT_HOME] * int(name[1:])
        else:
            kind = 2 if name[0] == "l" else 1
            pieces += [(kind, int(name.strip("l+")), name.endswith("+"))] * int(height or 1)
    return pieces


def _write(piece: Piece, count: int) -> str:
    kind, at, lap = piece
    if kind in (0, 3):
        return f"{'c' if kind == 0 else 'h'}{count}"
    return f"{'l' if kind == 2 else ''}{at}{'+' * lap}{f'x{count}' if count > 1 else ''}"
