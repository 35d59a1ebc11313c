"""Tasks of the engine."""

import charkoni
from charkoni.core.game import Position
from charkoni.web.engine import tasks


def wins_at_once(position: Position) -> bool:
    """Return whether the player to move can win by one move."""
    return any(position.play(move).outcome for move in position.moves)


def test_the_move_that_holds_longest_lets_nobody_win_at_once() -> None:
    """Red has lost: with `holds` a row names a move after which Blue must still find the way."""
    game, moves = charkoni.game("mosty:size=3"), ("e1", "c3", "b2", "a3")
    position = game.start()
    for move in moves:
        position = position.play(move)
    assert any(wins_at_once(position.play(move)) for move in position.moves), "there are worse moves"
    row = tasks.run("look", game, "", moves, {"nodes": 2000, "holds": True})
    assert row["exact"] and row["values"][0] == 0.0
    assert not wins_at_once(position.play(row["holds"]))
    assert "holds" not in tasks.run("look", game, "", moves, {"nodes": 2000})
    assert "holds" not in tasks.run("look", game, "", moves[:3], {"nodes": 2000, "holds": True}), "Blue has won"
