"""Evaluation features in words: a row for each feature in which the players differ."""

from collections.abc import Iterable, Sequence
from typing import Any

from charkoni.core.game import Game
from charkoni.core.translations import Words
from charkoni.games import names

SHOWN = 4
_TINY = 0.005


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
