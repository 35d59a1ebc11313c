"""Hints in three steps: the aim, the place, the move."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from charkoni.analysis.record_search import RecordSearcher
from charkoni.analysis.report import record_after
from charkoni.analysis.threats import threat
from charkoni.core.constants import CHANCE
from charkoni.core.files.data_files import read_texts
from charkoni.core.game import Position
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.graphics import scene
from charkoni.search import Limits, SearchResult

ONLY = 0.15
SHOWN = 6

_AIMS = read_texts(Path(__file__).with_suffix(".toml"))
"""The aim of a move by the kind of its events, the most important first."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint.  lines: its three steps: the aim, the place, the move with the principal variation."""

    move: str | None
    lines: tuple[str, ...]


def hint(words: Words, record: Record, ply: int, searcher: RecordSearcher, limits: Limits) -> Hint:
    """Return a hint for the position of a record after `ply` plies."""
    there = record_after(record, ply)
    if there.outcome:
        return Hint(None, (words._("The game is over: there is nothing to advise."),))
    if there.turn == CHANCE:
        return Hint(None, (words._("The throw decides now: there is nothing to advise."),))
    result = searcher.search(there, replace(limits, lines=2))
    assert result.move is not None
    danger = threat(there, result, searcher, limits)
    aim = [_outlook(words, there.position, result), *gains(words, there.position, result.move)]
    if danger:
        aim.append(words._("Watch for the opponent's threat."))
    aim.append(_choice(words, there.position, result))
    line = " ".join(result.ranking[0].line[:SHOWN])
    move = words._("Play {move}; chances: {share}. Best play: {line}", move=result.move,
                   share=words.percent(result.value), line=line)  # fmt: skip
    return Hint(result.move, (" ".join(aim), place(words, there.position, result.move), move))


def _outlook(words: Words, position: Position, result: SearchResult) -> str:
    fair = 1 / len(set(position.game.sides))
    if result.exact and result.value >= 1:
        return words._("You can win by force.")
    if result.value > fair + 0.2:
        return words._("You are well ahead.")
    if result.value < fair - 0.2:
        return words._("You are behind: look for trouble to make.")
    return words._("The game is open.")


def _choice(words: Words, position: Position, result: SearchResult) -> str:
    if len(position.moves) == 1:
        return words._("There is only one legal move.")
    if len(result.ranking) > 1 and result.value - result.ranking[1].value >= ONLY:
        return words._("Only one move is good.")
    return words._("Several moves are about as good.")


def gains(words: Words, position: Position, move: str) -> Sequence[str]:
    """Return what a move gains, by its events: one sentence or none."""
    kinds = {event.kind for event in scene.events(position, move)}
    return [words._(message) for kind, message in _AIMS.items() if kind in kinds][:1]


def place(words: Words, position: Position, move: str) -> str:
    """Return the place of the move in words: the first zone of its taps."""
    return words._("Look at {place}.", place=place_label(words, position, move))


def place_label(words: Words, position: Position, move: str) -> str:
    """Return the first zone of a move's taps for use in a sentence: its name, with its contents in brackets."""
    zone = scene.tap_sequences(position)[move][0][0]
    label = scene.labels(position, words).get(zone, zone)
    name, _, content = label.partition(": ")
    return label if not content or content.isdigit() else f"{name} ({content})"
