"""A guided game: which sentences of a game's guide are shown at which ply of a record, and what a search adds.

Rules are explained when they first occur; advice is given once per turn until the guide has none left.  After that help
fades: the place of a good move, then only what there is to gain, then nothing but new rules and bad moves.
"""

from pathlib import Path
from typing import NamedTuple

from charkoni.analysis import hints
from charkoni.analysis.grading import INACCURACY, Grade, grade
from charkoni.analysis.record_search import Row
from charkoni.core.board_types import Event
from charkoni.core.constants import CHANCE
from charkoni.core.files.data_files import read_texts
from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.core.teaching.guide import Advice, Guide, RuleNote
from charkoni.core.translations import Words
from charkoni.graphics import scene

SHOWN_PLACES = 3
"""In so many turns without advice the place of a good move is shown."""

SHOWN_AIMS = 6
"""The number of turns without advice in which chances are pointed out and good moves praised."""

EQUAL = 0.02
"""Moves that differ by no more points are equally good."""

ONLY = 0.15
"""A move better by so many points than any other is the only good one."""

BEHIND = 0.4
"""With no more of an even share of the points it is said what has cost the game, and what holds longest."""

_TEXTS = read_texts(Path(__file__).with_suffix(".toml"))
_NO_EVENT = Event("")


class Remark(NamedTuple):
    """A sentence of the guide.  kind: aim, rule, advice, praise or warning.  clause: of the rules, or ""."""

    kind: str
    text: str
    clause: str = ""


class GuidedTurn(NamedTuple):
    """A turn of the guided player: its first ply, the advice for it, and the number of turns without any so far."""

    ply: int
    advice: Advice | None
    unadvised: int


class GuidedGame:
    """The rules that have occurred in a game, and the turns of the guided player."""

    def __init__(self, guide: Guide, seats: frozenset[int]) -> None:
        """Take the guide of the game, and the seats of the guided player."""
        self.guide = guide
        self.seats = seats
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._moves: list[str] | None = None
        self._occurred: dict[int, int] = {}
        self._given: set[int] = set()
        self.turns: list[GuidedTurn] = []
        self._losses: dict[int, float] = {}
        self._warned: dict[str, int] = {}
        self._named: int | None = None

    def follow(self, record: Record) -> None:
        """Follow a record to its end; after a takeback from its beginning."""
        moves = [ply.move for ply in record.plies]
        if self._moves is None or moves[: len(self._moves)] != self._moves:
            self._begin_anew()
            self._moves = []
            self._take_turn(record.positions[0], 0, is_new=True)
        for at in range(len(self._moves), len(moves)):
            before, after = record.positions[at], record.positions[at + 1]
            self._note(before, moves[at], after, at)
            self._moves.append(moves[at])
            self._take_turn(after, at + 1, is_new=not after.game.family.has_dice or before.turn == CHANCE)

    def _note(self, before: Position, move: str, after: Position, ply: int) -> None:
        """Note which rules occur for the first time by a move."""
        state, events = after.state[0], scene.events(before, move)
        for place, rule in enumerate(self.guide.rules):
            if place in self._occurred:
                continue
            occasions = [event for event in events if event.kind == rule.kind] if rule.kind else [_NO_EVENT]
            if any(rule.when is None or rule.when(state, event) for event in occasions):
                self._occurred[place] = ply

    def _take_turn(self, position: Position, ply: int, *, is_new: bool) -> None:
        """Choose the advice for a turn that begins."""
        if position.turn not in self.seats or not is_new:
            return
        state = position.state[0]
        fitting = (
            (place, each)
            for place, each in enumerate(self.guide.advice)
            if place not in self._given and (each.when is None or each.when(state))
        )
        place, advice = next(fitting, (None, None))
        if place is not None:
            self._given.add(place)
        unadvised = (self.turns[-1].unadvised if self.turns else 0) + (advice is None)
        self.turns.append(GuidedTurn(ply, advice, unadvised))

    def is_deciding(self, record: Record) -> bool:
        """Return whether the guided player is to choose a move."""
        return record.turn in self.seats

    def new_rules(self, record: Record) -> list[RuleNote]:
        """Return the rules that have first occurred since the guided player's last turn but the present one began."""
        past = self.turns[:-1] if self.is_deciding(record) else self.turns
        since = past[-1].ply if past else 0
        found = sorted((ply, place) for place, ply in self._occurred.items() if ply >= since)
        return [self.guide.rules[place] for _, place in found]

    def remarks(self, words: Words, record: Record) -> list[Remark]:
        """Return the remarks that need no search: the aim at the beginning, new rules, the advice for this turn."""
        said = [Remark("rule", words._(rule.text), rule.clause) for rule in self.new_rules(record)]
        if len(record) <= 1 and len(self.turns) <= 1:
            said.insert(0, Remark("aim", words._(self.guide.aim), self.guide.clause))
        if self.is_deciding(record):
            turn = self.turns[-1]
            if turn.advice:
                said.append(Remark("advice", words._(turn.advice.text), turn.advice.clause))
            elif turn.unadvised == SHOWN_AIMS + 1 and not self._warned:
                said.append(Remark("advice", _say(words, "faded")))
        return said

    def wants_search(self, record: Record) -> bool:
        """Return whether a search has anything to add: a move to judge or to suggest."""
        return self.is_deciding(record) and (
            self.turns[-1].unadvised <= SHOWN_AIMS or self.last_own(record) is not None
        )

    def last_own(self, record: Record) -> int | None:
        """Return the ply of the guided player's last choice among several moves before the present turn, or None."""
        for ply in reversed(range(len(record.plies))):
            if record.positions[ply].turn in self.seats:
                return ply if len(record.positions[ply].moves) > 1 else None
        return None

    def suggestion(self, words: Words, record: Record, row: Row) -> tuple[list[Remark], str]:
        """Return what a search of the present position suggests, and the move whose place is to be shown, or "".

        row: of an analysis; in a lost position "holds" may be the move that holds out longest.
        """
        turn, move = self.turns[-1], row["best"]
        if move and row["values"][record.turn] <= BEHIND / len(set(record.game.sides)):
            return self._defence(words, record, row)
        self._warned.clear()
        if turn.unadvised > SHOWN_AIMS or not move:
            return [], ""
        said = [Remark("advice", text) for text in hints.gains(words, record.position, move)]
        values = [line["value"] for line in row["lines"]]
        matters = len(record.position.moves) > 1 and (bool(said) or max(values) - min(values) > EQUAL)
        if turn.advice or turn.unadvised > SHOWN_PLACES or not matters:
            return said, ""
        place = hints.place_label(words, record.position, move)
        return [*said, Remark("advice", _say(words, "place", place=place))], move

    def _defence(self, words: Words, record: Record, row: Row) -> tuple[list[Remark], str]:
        """Return what is said in a lost position in every turn, and what has cost most in the first one."""
        position, ply = record.position, self.turns[-1].ply
        is_lost = row["exact"] and row["values"][record.turn] <= EQUAL
        state, said = "lost" if is_lost else "behind", list[Remark]()
        if self._warned.setdefault(state, ply) == ply:
            said.append(Remark("advice", _say(words, state)))
            cost = max(self._losses, key=self._losses.__getitem__, default=None)
            if cost is not None and cost != self._named and self._losses[cost] >= INACCURACY:
                self._named = cost
                text = "cost turn" if position.game.family.catalog.counts_turns else "cost move"
                sentence = scene.describe(record.positions[cost], record.plies[cost].move, words)
                said.append(Remark("advice", _say(words, text, number=record.move_numbers[cost], sentence=sentence)))
        if len(position.moves) == 1:
            return said, ""
        move = row.get("holds") or row["best"]
        place = hints.place_label(words, position, move)
        return [*said, Remark("advice", _say(words, "holds" if is_lost else "place", place=place))], move

    def needs_deeper_rows(self, record: Record, ply: int, before: Row, after: Row, better: Row | None = None) -> bool:
        """Return whether `judgement` would compare a proved value with an estimate.

        What is won or lost in many moves is proved of one of two positions and only estimated of the other: their
        difference is no loss (bench/README.md, 2026-11-27).
        """
        compared = _compared(record.positions[ply].turn, record.plies[ply].move, before, after, better)
        return compared[0][1] != compared[1][1]

    def judgement(
        self, words: Words, record: Record, ply: int, before: Row, after: Row, better: Row | None = None
    ) -> list[Remark]:
        """Return praise or a warning about an own ply, from the rows of an analysis before and after it.

        better: the row after the best move, from a search as deep as that after the move that was played.  Values of a
        search and of one that begins a ply later are not comparable: that hides what a move costs.
        """
        position, move = record.positions[ply], record.plies[ply].move
        lines = {line["move"]: line["value"] for line in before["lines"]}
        (best, _), (own, _) = _compared(position.turn, move, before, after, better)
        is_exact, loss = bool(before["exact"] and after["exact"]), max(best - own, 0.0)
        verdict = grade(loss, is_exact)
        self._losses[ply] = loss
        if verdict in (Grade.MISTAKE, Grade.BLUNDER) and before["best"]:
            is_lost = is_exact and after["values"][position.turn] <= EQUAL
            sentence = scene.describe(position, before["best"], words)
            return [
                Remark("warning", _say(words, "losing" if is_lost else verdict, sentence=sentence)),
                Remark("warning", _say(words, "take back")),
            ]
        others = [value for each, value in lines.items() if each != move]
        if move == before["best"] and others and best - max(others) >= ONLY:
            return [Remark("praise", _say(words, "only move"))]
        if loss <= EQUAL and others and best - min(others) > EQUAL and self.turns[-1].unadvised <= SHOWN_AIMS:
            return [Remark("praise", _say(words, "well"))]
        return []


def _compared(
    player: int, move: str, before: Row, after: Row, better: Row | None
) -> tuple[tuple[float, bool], tuple[float, bool]]:
    """Return the value of the best move and that of the move played, each with whether it is exact."""
    lines = {line["move"]: (line["value"], bool(line["exact"])) for line in before["lines"]}
    played = after["values"][player], bool(after["exact"])
    best = max(lines.values(), default=(before["values"][player], bool(before["exact"])))
    if move in lines:
        return best, lines[move]
    return ((better["values"][player], bool(better["exact"])) if better is not None else best), played


def _say(words: Words, name: str, **values: object) -> str:
    """Return one of the texts in the language of the words."""
    return words._(_TEXTS[name], **values)
