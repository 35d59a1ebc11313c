"""Captures that a move allows: what the opponents could take in answer, and how likely a throw lets them."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from charkoni.core.board_types import Event
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.game import Position
from charkoni.core.translations import Words
from charkoni.graphics import scene

CAPTURES = frozenset({"capture", "king", "overflow", "bind"})
"""The kinds of events by which pieces are lost."""

CERTAIN = Fraction(1)  # no throw between


class Threats(NamedTuple):
    """The threats after a move: the zones, and the probability that a throw allows any of them (1: no throw)."""

    zones: tuple[str, ...]
    chance: Fraction


def threats_after(position: Position, move: str) -> Threats | None:
    """Return what the opponents could capture in answer to a move; None if it is not their turn next."""
    mine = position.game.sides[position.turn]
    after = position.play(move)
    if after.turn == OVER:
        return None
    zones: dict[str, None] = {}
    chance = Fraction(0)
    for reached, odds in _decisions(after):
        if reached.turn == OVER or position.game.sides[reached.turn] == mine:
            # No dice between, and the same side moves again: there is no answer yet.
            if odds == CERTAIN:
                return None
            continue
        events = (event for answer in reached.moves for event in scene.events(reached, answer))
        captured = {zone for event in events if event.kind in CAPTURES for zone in _zones(event)}
        chance += odds if captured else 0
        zones |= dict.fromkeys(sorted(captured))
    return Threats(tuple(zones), chance)


def _decisions(position: Position) -> Iterator[tuple[Position, Fraction]]:
    """Yield the positions of the next decision, with their probabilities."""
    if position.turn != CHANCE:
        yield position, CERTAIN
        return
    for throw, odds in zip(position.moves, position.odds, strict=True):
        yield position.play(throw), odds


def _zones(event: Event) -> set[str]:
    """Return the zones whose pieces leave or are turned over; a piece that ends on its own zone is not captured."""
    if event.kind == "bind":
        return {event.zone}
    left = {start.zone for start, end in event.moved if start and (end is None or end.zone != start.zone)}
    left = {zone for zone in left if not zone.endswith("#")}
    return left - {event.zone} or left


def sentence(threats: Threats, words: Words) -> str:
    """Return the threats as a sentence."""
    zones = ", ".join(threats.zones)
    if not zones:
        return words._("After this move the opponent has no immediate capture.")
    if threats.chance == CERTAIN:
        return words._("After this move the opponent could take: {zones}.", zones=zones)
    return words._(
        "After this move the opponent could take: {zones}; the throw allows it in {share} of cases.",
        zones=zones,
        share=words.percent(max(0.01, float(threats.chance))),
    )
