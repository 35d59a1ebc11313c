"""OpenSpiel's tree search on Mosty, with this program's rules; from the wheel: the extra `openspiel`."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from charkoni.envs import openspiel_game


def main(games: int = 4, simulations: int = 50) -> float:
    """Let the search play against random moves, each side in turn; print and return its mean result."""
    assert openspiel_game.games()
    game = pyspiel.load_game("charkoni_mosty(flags=size:3)")
    results = []
    for number in range(games):
        random = np.random.RandomState(number)
        bot = mcts.MCTSBot(game, 2, simulations, mcts.RandomRolloutEvaluator(1, random), random_state=random)
        state, seat = game.new_initial_state(), number % 2
        while not state.is_terminal():
            is_bot = state.current_player() == seat
            state.apply_action(bot.step(state) if is_bot else int(random.choice(state.legal_actions())))
        results.append(state.returns()[seat])
        print(f"game {number + 1}: the search in seat {seat} gets {results[-1]:+.0f}")
    return float(np.mean(results))


if __name__ == "__main__":
    main()
