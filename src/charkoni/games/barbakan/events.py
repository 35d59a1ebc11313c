"""Events, labels and sentences about the moves of Barbakan."""

from charkoni.core.board_types import Event, PieceSlot
from charkoni.core.constants import OVER
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.barbakan.catalog import CATALOG
from charkoni.games.barbakan.moves import HAND, PASS
from charkoni.games.barbakan.points import BOARDS
from charkoni.games.barbakan.reasons import owner_of
from charkoni.games.barbakan.rules import is_home, is_one_shut_in
from charkoni.games.barbakan.taps import PLAYERS
from charkoni.games.barbakan.text import pawns_inside


def events(before: State, move: str, after: State, flags: Flags) -> list[Event]:
    """Return the placing, step, entry or pass, and the end."""
    happened = [_action(before, move, flags)]
    if after.turn == OVER:
        happened.append(Event("end"))
    return happened


def _action(before: State, move: str, flags: Flags) -> Event:
    if move == "-":
        return Event("pass")
    if move.startswith("@"):
        hand = PieceSlot(f"{HAND}{PLAYERS[before.turn]}", int(before.hand[before.turn]) - 1)
        return Event("place", ((hand, PieceSlot(move[1:])),), zone=move[1:])
    start, end = move.split("-")
    kind = "enter" if _is_entry(start, end, flags) else "move"
    return Event(kind, ((PieceSlot(start), PieceSlot(end)),), (start, end), end)


def _is_entry(start: str, end: str, flags: Flags) -> bool:
    """Return whether a step leads in through a gate, so that the way back is forbidden (K7)."""
    board = BOARDS[flags["board"]]
    return (board.points.index(end), board.points.index(start)) in board.gates


def labels(s: State, flags: Flags, words: Words) -> dict[str, str]:
    """Return the labels of points, hands and, while pawns move, the pass."""
    labelled = {}
    for point, zone in enumerate(BOARDS[flags["board"]].points):
        owner = owner_of(s, point)
        if owner is None:
            labelled[zone] = words._("{point}: free", point=zone)
        elif owner == 0:
            labelled[zone] = words._("{point}: red pawn", point=zone)
        elif owner == 1:
            labelled[zone] = words._("{point}: blue pawn", point=zone)
        elif owner == 2:
            labelled[zone] = words._("{point}: yellow pawn", point=zone)
        else:
            labelled[zone] = words._("{point}: green pawn", point=zone)
    for player in range(int(flags["players"])):
        labelled[f"{HAND}{PLAYERS[player]}"] = words.ngettext(
            "{side}'s hand: {n} pawn", "{side}'s hand: {n} pawns", int(s.hand[player]), side=CATALOG.players[player]
        )
    if s.turn != OVER and not s.hand[s.turn]:
        labelled[PASS] = words._("pass: no pawn can move")
    return labelled


def describe(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    """Return sentences about a move: the placing or step, the pawns inside, the end of the game."""
    me = int(before.turn)
    sentences = [_action_sentence(before, move, after, flags, words)]
    if after.turn == OVER and is_home(after, me):
        sentences.append(words._("All {side}'s pawns are in the barbican!", side=CATALOG.players[me]))
    elif after.turn == OVER and is_one_shut_in(after):
        sentences.append(words._("{side} cannot move and has lost.", side=CATALOG.players[1 - me]))
    elif after.turn == OVER:
        sentences.append(words._("Nobody can move any more: a draw."))
    elif before.hand[me] and not any(after.hand.tolist()):
        sentences.append(words._("All pawns are placed; now they move."))
    return " ".join(sentences)


def _action_sentence(before: State, move: str, after: State, flags: Flags, words: Words) -> str:
    me = int(before.turn)
    side = CATALOG.players[me]
    if move == "-":
        return words._("{side} cannot move and passes.", side=side)
    if move.startswith("@"):
        return words._("{side} places a pawn on {point}.", side=side, point=move[1:])
    start, end = move.split("-")
    if _is_entry(start, end, flags):
        n, total = pawns_inside(after, me, flags)
        return words._(
            "{side} enters the barbican from {start} to {end}: {n} of {total} are inside.",
            side=side,
            start=start,
            end=end,
            n=n,
            total=total,
        )
    return words._("{side} moves from {start} to {end}.", side=side, start=start, end=end)
