"""Players by name: "random", "mcts", "mcts:2s", "mcts:500ms", "mcts:10000" (playouts)."""

import re

from charkoni.core.errors import BadText, Reason, mark
from charkoni.players.computer import Computer, MctsPlayer, RandomPlayer
from charkoni.search.mcts import Budget

DEFAULT_BUDGET = Budget(seconds=1.0)
LONGEST_SECONDS = 86_400
MOST_PLAYOUTS = 1_000_000_000

_NUMBER = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,9})?)(s|ms|)", re.ASCII)

_UNKNOWN = mark("there is no such player; players are {players}")
_PLAIN = mark("this player takes no budget; write it as {example}")
_BUDGET = mark("a budget is a time as in {time} or a number of playouts as in {playouts}")
_NOTHING = mark("a budget must be more than nothing")
_TOO_MUCH = mark("a budget is at most {seconds} s or {playouts} playouts")


class BadPlayer(BadText):
    """A text that names no player."""


def player(spec: str, seed: int = 0) -> Computer:
    """Return a player by its name; raise BadPlayer.

    random: all moves alike.  mcts: Monte Carlo tree search, with a budget per move if wanted.
    """
    name, colon, budget = spec.partition(":")
    if name == "random":
        if colon:
            raise BadPlayer(spec, Reason("BAD_PLAYER", "", _PLAIN, {"example": name}))
        return RandomPlayer(seed)
    if name == "mcts":
        return MctsPlayer(_budget(spec, budget) if colon else DEFAULT_BUDGET, seed)
    raise BadPlayer(spec, Reason("UNKNOWN_PLAYER", "", _UNKNOWN, {"players": "random, mcts, mcts:2s, mcts:10000"}))


def _budget(spec: str, text: str) -> Budget:
    """Return the budget that a text describes."""
    match = _NUMBER.fullmatch(text)
    if not match or ("." in match[1] and not match[2]):
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _BUDGET, {"time": "mcts:2s", "playouts": "mcts:10000"}))
    amount = float(match[1])
    seconds = amount / 1000 if match[2] == "ms" else amount
    if amount == 0:
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _NOTHING))
    if (match[2] and seconds > LONGEST_SECONDS) or (not match[2] and amount > MOST_PLAYOUTS):
        limits = {"seconds": LONGEST_SECONDS, "playouts": MOST_PLAYOUTS}
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _TOO_MUCH, limits))
    return Budget(seconds=seconds) if match[2] else Budget(playouts=int(amount))
