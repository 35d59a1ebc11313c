"""Explanations in sentences: of a board, of a pair that was not paired, of a tie-break.

Each is recomputed from the state before the round; none is stored.  The tournament has its late changes, see
`acts.late_changes`: what has changed since a round was paired is taken back.
"""

from dataclasses import replace
from pathlib import Path

from charkoni.core.errors import N_
from charkoni.core.files.data_files import read_texts
from charkoni.core.translations import Words
from charkoni.tournament.model.errors import BadPairing, NoPairing, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.rounds import Board
from charkoni.tournament.model.settings import TIEBREAKS, points_text
from charkoni.tournament.pairing.checker import absolute_preference, breaches_of
from charkoni.tournament.pairing.dutch import CRITERIA, pair
from charkoni.tournament.pairing.input import ForbiddenPairs, PairingInput
from charkoni.tournament.pairing.known_state import input_as_paired, known_state
from charkoni.tournament.pairing.protocol import Bracket, Engine, Pairing
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.standings.ranking import standings
from charkoni.tournament.standings.tiebreaks import Term, Value

MOST_NAMES = 24
"""The most members of a score bracket that are named; large events have brackets of hundreds."""

_TEXTS = read_texts(Path(__file__).with_suffix(".toml"))
"""The sentences; what the articles of the colour allocation say, and what the criteria count."""

_NOT_THERE = N_("there is no number {number}")


def _said(words: Words, name: str, /, **args: object) -> str:
    """Return a sentence by its name in the data."""
    return words._(_TEXTS[name], **args)


def board(words: Words, state: Tournament, number: int, table: int, engine: Engine = pair) -> list[str]:
    """Return the reasons of a board of a round, one sentence each.

    Raise BadPairing for an unknown table; EngineFailed, TooLong.
    """
    round_ = state.rounds[number - 1]
    chosen = next((board for board in round_.boards if board.number == table), None)
    if chosen is None:
        raise refusal(BadPairing, table, N_("round {round} has no table {board}"), round=number, board=table)
    if not system_of(state.settings).is_checked:
        return [_title(words, state, number, chosen), _said(words, "plan")]
    lines = [_title(words, state, number, chosen)]
    # By what was known when these boards were made: a late entry was not there to be paired.
    state = known_state(state, number, by_hand=round_.by_hand)
    pairing_input = input_as_paired(state, number)
    numbers = [state.entry(id_).number for id_ in (chosen.first, chosen.second) if id_]
    lines += [_points(words, state, pairing_input, each) for each in numbers]
    if round_.by_hand:
        lines.append(_said(words, "by-hand"))
    pairing = engine(pairing_input)
    seats = (numbers[0], numbers[1] if len(numbers) > 1 else 0)
    place = next((i for i, pair_ in enumerate(pairing.boards) if pair_ == seats), None)
    if place is None:
        return [*lines, _said(words, "others")]
    if pairing_input.team_boards:
        return [*lines, _said(words, "teams" if seats[1] else "team-bye", article=pairing.rules[place])]
    bracket = next(bracket for bracket in pairing.brackets if seats in bracket.pairs)
    if not seats[1]:
        lines.append(_said(words, "bye"))
        bracket = next((b for b in reversed(pairing.brackets) if seats[0] in b.floated), bracket)
    lines += _group(words, state, pairing_input, bracket, numbers)
    rule = pairing.rules[place]
    lines.append(_said(words, "sides", rule=_said(words, rule if rule in _TEXTS else "pab")))
    if chosen.mover and state.settings.first == "lots":
        lines.append(_said(words, "drawn", who=state.name(chosen.mover)))
    if not breaches_of(pairing_input, pairing.boards):
        lines.append(_said(words, "checked"))
    return lines


def _title(words: Words, state: Tournament, number: int, chosen: Board) -> str:
    first = state.name(chosen.first)
    if chosen.is_bye:
        return _said(words, "has-bye", round=number, who=first)
    return _said(words, "table", round=number, table=chosen.number, first=first, second=state.name(chosen.second))


def _points(words: Words, state: Tournament, pairing_input: PairingInput, number: int) -> str:
    virtual = pairing_input.virtual(number, pairing_input.done + 1)
    points = _points_in(words, pairing_input.score(pairing_input.player(number)))
    values = {"who": _name(state, number), "points": points, "virtual": _points_in(words, virtual)}
    return _said(words, "virtual" if virtual else "points", number=number, **values)


def _group(
    words: Words, state: Tournament, pairing_input: PairingInput, bracket: Bracket, numbers: list[int]
) -> list[str]:
    lines = []
    scores = {
        n: pairing_input.score(pairing_input.player(n)) + pairing_input.virtual(n, pairing_input.done + 1)
        for n in bracket.members
        if n
    }
    lowest = min((scores[n] for n in scores if n in numbers), default=bracket.score)
    if len({scores[n] for n in numbers}) == 1:
        lines.append(_said(words, "both", points=_points_in(words, lowest)))
    lines += [
        _said(words, "floated", who=_name(state, n), points=_points_in(words, scores[n]))
        for n in numbers
        if scores.get(n, lowest) > lowest
    ]
    shown = [f"{n} {_name(state, n)} ({_points_in(words, scores[n])})" for n in bracket.members if n]
    members = ", ".join(shown[:MOST_NAMES]) + (f", … ({len(shown)})" if len(shown) > MOST_NAMES else "")
    lines.append(_said(words, "members", members=members))
    counts = [
        f"  {name}: {_said(words, name)}: {sum(count)}"
        for name, count in bracket.quality
        if any(count) and name not in ("C7", "C8")
    ]
    return [*lines, _said(words, "counted"), *counts] if counts else [*lines, _said(words, "perfect")]


def not_paired(words: Words, state: Tournament, number: int, a: int, b: int, engine: Engine = pair) -> str:
    """Return the reason why two pairing numbers do not meet in a round, one sentence.

    Raise BadPairing for an unknown number; EngineFailed, TooLong.
    """
    round_ = state.rounds[number - 1]
    known = known_state(state, number, by_hand=round_.by_hand)
    pairing_input, now_numbered = input_as_paired(known, number), state.by_number()
    for who in (a, b):
        if who not in now_numbered or a == b:
            raise refusal(BadPairing, who, _NOT_THERE, number=who)
    names, wanted = {"a": _name(state, a), "b": _name(state, b)}, [now_numbered[who].id for who in (a, b)]
    if any({board.first, board.second} == {*wanted} for board in round_.boards):
        return _said(words, "meet", **names)
    late = [who for who, id_ in zip((a, b), wanted, strict=True) if not known.entry(id_).number]
    if late:
        return _said(words, "late", who=_name(state, late[0]), **names)
    state, (a, b) = known, [known.entry(id_).number for id_ in wanted]
    forbidden = _forbidden(words, state, pairing_input, a, b)
    if forbidden:
        return forbidden
    now = engine(pairing_input)
    try:
        forced = engine(_forced(pairing_input, a, b))
    except NoPairing:
        return _said(words, "no-pairing", **names)
    return _said(words, "team-order", **names) if pairing_input.team_boards else _compared(words, now, forced, names)


def _forced(pairing_input: PairingInput, a: int, b: int) -> PairingInput:
    """Return the pairing input with forbidden pairs that leave a and b no opponents but each other."""
    round_ = pairing_input.done + 1
    others = [player.number for player in pairing_input.players if player.number not in (a, b)]
    forbidden = tuple(ForbiddenPairs(round_, round_, (x, y)) for x in (a, b) for y in others)
    return replace(pairing_input, forbidden=pairing_input.forbidden + forbidden)


def _forbidden(words: Words, state: Tournament, pairing_input: PairingInput, a: int, b: int) -> str:
    first, second = pairing_input.player(a), pairing_input.player(b)
    names = {"a": _name(state, a), "b": _name(state, b)}
    for player in (first, second):
        if player.absent:
            return _said(words, "absent", who=_name(state, player.number))
    if b in first.met():
        return _said(words, "met", **names)
    if b in pairing_input.forbidden_opponents(pairing_input.done + 1).get(a, ()):
        return _said(words, "ban", **names)
    preference = absolute_preference(first)
    clashes = preference != "" and preference == absolute_preference(second)
    if clashes and any(breach.rule == "P5" for breach in breaches_of(pairing_input, [(a, b)])):
        return _said(words, "same-side", **names)
    return ""


def _compared(words: Words, now: Pairing, forced: Pairing, names: dict[str, str]) -> str:
    """Return the sentence about the first criterion, from the top bracket down, that is worse in the forced pairing."""
    forced_counts = {bracket.score: dict(bracket.quality) for bracket in forced.brackets}
    for bracket in now.brackets:
        worse = forced_counts.get(bracket.score)
        if worse is None:
            continue
        better = dict(bracket.quality)
        for name in CRITERIA:
            if worse[name] != better[name] and name != "C8":
                counts = {"worse": sum(worse[name]), "now": sum(better[name])}
                points = _points_in(words, max(bracket.score, 0))
                return _said(words, "worse", criterion=name, what=_said(words, name), points=points, **counts, **names)
    return _said(words, "order", **names)


def tiebreak(words: Words, state: Tournament, number: int, name: str, rounds: int | None = None) -> list[str]:
    """Return the value of a player's tie-break and its terms, one per line; cut terms are in brackets.

    number: the pairing number.  name: the code, `BH/C1`.  rounds: after so many, by default after all that are
    closed.  Raise BadPairing for an unknown number or a tie-break that the event does not use.
    """
    line = next((line for line in standings(state, rounds) if line.number == number), None)
    if line is None or name not in state.settings.tiebreaks:
        raise refusal(BadPairing, number if line is None else name, _NOT_THERE, number=number)
    value = line.values[state.settings.tiebreaks.index(name)]
    values: dict[str, object] = {
        "name": name,
        "value": words.decimal(str(value)),
        "article": TIEBREAKS[name].article or "–",
    }
    if not value.is_place:
        values |= {"who": _name(state, number), "round": state.closed if rounds is None else rounds}
    head = _said(words, "place" if value.is_place else "tie-break", **values)
    return [head, *(_term(words, state, name, term) for term in value.terms)]


def _term(words: Words, state: Tournament, name: str, term: Term) -> str:
    who = f"{term.opponent} {_name(state, term.opponent)}" if term.opponent else "–"
    family = name.partition("/")[0]
    if family == "SB":
        body = f"{points_text(term.first)} × {points_text(term.second)} = {Value(term.value, 4)}"
    elif family in ("BH", "PS", "KS", "DE"):
        body = points_text(term.value)
    else:
        body = str(term.value)
    text = f"{term.round:>3}. {term.mark} {who}: {words.decimal(body)}"
    return f"[{text}]" if term.cut else f" {text} "


def _points_in(words: Words, points: int) -> str:
    return words.decimal(points_text(points))


def _name(state: Tournament, number: int) -> str:
    return state.name(state.by_number()[number].id)
