"""The values of a position and of its moves in words, as a search or a proof gives them."""

from collections.abc import Mapping
from typing import Any

from charkoni.analysis.features import leading_features
from charkoni.core.game import Game, Position
from charkoni.core.translations import Words
from charkoni.games import names

TOLERANCE = 1e-9
"""Below this difference two shares of the point are equal."""

Values = Mapping[str, Any]
"""The result of the task `study` of an engine process, or a part of it, see `web.engine.tasks`."""


def position_report(position: Position, values: Values, words: Words) -> dict[str, object]:
    """Return the report of a position in words.

    values: of the engine's task `study`.
    Returns position (text); verdict (see `verdict`); proved; moves, the best first (move, worth, kind, share: see
    `move_value`; best; proved; line); overlays (label, zones, strokes); counts (see `features.leading_features`).
    """
    moves = []
    for move, value in values["moves"].items():
        text, kind, share = move_value(position, value, words)
        row = {"move": move, "worth": text, "kind": kind, "share": round(share, 4), "best": move in values["best"]}
        moves.append(row | {"proved": value["proved"] is not None, "line": value.get("line", [move])})
    order = {move: place for place, move in enumerate(values["best"])}
    moves.sort(key=lambda row: (not row["best"], order.get(row["move"], 0), -row["share"], row["move"]))
    return {
        "position": str(position),
        "verdict": verdict(position, values, words),
        "proved": values["proved"] is not None,
        "moves": moves,
        "overlays": [
            overlay | {"label": words._(label)} for overlay in values["overlays"] for label in (overlay["label"],)
        ],
        "counts": leading_features(words, position.game, values["features"]),
    }


def best_moves(values: Values) -> tuple[str, ...]:
    """Return the best moves of a position, none where nothing is known.  values: of the task `study`."""
    return tuple(values["best"])


def verdict(position: Position, values: Values, words: Words) -> str:
    """Return the value of a position in words: its result, the proved value, or the estimate of a search."""
    game = position.game
    if position.outcome:
        return names.result(words, game, position.outcome)
    proved = values["proved"]
    if proved is None:
        if not values["values"]:
            return words._("Nothing is proved of this position.")
        player = position.turn if position.turn >= 0 else 0
        share = words.percent(values["values"][player])
        return words._(
            "Estimate of a search: {side}'s chances are {share}.", side=names.side(game, player), share=share
        )
    points = proved["points"]
    best = max(points)
    winners = [player for player, each in enumerate(points) if each == best]
    if len({game.sides[player] for player in winners}) > 1:
        text = words._("Proved: with best play it is a draw.")
    elif best < 1 - TOLERANCE:
        side, share = names.side(game, winners[0]), words.percent(best, 2)
        text = words._("Proved: {side}'s chances are {share}.", side=side, share=share)
    else:
        text = words._("Proved: {side} wins with best play.", side=names.side(game, winners[0]))
    sentences = [text]
    if (lead := proved["lead"]) is not None:
        ahead = words._("In the end {side} is ahead by {lead}.", side=names.side(game, 0), lead=f"{lead:+}")
        sentences.append(ahead)
    if plies := proved["plies"]:
        sentences.append(words.ngettext("It lasts {n} more move.", "It lasts {n} more moves.", _moves(game, plies)))
    return " ".join(sentences)


def _moves(game: Game, plies: int) -> int:
    """Return how many moves of the player to move are among some plies."""
    return -(-plies // game.players)


def move_value(position: Position, value: Values, words: Words) -> tuple[str, str, float]:
    """Return the value of a move for its player.

    In words; as a class (win, draw, loss, open); as a share of the point, 0 to 1.
    """
    proved, player = value["proved"], position.turn
    if proved is None:
        share = value.get("value")
        if share is None:
            return words._("not known"), "open", 0.0
        return words._("about {share}", share=words.percent(share)), "open", share
    share = proved["points"][player]
    moves = _moves(position.game, proved["plies"] or 0)
    if share > 1 - TOLERANCE:
        text = words.ngettext("wins in {n} move", "wins in {n} moves", moves) if moves else words._("wins")
        kind = "win"
    elif share < TOLERANCE:
        text = words.ngettext("loses in {n} move", "loses in {n} moves", moves) if moves else words._("loses")
        kind = "loss"
    elif abs(share - 1 / len(set(position.game.sides))) < TOLERANCE:
        text, kind = words._("draw"), "draw"
    else:
        text, kind = words._("exactly {share}", share=words.percent(share, 2)), "open"
    if proved["lead"] is not None:
        lead = proved["lead"] if player == 0 else -proved["lead"]
        text = f"{text} ({lead:+})"
    return text, kind, share
