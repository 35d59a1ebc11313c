"""Events, labels and sentences about the moves of Banglagor."""

from itertools import product

import numpy as np

from charkoni.core.board_types import Event, PieceSlot
from charkoni.core.constants import OVER
from charkoni.core.errors import N_
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.banglagor import rules
from charkoni.games.banglagor.attacks import NEIGHBOURS, Effect, attack
from charkoni.games.banglagor.catalog import CATALOG
from charkoni.games.banglagor.moves import FREE, HEIGHTS, INDEX, LIFT, NAMES, PASS, RETURN, hand_zone
from charkoni.games.banglagor.taps import PLAYERS, is_mine, is_placing, walk_of
from charkoni.games.banglagor.text import columns, height_of

BORDER = "border"
"""The slot of the sign over both border rows while columns are placed (B3)."""


def taken_zone(player: str, height: int) -> str:
    """Return the zone of the enemy columns of a height that a player has removed."""
    return f"taken-{player}-{height}"


def trays(s: State, board: list[str]) -> dict[str, int]:
    """Return the number of columns in each tray: in hand while columns are placed, then removed ones (B1, B10).

    A position does not store removed columns: they are what six columns of each height and side lack.
    """
    if is_placing(s):
        return {
            hand_zone(player, height): int(s.hand[side, height - 1])
            for (side, player), height in product(enumerate(PLAYERS), HEIGHTS)
        }
    standing = [column.removesuffix("*") for column in board]
    return {
        taken_zone(player, height): max(0, rules.COLUMNS_EACH - standing.count(letters[height - 1]))
        for (player, letters), height in product(zip(PLAYERS, ("abc", "ABC"), strict=True), HEIGHTS)
    }


def rack_slot(player: str) -> PieceSlot:
    """Return the slot of the rack of a player, for the columns in hand and those that he removed."""
    return PieceSlot(f"rack-{player}")


def slots(s: State) -> set[PieceSlot]:
    """Return all slots that hold a piece."""
    board = columns(s)
    held = {PieceSlot(NAMES[cell]) for cell, column in enumerate(board) if column}
    counts = trays(s, board)
    for zone, count in counts.items():
        held |= {PieceSlot(zone, i) for i in range(count)}
        if count:
            held.add(PieceSlot(f"{zone}#"))
    held |= set(map(rack_slot, PLAYERS))
    return held | {PieceSlot(BORDER)} if is_placing(s) else held


def events(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return the action, its attack, the changes beside the board, and the end, in this order."""
    happened = _action(before, move, after, flags)
    held, wanted = slots(before), slots(after)
    for event in happened:
        held -= {start for start, _ in event.moved if start}
        held |= {end for _, end in event.moved if end}
    changes = *((slot, None) for slot in sorted(held - wanted)), *((None, slot) for slot in sorted(wanted - held))
    if changes:
        happened.append(Event("score", changes))
    if after.turn == OVER:
        happened.append(Event("end"))
    return happened


def _action(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return placing, movement with its attack, lift, freeing or pass."""
    if move == "-":
        return [Event("pass")]
    if move.startswith("~"):
        cell = move[1:]
        return [Event("free", ((PieceSlot(cell), PieceSlot(cell)),), zone=cell)]
    if "@" in move:
        start, end = move.split("@")
        if start in INDEX:
            return [Event("lift", ((PieceSlot(start), PieceSlot(end)),), zone=end)]
        zone, held = hand_zone(PLAYERS[before.turn], int(start)), int(before.hand[before.turn, int(start) - 1])
        return [Event("place", ((PieceSlot(zone, held - 1), PieceSlot(end)),), zone=end)]
    start, end, victim = walk_of(move)
    walk = Event("move", ((PieceSlot(start), PieceSlot(end)),), _path(before, start, end), end)
    return [walk, *(_attack(before, after, end, victim) if victim else [])]


def _attack(before: State, after: State, end: str, victim: str) -> list[Event]:
    """Return the effect of an attack: the target is removed, is bound, or stays bound (B10)."""
    result = attack(before, after, INDEX[end], INDEX[victim])
    if result.effect is Effect.UNCHANGED:
        return []
    if result.effect is Effect.BOUND:
        return [Event("bind", ((PieceSlot(victim), PieceSlot(victim)),), zone=victim)]
    board = columns(before)
    zone, target = taken_zone(PLAYERS[before.turn], result.target), board[INDEX[victim]]
    standing = sum(column.removesuffix("*") == target.removesuffix("*") for column in board)
    slot = PieceSlot(zone, rules.COLUMNS_EACH - standing) if standing <= rules.COLUMNS_EACH else None
    return [Event("capture", ((PieceSlot(victim), slot),), zone=victim)]


def _path(before: State, start: str, end: str) -> tuple[str, ...]:
    """Return the cells of a walk, start and end included: as many steps as the column is high, with "upto" fewer."""
    origin, goal = INDEX[start], INDEX[end]
    height = int(rules.height(before, origin))
    walks: list[tuple[int, ...]] = [(origin,)]
    for steps in range(1, height + 1):
        ends = _ends(before, origin, steps)
        walks = [(*walk, cell) for walk in walks for cell in NEIGHBOURS[walk[-1]] if cell in ends]
        route = next((walk for walk in walks if walk[-1] == goal), None)
        if route and (before.steps or steps == height):
            return tuple(NAMES[cell] for cell in route)
    return (start, end)


def _ends(before: State, start: int, height: int) -> set[int]:
    """Return the cells where the column on a cell could end if its height were `height` (B5 to B7)."""
    trial = before.copy()
    rules.remove(trial, start)
    rules.put_column(trial, int(before.turn), height, start)
    codes = np.zeros(rules.WIDEST, np.int64)
    movements = (codes[: rules.legal(trial, codes)] - rules.MOVE) // rules.WAYS
    return set((movements[movements // rules.CELLS == start] % rules.CELLS).tolist())


def labels(s: State, flags: Flags, words: Words) -> dict[str, str]:
    """Return the labels of cells, trays and chips."""
    board = columns(s)
    labelled = {}
    for name, column in zip(NAMES, board, strict=True):
        kinds = CATALOG.coloured["bound-column" if column.endswith("*") else "column"]
        label = kinds[is_mine(column, 1)] if column else N_("{cell}: empty")
        labelled[name] = words._(label, cell=name, n=height_of(column))
    placing = is_placing(s)
    counts = trays(s, board)
    for (player, side), height in product(zip(PLAYERS, CATALOG.players, strict=True), HEIGHTS):
        zone = hand_zone(player, height)
        text, n = ("hand", counts[zone]) if placing else ("removed", counts[taken_zone(player, height)])
        labelled[zone] = CATALOG.count(words, text, n, side=side, height=height)
    labelled[RETURN] = words._("out and back: end where the walk began")
    labelled[FREE] = words._("free the column (this is the whole turn)")
    labelled[LIFT] = words._("lift the column and put it on a free cell")
    labelled[PASS] = words._("pass: there is no other move")
    return labelled


def describe(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    """Return sentences about a move: the player, start and end, the attack, the end of the game."""
    board = columns(before)
    sentences = [_action_sentence(before, board, move, words)]
    if "x" in move:
        sentences.append(_attack_sentence(before, after, move, words))
    if is_placing(before):
        if not is_placing(after):
            sentences.append(words._("All columns are placed: now they move."))
    else:
        sentences.extend(_end_sentences(after, words))
    return " ".join(sentences)


def _action_sentence(before: State, board: list[str], move: str, words: Words) -> str:
    side = CATALOG.players[before.turn]
    if move == "-":
        return words._("{side} has no move and passes.", side=side)
    if move.startswith("~"):
        return words._("{side} frees the column on {cell}.", side=side, cell=move[1:])
    if "@" in move:
        start, end = move.split("@")
        if start in INDEX:
            values = {"side": side, "start": start, "end": end}
            return words._("{side} lifts the column from {start} and puts it on {end}.", **values)
        return words._("{side} places a column of height {n} on {cell}.", side=side, n=start, cell=end)
    start, end, _ = walk_of(move)
    walk = {"side": side, "n": height_of(board[INDEX[start]]), "cell": start, "start": start, "end": end}
    if start == end:
        return words._("{side} moves the column of height {n} from {cell} out and back.", **walk)
    return words._("{side} moves a column of height {n} from {start} to {end}.", **walk)


def _attack_sentence(before: State, after: State, move: str, words: Words) -> str:
    _, end, victim = walk_of(move)
    result = attack(before, after, INDEX[end], INDEX[victim])
    values = {"cell": victim, **result.terms}
    if result.effect is Effect.REMOVED:
        return words._("The column on {cell} is removed: {strength} > {n}.", **values)
    if result.effect is Effect.BOUND:
        return words._("The column on {cell} is bound: {strength} ≤ {n}.", **values)
    return words._("The column on {cell} stays bound: {strength} ≤ {n}.", **values)


def _end_sentences(after: State, words: Words) -> list[str]:
    """Return why the game is over, if it is: a side has less than half (B15), or ten moves without invasion (B16)."""
    lost = int(rules.loser(after))
    if lost >= 0:
        own, other = (int(rules.total(after, side)) for side in (lost, 1 - lost))
        values = {"side": CATALOG.players[lost], "own": own, "other": other}
        return [words._("{side} has a height of {own} against {other}, less than half.", **values)]
    if after.counter >= rules.DRAW_PLIES:
        return [words._("Ten moves of each side without an invasion: the game is drawn.")]
    return []
