"""Queries of a live game, which change nothing: previews of moves, reasons of refusals, icons of moves."""

from collections.abc import Container

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import BadMove, IllegalMove, Reason
from charkoni.core.game import Position
from charkoni.core.translations import Words
from charkoni.graphics import click_trie, scene
from charkoni.graphics.move_highlights import path_of
from charkoni.web.http import texts
from charkoni.web.http.texts import words_in
from charkoni.web.live.board_view import Perspective
from charkoni.web.live.room import Room


def rule_url(name: str, clause: str) -> str:
    """Return the address of a game's rules, at a clause unless that is ""."""
    return f"/rules/{name.partition(':')[0]}" + (f"#{clause}" if clause else "")


def peek(
    room: Room, perspective: Perspective, decides: bool, prefix: tuple[str, ...], move: str | None
) -> dict[str, object]:
    """Return the message `Peek`: the coach's sentence for a prefix of taps, or with `move` the preview of that move.

    decides: whether the sender decides now; if not, or at an illegal move, the sentence is empty.
    """
    live, words = room.live, words_in(perspective.lang)
    reply: dict[str, object] = {"type": "peek", "g": live.row.id, "v": live.v, "prefix": list(prefix), "say": ""}
    position = live.position
    if position.turn in (CHANCE, OVER) or not decides:
        return reply
    if move is None:
        if not prefix or click_trie.follow(room.board.trie(), prefix) is not None:
            reply["say"] = scene.prompt(position, prefix, words)
        return reply
    reply["m"] = move
    if move in position.moves:
        reply["say"] = scene.describe(position, move, words)
        reply["ghosts"], reply["gone"] = room.board.ghosts(move, perspective)
        reply["path"] = path_of(position, move)
        if move in room.board.marks():
            reply["icon"] = room.board.marks()[move]
    return reply


def why(
    room: Room, words: Words, decides: bool, prefix: tuple[str, ...], zone: str, move: str | None
) -> dict[str, object]:
    """Return the message `Why`: why a tap on a zone is illegal, or with `move` why that move is.

    decides: whether the sender decides now.  The text is empty for a legal tap or move, and for an unknown zone.
    """
    live = room.live
    reason = None
    if decides:
        reason = _reason(room, prefix, zone, move)
    elif live.turn >= 0:
        reason = Reason("NOT_YOUR_TURN", "", texts.REFUSALS["NOT_YOUR_TURN"])
    reply: dict[str, object] = {"type": "why", "g": live.row.id, "v": live.v, "prefix": list(prefix), "zone": zone}
    reply |= {"code": reason.code if reason else "", "text": reason.message(words._) if reason else ""}
    if reason and reason.clause:
        reply |= {"rule": reason.clause, "url": rule_url(live.game.name, reason.clause)}
    if move is not None:
        reply["m"] = move
    return reply


def _reason(room: Room, prefix: tuple[str, ...], zone: str, move: str | None) -> Reason | None:
    """Return the reason why a move, or a tap after a prefix, is illegal; None when it is legal or a zone is unknown."""
    position = room.live.position
    if position.turn in (CHANCE, OVER):
        return None
    if move is not None:
        try:
            position.play(move)
        except (BadMove, IllegalMove) as error:
            return error.reason
        return None
    return tap_reason(position, room.board.zones("en"), room.board.trie(), prefix, zone)


def tap_reason(
    position: Position, known: Container[str], trie: click_trie.Trie, prefix: tuple[str, ...], zone: str
) -> Reason | None:
    """Return the reason why a tap on a zone after a prefix is illegal; None when it is legal or a zone is unknown.

    known: the zones of the board.  trie: its click trie.
    """
    # Zones come from a client: an unknown one gets an empty answer, not an error.
    if any(each not in known for each in (*prefix, zone)) or click_trie.follow(trie, (*prefix, zone)) is not None:
        return None
    if prefix and click_trie.follow(trie, prefix) is None:
        return None
    return scene.why_not(position, prefix, zone)


def marks(room: Room, prefix: tuple[str, ...]) -> dict[str, object]:
    """Return the message `Marks`: the icons of the moves that begin with a prefix of taps."""
    live = room.live
    below = click_trie.follow(room.board.trie(), prefix)
    moves = {below} if isinstance(below, str) else {move for _, move in click_trie.leaves(below or {})}
    icons = {move: icon for move, icon in room.board.marks().items() if move in moves}
    return {"type": "marks", "g": live.row.id, "v": live.v, "prefix": list(prefix), "marks": icons}
