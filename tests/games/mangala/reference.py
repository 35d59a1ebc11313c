"""Reference implementation of Mangala, slow and obvious: holes as lists, one stone after the other."""


def read(text):
    """Return the holes and stores of both sides, the mover, and the fortresses (None in the base game)."""
    boards, mover, *fortresses = text.split(" ")
    sides = [side.split(":") for side in boards.split("/")]
    holes = [[int(stones) for stones in side[0].split(",")] for side in sides]
    stores = [int(side[1]) for side in sides]
    fortresses = (
        [None if fortress == "-" else int(fortress) - 1 for fortress in fortresses[0].split("/")]
        if fortresses
        else None
    )
    return holes, stores, mover, fortresses


def write(holes, stores, mover, fortresses):
    sides = (f"{','.join(map(str, holes[side]))}:{stores[side]}" for side in (0, 1))
    text = f"{'/'.join(sides)} {mover}"
    if fortresses is None:
        return text
    return f"{text} {'/'.join('-' if fortress is None else str(fortress + 1) for fortress in fortresses)}"


def moves(text):
    holes, _, mover, _ = read(text)
    if mover == ".":
        return []
    return [str(hole + 1) for hole in range(6) if holes["ab".index(mover)][hole]]


def play(text, move, flags=()):
    """Return the position text after a move.  flags: as they are written, "rest=keep" and "first=on" among them."""
    holes, stores, mover, fortresses = read(text)
    me = "ab".index(mover)
    you = 1 - me
    ring = [(me, hole) for hole in range(6)] + ([("store", me)] if fortresses is None else [])
    ring += [(you, hole) for hole in range(6)]
    start = int(move) - 1
    hand, holes[me][start] = holes[me][start], 0
    at = start if hand > 1 and "first=on" not in flags else (start + 1) % len(ring)
    while True:
        side, hole = ring[at]
        if side == "store":
            stores[me] += 1
        elif fortresses and fortresses[1 - side] == hole:
            stores[1 - side] += 1
        else:
            holes[side][hole] += 1
        hand -= 1
        if hand == 0:
            break
        at = (at + 1) % len(ring)
    if fortresses is None:
        capture(holes, stores, me, side, hole)
    else:
        capture_or_build(holes, stores, fortresses, me, side, hole)
    for side_ in (0, 1):
        if sum(holes[side_]) == 0:
            stores[1 - side_ if "rest=keep" in flags else side_] += sum(holes[1 - side_])
            return write([[0] * 6, [0] * 6], stores, ".", fortresses)
    return write(holes, stores, mover if side == "store" else "ab"[you], fortresses)


def capture(holes, stores, me, side, hole):
    you = 1 - me
    if side == you and holes[you][hole] in range(2, 49, 2):
        stores[me] += holes[you][hole]
        holes[you][hole] = 0
    if side == me and holes[me][hole] == 1 and holes[you][5 - hole]:
        stores[me] += 1 + holes[you][5 - hole]
        holes[me][hole] = holes[you][5 - hole] = 0


def capture_or_build(holes, stores, fortresses, me, side, hole):
    you = 1 - me
    if side == me or hole == fortresses[me]:
        return
    if holes[you][hole] in range(2, 49, 2):
        stores[me] += holes[you][hole]
        holes[you][hole] = 0
    elif holes[you][hole] == 3 and fortresses[me] is None and hole != 5:
        fortresses[me] = hole
        stores[me] += 3
        holes[you][hole] = 0


def score(text):
    stores = read(text)[1]
    if stores[0] == stores[1]:
        return "equal, 1/2:1/2"
    return "stones, 1:0" if stores[0] > stores[1] else "stones, 0:1"
