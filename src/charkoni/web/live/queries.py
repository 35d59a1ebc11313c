"""Questions about a position that change nothing: what would this bring, why not, which marks."""

from typing import Any

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import BadMove, IllegalMove, Reason
from charkoni.core.translations import Words
from charkoni.graphics import click_trie as tries
from charkoni.graphics import scene as drawn
from charkoni.web.http import texts
from charkoni.web.http.texts import words_in
from charkoni.web.live.board_view import Eye, coach, walked
from charkoni.web.live.room import Room


def rule_url(name: str, clause: str) -> str:
    """Return where the rules say so."""
    return f"/rules/{name.partition(':')[0]}" + (f"#{clause}" if clause else "")


def peek(room: Room, eye: Eye, decides: bool, prefix: tuple[str, ...], move: str | None) -> dict[str, Any]:
    """Return the coach's sentence for a prefix, or what a move would bring."""
    match, words = room.match, words_in(eye.lang)
    found: dict[str, Any] = {"type": "peek", "g": match.row.id, "v": match.v, "prefix": list(prefix), "say": ""}
    position = match.position
    if position.turn in (CHANCE, OVER) or not decides:
        return found
    if move is None:
        if not prefix or tries.follow(room.face.trie(), prefix) is not None:
            found["say"] = coach(position, prefix, words)
        return found
    found["m"] = move
    if move in position.moves:
        found["say"] = drawn.tell(position, move, words)
        found["ghosts"], found["gone"] = room.face.ghosts(move, eye)
        found["path"] = walked(position, move)
        if move in room.face.marks():
            found["icon"] = room.face.marks()[move]
    return found


def why(
    room: Room, words: Words, decides: bool, prefix: tuple[str, ...], zone: str, move: str | None
) -> dict[str, Any]:
    """Return why a tap leads nowhere, or why a typed move is refused."""
    match = room.match
    reason = _reason(room, prefix, zone, move) if decides else _not_your_turn(room)
    found: dict[str, Any] = {"type": "why", "g": match.row.id, "v": match.v, "prefix": list(prefix), "zone": zone}
    found |= {"code": reason.code if reason else "", "text": reason.say(words._) if reason else ""}
    if reason and reason.clause:
        found |= {"rule": reason.clause, "url": rule_url(match.game.name, reason.clause)}
    if move is not None:
        found["m"] = move
    return found


def _not_your_turn(room: Room) -> Reason | None:
    return Reason("NOT_YOUR_TURN", "", texts.REFUSALS["NOT_YOUR_TURN"]) if room.match.turn >= 0 else None


def _reason(room: Room, prefix: tuple[str, ...], zone: str, move: str | None) -> Reason | None:
    position = room.match.position
    if position.turn in (CHANCE, OVER):
        return None
    if move is not None:
        try:
            position.play(move)
        except (BadMove, IllegalMove) as error:
            return error.reason
        return None
    known = room.face.zones("en")
    if zone not in known or any(each not in known for each in prefix):
        return None
    if tries.follow(room.face.trie(), (*prefix, zone)) is not None:
        return None
    if prefix and tries.follow(room.face.trie(), prefix) is None:
        return None
    return drawn.why_not(position, prefix, zone)


def marks(room: Room, prefix: tuple[str, ...]) -> dict[str, Any]:
    """Return the icons of the moves behind a prefix."""
    match = room.match
    below = tries.follow(room.face.trie(), prefix)
    moves = {below} if isinstance(below, str) else {move for _, move in tries.leaves(below or {})}
    found = {move: icon for move, icon in room.face.marks().items() if move in moves}
    return {"type": "marks", "g": match.row.id, "v": match.v, "prefix": list(prefix), "marks": found}
