"""Queries of a position, which change nothing: previews of moves, reasons of refusals, icons."""

from typing import Any

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import BadMove, IllegalMove, Reason
from charkoni.core.translations import Words
from charkoni.graphics import click_trie as tries
from charkoni.graphics import scene as drawn
from charkoni.web.http import texts
from charkoni.web.http.texts import words_in
from charkoni.web.live.board_view import Perspective, coach, walked
from charkoni.web.live.room import Room


def rule_url(name: str, clause: str) -> str:
    """Return the address of a clause on the page of a game's rules."""
    return f"/rules/{name.partition(':')[0]}" + (f"#{clause}" if clause else "")


def peek(
    room: Room, perspective: Perspective, decides: bool, prefix: tuple[str, ...], move: str | None
) -> dict[str, Any]:
    """Return the message `Peek`: the coach's sentence for a prefix of taps, or the preview of a move."""
    live, words = room.live, words_in(perspective.lang)
    found: dict[str, Any] = {"type": "peek", "g": live.row.id, "v": live.v, "prefix": list(prefix), "say": ""}
    position = live.position
    if position.turn in (CHANCE, OVER) or not decides:
        return found
    if move is None:
        if not prefix or tries.follow(room.board.trie(), prefix) is not None:
            found["say"] = coach(position, prefix, words)
        return found
    found["m"] = move
    if move in position.moves:
        found["say"] = drawn.tell(position, move, words)
        found["ghosts"], found["gone"] = room.board.ghosts(move, perspective)
        found["path"] = walked(position, move)
        if move in room.board.marks():
            found["icon"] = room.board.marks()[move]
    return found


def why(
    room: Room, words: Words, decides: bool, prefix: tuple[str, ...], zone: str, move: str | None
) -> dict[str, Any]:
    """Return the message `Why`: why a tap leads nowhere, or why a typed move is refused."""
    live = room.live
    reason = _reason(room, prefix, zone, move) if decides else _not_your_turn(room)
    found: dict[str, Any] = {"type": "why", "g": live.row.id, "v": live.v, "prefix": list(prefix), "zone": zone}
    found |= {"code": reason.code if reason else "", "text": reason.say(words._) if reason else ""}
    if reason and reason.clause:
        found |= {"rule": reason.clause, "url": rule_url(live.game.name, reason.clause)}
    if move is not None:
        found["m"] = move
    return found


def _not_your_turn(room: Room) -> Reason | None:
    return Reason("NOT_YOUR_TURN", "", texts.REFUSALS["NOT_YOUR_TURN"]) if room.live.turn >= 0 else None


def _reason(room: Room, prefix: tuple[str, ...], zone: str, move: str | None) -> Reason | None:
    position = room.live.position
    if position.turn in (CHANCE, OVER):
        return None
    if move is not None:
        try:
            position.play(move)
        except (BadMove, IllegalMove) as error:
            return error.reason
        return None
    known = room.board.zones("en")
    if zone not in known or any(each not in known for each in prefix):
        return None
    if tries.follow(room.board.trie(), (*prefix, zone)) is not None:
        return None
    if prefix and tries.follow(room.board.trie(), prefix) is None:
        return None
    return drawn.why_not(position, prefix, zone)


def marks(room: Room, prefix: tuple[str, ...]) -> dict[str, Any]:
    """Return the message `Marks`: the icons of the moves behind a prefix of taps."""
    live = room.live
    below = tries.follow(room.board.trie(), prefix)
    moves = {below} if isinstance(below, str) else {move for _, move in tries.leaves(below or {})}
    found = {move: icon for move, icon in room.board.marks().items() if move in moves}
    return {"type": "marks", "g": live.row.id, "v": live.v, "prefix": list(prefix), "marks": found}
