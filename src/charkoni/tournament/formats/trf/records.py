"""Header records of a report file: names, dates, rounds, initial colour, points, byes, virtual points, prohibitions.

Records of TRF26 have three digits; XX* and BB* are of TRF16 and of older programs.
"""

import datetime
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from charkoni.games.match_format import FORMATS
from charkoni.tournament.formats.trf.lines import TEXTS, PlayerLine, Record, error_at, refused_at
from charkoni.tournament.model.errors import TournamentError
from charkoni.tournament.model.event import Prohibition, VirtualPoints
from charkoni.tournament.model.person_names import LONGEST, checked_line
from charkoni.tournament.model.settings import PAIRING_EDITION, TIEBREAKS, Settings, edition_date
from charkoni.tournament.pairing.systems import NAMES, named

QUIET = frozenset({"013", "112", "122", "132", "172", "299", "801", "802"})
"""Records of the format that are not used; they are kept without a note.  013 is an old record of teams."""


@dataclass(frozen=True, slots=True)
class Note:
    """An unusual value that was read nevertheless.

    severity: 2 (a notice) or 3 (to be confirmed).  line: its number, 0 for the whole file.  template, args: the
    sentence.
    """

    severity: int
    line: int
    template: str
    args: dict[str, object]

    def message(self, translate: Callable[[str], str]) -> str:
        """Return the sentence."""
        return translate(self.template).format_map(self.args)


def note(severity: int, line: int, name: str, /, **args: object) -> Note:
    """Return a note.  name: of its text."""
    return Note(severity, line, TEXTS[name], args)


@dataclass(slots=True)
class Header:
    """The contents of the header records.

    initial: side of number 1 in round 1, w or b.  asked: requested byes (round, code) by pairing number.  prohibitions:
    of pairing numbers.  boosts: virtual points.  kept: lines that are exported unchanged.  next_round: the first round
    without results.  count: of players.  edition: of the pairing rules, as another program names one that is not ours.
    """

    settings: Settings = field(default_factory=lambda: Settings(profile="classic", first="balanced"))
    initial: str = ""
    asked: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    prohibitions: tuple[Prohibition, ...] = ()
    boosts: tuple[VirtualPoints, ...] = ()
    kept: tuple[str, ...] = ()
    notes: list[Note] = field(default_factory=list)
    next_round: int = 1
    count: int = 0
    edition: str = ""


def header(records: Sequence[Record], rows: Sequence[PlayerLine]) -> Header:
    """Return the contents of all records but extension lines; raise BadFile with the line."""
    done = max((n for row in rows for n, slot in enumerate(row.slots, 1) if slot and slot.mark != "?"), default=0)
    head = Header(next_round=done + 1, count=len(rows))
    for record in records:
        _READERS.get(record.code, _other)(head, record)
    points = head.settings.points
    if not points.loss <= points.draw <= points.win or points.bye > points.win:
        wrong = next((r for r in records if r.code in ("162", "XXS") or r.code.startswith("BB")), records[0])
        raise error_at(wrong.line, 5, wrong.quoted, "bad-points")
    if not head.initial:
        head.initial = next((s.side for r in rows[:1] for s in r.slots[:1] if s and s.side in "wb"), "w")
        head.notes.append(note(2, 0, "initial", side=head.initial))
    return head


def _text(name: str, head: Header, record: Record) -> None:
    """012 to 032, 102: a text of the settings; a long one is cut, and noted."""
    text = record.rest.strip()
    try:
        value: Any = checked_line(text[:LONGEST], TournamentError)
    except TournamentError as error:
        raise refused_at(record.line, 5, record.quoted, error) from None
    if len(text) > LONGEST:
        head.notes.append(note(2, record.line, "cut", most=LONGEST))
    head.settings = replace(head.settings, **{name: value})


def _date(name: str, head: Header, record: Record) -> None:
    """042, 052: a date, `2026/11/21`; 2026-11-21 and 21.11.2026 are read, too, and anything else is left out."""
    text = record.rest.strip()
    day = re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", text, re.ASCII)
    plain = f"{day[3]}-{day[2]:0>2}-{day[1]:0>2}" if day else text.replace("/", "-").replace(".", "-")
    try:
        value: Any = datetime.date.fromisoformat(plain).isoformat() if plain else ""
    except ValueError:
        value = ""
        head.notes.append(note(2, record.line, "bad-date", text=text))
    head.settings = replace(head.settings, **{name: value})


def _rounds(head: Header, record: Record) -> None:
    """142, XXR: the number of rounds."""
    part = record.rest.strip()
    if not (part.isascii() and part.isdigit()) or not 1 <= int(part) <= 99:
        raise error_at(record.line, 5, record.quoted, "round-count")
    head.settings = replace(head.settings, rounds=int(part))


def _initial(head: Header, record: Record) -> None:
    """152: the side of number 1 in round 1, W or B."""
    side = record.rest.strip().lower()[:1]
    if side not in ("w", "b"):
        raise error_at(record.line, 5, record.quoted, "first-side")
    head.initial = side


def _options(head: Header, record: Record) -> None:
    """XXC: `white1` or `black1` for the initial side; other words are ignored."""
    for word in record.rest.split():
        if word.lower() in ("white1", "black1"):
            head.initial = word[0].lower()


_LETTERS = {"win": ("W", "WW"), "draw": ("D", "WD"), "loss": ("L", "WL"), "bye": ("P", "U", "PAB")}


def _points(head: Header, record: Record) -> None:
    """162, XXS: points of results, `W 1.0    D 0.5    L 0.0    P 1.0`; without P or U a bye is worth a win."""
    values = dict(re.findall(r"([A-Z]+)\s*=?\s*(\d+(?:[.,]\d+)?)", record.rest.upper()))
    given = {
        name: _halves(record, value)
        for letter, value in values.items()
        for name, letters in _LETTERS.items()
        if letter in letters
    }
    points = replace(head.settings.points, **given)
    if "win" in given and "bye" not in given:
        points = replace(points, bye=points.win)
    head.settings = replace(head.settings, points=points)


def _boards(head: Header, record: Record) -> None:
    """352: the sides of the boards of a match of teams, whose number they give."""
    name = f"boards-of-{len(record.rest.strip())}"
    if name in FORMATS:
        head.settings = replace(head.settings, games=name)


def _points_of(name: str, head: Header, record: Record) -> None:
    """BBW, BBD, BBL, BBU: the points of one result, as bbpPairings writes it."""
    points = replace(head.settings.points, **{name: _halves(record, record.rest.strip())})
    if name == "win":
        points = replace(points, bye=max(points.bye, points.win))
    head.settings = replace(head.settings, points=points)


def _halves(record: Record, text: str) -> int:
    """Return a decimal number of points as half points."""
    whole, _, rest = text.replace(",", ".").partition(".")
    if not whole.isdigit() or rest.rstrip("0") not in ("", "5"):
        raise error_at(record.line, 5, record.quoted, "numbers")
    return 2 * int(whole) + (rest[:1] == "5")


def _numbers(head: Header, record: Record, text: str) -> tuple[int, ...]:
    """Return pairing numbers separated by spaces."""
    numbers = _whole(record, text) if text.strip() else []
    for number in numbers:
        if not 1 <= number <= head.count:
            column = max(record.quoted.find(str(number)), 4) + 1
            raise error_at(record.line, column, record.quoted, "no-number", number=number)
    return tuple(numbers)


def _byes(head: Header, record: Record) -> None:
    """240: code (F, H or Z) and round of requested byes, then pairing numbers."""
    kind = record.rest[:1].upper().strip() or "Z"
    if kind not in "HFZ":
        raise error_at(record.line, 5, record.quoted, "bye-kind")
    round_, *_ = _whole(record, record.rest[1:5])
    for number in _numbers(head, record, record.rest[5:]):
        head.asked.setdefault(number, []).append((round_, kind))


def _absent(head: Header, record: Record) -> None:
    """XXZ: pairing numbers that are absent from the next round."""
    for number in _numbers(head, record, record.rest):
        head.asked.setdefault(number, []).append((head.next_round, "Z"))


def _prohibition(head: Header, record: Record) -> None:
    """260: first and last round, then pairing numbers that must not meet in them."""
    first, last = (_whole(record, record.rest[:8]) * 2)[:2]
    last = last or first
    if first > last:
        raise error_at(record.line, 5, record.quoted, "ban-rounds", first=first, last=last)
    _add_prohibition(head, record, first, last, record.rest[8:])


def _prohibition_always(head: Header, record: Record) -> None:
    """XXP: pairing numbers that must never meet."""
    _add_prohibition(head, record, 1, 99, record.rest)


def _add_prohibition(head: Header, record: Record, first: int, last: int, text: str) -> None:
    """Add a prohibition of the pairing numbers of a text, two different ones at least."""
    numbers = tuple(dict.fromkeys(_numbers(head, record, text)))
    if len(numbers) < 2:
        raise error_at(record.line, 5, record.quoted, "ban")
    head.prohibitions = (*head.prohibitions, Prohibition(first, last, numbers))


def _boost(head: Header, record: Record) -> None:
    """250: virtual points: match points, game points, first and last round, first and last pairing number."""
    words = record.rest.split()
    if len(words) < 5:
        raise error_at(record.line, 5, record.quoted, "numbers")
    first, last, low, high = _whole(record, " ".join(words[2:6] if len(words) > 5 else [*words[2:5], words[4]]))
    head.boosts = (*head.boosts, VirtualPoints(first, last or first, low, high or low, _halves(record, words[1])))


def _boost_one(head: Header, record: Record) -> None:
    """XXA: a pairing number and its virtual points, round by round."""
    number, *values = record.rest.split() or ["0"]
    for round_, value in enumerate(values, 1):
        points = _halves(record, value)
        if points:
            which, *_ = _numbers(head, record, number)
            head.boosts = (*head.boosts, VirtualPoints(round_, round_, which, which, points))


def _whole(record: Record, text: str) -> list[int]:
    """Return whole numbers separated by spaces, at least one."""
    words = text.split()
    if not words or not all(word.isascii() and word.isdigit() for word in words):
        raise error_at(record.line, 5, record.quoted, "numbers")
    return [int(word) for word in words]


def _comment(head: Header, record: Record) -> None:
    """###: a comment; extension lines are read elsewhere."""
    if not record.rest.startswith("charkoni "):
        head.kept = (*head.kept, record.quoted)


def _other(head: Header, record: Record) -> None:
    """Any other record: kept, and noted unless the format defines it."""
    head.kept = (*head.kept, record.quoted)
    if record.code not in QUIET:
        head.notes.append(note(2, record.line, "kept", code=record.code))


def _ties(head: Header, record: Record) -> None:
    """202, 212: codes of tie-breaks; unknown ones are left out and noted."""
    names = [word for word in re.split(r"[,;\s]+", record.rest.upper()) if word and word != "PTS"]
    known = tuple(dict.fromkeys(name for name in names if name in TIEBREAKS and name != "KS"))
    if known:
        head.settings = replace(head.settings, tiebreaks=known)
    for name in names:
        if name not in TIEBREAKS:
            head.notes.append(note(2, record.line, "tie-break", name=name))


def _clock(head: Header, record: Record) -> None:
    """222: seconds for each player, `900`; other forms are noted."""
    match = re.fullmatch(r"(\d{2,5})", record.rest.strip(), re.ASCII)
    if match and 1 <= int(match[1]) // 60 <= 600 and not int(match[1]) % 60:
        head.settings = replace(head.settings, clock=int(match[1]) // 60)
    else:
        args: dict[str, object] = {"text": record.rest.strip(), "clock": head.settings.clock}
        head.notes.append(note(2, record.line, "bad-clock", **args))


def _system(head: Header, record: Record) -> None:
    """192: the pairing system, `FIDE_DUTCH`, of other editions `FIDE_DUTCH_2017`.

    One that is not ours is the edition of the header, and noted.
    """
    code = record.rest.strip().upper()
    dutch = re.fullmatch(r"FIDE_DUTCH(?:_(\d{4}))?(?:_BAKU)?", code, re.ASCII)
    own = next((name for name in NAMES if code == named(name).trf_code), "")
    ours = edition_date(PAIRING_EDITION)[:4]
    if own or (dutch and (dutch[1] or ours) == ours):
        head.settings = replace(head.settings, system=own or head.settings.system)
    elif code:
        head.edition = f"dutch-{dutch[1]}" if dutch else code
        head.notes.append(note(3, record.line, "other-edition", edition=head.edition, ours=PAIRING_EDITION))


def _derived(head: Header, record: Record) -> None:
    """062 to 092, 182, 310 to 330: counts, system, program and teams, which are read elsewhere or derived."""


_READERS: dict[str, Callable[[Header, Record], None]] = {
    "012": partial(_text, "name"),
    "022": partial(_text, "place"),
    "032": partial(_text, "country"),
    "042": partial(_date, "start"),
    "052": partial(_date, "end"),
    "102": partial(_text, "arbiter"),
    **dict.fromkeys(("062", "072", "082", "310", "320", "330", "092", "182"), _derived),
    "192": _system,
    "202": _ties,
    "212": _ties,
    "222": _clock,
    "142": _rounds,
    "XXR": _rounds,
    "152": _initial,
    "XXC": _options,
    "162": _points,
    "352": _boards,
    "362": _points,
    "XXS": _points,
    "BBW": partial(_points_of, "win"),
    "BBD": partial(_points_of, "draw"),
    "BBL": partial(_points_of, "loss"),
    "BBU": partial(_points_of, "bye"),
    "240": _byes,
    "XXZ": _absent,
    "260": _prohibition,
    "XXP": _prohibition_always,
    "250": _boost,
    "XXA": _boost_one,
    "###": _comment,
}
