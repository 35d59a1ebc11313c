"""What stands beside a board: seats, clocks, status, offers, and which buttons make sense."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics.scene import View
from charkoni.web.engine import opponents
from charkoni.web.http import texts
from charkoni.web.http.texts import words_in
from charkoni.web.live import computer_player, dice
from charkoni.web.live.board_view import turn_sentence, view_of
from charkoni.web.live.messages import Clocks, Dice, OfferInfo, SeatInfo, Status, Table

if TYPE_CHECKING:
    from charkoni.web.live.live_game import Match
    from charkoni.web.live.room import Room


def table(room: "Room", lang: str, mine: frozenset[int]) -> Table:
    """Return what stands beside the board for who holds some seats."""
    words, match = words_in(lang), room.match
    found: Table = {
        "seats": seats(room, words, mine),
        "clocks": clocks(room),
        "status": status(room, words),
        "offers": [_offer(offer) for offer in room.offers.values()],
        "watchers": room.watchers(),
        "can": can(room, mine),
    }
    if room.next_game:
        found["next"] = f"/g/{room.next_game}"
    elif match.official and match.state == "over" and mine:
        found["next"] = f"/{match.row.previous}"  # the player's page at the event, where the next game will be
    if match.state == "waiting":
        found["invite"] = f"/i/{match.row.invite}"
    if match.has_dice:
        found["dice"] = _dice(room)
    note = room.note(words)
    if note:
        found["note"] = note
    return found


def seat_name(words: Words, kind: str, name: str, level: int, is_away: bool = False) -> str:
    """Return what stands at a seat; is_away: the computer plays for somebody.  name: of a computer its style."""
    if is_away:
        return words._(texts.COMPUTER_FOR, name=name or words._(texts.GUEST))
    if kind == "computer":
        return opponents.computer_name(words, level, name)
    return words._(texts.OPEN_SEAT) if kind == "open" else name or words._(texts.GUEST)


def seats(room: "Room", words: Words, mine: Collection[int]) -> list[SeatInfo]:
    """Return who sits where."""
    match, found = room.match, []
    view: View = view_of(match.game, 0, False)
    online = room.online()
    for place in match.seats:
        seat = place.seat
        info: SeatInfo = {
            "seat": seat,
            "side": match.game.sides[seat],
            "label": words._(names.side(match.game, seat).name),
            "colour": view.layout.colours[seat],
            "kind": place.kind,  # type: ignore[typeddict-item]  # written by us
            "name": seat_name(words, place.kind, place.name, place.level, seat in match.away),
            "online": place.kind == "computer" or seat in online,
            "you": seat in mine,
        }
        if seat in mine:
            info["key"] = room.hub.access.seat_key(match.row.id, seat)
        found.append(info)
    return found


def clocks(room: "Room") -> Clocks:
    """Return what the clocks show now."""
    match = room.match
    return {
        "kind": match.control.kind,
        "base": match.control.base,
        "increment": match.control.increment,
        "left": match.clocks.seats_left(room.hub.time.now()),
        "running": match.clocks.seats_running(),
    }


def status(room: "Room", words: Words) -> Status:
    """Return how things stand, in a sentence too."""
    match = room.match
    found: Status = {"state": match.state, "turn": match.turn, "text": ""}  # type: ignore[typeddict-item]  # ours
    outcome = match.outcome
    if match.state == "waiting":
        found["text"] = words._(texts.WAITING)
    elif match.state == "called-off":
        found["text"] = words._(texts.CALLED_OFF)
    elif outcome:
        found |= {
            "text": names.result(words, match.game, outcome),
            "scores": [str(score) for score in outcome.scores],
            "reason": outcome.reason,
        }
    elif match.paused:
        found["text"] = words._(texts.PAUSED)
    elif match.turn == CHANCE:
        thrower = dice.thrower(match.position)
        player = names.side_name(words, match.game, thrower)
        found |= {"text": words._(texts.THROW, player=player), "thrower": thrower}
    elif match.turn != OVER:
        found["text"] = turn_sentence(match.game, words, match.turn)
    return found


def can(room: "Room", mine: frozenset[int]) -> list[Any]:
    """Return the buttons that make sense for who holds some seats."""
    match = room.match
    if not mine:
        return []
    if match.state == "waiting":
        return ["call-off"]
    if match.state == "over":
        return [] if room.next_game or match.official else ["rematch"]
    if match.state != "open":
        return []
    if match.official:
        return _can_officially(match, mine)
    found = ["call-off" if len(match.record) < 2 else "resign"]
    others = match.humans() - mine
    if match.free_undo(mine):
        found.append("undo")
    elif others and any(match.takeback(seat) for seat in mine):
        found.append("takeback")
    if len(match.record) >= 2 and (others or computer_player.can_judge(room)):
        found.append("draw")
    if match.decider in mine:
        if match.turn == CHANCE:
            found.append("throw")
        elif room.hub.engine.is_on and not others:  # against people it would be foul play
            found.append("hint")
    if room.claimable(mine):
        found.append("claim")
        if match.game.players > 2 and room.hub.engine.is_on:
            found.append("stand-in")
    return found


def _can_officially(match: "Match", mine: frozenset[int]) -> list[Any]:
    """Return the buttons in a game of an event: no help, nothing taken back, a draw only where its rules know one."""
    assert match.official is not None
    found = ["resign"]
    if match.official.draws and len(match.record) >= match.official.draws and match.humans() - mine:
        found.append("draw")
    if match.decider in mine and match.turn == CHANCE:
        found.append("throw")
    return found


def _offer(offer: Any) -> OfferInfo:
    return {"kind": offer.kind, "seat": offer.seat, "waiting": sorted(offer.waiting)}


def _dice(room: "Room") -> Dice:
    match = room.match
    found: Dice = {"commitment": dice.commitment(match.row.dice_key), "url": f"/g/{match.row.id}/dice.json"}
    if match.state in ("over", "called-off"):
        found["key"] = match.row.dice_key
    return found
