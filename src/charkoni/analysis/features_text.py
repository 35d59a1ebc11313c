"""What counts in a position, in words: a line for each thing of which one has more than another."""

from collections.abc import Iterable, Sequence
from typing import Any

from charkoni.core.game import Game
from charkoni.core.translations import Words
from charkoni.games import names

SHOWN = 4
_TINY = 0.005


def leading_features(words: Words, game: Game, rows: Iterable[Sequence[Any]]) -> list[dict[str, Any]]:
    """Return what counts most and differs: name, amounts (of each player), for (whom it speaks for, "" for several).

    rows: each a name, the weight and the amounts of all players, what counts most first.
    """
    found = []
    unequal = [row for row in rows if max(row[2:]) - min(row[2:]) > _TINY]
    for name, weight, *amounts in unequal[:SHOWN]:
        worths = [weight * amount for amount in amounts]
        best = max(worths)
        leaders = {game.sides[player] for player, worth in enumerate(worths) if best - worth < _TINY}
        leader = names.side_name(words, game, worths.index(best)) if len(leaders) == 1 else ""
        shown = [f"{amount:.1f}".removesuffix(".0") for amount in amounts]
        found.append({"name": words._(name), "amounts": shown, "for": leader})
    return found
