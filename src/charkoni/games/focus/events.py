"""Events, labels and sentences about the moves of Focus."""

from charkoni.core.board_types import Event, PieceSlot, SlotPair
from charkoni.core.constants import OVER
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.focus.catalog import CATALOG
from charkoni.games.focus.moves import NAMES
from charkoni.games.focus.rules import EMPTY, PLACES, TALLEST
from charkoni.games.focus.taps import INDEX, PLACE, height_at
from charkoni.games.focus.text import letters

PLAYERS = "ab"
COLOURS = ("red", "green")
LETTERS = "rg"
RESERVE_SHOWN = 19
"""The most checkers of a reserve that are drawn; its number is always shown."""


def events(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return the walk or drop, the checkers removed from the bottom (F8), and the end."""
    me = int(before.turn)
    happened: list[Event] = []
    if move == "-":
        happened.append(Event("pass"))
    elif move.startswith("@"):
        cell = move[1:]
        start = PieceSlot(f"reserve-{PLAYERS[me]}", int(before.reserve[me]) - 1)
        from_tray = start if start.height < RESERVE_SHOWN else None
        landed = ((from_tray, PieceSlot(cell, height_at(before, cell))),)
        happened.append(Event("place", landed, zone=cell))
        happened.extend(_overflow(before, after, me, cell, cell, 1))
    else:
        walk, count = move.split(":")
        start_cell, end_cell = walk.split("-")
        k = int(count)
        foot, landing = height_at(before, start_cell) - k, height_at(before, end_cell)
        moved = tuple((PieceSlot(start_cell, foot + i), PieceSlot(end_cell, landing + i)) for i in range(k))
        happened.append(Event("merge" if landing else "move", moved, _path(start_cell, end_cell), end_cell))
        happened.extend(_overflow(before, after, me, start_cell, end_cell, k))
    if after.turn == OVER:
        happened.append(Event("end"))
    return happened


def _overflow(before: State, after: State, me: int, start: str, end: str, k: int) -> list[Event]:
    """Return the checkers that leave the merged tower at its bottom, and the counts that appear or vanish.

    A removed checker is in the reserve of its owner if that has grown, else out of the game.
    """
    badges = _badges(before, after, {start, end})
    tall = height_at(before, end) + k
    surplus = tall - height_at(after, end)
    if not surplus:
        return [Event("score", tuple(badges), zone=end)] if badges else []
    moved: list[SlotPair] = []
    held = before.reserve.tolist()
    held[me] -= start == end
    for i, letter in enumerate(letters(int(before.tower[INDEX[end]]))[:surplus]):
        owner = LETTERS.index(letter)
        slot: PieceSlot | None = None
        if held[owner] < after.reserve[owner]:
            slot = PieceSlot(f"reserve-{PLAYERS[owner]}", held[owner]) if held[owner] < RESERVE_SHOWN else None
            held[owner] += 1
        moved.append((PieceSlot(end, i), slot))
    moved.extend((PieceSlot(end, i), PieceSlot(end, i - surplus)) for i in range(surplus, tall))
    return [Event("overflow", (*moved, *badges), zone=end, value=str(surplus))]


def _badges(before: State, after: State, cells: set[str]) -> list[SlotPair]:
    """Return the counts of towers that appear or vanish: only towers of two and more have one."""
    moved: list[SlotPair] = []
    for cell in sorted(cells):
        had, has = height_at(before, cell) > 1, height_at(after, cell) > 1
        slot = PieceSlot(f"{cell}#")
        if had != has:
            moved.append((slot, None) if had else (None, slot))
    return moved


def _path(start: str, end: str) -> tuple[str, ...]:
    """Return the cells of a shortest walk, start and end included."""
    (x, y), goal = PLACE[start], PLACE[end]
    walked = [start]
    while (x, y) != goal:
        steps = [
            (x + dx, y + dy)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if abs(goal[0] - x - dx) + abs(goal[1] - y - dy) < abs(goal[0] - x) + abs(goal[1] - y)
        ]
        x, y = next(place for place in steps if place in PLACES)
        walked.append(NAMES[PLACES.index((x, y))])
    return tuple(walked)


def labels(s: State, flags: Flags, words: Words) -> dict[str, str]:
    """Return the labels of cells, reserves and chips."""
    labelled = {}
    for name, tower in zip(NAMES, s.tower.tolist(), strict=True):
        if tower == EMPTY:
            labelled[name] = words._("{cell}: empty", cell=name)
            continue
        stack = letters(tower)
        colour = COLOURS[LETTERS.index(stack[-1])]
        labelled[name] = CATALOG.count(words, f"{colour}-tower", len(stack), cell=name)
    for side, player in enumerate(PLAYERS):
        n = int(s.reserve[side])
        labelled[f"reserve-{player}"] = CATALOG.count(words, "reserve", n, side=CATALOG.players[side])
    if s.turn != OVER:
        labelled["drop"] = words._("put a checker of the reserve on the board")
    for k in range(1, TALLEST + 1):
        labelled[f"k-{k}"] = CATALOG.count(words, "number", k)
    labelled["return"] = words._("null move: walk and return")
    return labelled


def describe(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    """Return sentences about a move: the player, start and end, the owner of the rest, checkers that fell out."""
    side = CATALOG.players[before.turn]
    if move == "-":
        return words._("{side} walks and returns: nothing changes.", side=side)
    if move.startswith("@"):
        sentences = [words._("{side} puts a checker of the reserve on {cell}.", side=side, cell=move[1:])]
    else:
        walk, count = move.split(":")
        start, end = walk.split("-")
        sentences = [CATALOG.count(words, "moves", int(count), side=side, start=start, end=end)]
        rest = letters(int(after.tower[INDEX[start]]))
        if rest and rest[-1] != LETTERS[before.turn]:
            sentences.append(CATALOG.count(words, "rest", len(rest)))
    for event in events(before, move, after, flags):
        if event.kind == "overflow":
            held = int(before.reserve[before.turn]) - move.startswith("@")
            kept = (
                int(after.reserve[before.turn]) - held
            )  # own checkers fall into the reserve, others out of the game: F8
            fallen = {"destroyed": int(event.value) - kept, "kept": kept}
            sentences += [CATALOG.count(words, text, n) for text, n in fallen.items() if n]
    return " ".join(sentences)
