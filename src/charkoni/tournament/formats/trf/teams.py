"""Teams in report files (TRF26): lines 001 of the members with their games, and a record 310 for each team.

The first team of a match has the first side on odd boards (352).  320 holds byes, 330 forfeits, 362 match points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from charkoni.tournament.formats.trf.lines import PlayerLine, Record, error_at
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.results import BOARD_POINTS, of_boards
from charkoni.tournament.model.rounds import Result
from charkoni.tournament.pairing import engine_file
from charkoni.tournament.pairing.input import OTHER_SIDE, PairingInput, Player, Slot

TEAM = "310"


def lines(tournament: Tournament, pairing_input: PairingInput, places: Mapping[int, int], width: int) -> list[str]:
    """Return the lines of the members and the records of the teams.

    places: of the teams, by number.  width: of the column of names.
    """
    by_number, boards = tournament.by_number(), pairing_input.team_boards
    sizes = [max(len(tournament.person(by_number[n].id).members), boards) for n in sorted(by_number)]
    first = dict(zip(sorted(by_number), accumulate(sizes, initial=1), strict=False))
    out, records = [], []
    for number, size in zip(sorted(by_number), sizes, strict=True):
        entry = by_number[number].id
        person = tournament.person(entry)
        for place in range(1, size + 1):
            name, rating = person.member(place)
            rounds = range(pairing_input.done)
            slots = [_slot(tournament, pairing_input, first, (number, place), round_) for round_ in rounds]
            points = sum(BOARD_POINTS.get(slot.mark, 0) for slot in slots)
            own, shown = first[number] + place - 1, name or f"{person.name} {place}"
            out.append(engine_file.player_line(own, shown[:width], rating, points, own, slots))
        team = _without_open(tournament, pairing_input.player(number), entry)
        players = range(first[number], first[number] + size)
        records.append(engine_file.team_record(pairing_input, team, person.name, places[number], players))
    records += [engine_file.side_record(boards), engine_file.points_record("362", pairing_input.points)]
    return [*out, *records, *engine_file.bye_and_forfeit_records(pairing_input)]


def _without_open(tournament: Tournament, team: Player, entry: int) -> Player:
    """Return a team whose open matches bring no points."""
    open_ = {place for place, round_ in enumerate(tournament.paired) if (b := round_.board_of(entry)) and b.is_open}
    return replace(team, slots=tuple(Slot(mark="?") if n in open_ else slot for n, slot in enumerate(team.slots)))


def _slot(
    tournament: Tournament, pairing_input: PairingInput, first: Mapping[int, int], who: tuple[int, int], round_: int
) -> Slot:
    """Return the game of a member, (team, place), in a round; mark blank without a result.  first: member of teams."""
    number, place = who
    by_number, boards = tournament.by_number(), pairing_input.team_boards
    team = pairing_input.player(number).slots[round_]
    board = tournament.rounds[round_].board_of(by_number[number].id)
    if board is None or not team.opponent:
        return Slot()
    own = tournament.line_up(board, by_number[number].id, boards)
    if place not in own:
        return Slot()
    at = own.index(place)
    opponent = tournament.line_up(board, by_number[team.opponent].id, boards)[at]
    side = team.side if at % 2 == 0 else OTHER_SIDE[team.side]
    if board.result is None:
        mark = " "
    elif board.result.boards:
        mark = board.result.boards[at][team.side == "b"]
    else:
        mark = team.mark
    return Slot(first[team.opponent] + opponent - 1, side, mark)


@dataclass(frozen=True, slots=True)
class TeamLines:
    """The teams of a file as rows of players, and what these have no columns for.

    members: names with ratings, by team.  results: by round and team, marks of the boards as the team sees them, and
    the places of those who sat there.
    """

    rows: list[PlayerLine]
    members: Mapping[int, tuple[str, ...]]
    games: Mapping[tuple[int, int], tuple[str, tuple[int, ...]]]

    def completed(self, tournament: Tournament) -> Tournament:
        """Return the tournament that was read from the rows, with members, boards and line-ups."""
        people = {key: replace(person, members=self.members[int(key[1:])]) for key, person in tournament.people.items()}
        rounds = []
        for round_ in tournament.rounds:
            boards = []
            for board in round_.boards:
                one, other = (self.games.get((round_.number, id_), ("", ())) for id_ in (board.first, board.second))
                line_ups = (one[1], other[1])
                result = board.result
                if result and one[0] and len(one[0]) == len(other[0]) and result.first in "10=":
                    marks = [a + b for a, b in zip(one[0], other[0], strict=True)]
                    result = replace(of_boards(marks), first=result.first, second=result.second, source="file")
                boards.append(replace(board, result=result, line_ups=line_ups))
            rounds.append(replace(round_, boards=tuple(boards)))
        return replace(tournament, people=people, rounds=tuple(rounds))


def team_lines(rows: Sequence[PlayerLine], records: Sequence[Record]) -> TeamLines | None:
    """Return the teams of a file, None for a file of players; raise BadFile."""
    teams = [record for record in records if record.code == TEAM]
    if not teams:
        return None
    by_number = {row.number: row for row in rows}
    numbers = [[int(word) for word in record.quoted[72:].split() if word.isdigit()] for record in teams]
    team_of = {player: place for place, players in enumerate(numbers, 1) for player in players}
    for row in rows:
        if row.number not in team_of:
            raise error_at(row.line, 5, row.quoted, "no-team", number=row.number)
    done = max((len(row.slots) for row in rows), default=0)
    free = _free_rounds(records)
    found, members, games = [], {}, {}
    for number, (record, players) in enumerate(zip(teams, numbers, strict=True), 1):
        own = [by_number[player] for player in players if player in by_number]
        members[number] = tuple(f"{row.name} {row.rating or ''}".strip() for row in own)
        slots = []
        for round_ in range(1, done + 1):
            at = [(place, slot) for place, row in enumerate(own, 1) if (slot := _at(row, round_)) and slot.opponent]
            if not at:
                slots.append(Slot(mark=free.get((round_, number), "Z")))
                continue
            games[round_, number] = "".join(slot.mark for _, slot in at), tuple(place for place, _ in at)
            others = [_at(by_number[slot.opponent], round_) for _, slot in at]
            marks = [slot.mark + (other.mark if other else "-") for (_, slot), other in zip(at, others, strict=True)]
            result = of_boards(marks) if "?" not in "".join(marks) else Result("?", "?")
            slots.append(Slot(team_of[at[0][1].opponent], at[0][1].side, result.first))
        text = record.quoted.ljust(72)
        points = round(2 * float(text[54:60].replace(",", ".") or 0))
        name, rating = text[8:40].strip(), text[47:53].strip()
        found.append(
            PlayerLine(
                record.line, record.quoted, number, "", "", name, int(rating) if rating.isdigit() else 0, "", "", "",
                points, 0, tuple(slots),
            )
        )  # fmt: skip
    return TeamLines(found, members, games)


def _at(row: PlayerLine, round_: int) -> Slot | None:
    return row.slots[round_ - 1] if len(row.slots) >= round_ else None


def _free_rounds(records: Sequence[Record]) -> dict[tuple[int, int], str]:
    """Return the marks of rounds without a match, by round and team: of the records 320 and 240."""
    found = dict[tuple[int, int], str]()
    for record in records:
        words = record.rest.split()
        if record.code == "320":
            found |= {(round_, int(team)): "U" for round_, team in enumerate(words[2:], 1) if int(team)}
        elif record.code == "240" and len(words) > 2:
            found |= {(int(words[1]), int(team)): words[0] for team in words[2:]}
    return found
