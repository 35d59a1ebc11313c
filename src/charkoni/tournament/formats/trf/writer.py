"""Writer of report files: TRF26, or TRF16 for older programs."""

from charkoni.core.errors import mark
from charkoni.tournament.formats.trf.extensions import TITLE_COLUMNS, extension_lines
from charkoni.tournament.model.errors import NotNow, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import latin
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.rounds import Board, Result
from charkoni.tournament.model.settings import points_text
from charkoni.tournament.pairing.input import ABSENT, PairingInput, Slot
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.standings.ranking import standings

_NO_NUMBERS = mark("a report file needs pairing numbers: close the list first")


def write(tournament: Tournament, *, old: bool = False, in_latin: bool = False) -> str:
    """Return the report file of a tournament, lines ended by CR LF; raise NotNow without pairing numbers.

    Header records, a 001 line for each player by pairing number (columns: see `lines`), requested byes, virtual points
    and prohibitions, kept lines of an imported file, extension lines.  Rounds that are drafts are left out; an open
    game has no result letter and counts no points.
    old: TRF16, with XXR and XXC and without records that only TRF26 has.  in_latin: names in Latin letters.
    """
    by_number = tournament.by_number()
    if not by_number:
        raise refusal(NotNow, tournament.settings.name, _NO_NUMBERS)
    pairing_input = input_after(tournament)
    places = {line.number: line.place for line in standings(tournament)}
    lines = _head(tournament, len(by_number), old)
    for number, entry in sorted(by_number.items()):
        lines.append(_player(tournament, pairing_input, entry, places[number], in_latin))
    if not old:
        lines += _round_records(tournament, pairing_input)
    lines += tournament.kept
    if not old:
        lines += extension_lines(tournament)
    return "".join(f"{line}\r\n" for line in lines)


def _head(tournament: Tournament, count: int, old: bool) -> list[str]:
    settings = tournament.settings
    rated = sum(1 for entry in tournament.entries if entry.number and entry.rating)
    texts = [
        ("012", settings.name),
        ("022", settings.place),
        ("032", settings.country),
        ("042", settings.start),
        ("052", settings.end),
        ("062", str(count)),
        ("072", str(rated)),
        ("092", system_of(settings).trf_type),
        ("102", settings.arbiter),
    ]
    lines = [f"{code} {text}" for code, text in texts if text]
    side = tournament.initial or "w"
    if old:
        return [*lines, f"XXR {settings.rounds}", f"XXC {'white1' if side == 'w' else 'black1'}"]
    points = settings.points
    of_results = [("W", points.win), ("D", points.draw), ("L", points.loss), ("A", 0), ("P", points.bye)]
    return [
        *lines,
        f"142 {settings.rounds}",
        f"152 {side.upper()}",
        "162  " + "    ".join(f"{letter}{points_text(value):>4}" for letter, value in of_results),
        "182 Charkoni",
        f"192 {system_of(settings).trf_code}",
        "212 " + ",".join(["PTS", *settings.tiebreaks]),
        f"222 {60 * settings.clock}",
    ]


def _player(tournament: Tournament, pairing_input: PairingInput, entry: Entry, place: int, in_latin: bool) -> str:
    player, person = pairing_input.player(entry.number), tournament.person(entry.id)
    done = [round_ for round_ in tournament.rounds if round_.state != "draft"]
    name = (person.latin or latin(person.name)) if in_latin else person.name
    title = TITLE_COLUMNS.get(entry.title.upper(), entry.title)
    columns = "".join(
        _slot(slot, round_.board_of(entry.id), entry.id in dict(round_.away))
        for slot, round_ in zip(player.slots, done, strict=True)
    )
    counted = pairing_input.score(player) - sum(
        pairing_input.points.draw for round_ in done if (board := round_.board_of(entry.id)) and board.is_open
    )
    return (
        f"001 {entry.number:4} {person.sex[:1]:1}{title[:3]:>3} {name[:33]:<33} {entry.rating or '':>4} "
        f"{entry.country[:3]:>3} {person.federation_id[:11]:>11} {person.birth[:10]:<10} "
        f"{points_text(counted):>4} {place:4}{columns}"
    ).rstrip()


def _slot(slot: Slot, board: Board | None, was_away: bool) -> str:
    if slot == ABSENT and not was_away:
        return " " * 10
    result: Result | None = board.result if board else None
    letter = " " if board and board.is_open and not result else slot.mark
    return f"  {slot.opponent or '0000':>4} {slot.side} {letter}"


def _round_records(tournament: Tournament, pairing_input: PairingInput) -> list[str]:
    """Return the records of requested byes (240), virtual points (250) and prohibitions (260)."""
    lines = []
    asked: dict[tuple[int, str], list[int]] = {}
    for entry in tournament.entries:
        for round_, code in entry.asked:
            if entry.number and round_ > len(tournament.rounds):
                asked.setdefault((round_, code), []).append(entry.number)
    for (round_, code), numbers in sorted(asked.items()):
        lines.append(f"240 {code} {round_:3}" + "".join(f" {number:4}" for number in sorted(numbers)))
    for boost in pairing_input.boosts:
        value = points_text(boost.points)
        lines.append(f"250 {value:>4} {value:>4} {boost.first:3} {boost.last:3} {boost.low:4} {boost.high:4}")
    for ban in pairing_input.bans:
        lines.append(f"260 {ban.first:3} {ban.last:3}" + "".join(f" {number:4}" for number in ban.numbers))
    return lines
