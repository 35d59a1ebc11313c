"""Writer of report files: TRF26, or TRF16 for older programs."""

from dataclasses import replace
from itertools import combinations

from charkoni.tournament.formats.trf import teams
from charkoni.tournament.formats.trf.extensions import extension_lines
from charkoni.tournament.formats.trf.lines import TEXTS
from charkoni.tournament.formats.trf.people import country_column, id_column, sex_column, title_column
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import latin
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.settings import USUAL_POINTS, Settings, points_text
from charkoni.tournament.pairing import engine_file
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.input_from_event import absence, input_after
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.standings.ranking import standings

NAME_WIDTH = 33
"""Characters of a name in its columns."""


def write(tournament: Tournament, *, old: bool = False, in_latin: bool = False) -> str:
    """Return the report file of a tournament, lines ended by CR LF; raise WrongPhase without pairing numbers.

    Header records, a 001 line for each player by pairing number (columns: see `lines`), requested byes, virtual points
    and prohibitions, kept lines of an imported file, extension lines.  Rounds that are drafts are left out; an open
    game has no result letter and counts no points.
    old: TRF16, with XX records and without those that only TRF26 has; `losses` lists what it cannot hold.
    in_latin: names in Latin letters.
    """
    by_number = tournament.by_number()
    if not by_number:
        raise refusal(WrongPhase, tournament.settings.name, TEXTS["no-numbers"])
    pairing_input = input_after(tournament)
    places = {line.number: line.place for line in standings(tournament)}
    lines = _head(tournament, len(by_number), old)
    if pairing_input.team_boards:
        if old:
            raise refusal(WrongPhase, tournament.settings.name, TEXTS["teams"])
        lines += teams.lines(tournament, pairing_input, places, NAME_WIDTH)
    else:
        for number, entry in sorted(by_number.items()):
            lines.append(_player(tournament, pairing_input, entry, places[number], in_latin))
    lines += (_old_records if old else _round_records)(tournament, pairing_input)
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
        ("042", settings.start.replace("-", "/")),
        ("052", settings.end.replace("-", "/")),
        ("062", str(count)),
        ("072", str(rated)),
        ("092", system_of(settings).trf_type),
        ("102", settings.arbiter),
    ]
    lines = [f"{code} {text}" for code, text in texts if text]
    side = tournament.initial or "w"
    if old:
        return [
            *lines,
            f"XXR {settings.rounds}",
            f"XXC {'white1' if side == 'w' else 'black1'}",
            *_old_points(settings),
        ]
    points = USUAL_POINTS if system_of(settings).of_teams else settings.points
    return [
        *lines,
        f"142 {settings.rounds}",
        f"152 {side.upper()}",
        engine_file.points_record("162", points),
        "182 Charkoni",
        f"192 {system_of(settings).trf_code}",
        "212 " + ",".join(["PTS", *settings.tiebreaks]),
        f"222 {60 * settings.clock}",
    ]


def _old_points(settings: Settings) -> list[str]:
    """Return the records XXS of points other than 1, ½, 0 and a bye like a win."""
    points = settings.points
    if points == USUAL_POINTS:
        return []
    of_results = [
        ("WW", points.win), ("BW", points.win), ("WD", points.draw), ("BD", points.draw), ("WL", points.loss),
        ("BL", points.loss), ("ZPB", 0), ("HPB", points.draw), ("FPB", points.win), ("PAB", points.bye),
        ("FW", points.win), ("FL", 0),
    ]  # fmt: skip
    return [f"XXS {name}={points_text(value)}" for name, value in of_results]


def _player(tournament: Tournament, pairing_input: PairingInput, entry: Entry, place: int, in_latin: bool) -> str:
    player, person = pairing_input.player(entry.number), tournament.person(entry.id)
    done = tournament.paired
    name = (person.latin or latin(person.name)) if in_latin else person.name
    birth = person.birth.replace("-", "/")
    boards = [round_.board_of(entry.id) for round_ in done]
    slots = [  # before a late entry Z, as other programs read them
        replace(slot, mark=" ") if board and board.is_open else slot
        for slot, board in zip(player.slots, boards, strict=True)
    ]
    counted = sum(pairing_input.points.of(slot.mark) for slot in slots)
    return engine_file.player_line(
        entry.number, name[:NAME_WIDTH], entry.rating, counted, place, slots, sex=sex_column(person),
        title=title_column(entry.title), country=country_column(entry.country), id_=id_column(person),
        birth=birth[:10],
    ).rstrip()  # fmt: skip


def _old_records(tournament: Tournament, pairing_input: PairingInput) -> list[str]:
    """Return absences from the next round (XXZ), virtual points of each player (XXA) and forbidden pairs (XXP)."""
    next_ = pairing_input.done + 1
    absent = [entry.number for entry in tournament.entries if entry.number and absence(entry, next_)]
    lines = ["XXZ" + "".join(f" {number}" for number in sorted(absent))] if absent else []
    if pairing_input.boosts:
        last = max(boost.last for boost in pairing_input.boosts)
        for player in pairing_input.players:
            values = [pairing_input.virtual(player.number, round_) for round_ in range(1, last + 1)]
            if any(values):
                lines.append(f"XXA {player.number:4}" + "".join(f" {points_text(value):>4}" for value in values))
    always = (group for group in pairing_input.forbidden if _is_always(tournament, group.first, group.last))
    pairs = sorted({tuple(sorted(pair)) for group in always for pair in combinations(group.numbers, 2)})
    return [*lines, *(f"XXP {a} {b}" for a, b in pairs)]


def _is_always(tournament: Tournament, first: int, last: int) -> bool:
    """Return whether rounds `first` ... `last` are all that are left, or all."""
    done = len(tournament.paired)
    return first <= done + 1 and last >= tournament.settings.rounds


def losses(tournament: Tournament, *, old: bool = False) -> list[tuple[str, dict[str, object]]]:
    """Return the parts of an event that a report file cannot represent, as sentences with their fields."""
    lost: list[tuple[str, dict[str, object]]] = []
    if tournament.current and tournament.current.state == "draft":
        lost.append((TEXTS["draft"], {"round": tournament.current.number}))
    if not old:
        return lost
    done = len(tournament.paired)
    for prohibition in tournament.prohibitions:
        if not _is_always(tournament, prohibition.first, prohibition.last):
            names = " – ".join(tournament.name(id_) for id_ in prohibition.entries)
            lost.append((TEXTS["old-ban"], {"names": names, "first": prohibition.first, "last": prohibition.last}))
    for entry in tournament.entries:
        for round_, code in entry.asked:
            if round_ > done + 1 or (round_ == done + 1 and code != "Z"):
                lost.append(
                    (TEXTS["old-bye-asked"], {"name": tournament.name(entry.id), "round": round_, "code": code})
                )
    boards = [board for round_ in tournament.rounds[:done] for board in round_.boards]
    results = [board.result for board in boards if board.result]
    lost_wholly = {
        "old-movers": any(board.mover not in (0, board.first) for board in boards),
        "old-counts": any(result.stones or result.games for result in results),
        "old-adjourned": any(result.adjourned for result in results),
        "old-protests": bool(tournament.protests),
    }
    lost += [(TEXTS[name], {}) for name, is_lost in lost_wholly.items() if is_lost]
    if any(len(tournament.name(entry.id)) > NAME_WIDTH for entry in tournament.entries):
        lost.append((TEXTS["long-names"], {"width": NAME_WIDTH}))
    texts = dict.fromkeys(text for entry in tournament.entries for text in _without_column(tournament, entry))
    if texts:
        lost.append((TEXTS["old-columns"], {"texts": ", ".join(texts)}))
    lost.append((TEXTS["old-settings"], {}))
    return lost


def _without_column(tournament: Tournament, entry: Entry) -> list[str]:
    """Return title, country and ID of an entry, as far as their columns cannot hold them."""
    person = tournament.person(entry.id)
    columns = ((entry.title, title_column(entry.title)), (entry.country, country_column(entry.country)))
    return [text for text, column in (*columns, (person.federation_id, id_column(person))) if text and not column]


def _round_records(tournament: Tournament, pairing_input: PairingInput) -> list[str]:
    """Return the records of requested byes (240), virtual points (250) and prohibitions (260)."""
    asked: dict[int, list[tuple[int, str]]] = {}
    for entry in tournament.entries:
        for round_, code in entry.asked:
            if entry.number and round_ > len(tournament.rounds):
                asked.setdefault(round_, []).append((entry.number, code))
    byes = (record for round_ in sorted(asked) for record in engine_file.absence_records(round_, asked[round_], "FHZ"))
    return [*byes, *engine_file.boost_records(pairing_input.boosts), *engine_file.ban_records(pairing_input.forbidden)]
