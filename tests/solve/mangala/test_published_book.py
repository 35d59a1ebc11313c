"""The published book of Mangala: the claims of docs/solving.md that can be checked quickly."""

import re
from pathlib import Path

from charkoni import OVER, game
from charkoni.solve.mangala.tablebase import board_of, build_in_memory

PAGE = Path(__file__).resolve().parents[3] / "docs" / "solving.md"
STEP = re.compile(r"^    (?P<at>[\d,]+:\d+/[\d,]+:\d+ [ab])  (?P<move>[1-6])(?P<rest>.*)$", re.MULTILINE)
SIGN = {0: 1, 1: -1}


def test_the_published_line_is_a_game_without_errors() -> None:
    steps = list(STEP.finditer(PAGE.read_text(encoding="utf-8")))
    endgames, position = build_in_memory(10), game("mangala").start()
    for step in steps:
        assert str(position) == step["at"]
        told = re.findall(r"(=?)([1-6])(\??)([1-6]?)", step["rest"])
        equal = [move for sign, move, _, _ in told if sign]
        worse = {move: reply for sign, move, _, reply in told if not sign}
        assert sorted([step["move"], *equal, *worse]) == list(position.moves)
        for move in position.moves:
            after = position.play(move)
            if board_of(after)[2] <= 10:
                assert (endgames.lead(after) == 0) == (move == step["move"] or move in equal)
            if worse.get(move):
                beaten = after.play(worse[move])
                assert after.turn not in (position.turn, OVER)
                assert board_of(beaten)[2] > 10 or endgames.lead(beaten) * SIGN[position.turn] < 0
        position = position.play(step["move"])
    assert position.turn == OVER
    assert (int(position.state[0].store[0]), int(position.state[0].store[1])) == (24, 24)
    assert len(steps) > 30
