"""Evaluation features of a position, by names for people.

Names, weights and amounts come from the game's `evaluate` module, which the searches use.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from charkoni.core.game import Game, Position
from charkoni.core.game_types import Array
from charkoni.core.translations import Words
from charkoni.games import names

SHOWN = 4
_LEAST = 1e-6
_TINY = 0.005  # amounts that people see as equal


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature.  name: to be translated.  amounts: of each player.  weight: of one unit in the evaluation."""

    name: str
    amounts: tuple[float, ...]
    weight: float

    @property
    def lead(self) -> float:
        """The weighted lead of the first player over the mean of the others."""
        others = self.amounts[1:]
        return self.weight * (self.amounts[0] - sum(others) / len(others))


def features(position: Position) -> list[Feature]:
    """Return the features of a position by descending influence; none for games without an evaluation."""
    module = position.game.family.module("evaluate")
    if not hasattr(module, "FEATURES"):
        return []
    names, weights = module.FEATURES[:-1], module.WEIGHTS  # the last is the right to move, which needs no mention
    amounts = np.zeros((position.game.players, len(module.FEATURES)))
    for player in range(position.game.players):
        module.features(position.state[0], player, amounts[player])
    first: dict[str, int] = {}
    summed: list[Feature] = []
    for place, name in enumerate(names):
        if name == module.FEATURES[-1]:
            continue
        weight = float(weights[place])
        if name in first:  # the same feature counted in another way: the influence is the sum
            summed[first[name]] = _joined(summed[first[name]], weight, amounts[:, place])
            continue
        first[name] = len(summed)
        summed.append(Feature(name, tuple(amounts[:, place].tolist()), weight))
    shown = [each for each in summed if any(abs(amount) > _LEAST for amount in each.amounts)]
    return sorted(shown, key=lambda each: -max(abs(each.weight * (max(each.amounts) - min(each.amounts))), _LEAST))


def _joined(feature: Feature, weight: float, amounts: Array) -> Feature:
    """Return a feature with the weight of the same feature counted another way, in proportion to the first."""
    largest = int(np.argmax(np.abs(feature.amounts)))
    if abs(feature.amounts[largest]) < _LEAST:
        return replace(feature, amounts=tuple(amounts.tolist()), weight=weight)
    ratio = float(amounts[largest]) / feature.amounts[largest]
    return replace(feature, weight=feature.weight + weight * ratio)


def leading_features(words: Words, game: Game, rows: Iterable[Sequence[Any]]) -> list[dict[str, object]]:
    """Return the most influential features that differ: {name, amounts (of each player), for (whom it favours)}.

    rows: each a name, the weight and the amounts of all players, the most influential first.
    """
    described: list[dict[str, object]] = []
    unequal = [row for row in rows if max(row[2:]) - min(row[2:]) > _TINY]
    for name, weight, *amounts in unequal[:SHOWN]:
        leads = [weight * amount for amount in amounts]
        best = max(leads)
        leaders = {game.sides[player] for player, lead in enumerate(leads) if best - lead < _TINY}
        side = names.side(game, leads.index(best))
        speaks = words._("Speaks for {side}", side=side) if len(leaders) == 1 else ""
        shown = [f"{amount:.1f}".removesuffix(".0") for amount in amounts]
        described.append({"name": words._(name), "amounts": shown, "for": speaks})
    return described
