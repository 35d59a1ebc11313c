"""Actions of the page of text: commands, and moves tapped zone by zone."""

from collections.abc import Mapping
from typing import Any

from charkoni.core.constants import CHANCE
from charkoni.core.errors import Reason
from charkoni.graphics import click_trie, scene
from charkoni.web.http.errors import Refused
from charkoni.web.live import commands
from charkoni.web.live.room import Room

LONGEST_MOVE = 40
LONGEST_ZONE = 24


async def perform(
    room: Room, seats: frozenset[int], fields: Mapping[str, str], prefix: tuple[str, ...]
) -> tuple[str, ...]:
    """Perform the action of a form, and return the zones that are tapped afterwards; raise Refused.

    fields: action; v (the version of the displayed position, for tap, move, throw and undo); zone (for tap); m (for
    move, as text); word (for throw and word: the dice word of a visitor without scripts); kind (of the offer, for
    accept and decline).  Actions: tap, move, throw, undo, resign, claim, stand-in, prepare, word, draw, takeback,
    rematch, accept, decline.  prefix: the zones already tapped.
    """
    action, v = fields.get("action", ""), fields.get("v", "")
    version = int(v) if v.isascii() and v.isdigit() and len(v) < 10 else -1
    if action == "tap":
        return await _tap(room, seats, version, prefix, fields.get("zone", "")[:LONGEST_ZONE])
    known: dict[str, tuple[Any, ...]] = {
        "move": (commands.play_move, version, fields.get("m", "").strip()[:LONGEST_MOVE]),
        "throw": (commands.throw_dice, version, fields.get("word", "").strip()),
        "prepare": (commands.prepare_dice,),
        "word": (commands.give_word, fields.get("word", "").strip()),
        "undo": (commands.take_back, version),
        "resign": (commands.resign, min(seats, default=-1)),
        "claim": (commands.claim_win,),
        "stand-in": (commands.let_computer_play,),
        "draw": (commands.make_offer, "draw"),
        "takeback": (commands.make_offer, "takeback"),
        "rematch": (commands.make_offer, "rematch"),
        "accept": (commands.answer_offer, fields.get("kind", ""), True),
        "decline": (commands.answer_offer, fields.get("kind", ""), False),
    }
    if action not in known or (action in ("move", "throw", "undo") and version < 0):
        raise Refused("BAD_MESSAGE")
    command, *arguments = known[action]
    await commands.execute(room, command, seats, *arguments)
    return ()


async def _tap(room: Room, seats: frozenset[int], v: int, prefix: tuple[str, ...], zone: str) -> tuple[str, ...]:
    """Tap a zone: play the move that is complete, or return the longer prefix; the last zone once more undoes all."""
    live = room.live
    if v != live.v:
        raise Refused("STALE")
    if live.decider not in seats or live.turn == CHANCE:
        raise Refused("NOT_YOUR_TURN")
    below = click_trie.follow(room.board.trie(), (*prefix, zone))
    if prefix and zone == prefix[-1] and below is None:
        return ()
    if isinstance(below, str):
        await commands.execute(room, commands.play_move, seats, v, below)
        return ()
    if below is None:
        reason: Reason | None = None
        if zone in room.board.zones("en"):
            reason = scene.why_not(live.position, prefix, zone)
        raise Refused(reason.code if reason else "NOT_NOW", reason)
    return (*prefix, zone)
