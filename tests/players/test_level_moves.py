"""The moves of all levels in positions of all games, as they have been: every level is the same player everywhere."""

from pathlib import Path

import pytest

from charkoni import Record, game
from charkoni.players.levels import LevelPlayer

ROWS = [
    line.split("; ")
    for line in Path(__file__).with_name("level_moves.txt").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", sorted({row[0] for row in ROWS}))
def test_levels_play_the_moves_they_have_always_played(name: str) -> None:
    players: dict[tuple[int, str], LevelPlayer] = {}
    for _, first_seed, style, moves, expected in (row for row in ROWS if row[0] == name):
        record = Record(game(name))
        for move in moves.split():
            record.play(move)
        found = []
        for level in range(1, expected.count(", ") + 2):
            player = players.setdefault((level, style), LevelPlayer(level, 0, style))
            player.seed = int(first_seed) + level
            found.append(player.choose(record))
        assert ", ".join(found) == expected, record.position
