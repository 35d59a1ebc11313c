"""The kinds of fields of acts: one parser each of what people write, at every door."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from charkoni.core.errors import N_
from charkoni.tournament.acts.declaration import Asked, Kind, Written, whole
from charkoni.tournament.model.categories import parts
from charkoni.tournament.model.errors import TEXTS, BadInput, BadPairing, BadResult, Breach, WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.person_names import folded, latin
from charkoni.tournament.model.settings import parse_settings, with_full_game_name
from charkoni.tournament.model.times import PATTERN

_YES = ("1", "on", "yes", "true")


def entry(state: Tournament, text: str) -> int:
    """Return the id of an entry by pairing number, `#id`, or part of its name; raise BadInput.

    A bare number before the list is closed is refused: the same number would mean another entry after it.
    """
    who = text.strip()
    if who.startswith("#") and who[1:].isdigit():
        matches = [each for each in state.entries if each.id == int(who[1:])]
    elif who.isascii() and who.isdigit():
        matches = [each for each in state.entries if each.number == int(who)]
        if not matches and 1 <= int(who) <= len(state.entries) and not state.entries[0].number:
            raise refusal(BadInput, text, "not-numbered", id=int(who), name=state.name(int(who)))
    else:
        wanted = folded(latin(who)).split()
        names = {each.id: folded(latin(state.name(each.id))) for each in state.entries}
        matches = [each for each in state.entries if wanted and all(part in names[each.id] for part in wanted)]
        exact = [each for each in matches if names[each.id] == folded(latin(who))]
        matches = exact if len(exact) == 1 else matches
    if not matches:
        raise refusal(BadInput, text, N_("there is no entry with this number or name"))
    if len(matches) > 1:
        names_ = ", ".join(f"#{each.id} {state.name(each.id)}" for each in matches[:8])
        raise refusal(BadInput, text, N_("several fit: {names}"), names=names_)
    return matches[0].id


def entries(state: Tournament, texts: Sequence[str]) -> tuple[int, ...]:
    """Return the ids of entries, each written as in `entry`; in one text with commas, numbers also with spaces."""
    words: list[str] = []
    for text in texts:
        numbers = re.fullmatch(r"[#\d\s,;]+", text, re.ASCII)
        words += text.replace(",", " ").replace(";", " ").split() if numbers else parts(text) or [text]
    return tuple(entry(state, word) for word in words)


def tables(state: Tournament, texts: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return tables as pairs of entry ids, second 0 for the bye; raise BadInput, BadPairing.

    They are written with pairing numbers: `1-5 6-2 7`, also with colons, commas and dashes; a lone number has the bye.
    """
    by_number, pairs = state.by_number(), []
    for word in " ".join(texts).replace(",", " ").split():
        match = re.fullmatch(r"(\d{1,4})(?:[-:–](\d{1,4}))?", word, re.ASCII)
        if not match:
            raise refusal(BadInput, word, "tables-written")
        numbers = [int(part) for part in match.groups() if part]
        for number in numbers:
            if number not in by_number:
                breach = Breach("P1", (number,), TEXTS["no-number"], {"number": number})
                raise refusal(BadPairing, word, "no-number", number=number).having(breaches=(breach,))
        ids = [by_number[number].id for number in numbers]
        pairs.append((ids[0], ids[1] if len(ids) > 1 else 0))
    if not pairs:
        raise refusal(BadInput, " ".join(texts), "tables-written")
    return tuple(pairs)


def results(state: Tournament, texts: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """Return tables and the texts of their results, written in turn; raise BadResult.

    `7 1 8 30:18`, also with semicolons, commas or line breaks between them; three numbers are a table and the counts of
    both sides, `7 30 18`.  Where a round has several games 2,5 is a number.
    """
    text, pairs = " ".join(texts), []
    separators = r"[;\n]|(?<!\d),|,(?!5(?!\d))" if state.settings.games != "1" else r"[;,\n]"
    for line in filter(str.strip, re.split(separators, text)):
        words = line.split()
        if len(words) == 3 and all(re.fullmatch(r"\d+(?:[.,]5)?", word, re.ASCII) for word in words):
            words = [words[0], f"{words[1]}:{words[2]}"]
        if len(words) % 2:
            raise refusal(BadResult, line.strip(), N_("a table and its result go together"))
        for table, result in zip(words[::2], words[1::2], strict=True):
            if not (table.isascii() and table.isdigit()):
                raise refusal(BadResult, table, N_("a table is a number"))
            pairs.append((int(table), result))
    if not pairs:
        raise refusal(BadResult, text, N_("results are written as table and result, as many as you like: 7 1 8 30:18"))
    return tuple(pairs)


def minutes(_: Tournament, text: str) -> int:
    """Return minutes, negative with a minus; raise BadInput."""
    plain = text.strip().replace("−", "-")
    if not re.fullmatch(r"[+-]?\d{1,4}", plain, re.ASCII):
        raise refusal(BadInput, text, N_("minutes are a whole number, with a minus to bring the end forward"))
    return int(plain)


def pair(word: str) -> tuple[str, str]:
    """Return name and value of NAME=VALUE; raise BadInput."""
    name, equals, value = word.partition("=")
    if not equals or not name.strip():
        raise refusal(BadInput, word, N_("it is written NAME=VALUE"))
    return name.strip(), value.strip()


def settings_of(texts: Sequence[str]) -> dict[str, object]:
    """Return settings written NAME=VALUE as JSON values; raise BadInput, BadSetting, BadGame."""
    named = {name.replace("-", "_"): value for name, value in map(pair, texts)}
    return with_full_game_name(parse_settings(named))


def _number(least: int, most: int | None = None) -> Any:
    return lambda _, text: whole(text, least, most)


ENTRY = Kind("WHO", N_("a number, #entry or part of a name"), entry, "integer", 1)
ENTRIES = Kind("WHO", N_("numbers, #entries or names"), entries, "array")
ROUND = Kind("N", N_("the round; else the running one"), _number(1, 99), "integer", 1, 99)
TABLE = Kind("TABLE", N_("the table"), _number(1), "integer", 1)
NUMBER = Kind("N", N_("a number"), _number(0), "integer")
POSITIVE = Kind("N", N_("its number"), _number(1), "integer", 1)
MINUTES = Kind("N", N_("minutes to add; a negative number shortens the round"), minutes, "integer", -9999, 9999)
TABLES = Kind("TABLES", N_("tables by numbers: 1-5 6-2 7 (a lone number: bye)"), tables, "array")
RESULTS = Kind("TABLE RESULT", "7 1, 8 30:18, 9 =, 10 + ...", results, "array", from_input=True)
RULES = Kind(
    "P2", N_("a rule that may be broken, with a reason"),
    lambda _, texts: tuple(rule for text in texts for rule in text.replace(",", " ").split()), "array",
)  # fmt: skip
FLAG = Kind("", "", lambda _, text: text.strip() in _YES, "boolean")
ON_OFF = Kind("on|off", N_("pause, or resume"), lambda _, text: text.strip() in _YES, "boolean")
LINE = Kind("TEXT", N_("a text"), lambda _, text: text.strip())
PARTS = Kind("A,B", N_("marks with commas between them"), lambda _, texts: tuple(parts(",".join(texts))), "array")
NUMBERS = Kind(
    "1 2 4", N_("numbers with spaces between them"),
    lambda _, texts: tuple(whole(word, 1) for text in texts for word in text.replace(",", " ").split()), "array",
)  # fmt: skip
SETTINGS = Kind("NAME=VALUE", "", lambda _, texts: settings_of(texts), "object")


def running_round(asked: Asked, _: Mapping[str, object]) -> int:
    """Return the number of the published round; raise WrongPhase without one."""
    published = [each.number for each in asked.state.rounds if each.state == "published"]
    if not published:
        raise refusal(WrongPhase, "round", N_("no round is running"))
    return published[-1]


def next_round(asked: Asked, _: Mapping[str, object]) -> int:
    """Return the number of the round after the last one."""
    return len(asked.state.rounds) + 1


def last_round(asked: Asked, _: Mapping[str, object]) -> int:
    """Return the number of the last round, 1 before it."""
    return max(len(asked.state.rounds), 1)


def own_table(asked: Asked, values: Mapping[str, Any]) -> int:
    """Return the table of the entry in the round of the fields before, 0 without one."""
    found = (each.board_of(values["entry"]) for each in asked.state.rounds if each.number == values["round"])
    return next((board.number for board in found if board), 0)


def now(asked: Asked, _: Mapping[str, object]) -> str:
    """Return the present time."""
    return asked.time


AT = Annotated[str, Written(LINE, missing=now, is_hidden=True), Field(pattern=PATTERN)]
"""The time of an act, UTC as in `model.times`."""
