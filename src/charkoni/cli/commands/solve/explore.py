"""`charkoni explore`: the exact value of a position and of every move."""

from typing import Annotated

from charkoni import solve as solvers
from charkoni.cli import inputs
from charkoni.cli.commands.solve.value_texts import value_text
from charkoni.cli.output import print_json
from charkoni.cli.parameters import AsJson, GameName, argument, option
from charkoni.core.constants import CHANCE, OVER
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.solve.exact_value import ExactValue


def explore(
    words: Words,
    game: GameName,
    text: Annotated[str | None, argument("POSITION", N_("the position; by default the start of the game"))] = None,
    nodes: Annotated[int, option("N", N_("node limit of a proof of an unknown value"), min=0, max=10**9)] = 20_000,
    as_json: AsJson = False,
) -> None:
    """Print a position and the exact value of it and of every move, where they are known or proved.

    nodes: the limit of a proof of each position whose value no solver knows.
    """
    position = inputs.position(game, text)
    value = solvers.probe(position) or solvers.prove(position, nodes)
    if not as_json:
        print(position, flush=True)
        print(value_text(words, position, value), flush=True)
    values = {} if position.turn in (CHANCE, OVER) else solvers.explore(position, nodes=nodes)
    if as_json:
        moves = {move: _as_json(each) for move, each in values.items()}
        print_json({"game": position.game.name, "position": str(position), "value": _as_json(value), "moves": moves})
        return
    best = solvers.best_of(position, values) if values else None
    for move, value in values.items():
        sign = "*" if move == best else " "
        print(f"{sign} {move}: {value_text(words, position, value)}")


def _as_json(value: ExactValue | None) -> dict[str, object] | None:
    """Return a value as fields: points of each player (0.0 to 1.0), lead and plies to the end; None where unknown."""
    if value is None:
        return None
    return {"points": [float(each) for each in value.points], "lead": value.lead, "plies": value.plies}
