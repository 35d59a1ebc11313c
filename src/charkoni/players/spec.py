"""Players by name: "random", "greedy", "mcts:2s", "mcts:500ms", "mcts:10000" (playouts), "best:2s", "ab:nodes=10000".

best: the strongest engine for a game.  ab: alpha-beta.  dice: expectiminimax, rollout: rollouts, both for games with
dice.  puct: PUCT.  Their budget is a time, a number of nodes, or a depth as in "ab:depth=6".  mcts: Monte Carlo tree
search with random playouts.  A time as in "best:cpu=2s" is processor time, for measurements on a shared machine.
"""

import re
from collections.abc import Callable, Mapping

from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.game import Game
from charkoni.players.computer import (
    Computer,
    GreedyPlayer,
    MctsPlayer,
    PerfectPlayer,
    RandomPlayer,
    SearchPlayer,
)
from charkoni.players.levels import BadLevel, level_player
from charkoni.players.perfect import require_solved
from charkoni.search import BEST, ENGINES, Limits, engine_of

PERFECT = "perfect"
DEFAULT_BUDGET = Limits(seconds=1.0)
LONGEST_SECONDS = 86_400
MOST_PLAYOUTS = 1_000_000_000
DEEPEST = 80

_WITHOUT_BUDGET: Mapping[str, Callable[[int], Computer]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
_NUMBER = re.compile(r"(|nodes=|depth=|cpu=)([0-9]{1,12}(?:\.[0-9]{1,9})?)(s|ms|)", re.ASCII)
_PREFIXES = {False: ("", "nodes=", "depth="), True: ("", "cpu=")}
_PREFIXES_OF_TIME = {False: ("",), True: ("", "cpu=")}
_SEARCHES = ", ".join(f"{engine}:2s" for engine in (BEST, *ENGINES))
_NAMES = f"random, greedy, mcts, mcts:2s, mcts:10000, {_SEARCHES}, level=5, {PERFECT}"

_UNKNOWN = N_("there is no such player; players are {players}")
_PLAIN = N_("this player accepts no budget; write it as {example}")
_BUDGET = N_("a budget is a time as in {time} or a number of playouts as in {playouts}")
_LIMITS = N_("a budget is a time as in {time}, a number of nodes as in {nodes}, or a depth as in {depth}")
_NOTHING = N_("a budget must be more than nothing")
_TOO_MUCH = N_("a budget is at most {seconds} s or {playouts} playouts")
_TOO_LONG = N_("a budget is at most {seconds} s, {nodes} nodes or a depth of {depth}")


class BadPlayer(BadText):
    """A text that does not name a player."""


def player(spec: str, seed: int = 0) -> Computer:
    """Return a player by its name; raise BadPlayer.

    random: all moves with equal probability.  greedy: captures, else random.  mcts: Monte Carlo tree search with random
    playouts.  best: the strongest engine for the game.  ab, dice, rollout, puct: engines with the game's evaluation.
    All but the first two take an optional budget per move.  level=1 to level=10: weaker, with human-like mistakes.
    perfect: plays by exact values where they are proved, else searches within its budget.
    """
    if spec.startswith("level"):
        try:
            return level_player(spec, seed)
        except BadLevel as error:
            raise BadPlayer(spec, error.reason) from None
    name, colon, budget = spec.partition(":")
    if name in _WITHOUT_BUDGET:
        if colon:
            raise BadPlayer(spec, Reason("BAD_PLAYER", "", _PLAIN, {"example": name}))
        return _WITHOUT_BUDGET[name](seed)
    if name == "mcts":
        return MctsPlayer(_budget(spec, budget) if colon else DEFAULT_BUDGET, seed)
    if name == PERFECT:
        return PerfectPlayer(limits_of(spec, name, budget) if colon else DEFAULT_BUDGET, seed)
    if name == BEST or name in ENGINES:
        return SearchPlayer(limits_of(spec, name, budget) if colon else DEFAULT_BUDGET, name, seed)
    raise BadPlayer(spec, Reason("UNKNOWN_PLAYER", "", _UNKNOWN, {"players": _NAMES}))


def require_suited(game: Game, spec: str) -> None:
    """Raise BadPlayer, BadEngine or NotSolved if a text names no player, or one that cannot play the game."""
    computer = player(spec)
    if isinstance(computer, PerfectPlayer):
        require_solved(game)
    elif isinstance(computer, SearchPlayer):
        engine_of(game, computer.engine)


def is_timed(spec: str) -> bool:
    """Return whether a player has a time limit, so that its moves depend on the machine; a perfect player has none."""
    computer = player(spec)
    if isinstance(computer, PerfectPlayer) or not isinstance(computer, MctsPlayer | SearchPlayer):
        return False
    return computer.limits.seconds is not None


def _budget(spec: str, text: str) -> Limits:
    """Return the budget of a text; raise BadPlayer."""
    match = _NUMBER.fullmatch(text)
    if not match or match[1] not in _PREFIXES_OF_TIME[match[3] != ""] or ("." in match[2] and not match[3]):
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _BUDGET, {"time": "mcts:2s", "playouts": "mcts:10000"}))
    amount, seconds = _amounts(spec, match)
    if seconds > LONGEST_SECONDS or (not match[3] and amount > MOST_PLAYOUTS):
        limits = {"seconds": LONGEST_SECONDS, "playouts": MOST_PLAYOUTS}
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _TOO_MUCH, limits))
    return Limits(seconds=seconds, cpu=match[1] == "cpu=") if match[3] else Limits(nodes=int(amount))


def limits_of(spec: str, name: str, text: str) -> Limits:
    """Return the limits of a text: "500ms", "cpu=2s", "nodes=1000", "depth=6"; raise BadPlayer.  name: for examples."""
    match = _NUMBER.fullmatch(text)
    if not match or match[1] not in _PREFIXES[match[3] != ""] or ("." in match[2] and not match[3]):
        examples = {"time": f"{name}:2s", "nodes": f"{name}:10000", "depth": f"{name}:depth=6"}
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _LIMITS, examples))
    amount, seconds = _amounts(spec, match)
    most = DEEPEST if match[1] == "depth=" else MOST_PLAYOUTS
    if seconds > LONGEST_SECONDS or (not match[3] and amount > most):
        limits = {"seconds": LONGEST_SECONDS, "nodes": MOST_PLAYOUTS, "depth": DEEPEST}
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _TOO_LONG, limits))
    if match[3]:
        return Limits(seconds=seconds, cpu=match[1] == "cpu=")
    return Limits(depth=int(amount)) if match[1] == "depth=" else Limits(nodes=int(amount))


def _amounts(spec: str, match: re.Match[str]) -> tuple[float, float]:
    """Return the number, and the seconds if it is a time, else 0; raise BadPlayer for 0."""
    amount = float(match[2])
    if amount == 0:
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _NOTHING))
    return amount, amount / 1000 if match[3] == "ms" else amount if match[3] else 0.0
