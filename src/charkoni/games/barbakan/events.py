"""Events, labels and sentences about the moves of Barbakan, prompts, and what taps without effect mean."""

from charkoni.core.board_types import Event, PieceSlot, TapSequence
from charkoni.core.constants import OVER
from charkoni.core.errors import N_, Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.barbakan.catalog import CATALOG
from charkoni.games.barbakan.moves import HAND, PASS, moves
from charkoni.games.barbakan.points import BOARDS
from charkoni.games.barbakan.reasons import owner_of
from charkoni.games.barbakan.rules import can_move, is_home, is_one_shut_in, is_shut_in
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
        label = N_("{point}: free") if owner is None else CATALOG.coloured["pawn"][owner]
        labelled[zone] = words._(label, point=zone)
    for player in range(int(flags["players"])):
        labelled[f"{HAND}{PLAYERS[player]}"] = CATALOG.count(
            words, "hand", int(s.hand[player]), side=CATALOG.players[player]
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
        values = {"side": side, "start": start, "end": end, "n": n, "total": total}
        return words._("{side} enters the barbican from {start} to {end}: {n} of {total} are inside.", **values)
    return words._("{side} moves from {start} to {end}.", side=side, start=start, end=end)


PLAYERS = "abcd"
COLOURS = ("red", "blue", "yellow", "green")


def prompt(s: State, prefix: TapSequence, flags: Flags, words: Words) -> str:
    """Return the sentence that asks for the next tap."""
    if s.hand[s.turn]:
        return words._("Place a pawn on a free outer point.")
    if prefix:
        return words._("Where to? The pawn goes along a line to the next point.")
    if not can_move(s, int(s.turn)):
        return words._("No pawn can move: you have to pass.")
    return words._("Choose a pawn. You must move, even if it does harm.")


def attempt(s: State, prefix: TapSequence, zone: str, flags: Flags) -> str | Reason | None:
    """Return the move that a tap without effect seems to mean, or why there is none."""
    board, me = BOARDS[flags["board"]], int(s.turn)
    if zone.startswith(HAND):
        owner = PLAYERS.index(zone[len(HAND) :])
        if owner != me:
            return CATALOG.reason("HAND_OF", owner=CATALOG.players[owner])
        return f"@{board.points[0]}"  # refused when all pawns are placed (K4)
    if zone in board.points and not prefix and not s.hand[me]:
        point = board.points.index(zone)
        if int(s.pawns[me]) >> point & 1 and is_shut_in(s, point):
            return CATALOG.reason("SHUT_IN")
    return moves(flags).meant(s, prefix, zone, me)
