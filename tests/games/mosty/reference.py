"""Reference implementation of Mosty, slow and obvious: bridges as a dictionary from (x, y) to "r" or "b"."""

import re

SIZES = range(2, 11)


def crossings(size):
    """Return all crossings in the order of the position text: row y = 2n-1 first, each row from the left."""
    rows = range(2 * size - 1, 0, -1)
    return [(x, y) for y in rows for x in range(1, 2 * size) if x % 2 == y % 2]


def name(x, y):
    return f"{chr(ord('a') + x - 1)}{y}"


def read(text, size):
    """Return the bridges, the mover and the bridges left (None without that field)."""
    rows, mover, *left = text.split(" ")
    signs = re.sub("[0-9]+", lambda run: "." * int(run[0]), rows).replace("/", "")
    bridges = {place: sign for place, sign in zip(crossings(size), signs, strict=True) if sign != "."}
    return bridges, mover, int(left[0]) if left else None


def write(bridges, size, mover, left):
    rows = []
    for y in range(2 * size - 1, 0, -1):
        signs = "".join(bridges.get(place, ".") for place in crossings(size) if place[1] == y)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), signs))
    return " ".join(["/".join(rows), mover, *([] if left is None else [str(left)])])


def dots(colour, x, y):
    """Return the two dots that a bridge on the crossing joins."""
    upright = (x % 2 == 1) == (colour == "r")
    return [(x, y - 1), (x, y + 1)] if upright else [(x - 1, y), (x + 1, y)]


def joined(bridges, size, colour):
    """Return whether a walk along the bridges from the starting shore reaches the other one."""
    bridges = [dots(colour, *place) for place, sign in bridges.items() if sign == colour]
    across = 1 if colour == "r" else 0  # the coordinate that has to grow from 0 to 2n
    along = range(1, 2 * size, 2)
    seen = {(x, 0) if colour == "r" else (0, x) for x in along}
    grows = True
    while grows:
        grows = False
        for one, other in bridges:
            if (one in seen) != (other in seen):
                seen |= {one, other}
                grows = True
    return any(dot[across] == 2 * size for dot in seen)


def moves(text, size):
    bridges, mover, _ = read(text, size)
    return set() if mover == "." else {name(*place) for place in crossings(size) if place not in bridges}


def play(text, move, size):
    """Return the position text after a move."""
    bridges, mover, left = read(text, size)
    colour = "r" if mover == "a" else "b"
    bridges[ord(move[0]) - ord("a") + 1, int(move[1:])] = colour
    other = "b" if mover == "a" else "a"
    if joined(bridges, size, colour):
        return write(bridges, size, ".", None if left is None else 0)
    if left is None:
        return write(bridges, size, other, None)
    return write(bridges, size, mover, 1) if left == 2 else write(bridges, size, other, 2)
