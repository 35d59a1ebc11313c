"""The report file of a Swiss of teams as the pairing engine reads it: match points, and boards that add up to them.

Records as in `dutch.engine_text`; besides 310 (a team and its players), 320 (byes), 330 (forfeited matches), 352 (sides
of the boards) and 362 (match points).  Player (t - 1) * boards + b is board b of team t.
"""

from collections.abc import Iterator

from charkoni.tournament.model.settings import points_text
from charkoni.tournament.pairing.input import OTHER_SIDE, PairingInput, Player, Slot


def team_text(pairing_input: PairingInput) -> str:
    """Return the report file."""
    boards, round_ = pairing_input.team_boards, pairing_input.done + 1
    lines = [
        "012 charkoni",
        "092 Team: Swiss-System",
        f"142 {pairing_input.rounds}",
        f"152 {pairing_input.initial.upper()}",
        "192 FIDE_TEAM_TYPEA_MP_GP",
        side_record(boards),
        match_points_record(pairing_input),
    ]
    for player in pairing_input.players:
        lines += [_board(pairing_input, player, board) for board in range(boards)]
    for player in pairing_input.players:
        first = (player.number - 1) * boards + 1
        lines.append(team_record(pairing_input, player, f"T{player.number}", 0, range(first, first + boards)))
    lines += bye_and_forfeit_records(pairing_input)
    for mark in "HFZ":
        away = [player.number for player in pairing_input.players if player.absent == mark]
        if away:
            lines.append(f"240 {mark} {round_:3}" + "".join(f" {number:4}" for number in away))
    for group in pairing_input.forbidden:
        if group.first <= round_ <= group.last:
            lines.append(f"260 {group.first:3} {group.last:3}" + "".join(f" {number:4}" for number in group.numbers))
    return "\r\n".join(lines) + "\r\n"


def side_record(boards: int) -> str:
    """Return the record 352: the first team of a match has the first side on the odd boards."""
    return "352 " + ("WB" * boards)[:boards]


def match_points_record(pairing_input: PairingInput) -> str:
    """Return the record 362: the match points of the results."""
    points = pairing_input.points
    values = (("W", points.win), ("D", points.draw), ("L", points.loss), ("A", 0), ("P", points.bye))
    return "362  " + "    ".join(f"{letter}{points_text(value):>4}" for letter, value in values)


def team_record(pairing_input: PairingInput, team: Player, name: str, place: int, players: range) -> str:
    """Return the record 310 of a team.  place: in the standings.  players: their numbers, in board order."""
    games = sum(game_points(pairing_input, slot) for slot in team.slots)
    return (
        f"310 {team.number:3} {name[:32]:<32} {'':5} {team.rating or '':>6} "
        f"{points_text(pairing_input.score(team)):>6} {points_text(games):>6} {place or team.number:3}"
        + "  "
        + " ".join(f"{number:4}" for number in players)
    )


def game_points(pairing_input: PairingInput, slot: Slot) -> int:
    """Return the half points of a team on the boards of a round, those of a bye and a forfeit included."""
    full = 2 * pairing_input.team_boards
    if slot.mark == "U":
        return full if pairing_input.points.bye == pairing_input.points.win else full // 2
    return full if slot.mark == "+" else slot.games


def bye_and_forfeit_records(pairing_input: PairingInput) -> Iterator[str]:
    """Iterate over the records 320, of all byes by rounds, 330 of forfeited matches, and 240 of other free rounds."""
    rounds = range(1, pairing_input.done + 1)
    byes = {number: first for number in rounds for first, second in pairing_input.boards(number) if not second}
    points = points_text(pairing_input.points.bye), points_text(game_points(pairing_input, Slot(mark="U")))
    yield f"320 {points[0]:>4} {points[1]:>4}" + "".join(f" {byes.get(number, 0):03}" for number in rounds)
    for number in rounds:
        for player in pairing_input.players:
            slot = player.slots[number - 1]
            if slot.mark in "+-" and slot.side == "w":
                other = pairing_input.player(slot.opponent).slots[number - 1].mark
                yield f"330 {slot.mark}{other} {number:3} {player.number:3} {slot.opponent:3}"
        for mark in "HFZ":
            free = [player.number for player in pairing_input.players if player.slots[number - 1].mark == mark]
            if free:
                yield f"240 {mark} {number:3}" + "".join(f" {each:4}" for each in free)


def _board(pairing_input: PairingInput, team: Player, board: int) -> str:
    """Return the line 001 of a board of a team."""
    boards = pairing_input.team_boards
    slots, total = "", 0
    for round_, slot in enumerate(team.slots):
        if not slot.opponent:
            slots += "  0000 - Z"
            continue
        other = pairing_input.player(slot.opponent).slots[round_]
        mark = _marks(slot, other, boards)[board]
        total += {"1": 2, "+": 2, "=": 1}.get(mark, 0)
        side = slot.side if board % 2 == 0 else OTHER_SIDE[slot.side]
        slots += f"{(slot.opponent - 1) * boards + board + 1:>6} {side} {mark}"
    number = (team.number - 1) * boards + board + 1
    return (
        f"001 {number:4}{'':6}{f'P{number}':<33} {team.rating or '':>4}{'':28}{points_text(total):>4} {number:4}{slots}"
    )


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
