"""How strong the computer plays: levels from 1 on, each the name of a player."""

LEVELS = (
    "random",
    "mcts:40",
    "mcts:200",
    "mcts:1000",
    "mcts:5000",
    "mcts:700ms",
    "mcts:1500ms",
    "mcts:4s",
)
USUAL_LEVEL = 3
HINT = "mcts:1s"
JUDGE = "mcts:1000"
"""Who answers when a draw is offered to a computer, whatever its level."""


def player_of(level: int) -> str:
    """Return the player of a level; levels beyond the ends are those at the ends."""
    return LEVELS[min(max(level, 1), len(LEVELS)) - 1]
