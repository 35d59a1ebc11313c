"""The state of a table beside its board: seats, clocks, status, offers, and which buttons make sense."""

from collections.abc import Collection

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.translations import Words
from charkoni.games import names
from charkoni.graphics.scene import BoardView
from charkoni.web.engine import opponents
from charkoni.web.http import texts
from charkoni.web.http.texts import words_in
from charkoni.web.live import computer_player
from charkoni.web.live.board_view import turn_sentence, view_of
from charkoni.web.live.game import dice
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.live.messages.replies import Action, Clocks, Dice, OfferInfo, SeatInfo, Status, Table
from charkoni.web.live.room import Offer, Room


def table(room: Room, lang: str, mine: frozenset[int]) -> Table:
    """Return everything beside the board, as `messages.Table`, for the holder of the seats `mine`."""
    words, live = words_in(lang), room.live
    found: Table = {
        "seats": seats(room, words, mine),
        "clocks": clocks(room),
        "status": status(room, words),
        "offers": [_offer(offer) for offer in room.offers.values()],
        "watchers": room.watchers(),
        "can": permitted_actions(room, mine),
    }
    if room.next_game:
        found["next"] = f"/g/{room.next_game}"
    elif live.official and live.state == "over" and mine:
        found["next"] = f"/{live.row.previous}"  # the player's page at the event, where the next game will be
    if live.state == "waiting":
        found["invite"] = f"/i/{live.row.invite}"
    if live.has_dice:
        found["dice"] = _dice(room)
    note = engine_note(room, words)
    if note:
        found["note"] = note
    return found


def seat_name(words: Words, kind: str, name: str, level: int, is_away: bool = False) -> str:
    """Return the name shown at a seat; name: of a computer its style.  is_away: the computer plays for somebody."""
    if is_away:
        return words._(texts.COMPUTER_FOR, name=name or words._(texts.GUEST))
    if kind == "computer":
        return opponents.computer_name(words, level, name)
    return words._(texts.OPEN_SEAT) if kind == "open" else name or words._(texts.GUEST)


def seats(room: Room, words: Words, mine: Collection[int]) -> list[SeatInfo]:
    """Return all seats; the holder of the seats `mine` gets their keys."""
    live, found = room.live, []
    view: BoardView = view_of(live.game, 0, False)
    online = room.online()
    for place in live.seats:
        seat = place.seat
        info: SeatInfo = {
            "seat": seat,
            "side": live.game.sides[seat],
            "label": words._(names.side(live.game, seat).name),
            "colour": view.layout.colours[seat],
            "kind": place.kind,  # type: ignore[typeddict-item]  # written by us
            "name": seat_name(words, place.kind, place.name, place.level, seat in live.away),
            "online": place.kind == "computer" or seat in online,
            "you": seat in mine,
        }
        if seat in mine:
            info["key"] = room.host.access.seat_key(live.row.id, seat)
        found.append(info)
    return found


def clocks(room: Room) -> Clocks:
    """Return the clocks as they stand now."""
    live = room.live
    return {
        "kind": live.control.kind,
        "base": live.control.base,
        "increment": live.control.increment,
        "left": live.clocks.seats_left(room.host.time.now()),
        "running": live.clocks.seats_running(),
    }


def status(room: Room, words: Words) -> Status:
    """Return the state of the game, with its sentence."""
    live = room.live
    found: Status = {"state": live.state, "turn": live.turn, "text": ""}  # type: ignore[typeddict-item]  # ours
    outcome = live.outcome
    if live.state == "waiting":
        found["text"] = words._(texts.WAITING)
    elif live.state == "called-off":
        found["text"] = words._(texts.CALLED_OFF)
    elif outcome:
        found |= {
            "text": names.result(words, live.game, outcome),
            "scores": [str(score) for score in outcome.scores],
            "reason": outcome.reason,
        }
    elif live.paused:
        found["text"] = words._(texts.PAUSED)
    elif live.turn == CHANCE:
        thrower = dice.thrower(live.position)
        player = names.side_name(words, live.game, thrower)
        found |= {"text": words._(texts.THROW, player=player), "thrower": thrower}
    elif live.turn != OVER:
        found["text"] = turn_sentence(live.game, words, live.turn)
    return found


def permitted_actions(room: Room, mine: frozenset[int]) -> list[Action]:
    """Return the actions that make sense for the holder of the seats `mine`: `messages.Table.can`."""
    live = room.live
    if not mine:
        return []
    if live.state == "waiting":
        return ["call-off"]
    if live.state == "over":
        return [] if room.next_game or live.official else ["rematch"]
    if live.state != "open":
        return []
    if live.official:
        return _official_actions(live, mine)
    found: list[Action] = ["call-off" if len(live.record) < 2 else "resign"]
    others = live.humans() - mine
    if live.free_undo(mine):
        found.append("undo")
    elif others and any(live.takeback(seat) for seat in mine):
        found.append("takeback")
    if len(live.record) >= 2 and (others or computer_player.can_judge(room)):
        found.append("draw")
    if live.decider in mine:
        if live.turn == CHANCE:
            found.append("throw")
        elif room.host.engine.is_on and not others:  # against people it would be foul play
            found.append("hint")
    if room.claimable(mine):
        found.append("claim")
        if live.game.players > 2 and room.host.engine.is_on:
            found.append("stand-in")
    return found


def _official_actions(live: LiveGame, mine: frozenset[int]) -> list[Action]:
    """Return the actions in a game of an event: no help, no takeback, a draw only where its rules know one."""
    assert live.official is not None
    found: list[Action] = ["resign"]
    if live.official.draws and len(live.record) >= live.official.draws and live.humans() - mine:
        found.append("draw")
    if live.decider in mine and live.turn == CHANCE:
        found.append("throw")
    return found


def _offer(offer: Offer) -> OfferInfo:
    return {"kind": offer.kind, "seat": offer.seat, "waiting": sorted(offer.waiting)}


def engine_note(room: Room, words: Words) -> str:
    """Return the note that the engine is getting ready for this game, or "" when nobody waits for that."""
    engine, live = room.host.engine, room.live
    waits = any(seat.kind == "computer" for seat in live.seats) and engine.is_on
    if not waits or live.state != "open" or live.game.family.name in engine.ready:
        return ""
    n, of = engine.progress
    return words._(texts.GETTING_READY, n=n, of=of)


def _dice(room: Room) -> Dice:
    live = room.live
    found: Dice = {"commitment": dice.commitment(live.row.dice_key), "url": f"/g/{live.row.id}/dice.json"}
    if live.state in ("over", "called-off"):
        found["key"] = live.row.dice_key
    return found
