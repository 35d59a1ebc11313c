"""The taps that enter a move of Banglagor, the prompts between them, and taps without effect."""

from charkoni.core.board_types import TapSequence
from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.banglagor import rules
from charkoni.games.banglagor.attacks import NEIGHBOURS, Effect, attack
from charkoni.games.banglagor.catalog import CATALOG
from charkoni.games.banglagor.moves import HAND, HEIGHTS, INDEX, LIFT, MOVES, NAMES, RETURN
from charkoni.games.banglagor.text import columns, height_of

PLAYERS = "ab"
COLOURS = ("blue", "green")
_PLACES = tuple([cell for cell in range(rules.CELLS) if cell // 8 in rows] for rows in rules.PLACEMENT_ROWS)


def is_placing(s: State) -> bool:
    """Return whether columns are still in hand (B2)."""
    return bool(rules.is_placing(s))


def is_mine(column: str, player: int) -> bool:
    """Return whether a column, as the position text writes it, belongs to a player."""
    return bool(column) and column[0].isupper() == (player == 0)


def walk_of(move: str) -> tuple[str, str, str]:
    """Return start, end and the attacked cell or "" of the text of a movement."""
    walk, _, victim = move.partition("x")
    start, end = walk.split("-")
    return start, end, victim


def prompt(s: State, prefix: TapSequence, flags: Flags, words: Words) -> str:
    """Return the sentence that asks for the next tap."""
    if is_placing(s):
        return _prompt_placing(s, prefix, words)
    board = columns(s)
    if not prefix:
        if rules.nth(s, 0) == rules.PASS:
            return words._("No column can move: you have to pass.")
        return words._("Choose a column of yours.")
    column = board[INDEX[prefix[0]]]
    if column.endswith("*"):
        return words._("This column is bound. Freeing it is the whole turn.")
    if len(prefix) == 1:
        sentence = CATALOG.count(words, flags["steps"], height_of(column))
        if INDEX[prefix[0]] // 8 == rules.END_ROWS[s.turn]:  # B14
            sentence += " " + words._("Or lift it off the board and put it anywhere.")
        return sentence
    if prefix[1] == LIFT:
        return words._("Put the column on any free cell. There it does not attack.")
    return _prompt_attack(s, board, prefix, flags, words)


def _prompt_placing(s: State, prefix: TapSequence, words: Words) -> str:
    if prefix:
        height = prefix[0][-1]
        return words._("Place the column of height {n} on your own land, not on the border row.", n=height)
    if any(cell_is_free(s, cell) for cell in _PLACES[s.turn]):
        return words._("Choose a height from your hand.")
    return words._("There is no cell to place on: you have to pass.")


def _prompt_attack(s: State, board: list[str], prefix: TapSequence, flags: Flags, words: Words) -> str:
    """Return the effect of each possible attack, with its sum of heights (B9, B10)."""
    start, end = prefix[0], prefix[0] if prefix[1] == RETURN else prefix[1]
    sentences = [words._("Which column do you attack?")]
    for target in NEIGHBOURS[INDEX[end]]:
        if not is_mine(board[target], 1 - int(s.turn)):
            continue
        after = s.copy()
        rules.play(after, MOVES.read(f"{start}-{end}x{NAMES[target]}"))
        result = attack(s, after, INDEX[end], target)
        values = {"cell": NAMES[target], **result.terms}
        if result.effect is Effect.REMOVED:
            sentences.append(words._("{cell}: {strength} > {n}, it is removed.", **values))
        elif result.effect is Effect.BOUND:
            sentences.append(words._("{cell}: {strength} ≤ {n}, it is bound.", **values))
        else:
            sentences.append(words._("{cell}: {strength} ≤ {n}, it stays bound.", **values))
    return " ".join(sentences)


def cell_is_free(s: State, cell: int) -> bool:
    """Return whether a cell is empty."""
    half, bit = divmod(cell, rules.LAND_CELLS)
    return not (int(s.columns[0, half]) | int(s.columns[1, half])) >> bit & 1


def attempt(s: State, prefix: TapSequence, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move that a tap without effect seems to mean, why there is none, or None."""
    if not prefix:
        return _first_tap(s, zone)
    if len(prefix) == 2 and prefix[1] != LIFT:  # no column that can be attacked
        return f"{prefix[0]}-{prefix[0] if prefix[1] == RETURN else prefix[1]}" if zone in INDEX else None
    return MOVES.meant(s, prefix, zone, int(s.turn))


def _first_tap(s: State, zone: str) -> str | Reason | None:
    if zone.startswith(HAND):
        owner = PLAYERS.index(zone[len(HAND)])
        if is_placing(s) and owner != s.turn:
            return CATALOG.reason("HAND_OF", owner=CATALOG.players[owner])
        return f"{zone[-1]}@{NAMES[_PLACES[s.turn][0]]}"
    if zone not in INDEX:
        return MOVES.meant(s, (), zone, int(s.turn))
    if not is_placing(s):
        if is_mine(columns(s)[INDEX[zone]], int(s.turn)):
            return CATALOG.reason("SHUT_IN", cell=zone)
        return f"{zone}-{zone}"
    if INDEX[zone] in _PLACES[s.turn] and cell_is_free(s, INDEX[zone]):
        return CATALOG.reason("CHOOSE_HEIGHT")
    held = next((height for height in HEIGHTS if s.hand[s.turn, height - 1]), 1)
    return f"{held}@{zone}"
