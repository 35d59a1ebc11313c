"""Players by name: "random", "greedy", "mcts:2s", "mcts:500ms", "mcts:10000" (playouts), "best:2s", "ab:nodes=10000".

best: the strongest engine for a game.  ab: alpha-beta.  dice: expectiminimax, rollout: rollouts, both for games with
dice.  puct: PUCT.  Their budget is a time, a number of nodes, or a depth as in "ab:depth=6".  mcts: Monte Carlo tree
search with random playouts.  A time as in "best:cpu=2s" is processor time, for measurements on a shared machine.
"""

import re
from collections.abc import Callable, Mapping

from charkoni.core.errors import N_, BadText, Reason
from charkoni.core.game import Game
from charkoni.games.opponents import SOLVER, computer_of, player_of
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

PERFECT, MCTS = SOLVER, "mcts"
DEFAULT_BUDGET = Limits(seconds=1.0)
LONGEST_SECONDS = 86_400
MOST_PLAYOUTS = 1_000_000_000
DEEPEST = 80

_WITHOUT_BUDGET: Mapping[str, Callable[[int], Computer]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
_NUMBER = re.compile(r"(|nodes=|depth=|cpu=)([0-9]{1,12}(?:\.[0-9]{1,9})?)(s|ms|)", re.ASCII)
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
    perfect: plays by exact values where they are proved, else searches within its budget.  A level may be written as
    the page has it, too: "3", "3,attacking".
    """
    if spec[:1].isdigit() and (known := computer_of(spec)):
        spec = player_of(*known)
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
    if name not in (MCTS, PERFECT, BEST, *ENGINES):
        raise BadPlayer(spec, Reason("UNKNOWN_PLAYER", "", _UNKNOWN, {"players": _NAMES}))
    limits = limits_of(spec, name, budget) if colon else DEFAULT_BUDGET
    if name == MCTS:
        return MctsPlayer(limits, seed)
    return PerfectPlayer(limits, seed) if name == PERFECT else SearchPlayer(limits, name, seed)


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


def limits_of(spec: str, name: str, text: str) -> Limits:
    """Return the limits of a text: "500ms", "cpu=2s", "nodes=1000", "depth=6"; raise BadPlayer.

    name: of the player, for examples; the nodes of mcts are playouts, written without a word, and it has no depth.
    """
    match, counts_playouts = _NUMBER.fullmatch(text), name == MCTS
    prefixes = ("", "cpu=") if match and match[3] else ("",) if counts_playouts else ("", "nodes=", "depth=")
    if not match or match[1] not in prefixes or ("." in match[2] and not match[3]):
        examples = {"time": f"{name}:2s", "depth": f"{name}:depth=6"}
        examples |= dict.fromkeys(("playouts", "nodes"), f"{name}:10000")
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _BUDGET if counts_playouts else _LIMITS, examples))
    amount = float(match[2])
    if amount == 0:
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _NOTHING))
    seconds = amount / 1000 if match[3] == "ms" else amount if match[3] else 0.0
    most = DEEPEST if match[1] == "depth=" else MOST_PLAYOUTS
    if seconds > LONGEST_SECONDS or (not match[3] and amount > most):
        limits = {"seconds": LONGEST_SECONDS, "depth": DEEPEST, "playouts": MOST_PLAYOUTS, "nodes": MOST_PLAYOUTS}
        raise BadPlayer(spec, Reason("BAD_BUDGET", "", _TOO_MUCH if counts_playouts else _TOO_LONG, limits))
    if match[3]:
        return Limits(seconds=seconds, cpu=match[1] == "cpu=")
    return Limits(depth=int(amount)) if match[1] == "depth=" else Limits(nodes=int(amount))
