"""The checker: the breaches of the rules P1 ... P7 by a pairing of the engine or of an arbiter.

P1  Every present player is paired exactly once, nobody else is.
P2  No two players who have played each other meet again.
P3  No prohibited pair meets.
P4  There is one bye when the number of present players is odd, else none; it goes to a player without an earlier bye
    and without a full point for an unplayed round.
P5  No two players with the same absolute colour preference meet.
P6  No player gets the same side three times running, or a colour difference beyond two.
P7  Boards are in the order of `in_board_order`.

P5 and P6 do not hold for topscorers in the last round, nor for teams (C.04.6).
P8, that the order of the input changes nothing, is tested.

Source of the preferences: FIDE C.04.3, articles 1.7, 2.1 and 3.3.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import BadPairing, Breach, refusal
from charkoni.tournament.pairing.input import PairingInput, Player, in_board_order

_BANNED = N_("numbers {a} and {b} are forbidden to meet")
_BYES = N_("byes: {n}, for players: {present}")
_THIRD = N_("number {a} gets one side a third time running or a difference of three")


def breaches_of(pairing_input: PairingInput, boards: Sequence[tuple[int, int]]) -> tuple[Breach, ...]:
    """Return the breaches of a pairing of the next round.  boards: (first, second) by number, (number, 0) for a bye."""
    known = {player.number for player in pairing_input.players}
    unknown = sorted({number for board in boards for number in board} - known - {0})
    if unknown:
        return tuple(Breach("P1", (number,), N_("there is no number {a}"), {"a": number}) for number in unknown)
    games = [board for board in boards if board[1]]
    byes = [first for first, second in boards if not second]
    breaches = [
        *_everybody(pairing_input, boards),
        *_meetings(pairing_input, games),
        *_byes(pairing_input, byes),
        *_sides(pairing_input, games),
    ]
    if not breaches and list(boards) != in_board_order(pairing_input, list(boards)):
        breaches.append(Breach("P7", (), N_("the tables are not in order of score")))
    return tuple(breaches)


def demand(pairing_input: PairingInput, boards: Sequence[tuple[int, int]], allowed: Iterable[str] = ()) -> None:
    """Raise BadPairing with all breaches except those of allowed rules."""
    left = tuple(breach for breach in breaches_of(pairing_input, boards) if breach.rule not in set(allowed))
    if left:
        error = refusal(BadPairing, pairing_input.done + 1, N_("this pairing cannot be published"))
        raise error.having(breaches=left)


def _everybody(pairing_input: PairingInput, boards: Sequence[tuple[int, int]]) -> Iterable[Breach]:
    seats = Counter(number for board in boards for number in board if number)
    for player in pairing_input.players:
        number, seen = player.number, seats[player.number]
        if seen > 1:
            yield Breach("P1", (number,), N_("number {a} sits at more than one table"), {"a": number})
        elif seen and player.absent:
            yield Breach("P1", (number,), N_("number {a} is absent and has a table"), {"a": number})
        elif not seen and not player.absent:
            yield Breach("P1", (number,), N_("number {a} is present and has no table"), {"a": number})


def _meetings(pairing_input: PairingInput, games: Sequence[tuple[int, int]]) -> Iterable[Breach]:
    forbidden = pairing_input.forbidden_opponents(pairing_input.done + 1)
    for a, b in games:
        if b in pairing_input.player(a).met():
            yield Breach("P2", (a, b), N_("numbers {a} and {b} have played each other"), {"a": a, "b": b})
        if b in forbidden.get(a, ()):
            yield Breach("P3", (a, b), _BANNED, {"a": a, "b": b})


def _byes(pairing_input: PairingInput, byes: Sequence[int]) -> Iterable[Breach]:
    present = sum(1 for _ in pairing_input.present())
    if len(byes) != present % 2:
        yield Breach("P4", tuple(byes), _BYES, {"n": len(byes), "present": present})
    for number in byes:
        if not may_have_bye(pairing_input, pairing_input.player(number)):
            yield Breach("P4", (number,), N_("number {a} had a bye or a win without a game before"), {"a": number})


def may_have_bye(pairing_input: PairingInput, player: Player) -> bool:
    """Return whether a player may get the bye: none before, no full point for an unplayed round (C.04.3, 2.1.2)."""
    return not any(
        slot.mark in "UF" or (slot.mark == "+" and pairing_input.points.of("+") >= pairing_input.points.win)
        for slot in player.slots
    )


def balance(player: Player) -> int:
    """Return the colour difference: games as first side minus games as second."""
    sides = player.sides()
    return sides.count("w") - sides.count("b")


def absolute_preference(player: Player) -> str:
    """Return the absolute colour preference of a player: w, b, or empty."""
    sides, difference = player.sides(), balance(player)
    if difference < -1 or sides.endswith("bb"):
        return "w"
    return "b" if difference > 1 or sides.endswith("ww") else ""


def is_topscorer(pairing_input: PairingInput, player: Player) -> bool:
    """Return whether the last round is to be paired and the player has more than half of the possible points."""
    return (
        pairing_input.done + 1 == pairing_input.rounds
        and 2 * pairing_input.score(player) > pairing_input.done * pairing_input.points.win
    )


def _sides(pairing_input: PairingInput, games: Sequence[tuple[int, int]]) -> Iterable[Breach]:
    for a, b in games if not pairing_input.team_boards else ():
        first, second = pairing_input.player(a), pairing_input.player(b)
        if is_topscorer(pairing_input, first) or is_topscorer(pairing_input, second):
            continue
        preference = absolute_preference(first)
        if preference and preference == absolute_preference(second):
            yield Breach("P5", (a, b), N_("numbers {a} and {b} both must get the same side"), {"a": a, "b": b})
            continue
        for player, side in ((first, "w"), (second, "b")):
            after = balance(player) + (1 if side == "w" else -1)
            if abs(after) > 2 or (player.sides() + side)[-3:] == 3 * side:
                yield Breach("P6", (player.number,), _THIRD, {"a": player.number})
