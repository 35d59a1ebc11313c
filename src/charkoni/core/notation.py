"""The written form of a record: a sheet of tags and moves, as text and as JSON.

    [Game "mangala"]
    [A "Anna"]
    [Result "*"]
    [Plies "4"]

    4 <0:14:32> +6 {two in a row} 3 1

Tags come first, one a line; then the turns, separated by spaces, the steps of a turn joined by `+` (T6).  A step may
end with a mark (`!`, `?`, `!!`, `??`, `!?`, `?!`) and be followed by the mover's clock in `<h:mm:ss.mmm>`, a comment in
braces, and variations in parentheses: moves that could have been played in its place; in tags and comments a backslash
protects a backslash, a quote or a brace, and `\\n` is a new line, `\\r` a carriage return.  A sheet is not checked
against the rules: the record replays it.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from charkoni.core.errors import N_, BadRecord, Reason

MARKS = ("!", "?", "!!", "??", "!?", "?!")
"""Good, bad, brilliant, blunder, interesting, dubious."""

OWN_TAGS = ("Game", "Start", "Result", "Reason", "By", "Plies")
"""The tags that a record writes itself; they are not among `Record.tags`."""

TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9_]{0,63}")
WIDTH = 80
LONGEST_MS = 10_000 * 3_600_000
"""A clock shows less than this."""

FORMAT = 1

DEEPEST = 20
"""How deep variations may lie in one another."""

_TAG = re.compile(r'\[([A-Z][A-Za-z0-9_]{0,63}) "((?:[^"\\\n]|\\[\\"nr])*)"\]')
_COMMENT = re.compile(r"\{((?:[^{}\\]|\\[\\{}nr])*)\}")
_CLOCK = re.compile(r"<([0-9]{1,4}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?>")
_WORD = re.compile(r"[^\s{}<()]+")
_MARK = re.compile(r"(.*?)(!!|\?\?|!\?|\?!|!|\?|)")
_STEP_JOIN = re.compile(r"\+(?!:)")  # a plus before a colon belongs to the move: "6+:5"
_ESCAPE = re.compile(r"\\(.)")

_BAD_TAG = N_('a tag is written [Name "value"], one on a line')
_TAG_TWICE = N_("the tag {tag} occurs twice")
_NO_GAME = N_("the tag Game is missing")
_BAD_COMMENT = N_("a comment is not closed, or holds a brace or backslash without a backslash before it")
_BAD_CLOCK = N_("a clock is written <h:mm:ss> or <h:mm:ss.mmm>")
_LOOSE_BRACKET = N_("a variation is written in parentheses after the move that it replaces, and has at least one move")
_TOO_DEEP = N_("variations are nested more than {most} deep")
_LOOSE_PLUS = N_("a step is missing next to the +")
_LOOSE_NOTE = N_("a clock must follow a move")
_NOT_JSON = N_("this is not JSON: {problem}")
_NOT_SHEET = N_("the JSON of a record needs {what}")


@dataclass(slots=True)
class WrittenMove:
    """One step as written.  joined: by a plus to the step before.  line, column: its place in the text, from 1."""

    move: str
    joined: bool = False
    comment: str = ""
    clock_ms: int | None = None
    mark: str = ""
    variations: list["WrittenLine"] = field(default_factory=list)
    line: int = 1
    column: int = 1


@dataclass(slots=True)
class WrittenLine:
    """Steps as written, those of a game or of a variation, with the comment before them."""

    comment: str = ""
    steps: list[WrittenMove] = field(default_factory=list)


@dataclass(slots=True)
class Sheet(WrittenLine):
    """A record as written, nothing checked against rules: all tags, the opening comment, the steps."""

    tags: dict[str, str] = field(default_factory=dict)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    end: tuple[int, int] = (1, 1)


def refuse(text: str, reason: Reason, place: tuple[int, int], where: str = "") -> NoReturn:
    """Raise BadRecord for a piece of text at a place (line, column)."""
    raise BadRecord(text, reason, where, *place)


def clock_text(clock_ms: int) -> str:
    """Return a clock as h:mm:ss, with milliseconds if there are any."""
    seconds, ms = divmod(clock_ms, 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{ms:03}" if ms else text


def write_text(tags: Mapping[str, str], line: WrittenLine) -> str:
    """Return the text of a sheet; it ends with a new line."""
    lines = [f'[{name} "{_quote(value, chr(34))}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *_wrap(_words(line))]).rstrip() + "\n"


def read_text(text: str) -> Sheet:
    """Return the sheet of a text; raise BadRecord."""
    sheet = Sheet()
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\n").split("\n")
    number = 0
    while number < len(lines) and (not lines[number].strip() or re.match(r"\s*\[(?!\d)", lines[number])):
        if lines[number].strip():
            _read_tag(sheet, lines[number], number + 1)
        number += 1
    _read_moves(sheet, lines, number)
    if "Game" not in sheet.tags:
        refuse(lines[0], Reason("NO_GAME", "T6", _NO_GAME), (1, 1))
    return sheet


def write_json(tags: Mapping[str, str], line: WrittenLine) -> str:
    """Return the sheet as JSON, one ply a line; it ends with a new line."""
    own = {name.lower(): tags[name] for name in OWN_TAGS if name in tags and name != "Plies"}
    head = {"charkoni": FORMAT, **own, "tags": {name: tags[name] for name in tags if name not in OWN_TAGS}}
    if line.comment:
        head["comment"] = line.comment
    lines = [json.dumps(_ply(step), ensure_ascii=False) for step in line.steps]
    plies = "[\n  " + ",\n  ".join(lines) + "\n ]" if lines else "[]"
    fields = [f'"{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in head.items()]
    return "{" + ",\n ".join([*fields, f'"plies": {plies}']) + "}\n"


def read_json(text: str) -> Sheet:
    """Return the sheet of a JSON text; raise BadRecord."""
    text = text.removeprefix("\ufeff")
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False).encode()  # half a surrogate pair could never be saved again
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        place = (error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (1, 1)
        problem = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        refuse(text[:40], Reason("BAD_JSON", "", _NOT_JSON, {"problem": problem}), place)
    _require(isinstance(data, dict) and data.get("charkoni") == FORMAT, f'"charkoni": {FORMAT}', text)
    _require(isinstance(data.get("game"), str), '"game": "..."', text)
    sheet = Sheet(end=(text.count("\n") + 1, 1))
    for name in OWN_TAGS:
        value = data.get(name.lower())
        if value is not None and name != "Plies":
            _require(isinstance(value, str), f'"{name.lower()}": "..."', text)
            sheet.tags[name] = value
            sheet.places[name] = (1, 1)
    _read_json_tags(sheet, data.get("tags", {}), text)
    sheet.comment = data.get("comment", "")
    _require(isinstance(sheet.comment, str), '"comment": "..."', text)
    _require(isinstance(data.get("plies"), list), '"plies": [...]', text)
    sheet.steps = _steps(data["plies"], text, _ply_places(text))
    return sheet


def _quote(text: str, special: str) -> str:
    """Escape backslashes, the special characters and line ends."""
    escaped = re.sub(rf"([\\{re.escape(special)}])", r"\\\1", text)
    return escaped.replace("\n", "\\n").replace("\r", "\\r")


def _unquote(text: str) -> str:
    return _ESCAPE.sub(lambda match: {"n": "\n", "r": "\r"}.get(match[1], match[1]), text)


def _words(line: WrittenLine) -> Iterator[str]:
    """Yield the pieces of the move text between which a line may be broken."""
    if line.comment:
        yield f"{{{_quote(line.comment, '{}')}}}"
    word = ""
    for step in line.steps:
        if word and not step.joined:
            yield word
            word = ""
        word += f"{'+' if step.joined else ''}{step.move}{step.mark}"
        if notes := list(_notes(step)):
            yield from (word, *notes)
            word = ""
    if word:
        yield word


def _notes(step: WrittenMove) -> Iterator[str]:
    """Yield the clock, the comment and the variations of a step."""
    if step.clock_ms is not None:
        yield f"<{clock_text(step.clock_ms)}>"
    if step.comment:
        yield f"{{{_quote(step.comment, '{}')}}}"
    for variation in step.variations:
        first, *rest = _words(variation)
        *inner, last = (f"({first}", *rest)
        yield from (*inner, f"{last})")


def _wrap(words: Iterator[str]) -> Iterator[str]:
    """Yield lines of at most WIDTH characters, where the words allow it."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def _read_tag(sheet: Sheet, line: str, number: int) -> None:
    match = _TAG.fullmatch(line.strip())
    place = (number, len(line) - len(line.lstrip()) + 1)
    if not match:
        refuse(line.strip(), Reason("BAD_TAG", "T6", _BAD_TAG), place)
    name, value = match.groups()
    if name in sheet.tags:
        refuse(line.strip(), Reason("BAD_TAG", "T6", _TAG_TWICE, {"tag": name}), place)
    sheet.tags[name] = _unquote(value)
    sheet.places[name] = place


def _read_moves(sheet: Sheet, lines: list[str], first: int) -> None:
    """Read the move text, which begins at the line with the index `first`."""
    body = "\n".join(lines[first:])
    open_lines: list[WrittenLine] = [sheet]
    at = 0
    while at < len(body):
        if body[at].isspace():
            at += 1
            continue
        place = (first + body.count("\n", 0, at) + 1, at - body.rfind("\n", 0, at))
        if body[at] in "()":
            _read_bracket(open_lines, body[at], place)
            at += 1
        else:
            at = _read_piece(open_lines[-1], body, at, place)
    sheet.end = (len(lines), len(lines[-1]) + 1)
    if len(open_lines) > 1:
        refuse("(", Reason("BAD_VARIATION", "T6", _LOOSE_BRACKET), sheet.end)


def _read_bracket(open_lines: list[WrittenLine], bracket: str, place: tuple[int, int]) -> None:
    """Begin a variation of the last step, or end the innermost one."""
    line = open_lines[-1]
    if not line.steps or (bracket == ")" and len(open_lines) == 1):
        refuse(bracket, Reason("BAD_VARIATION", "T6", _LOOSE_BRACKET), place)
    if bracket == ")":
        open_lines.pop()
    elif len(open_lines) > DEEPEST:
        refuse(bracket, Reason("BAD_VARIATION", "T6", _TOO_DEEP, {"most": DEEPEST}), place)
    else:
        line.steps[-1].variations.append(WrittenLine())
        open_lines.append(line.steps[-1].variations[-1])


def _read_piece(sheet: WrittenLine, body: str, at: int, place: tuple[int, int]) -> int:
    """Read a comment, a clock or a word of steps and return where it ends."""
    rest = body[at : at + 40].split("\n")[0]
    if body[at] in "{}":
        match = _COMMENT.match(body, at)
        if not match:
            refuse(rest, Reason("BAD_COMMENT", "T6", _BAD_COMMENT), place)
        noted = sheet.steps[-1] if sheet.steps else sheet  # the record before its first step
        noted.comment = " ".join(filter(None, (noted.comment, _unquote(match[1]))))
    elif body[at] == "<":
        match = _CLOCK.match(body, at)
        if not match:
            refuse(rest, Reason("BAD_CLOCK", "T6", _BAD_CLOCK), place)
        if not sheet.steps or sheet.steps[-1].clock_ms is not None:
            refuse(match[0], Reason("BAD_CLOCK", "T6", _LOOSE_NOTE), place)
        hours, minutes, seconds, fraction = match.groups()
        ms = int((fraction or "0").ljust(3, "0"))
        sheet.steps[-1].clock_ms = ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + ms
    else:
        match = _WORD.match(body, at)
        assert match  # anything that is no space, brace or angle
        _add_steps(sheet, match[0], place)
    return match.end()


def _add_steps(sheet: WrittenLine, word: str, place: tuple[int, int]) -> None:
    line, column = place
    for number, move in enumerate(_STEP_JOIN.split(word)):
        found = _MARK.fullmatch(move)
        if found and found[1]:
            sheet.steps.append(WrittenMove(found[1], number > 0, mark=found[2], line=line, column=column))
        elif move or number > 0 or (isinstance(sheet, Sheet) and not sheet.steps):
            refuse(word, Reason("BAD_STEP", "T6", _LOOSE_PLUS), (line, column))
        column += len(move) + 1


def _ply(step: WrittenMove) -> dict[str, object]:
    ply: dict[str, object] = {"move": step.move}
    if step.clock_ms is not None:
        ply["clock_ms"] = step.clock_ms
    if step.comment:
        ply["comment"] = step.comment
    if step.mark:
        ply["mark"] = step.mark
    if step.variations:
        ply["variations"] = [
            ({"comment": line.comment} if line.comment else {}) | {"plies": [_ply(step) for step in line.steps]}
            for line in step.variations
        ]
    return ply


def _read_json_tags(sheet: Sheet, tags: object, text: str) -> None:
    what = '"tags": {"Name": "value"}'
    if not isinstance(tags, dict):
        _bad_json(what, text)
    for name, value in tags.items():
        known = bool(TAG_NAME.fullmatch(name)) and name not in OWN_TAGS
        _require(known and isinstance(value, str), what, text)
        sheet.tags[name] = value


def _steps(plies: list[object], text: str, places: Iterator[tuple[int, int]], depth: int = 0) -> list[WrittenMove]:
    """Return the steps of a list of plies, with their variations.  places: of all plies still to be read."""
    return [_step(ply, text, places, depth) for ply in plies]


def _step(ply: object, text: str, places: Iterator[tuple[int, int]], depth: int) -> WrittenMove:
    what = '"plies": [{"move": "...", "clock_ms": 0, "comment": "...", "mark": "!", "variations": [{"plies": [...]}]}]'
    line, column = next(places, (1, 1))
    if not isinstance(ply, dict):
        _bad_json(what, text, (line, column))
    move, clock_ms, comment = ply.get("move"), ply.get("clock_ms"), ply.get("comment", "")
    mark, variations = ply.get("mark", ""), ply.get("variations", [])
    is_clock = clock_ms is None or (type(clock_ms) is int and 0 <= clock_ms < LONGEST_MS)
    is_marked = isinstance(mark, str) and mark in ("", *MARKS) and isinstance(variations, list)
    if not (isinstance(move, str) and isinstance(comment, str) and is_clock and is_marked) or depth > DEEPEST:
        _bad_json(what, text, (line, column))
    lines = []
    for each in variations:
        is_line = isinstance(each, dict) and isinstance(each.get("plies"), list) and bool(each["plies"])
        _require(is_line and isinstance(each.get("comment", ""), str), what, text, (line, column))
        lines.append(WrittenLine(each.get("comment", ""), _steps(each["plies"], text, places, depth + 1)))
    return WrittenMove(move, False, comment, clock_ms, mark, lines, line, column)


def _ply_places(text: str) -> Iterator[tuple[int, int]]:
    """Yield line and column of each ply: a key "move" cannot stand in a JSON string, its quotes would be escaped."""
    for match in re.finditer(r'(?<=[{,\s])"move"\s*:', text):
        yield text.count("\n", 0, match.start()) + 1, match.start() - text.rfind("\n", 0, match.start())


def _require(holds: bool, what: str, text: str, place: tuple[int, int] = (1, 1)) -> None:
    if not holds:
        _bad_json(what, text, place)


def _bad_json(what: str, text: str, place: tuple[int, int] = (1, 1)) -> NoReturn:
    refuse(text.strip()[:40], Reason("BAD_JSON", "", _NOT_SHEET, {"what": what}), place)
