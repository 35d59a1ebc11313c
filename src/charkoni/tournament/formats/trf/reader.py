"""Reader of report files: TRF16, TRF26 and the dialects of other programs.

Contradictions are refused with both lines; unusual values are read and noted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from charkoni.tournament.formats.trf import teams
from charkoni.tournament.formats.trf.extensions import extended, read_extensions
from charkoni.tournament.formats.trf.lines import FIRST_ROUND, PlayerLine, error_at, split_lines
from charkoni.tournament.formats.trf.people import people_of, title_of
from charkoni.tournament.formats.trf.records import Header, Note, header, note
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board, Result, Round
from charkoni.tournament.model.settings import PAIRING_EDITION, Points
from charkoni.tournament.pairing.input import OTHER_SIDE, Slot, in_board_order
from charkoni.tournament.pairing.input_from_event import input_before

PAIRS = frozenset(["10", "01", "==", "+-", "-+", "--", "00", "=0", "0=", "WL", "LW", "DD", "??"])
"""The pairs of marks that the lines of two opponents may have in a round."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A tournament read from a file, and notes on unusual values of the file.

    edition: of the rules by which it was paired, where these are not ours; else empty.
    """

    tournament: Tournament
    notes: tuple[Note, ...]
    edition: str = ""


def read(text: str, *, renumber: bool = False, trust_results: bool = False) -> Reading:
    """Return the tournament of a report file.

    text: lines ended by LF, CR LF or CR, with or without a byte order mark; columns are characters (see `lines`).
    renumber: close gaps in the pairing numbers.  trust_results: where the points in columns 81-84 differ from the sum
    of the results, ignore them.  Rounds with an open board are published, all others closed; ids are the pairing
    numbers unless extension lines hold others.  Raise BadFile with line and column for unreadable or contradictory
    lines.
    """
    rows, records = split_lines(text)
    if found := teams.team_lines(rows, records):
        rows = found.rows
    notes: list[Note] = []
    whole = _without_gaps(rows, renumber, notes)
    rows = _played(whole)
    head = header(records, rows)
    _read_announced(head, whole, len(rows[0].slots))
    notes += head.notes
    _check_rounds(rows, notes)
    _check_points(whole, len(rows[0].slots), head.settings.points, trust_results, notes)
    tournament, extensions = _tournament(rows, head, notes), read_extensions(records)
    edition = head.edition
    if extensions.settings and extensions.settings.edition != PAIRING_EDITION:
        edition = extensions.settings.edition
        notes.append(note(3, 0, "other-edition", edition=edition, ours=PAIRING_EDITION))
    tournament = found.completed(tournament) if found else tournament
    return Reading(extended(tournament, extensions), tuple(notes), edition)


def _without_gaps(rows: list[PlayerLine], renumber: bool, notes: list[Note]) -> list[PlayerLine]:
    """Return the rows in the order of numbers 1 ... N; raise BadFile for duplicates, and for gaps unless `renumber`."""
    seen: dict[int, PlayerLine] = {}
    for row in rows:
        if row.number in seen:
            raise error_at(row.line, 5, row.quoted, "twice", number=row.number, other=seen[row.number].line)
        seen[row.number] = row
    ordered = sorted(rows, key=lambda row: row.number)
    if not ordered[0].number and not renumber:
        raise error_at(ordered[0].line, 5, ordered[0].quoted, "from-1")
    missing = sorted(set(range(1, max(seen) + 1)) - set(seen)) if min(seen) > 0 else [0]
    if not missing:
        return ordered
    if not renumber:
        raise error_at(ordered[-1].line, 5, ordered[-1].quoted, "gap", missing=", ".join(map(str, missing[:20])))
    new = {row.number: place for place, row in enumerate(ordered, 1)} | {0: 0}
    changes = ", ".join(f"{old} → {number}" for old, number in new.items() if old != number)
    notes.append(note(3, 0, "renumbered", changes=changes))
    whole = []
    for row in ordered:
        slots = (slot and replace(slot, opponent=new.get(slot.opponent, -slot.opponent)) for slot in row.slots)
        whole.append(replace(row, number=new[row.number], slots=tuple(slots)))
    return whole


def _played(rows: Sequence[PlayerLine]) -> list[PlayerLine]:
    """Return the rows with the columns of played and paired rounds alone, as many in each row.

    The columns behind the last one with an opponent announce byes of rounds that are still to be paired.
    """
    done = max((n for row in rows for n, slot in enumerate(row.slots, 1) if slot and slot.opponent), default=0)
    return [replace(row, slots=(*row.slots[:done], *[None] * (done - len(row.slots)))) for row in rows]


def _read_announced(head: Header, rows: Sequence[PlayerLine], done: int) -> None:
    """Note the byes that columns behind the last round with games announce, unless the tournament has no such round."""
    superfluous = set()
    for row in rows:
        for round_, slot in enumerate(row.slots[done:], done + 1):
            if slot is None:
                continue
            if 0 < head.settings.rounds < round_:
                superfluous.add(round_)
                continue
            code = slot.mark
            if code == "U":
                args: dict[str, object] = {"number": row.number, "round": round_}
                if head.settings.points.bye != head.settings.points.win:
                    raise error_at(row.line, FIRST_ROUND + 1 + 10 * (round_ - 1), row.quoted, "pab-points", **args)
                head.notes.append(note(3, row.line, "pab-ahead", **args))
                code = "F"
            if (round_, code) not in head.asked.setdefault(row.number, []):
                head.asked[row.number].append((round_, code))
    for round_ in sorted(superfluous):
        head.notes.append(note(2, 0, "superfluous", round=round_, rounds=head.settings.rounds))


def _check_rounds(rows: Sequence[PlayerLine], notes: list[Note]) -> None:
    by_number = {row.number: row for row in rows}
    for row in rows:
        for round_, slot in enumerate(row.slots, 1):
            if slot and slot.opponent:
                _check_game(row, round_, slot, by_number)
        for odd in row.odd:
            notes.append(note(2, row.line, "old-bye", number=row.number, odd=odd))
    for round_ in range(1, len(rows[0].slots) + 1):
        _check_byes(rows, round_, notes)


def _check_game(row: PlayerLine, round_: int, slot: Slot, by_number: dict[int, PlayerLine]) -> None:
    column = 92 + 10 * (round_ - 1)
    args: dict[str, object] = {"round": round_, "number": row.number, "opponent": abs(slot.opponent)}
    if slot.opponent == row.number:
        raise error_at(row.line, column, row.quoted, "itself", **args)
    other = by_number.get(slot.opponent)
    if other is None:
        raise error_at(row.line, column, row.quoted, "no-opponent", **args)
    theirs = other.slots[round_ - 1]
    args |= {"line": other.line, "quoted": repr(other.quoted[column - 1 : column + 9].strip())}
    if theirs is None or theirs.opponent != row.number:
        raise error_at(row.line, column, row.quoted, "not-mutual", **args)
    if slot.side == theirs.side and slot.side != "-":
        raise error_at(row.line, column + 5, row.quoted, "same-side", side=slot.side, **args)
    if slot.mark + theirs.mark not in PAIRS:
        raise error_at(row.line, column + 7, row.quoted, "results", mine=slot.mark, theirs=theirs.mark, **args)


def _check_byes(rows: Sequence[PlayerLine], round_: int, notes: list[Note]) -> None:
    slots = [row.slots[round_ - 1] for row in rows]
    byes = sum(1 for slot in slots if slot and slot.mark == "U")
    if byes > 1:
        notes.append(note(3, 0, "byes", round=round_, n=byes))
    elif byes and sum(1 for slot in slots if slot and (slot.opponent or slot.mark == "U")) % 2 == 0:
        notes.append(note(3, 0, "even-bye", round=round_))


def _check_points(rows: Iterable[PlayerLine], done: int, points: Points, trust: bool, notes: list[Note]) -> None:
    """Compare written points with results: of the rounds with games, or with the byes announced behind them."""
    for row in rows:
        values = [points.of(slot.mark) if slot and slot.mark != "?" else 0 for slot in row.slots]
        counted = sum(values[:done])
        if row.points in (counted, sum(values)):
            continue
        args: dict[str, object] = {"number": row.number, "written": row.points / 2, "counted": counted / 2}
        if not trust:
            raise error_at(row.line, 81, row.quoted, "points", **args)
        notes.append(note(3, row.line, "trusted", **args))


def _tournament(rows: Sequence[PlayerLine], head: Header, notes: list[Note]) -> Tournament:
    done = len(rows[0].slots)
    entries, people = [], {f"p{number}": person for number, person in people_of(rows, notes).items()}
    for row in rows:
        key = f"p{row.number}"
        wanted = head.asked.get(row.number, ())
        for round_, code in wanted:
            slot = row.slots[round_ - 1] if round_ <= done else None
            if round_ <= done and code != (slot.mark if slot else "Z"):
                notes.append(note(2, row.line, "bye-asked", number=row.number, code=code, round=round_))
        asked, title = tuple((r, m) for r, m in wanted if r > done), title_of(row.title)
        entries.append(Entry(row.number, key, row.rating, title, country=row.country, number=row.number, asked=asked))
    if 0 < head.settings.rounds < done:
        notes.append(note(2, 0, "written-rounds", written=head.settings.rounds, played=done))
    ahead = max((round_ for wanted in head.asked.values() for round_, _ in wanted), default=0)
    settings = replace(head.settings, rounds=max(head.settings.rounds or ahead, done))
    tournament = Tournament(settings, "playing", tuple(entries), initial=head.initial, kept=head.kept, people=people)
    tournament = replace(tournament, prohibitions=head.prohibitions, boosts=head.boosts)
    for round_ in range(1, done + 1):
        tournament = replace(tournament, rounds=(*tournament.rounds, _round(tournament, rows, round_)))
    return tournament


def _round(tournament: Tournament, rows: Sequence[PlayerLine], number: int) -> Round:
    results: dict[tuple[int, int], Result | None] = {}
    away = []
    for row in rows:
        slot = row.slots[number - 1]
        if slot is None:
            continue
        if slot.mark == "U":
            results[(row.number, 0)] = None
        elif not slot.opponent:
            away.append((row.number, slot.mark))
        elif slot.side == "w" or (slot.side == "-" and _is_first(row.number, slot, rows, number)):
            # A forfeit may be written without sides.
            theirs = rows[slot.opponent - 1].slots[number - 1]
            assert theirs is not None
            result = None if slot.mark == "?" else Result(slot.mark, theirs.mark, source="file")
            results[(row.number, slot.opponent)] = result
    order = in_board_order(input_before(tournament, number), list(results))
    boards = tuple(
        Board(place, first, second, first if second else 0, results[(first, second)])
        for place, (first, second) in enumerate(order, 1)
    )
    is_open = any(board.is_open for board in boards)
    return Round(number, "published" if is_open else "closed", boards, tuple(away))


def _is_first(number: int, slot: Slot, rows: Sequence[PlayerLine], round_: int) -> bool:
    """Return whether the player of a forfeit without a side is the first: by the opponent's line, else by number."""
    theirs = rows[slot.opponent - 1].slots[round_ - 1]
    if theirs is None or theirs.side == "-":
        return number < slot.opponent
    return OTHER_SIDE[theirs.side] == "w"
