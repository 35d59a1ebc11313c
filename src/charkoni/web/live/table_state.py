"""The state of a table beside its board: seats, clocks, status, offers, and which buttons make sense."""

from collections.abc import Collection
from pathlib import Path

from charkoni.core.constants import CHANCE, OVER
from charkoni.core.files.data_files import read_texts
from charkoni.core.game import Outcome
from charkoni.core.translations import Words
from charkoni.games import fair_dice, names, opponents
from charkoni.graphics.scene import BoardView
from charkoni.web.http import texts
from charkoni.web.http.texts import words_in
from charkoni.web.live.board_view import view_of
from charkoni.web.live.game.live_game import LESSON, LiveGame
from charkoni.web.live.match_sets import match_state
from charkoni.web.live.messages.replies import Action, Clocks, Dice, SeatInfo, Status, Table
from charkoni.web.live.observers import computer_player
from charkoni.web.live.room import Room
from charkoni.web.people.vacations import day_of
from charkoni.web.store import SeatRow

_TURNS = read_texts(Path(__file__).with_name("turn_sentences.toml"))
"""The sentences about whose turn it is, by "move" or "throw" and who is meant; some have the field side."""


def table(room: Room, lang: str, mine: frozenset[int]) -> Table:
    """Return the message part `Table` for the holder of the seats `mine`, with its texts in a language."""
    words, live = words_in(lang), room.live
    state: Table = {
        "seats": seats(room, words, mine),
        "clocks": clocks(room),
        "status": status(live, words, mine),
        "offers": [
            {"kind": offer.kind, "seat": offer.seat, "waiting": sorted(offer.waiting)} for offer in room.offers.values()
        ],
        "watchers": room.watchers(),
        "can": permitted_actions(room, mine),
    }
    if room.next_game:
        state["next"] = f"/g/{room.next_game}"
    elif live.state == "over" and mine and (live.official or live.row.previous == LESSON):
        state["next"] = f"/{live.row.previous}"  # of the player in the event or classroom, who is led on from there
    # The link that takes a seat: for those at the table, and for all of a public game.
    if live.state == "waiting" and (mine or live.row.open):
        state["invite"] = f"/i/{live.row.invite}"
    if live.game.has_dice:
        state["dice"] = dice_state(live)
    if live.match:
        state["match"] = match_state(words, live)
    note = engine_note(room, words) or vacation_note(room, words)
    if not note and room.asked and room.asked.is_late:
        note = words._(texts.DEVICE_LATE)
    if note:
        state["note"] = note
    return state


def seat_name(words: Words, seat: SeatRow, is_away: bool = False) -> str:
    """Return the name shown at a seat.  is_away: a computer stands in for a person."""
    if is_away:
        return words._(texts.COMPUTER_FOR, name=seat.name or words._(texts.GUEST))
    if seat.kind == "computer":
        return opponents.computer_name(words, seat.level, seat.name)
    if seat.kind == "open":
        return words._(texts.OPEN_SEAT)
    # Whoever was deleted has left neither name nor owner.
    name = seat.name or words._(texts.GUEST if seat.owner else texts.FORMER_MEMBER)
    return words._(texts.PROGRAM, name=name) if seat.program else name


def seats(room: Room, words: Words, mine: Collection[int]) -> list[SeatInfo]:
    """Return the message parts `SeatInfo` of all seats; those of `mine` hold their keys."""
    live, infos = room.live, list[SeatInfo]()
    view: BoardView = view_of(live.game, 0, False)
    online = room.online()
    for place in live.seats:
        seat = place.seat
        info: SeatInfo = {
            "seat": seat,
            "side": live.game.sides[seat],
            "label": names.side_name(words, live.game, seat),
            "colour": view.layout.colours[seat],
            "kind": place.kind,  # type: ignore[typeddict-item]  # written by us
            "name": seat_name(words, place, seat in live.away),
            "online": place.kind == "computer" or seat in online,
            "you": seat in mine,
        }
        # The key of a seat is a capability: only its holder is sent it.
        if seat in mine:
            info["key"] = room.host.access.seat_key(live.row.id, seat)
        infos.append(info)
    return infos


def clocks(room: Room) -> Clocks:
    """Return the message part `Clocks` at the present time."""
    live = room.live
    return {
        "kind": live.control.kind,
        "base": live.control.base,
        "increment": live.control.increment,
        "left": live.clocks.seats_left(room.host.time.now()),
        "running": [] if live.vacation > room.host.time.wall() else live.clocks.seats_running(),
    }


def status(live: LiveGame, words: Words, mine: Collection[int]) -> Status:
    """Return the message part `Status`, in words for the holder of the seats `mine`."""
    state: Status = {"state": live.state, "turn": live.turn, "text": ""}  # type: ignore[typeddict-item]  # ours
    outcome = live.outcome
    if live.state == "waiting":
        state["text"] = words._(texts.WAITING)
    elif live.state == "called-off":
        state["text"] = words._(texts.CALLED_OFF[live.row.reason])
    elif outcome:
        state |= {
            "text": _result(live, words, mine, outcome),
            "scores": [str(score) for score in outcome.scores],
            "reason": outcome.reason,
        }
    elif live.paused:
        state["text"] = words._(texts.PAUSED)
    elif live.thrower is not None:
        text = _turn(live, words, mine, live.thrower, "throw") if live.dice.is_ready else words._(texts.DICE_PREPARED)
        state |= {"text": text, "thrower": live.thrower}
    elif live.turn != OVER:
        state["text"] = _turn(live, words, mine, live.turn, "move")
    return state


def _turn(live: LiveGame, words: Words, mine: Collection[int], seat: int, step: str) -> str:
    """Return whose turn it is: the viewer's, his opponent's, or that of a side by its name."""
    side = names.side(live.game, seat)
    own = {live.game.sides[each] for each in mine}
    if seat in mine and len(own) == 1:
        who = "yours" if len(mine) == 1 else "yours-with"
    elif step == "move" and not live.is_human(seat):  # a throw takes no time
        who = "computer" if live.game.players == 2 else "computer-of"
    else:
        who = "opponent" if mine and len(own) == 1 and live.game.players == 2 else "anybody"
    return words._(_TURNS[f"{step}-{who}"], side=side)


def _result(live: LiveGame, words: Words, mine: Collection[int], outcome: Outcome) -> str:
    """Return the result from the viewer's view, with the winner or draw, and the reason."""
    game, best = live.game, max(outcome.scores)
    winners = [seat for seat in range(game.players) if outcome.scores[seat] == best]
    own, won = {game.sides[seat] for seat in mine}, {game.sides[seat] for seat in winners}
    if len(won) == 1 and len(own) == 1:
        reason = names.reason_name(words, game, outcome.reason)
        if own == won:
            return words._(texts.YOU_WON if len(winners) == 1 else texts.YOUR_TEAM_WON, reason=reason)
        if game.players == 2 and not live.is_human(winners[0]):
            return words._(texts.COMPUTER_WON, reason=reason)
    return names.result(words, game, outcome)


def permitted_actions(room: Room, mine: frozenset[int]) -> list[Action]:
    """Return the actions that are permitted now to the holder of the seats `mine`: `Table.can`."""
    live = room.live
    if not mine:
        return []
    if live.state == "waiting":
        return ["call-off"]
    if live.state == "over":
        # What follows an event, a match or a game in a lesson is not for the players to choose.
        is_led = live.official or live.next_match or live.row.previous == LESSON
        return [] if room.next_game or is_led else ["rematch"]
    if live.state != "open":
        return []
    if live.official:
        return _official_actions(live, mine)
    # Before both have moved there is no game to lose.
    actions: list[Action] = ["call-off" if len(live.record) < 2 else "resign"]
    others = live.humans() - mine
    # Without asking where nobody else has acted on it; else it is an offer.
    if live.free_undo(mine):
        actions.append("undo")
    elif others and any(live.takeback(seat) for seat in mine):
        actions.append("takeback")
    if len(live.record) >= 2 and (others or computer_player.can_answer_draw(room)):
        actions.append("draw")
    if _may_throw(live, mine):
        actions.append("throw")
    elif not live.is_strict and live.decider in mine and live.turn != CHANCE and room.host.engine.is_on and not others:
        actions.append("hint")  # against people it would be cheating
    if room.claimable(mine):
        actions.append("claim")
        if live.game.players > 2 and room.host.engine.is_on and not live.is_strict:
            actions.append("stand-in")
    return actions


def _official_actions(live: LiveGame, mine: frozenset[int]) -> list[Action]:
    """Return the permitted actions of a game of an event: no help, no takeback, a draw only where it is allowed."""
    assert live.official is not None
    actions: list[Action] = ["resign"]
    if live.official.draws and len(live.record) >= live.official.draws and live.humans() - mine:
        actions.append("draw")
    if _may_throw(live, mine):
        actions.append("throw")
    return actions


def _may_throw(live: LiveGame, mine: Collection[int]) -> bool:
    """Return whether a throw of one of the seats `mine` is due; without a seed it may also bind the dice."""
    state = live.dice
    if live.thrower not in mine:
        return False
    # A browser without scripts binds the dice by the throw itself, if only its own seats are missing.
    owed = {seat for seat in state.missing() if state.stage != "word" or state.commitments[seat] == fair_dice.WORD}
    return state.is_ready or (state.stage != "reveal" and owed <= set(mine))


def vacation_note(room: Room, words: Words) -> str:
    """Return the note that a clock stands still, since the player to move is on vacation; else ""."""
    live = room.live
    if live.decider is None or live.vacation <= room.host.time.wall():
        return ""
    last = words.day_and_month(day_of(live.vacation - 1))
    return words._(texts.ON_VACATION, name=seat_name(words, live.seats[live.decider]), date=last)


def engine_note(room: Room, words: Words) -> str:
    """Return the note that a computer at this table has to wait for the compiler, else ""."""
    engine, live = room.host.engine, room.live
    name = live.game.name
    players = (opponents.player_of(seat.level, seat.name) for seat in live.seats if seat.kind == "computer")
    if not engine.is_on or live.state != "open" or all(engine.is_ready_for(name, each) for each in players):
        return ""
    n, of = engine.stages_of(name)
    return words._(texts.GETTING_READY, n=n, of=of)


def dice_state(live: LiveGame) -> Dice:
    """Return the message part `Dice`."""
    state = live.dice
    return {
        "stage": state.stage,
        "commitments": state.listed,
        "missing": state.missing(),
        "commitment": state.commitment,
        "faces": state.faces,
        "url": f"/g/{live.row.id}/dice.json",
    }
