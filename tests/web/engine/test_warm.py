"""The warm-up of the server's own process."""

import subprocess
import sys

PROGRAM = """
import random, sys
from charkoni.core.registry import named
from charkoni.web.engine.warm import load_rules
from charkoni.web.live.board_view import BoardPresenter, Perspective
from charkoni.web.live.game.live_game import LiveGame, PlyOrigin
from charkoni.web.store import GameRow, LogRow

game = named("chaupar")
live = LiveGame(GameRow("g", game.name, "none", 0, 0, "i", 0, "", 1, 1, state="open"), [])
load_rules(game)
loaded = set(sys.modules)
board, luck, view = BoardPresenter(live), random.Random(3), Perspective()
for _ in range(60):
    if live.record.turn < -1:
        break
    move = luck.choice(live.position.moves or [throw for throw, _ in live.position.throws])
    board.nodes(view), board.zones("en"), board.hud("en")
    if live.record.turn >= 0:
        board.for_decider("en")
    board.advance(move)
    live.record.play(move)
    live.origins.append(PlyOrigin(-1))
    board.delta(view), board.last("en")
print(sorted(name for name in set(sys.modules) - loaded if name.startswith("charkoni.games")))
"""


def test_no_module_of_a_warm_game_is_loaded_during_play() -> None:
    """A server without free file descriptors could not load it."""
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120)
    assert run.stdout.strip() == "[]", run.stderr
