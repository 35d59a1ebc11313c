"""The report file (TRF26) that the pairing engine reads, without names; the files of events have the same records.

Of teams the file has boards that add up to their game points: player (t - 1) * boards + b is board b of team t.
"""

from collections.abc import Iterable, Iterator

from charkoni.tournament.model.event import VirtualPoints
from charkoni.tournament.model.settings import USUAL_POINTS, Points, points_text
from charkoni.tournament.pairing.input import OTHER_SIDE, ForbiddenPairs, PairingInput, Player, Slot


def engine_text(pairing_input: PairingInput) -> str:
    """Return the file; its SHA-256 is the digest of the pairing.

    Records 012, 142 (rounds), 152 (initial side), 162 (points); a line 001 for each player; then 240 (absences of the
    round to be paired), 250 (virtual points), 260 (forbidden pairs).  Of teams also 310 (a team and its players), 320
    (byes), 330 (forfeited matches), 352 (sides of the boards), and 362 in place of 162.
    """
    boards, round_, players = pairing_input.team_boards, pairing_input.done + 1, pairing_input.players
    begin = [f"142 {pairing_input.rounds}", f"152 {pairing_input.initial.upper()}"]
    if boards:
        lines = ["012 charkoni", "092 Team: Swiss-System", *begin, "192 FIDE_TEAM_TYPEA_MP_GP"]
        lines += [side_record(boards), points_record("362", pairing_input.points)]
        lines += [_board(pairing_input, team, board) for team in players for board in range(boards)]
        for team in players:
            first = (team.number - 1) * boards + 1
            lines.append(team_record(pairing_input, team, f"T{team.number}", 0, range(first, first + boards)))
        lines += bye_and_forfeit_records(pairing_input)
    else:
        lines = ["012 charkoni", *begin, points_record("162", pairing_input.points)]
        lines += [_line(each.number, each, pairing_input.score(each), each.slots) for each in players]
    lines += absence_records(round_, ((each.number, each.absent) for each in players))
    lines += boost_records(() if boards else pairing_input.boosts)
    lines += ban_records(each for each in pairing_input.forbidden if each.first <= round_ <= each.last)
    return "\r\n".join(lines) + "\r\n"


def player_line(
    number: int, name: str, rating: int, points: int, place: int, slots: Iterable[Slot],
    *, sex: str = "", title: str = "", country: str = "", id_: str = "", birth: str = "",
) -> str:  # fmt: skip
    """Return the line 001 of a player; its columns are those of `formats.trf.lines`.  points: half points."""
    columns = "".join(f"{slot.opponent or '0000':>6} {slot.side} {slot.mark}" for slot in slots)
    return (
        f"001 {number:4} {sex:1}{title:>3} {name:<33} {rating or '':>4} {country:>3} {id_:>11} {birth:<10} "
        f"{points_text(points):>4} {place:4}{columns}"
    )


def _line(number: int, player: Player, points: int, slots: Iterable[Slot]) -> str:
    return player_line(number, f"P{number}", player.rating, points, number, slots)


def points_record(code: str, points: Points) -> str:
    """Return the record 162, or of match points 362: the points of the results."""
    values = (("W", points.win), ("D", points.draw), ("L", points.loss), ("A", 0), ("P", points.bye))
    return f"{code}  " + "    ".join(f"{letter}{points_text(value):>4}" for letter, value in values)


def absence_records(round_: int, codes: Iterable[tuple[int, str]], order: str = "HFZ") -> Iterator[str]:
    """Iterate over the records 240 of a round.  codes: (number, H or F or Z) of players; others are passed over."""
    codes = sorted(codes)
    for mark in order:
        numbers = [number for number, code in codes if code == mark]
        if numbers:
            yield f"240 {mark} {round_:3}{_numbers(numbers)}"


def boost_records(boosts: Iterable[VirtualPoints]) -> Iterator[str]:
    """Iterate over the records 250, of virtual points."""
    for boost in boosts:
        value = points_text(boost.points)
        yield f"250 {value:>4} {value:>4} {boost.first:3} {boost.last:3} {boost.low:4} {boost.high:4}"


def ban_records(bans: Iterable[ForbiddenPairs]) -> Iterator[str]:
    """Iterate over the records 260, of players who must not meet."""
    return (f"260 {ban.first:3} {ban.last:3}{_numbers(ban.numbers)}" for ban in bans)


def _numbers(numbers: Iterable[int]) -> str:
    return "".join(f" {number:4}" for number in numbers)


def side_record(boards: int) -> str:
    """Return the record 352: the first team of a match has the first side on the odd boards."""
    return "352 " + ("WB" * boards)[:boards]


def team_record(pairing_input: PairingInput, team: Player, name: str, place: int, players: range) -> str:
    """Return the record 310 of a team.  place: in the standings.  players: their numbers, in board order."""
    games = sum(_game_points(pairing_input, slot) for slot in team.slots)
    return (
        f"310 {team.number:3} {name[:32]:<32} {'':5} {team.rating or '':>6} "
        f"{points_text(pairing_input.score(team)):>6} {points_text(games):>6} {place or team.number:3} "
        + _numbers(players)
    )


def _game_points(pairing_input: PairingInput, slot: Slot) -> int:
    """Return the half points of a team on the boards of a round, those of a bye and a forfeit included."""
    full = 2 * pairing_input.team_boards
    if slot.mark == "U":
        return full if pairing_input.points.bye == pairing_input.points.win else full // 2
    return full if slot.mark == "+" else slot.games


def bye_and_forfeit_records(pairing_input: PairingInput) -> Iterator[str]:
    """Iterate over the records 320, of all byes by rounds, 330 of forfeited matches, and 240 of other free rounds."""
    rounds = range(1, pairing_input.done + 1)
    byes = {number: first for number in rounds for first, second in pairing_input.boards(number) if not second}
    points = points_text(pairing_input.points.bye), points_text(_game_points(pairing_input, Slot(mark="U")))
    yield f"320 {points[0]:>4} {points[1]:>4}" + "".join(f" {byes.get(number, 0):03}" for number in rounds)
    for number in rounds:
        slots = [(player.number, player.slots[number - 1]) for player in pairing_input.players]
        for own, slot in slots:
            if slot.mark in "+-" and slot.side == "w":
                yield f"330 {slot.mark}{slots[slot.opponent - 1][1].mark} {number:3} {own:3} {slot.opponent:3}"
        yield from absence_records(number, ((own, slot.mark) for own, slot in slots))


def _board(pairing_input: PairingInput, team: Player, board: int) -> str:
    """Return the line 001 of a board of a team."""
    boards, slots = pairing_input.team_boards, list[Slot]()
    for round_, slot in enumerate(team.slots):
        if not slot.opponent:
            slots.append(Slot())
            continue
        mark = _marks(slot, pairing_input.player(slot.opponent).slots[round_], boards)[board]
        side = slot.side if board % 2 == 0 else OTHER_SIDE[slot.side]
        slots.append(Slot((slot.opponent - 1) * boards + board + 1, side, mark))
    points = sum(USUAL_POINTS.of(slot.mark) for slot in slots)
    return _line((team.number - 1) * boards + board + 1, team, points, slots)


def _marks(own: Slot, other: Slot, boards: int) -> str:
    """Return marks of the boards of a team that add up to its game points, as those of the other team do."""
    if own.mark in "+-":
        return own.mark * boards
    if own.side == "b":
        first = _marks(other, own, boards)
        return "".join({"1": "0", "0": "1"}.get(mark, mark) for mark in first)
    a, b = (own.games, other.games) if own.games or other.games else (boards, boards)
    draws = a % 2
    return ("1" * (a // 2) + "=" * draws + "0" * ((b - draws) // 2)).ljust(boards, "-")
