"""Reference implementation of Barbakan, slow and obvious: pawns as a dictionary from names of points."""

SECTORS = {"b12": 12, "mini3": 3, "mini4": 4}


def points(k):
    return [f"{ring}{i}" for ring, size in (("o", 2 * k), ("m", k), ("b", k), ("c", k)) for i in range(1, size + 1)]


def lines(k):
    """All lines, the outer end first."""
    found = []
    for j in range(1, k + 1):
        after = j % k + 1
        found += [(f"o{2 * j - 1}", f"m{j}"), (f"o{2 * j}", f"m{j}"), (f"o{2 * j}", f"m{after}")]
        found += [(f"m{j}", f"m{after}"), (f"m{j}", f"b{j}"), (f"m{j}", f"b{after}")]
        found += [(f"b{j}", f"b{after}"), (f"b{j}", f"c{j}"), (f"c{j}", f"c{after}")]
    return found


def neighbours(k, point):
    """Where a pawn on the point may go if nothing is in its way: never from inside to the middle ring."""
    beside = {b for a, b in lines(k) if a == point} | {a for a, b in lines(k) if b == point}
    return {other for other in beside if not (point[0] == "b" and other[0] == "m")}


NEIGHBOURS = {k: {point: neighbours(k, point) for point in points(k)} for k in SECTORS.values()}


def read(text, k):
    rings, mover, hands = text.split(" ")
    signs = zip(points(k), rings.replace("/", ""), strict=True)
    return {point: sign for point, sign in signs if sign != "."}, mover, list(map(int, hands.split(":")))


def write(pawns, k, mover, hands):
    signs = "".join(pawns.get(point, ".") for point in points(k))
    rings = (signs[: 2 * k], signs[2 * k : 3 * k], signs[3 * k : 4 * k], signs[4 * k :])
    return f"{'/'.join(rings)} {mover} {':'.join(map(str, hands))}"


def moves_of(player, pawns, hands, k):
    """What the player could do if it were his turn, the pass left out."""
    if hands["abcd".index(player)]:
        return {f"@{point}" for point in points(k) if point[0] == "o" and point not in pawns}
    mine = [point for point, owner in pawns.items() if owner == player]
    return {f"{point}-{end}" for point in mine for end in NEIGHBOURS[k][point] if end not in pawns}


def moves(text, k):
    pawns, mover, hands = read(text, k)
    return set() if mover == "." else moves_of(mover, pawns, hands, k) or {"-"}


def has_won(player, pawns, hands):
    mine = [point for point, owner in pawns.items() if owner == player]
    return hands["abcd".index(player)] == 0 and all(point[0] in "bc" for point in mine)


def play(text, move, k, is_lost_without_move=False):
    """The position text after a move.  is_lost_without_move: the flag blocked=loses."""
    pawns, mover, hands = read(text, k)
    if move[0] == "@":
        pawns[move[1:]] = mover
        hands["abcd".index(mover)] -= 1
    elif move != "-":
        start, end = move.split("-")
        pawns[end] = pawns.pop(start)
    players = "abcd"[: len(hands)]
    after = players[(players.index(mover) + 1) % len(players)]
    asked = [after] if is_lost_without_move else players
    nobody_moves = not any(moves_of(player, pawns, hands, k) for player in asked)
    return write(pawns, k, "." if has_won(mover, pawns, hands) or nobody_moves else after, hands)
