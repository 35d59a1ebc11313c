"""The checker: every breach of the rules P1 ... P8 by a pairing, whoever made it.

P1 every present player once and nobody else.  P2 no second game of two who have played.  P3 no forbidden pair.  P4 a
bye exactly when the field is odd, for somebody who had none and no win without a game.  P5 no two with the same
absolute preference, P6 nobody gets a third equal side or a difference beyond two: both with the exception of the last
round for those above half of the points.  P7 tables in order and unique.  P8, the same for any order of the input, is a
matter of tests.

Source of the preferences: FIDE C.04.3, articles 1.7, 2.1 and 3.3.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from charkoni.core.errors import mark
from charkoni.tournament.model.errors import BadPairing, Breach, refusal
from charkoni.tournament.pairing.input import PairingInput, Player, in_order

_TWICE = mark("number {a} sits at more than one table")
_MISSING = mark("number {a} is present and has no table")
_AWAY = mark("number {a} is absent and has a table")
_UNKNOWN = mark("there is no number {a}")
_AGAIN = mark("numbers {a} and {b} have played each other")
_BANNED = mark("numbers {a} and {b} are forbidden to meet")
_BYES = mark("{n} byes for {present} players")
_BYE_AGAIN = mark("number {a} had a bye or a win without a game before")
_SAME = mark("numbers {a} and {b} both must get the same side")
_THIRD = mark("number {a} gets one side a third time running or a difference of three")
_ORDER = mark("the tables are not in order of score")
_HINT = mark("this pairing cannot be published")


def judge(field: PairingInput, boards: Sequence[tuple[int, int]]) -> tuple[Breach, ...]:
    """Return every breach of a pairing of the next round; boards are (first, second), (number, 0) for the bye."""
    known = {player.number for player in field.players}
    strangers = sorted({number for board in boards for number in board} - known - {0})
    if strangers:
        return tuple(Breach("P1", (number,), _UNKNOWN, {"a": number}) for number in strangers)
    games = [board for board in boards if board[1]]
    byes = [first for first, second in boards if not second]
    breaches = [*_everybody(field, boards), *_meetings(field, games), *_byes(field, byes), *_sides(field, games)]
    if not breaches and list(boards) != in_order(field, list(boards)):
        breaches.append(Breach("P7", (), _ORDER))
    return tuple(breaches)


def demand(field: PairingInput, boards: Sequence[tuple[int, int]], allowed: Iterable[str] = ()) -> None:
    """Raise BadPairing with every breach, except of the rules that are allowed to be broken."""
    left = [breach for breach in judge(field, boards) if breach.rule not in set(allowed)]
    if left:
        error = refusal(BadPairing, field.done + 1, _HINT)
        raise BadPairing(error.text, error.reason, breaches=left)


def _everybody(field: PairingInput, boards: Sequence[tuple[int, int]]) -> Iterable[Breach]:
    seats = Counter(number for board in boards for number in board if number)
    for player in field.players:
        number, seen = player.number, seats[player.number]
        if seen > 1:
            yield Breach("P1", (number,), _TWICE, {"a": number})
        elif seen and player.absent:
            yield Breach("P1", (number,), _AWAY, {"a": number})
        elif not seen and not player.absent:
            yield Breach("P1", (number,), _MISSING, {"a": number})


def _meetings(field: PairingInput, games: Sequence[tuple[int, int]]) -> Iterable[Breach]:
    banned = field.banned(field.done + 1)
    for a, b in games:
        if b in field.player(a).met():
            yield Breach("P2", (a, b), _AGAIN, {"a": a, "b": b})
        if b in banned.get(a, ()):
            yield Breach("P3", (a, b), _BANNED, {"a": a, "b": b})


def _byes(field: PairingInput, byes: Sequence[int]) -> Iterable[Breach]:
    present = sum(1 for _ in field.present())
    if len(byes) != present % 2:
        yield Breach("P4", tuple(byes), _BYES, {"n": len(byes), "present": present})
    for number in byes:
        if not may_have_bye(field, field.player(number)):
            yield Breach("P4", (number,), _BYE_AGAIN, {"a": number})


def may_have_bye(field: PairingInput, player: Player) -> bool:
    """Return whether the pairing may give a bye: none before, no full point without a game (C.04.3, 2.1.2)."""
    return not any(
        slot.mark in "UF" or (slot.mark == "+" and field.points.of("+") >= field.points.win) for slot in player.slots
    )


def balance(player: Player) -> int:
    """Return games as first minus games as second."""
    sides = player.sides()
    return sides.count("w") - sides.count("b")


def absolute_preference(player: Player) -> str:
    """Return the side a player must get, w or b, or nothing."""
    sides, difference = player.sides(), balance(player)
    if difference < -1 or sides.endswith("bb"):
        return "w"
    return "b" if difference > 1 or sides.endswith("ww") else ""


def is_topscorer(field: PairingInput, player: Player) -> bool:
    """Return whether the last round is paired and the player has more than half of the possible points."""
    return field.done + 1 == field.rounds and 2 * field.score(player) > field.done * field.points.win


def _sides(field: PairingInput, games: Sequence[tuple[int, int]]) -> Iterable[Breach]:
    for a, b in games:
        first, second = field.player(a), field.player(b)
        if is_topscorer(field, first) or is_topscorer(field, second):
            continue
        wish = absolute_preference(first)
        if wish and wish == absolute_preference(second):
            yield Breach("P5", (a, b), _SAME, {"a": a, "b": b})
            continue
        for player, side in ((first, "w"), (second, "b")):
            after = balance(player) + (1 if side == "w" else -1)
            if abs(after) > 2 or (player.sides() + side)[-3:] == 3 * side:
                yield Breach("P6", (player.number,), _THIRD, {"a": player.number})
