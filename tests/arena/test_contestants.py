"""Contestants of another copy of the program."""

import subprocess
import sys
from pathlib import Path

import pytest

import charkoni
from charkoni import Record, game
from charkoni.arena import Match, contestant, contestants, play, run_here
from charkoni.arena.contestants import CopyPlayer
from charkoni.players import BadPlayer, RandomPlayer, player

SOURCES = Path(charkoni.__file__).parent.parent


def test_a_copy_plays_what_the_original_plays():
    record = Record(game("mosty:size=3"))
    copy = contestant(f"random@{SOURCES}", 5)
    copy.prepare(game("mosty:size=3"))
    for _ in range(3):
        move = RandomPlayer(5).choose(record)
        assert copy.choose(record) == move
        record.play(move)
    assert isinstance(copy, CopyPlayer)
    copy.close()


def test_a_checkout_has_its_package_among_its_sources(tmp_path):
    (tmp_path / "src").symlink_to(SOURCES)
    copy = contestant(f"random@{tmp_path}", 5)
    assert isinstance(copy, CopyPlayer)
    assert copy._sources == tmp_path / "src"


@pytest.mark.long
def test_a_copy_takes_part_in_a_match():
    match_score = play(Match("mosty:size=3", f"mcts@{SOURCES}:30", "mcts:30", games=2, seed=1), run_here)
    assert len(match_score.lines) == 2


def test_a_folder_without_a_copy(tmp_path):
    with pytest.raises(BadPlayer, match="no copy of Charkoni in that folder"):
        contestant(f"best@{tmp_path}:1s")


def test_players_by_name_alone_never_run_a_folder():
    """Text from users of the server must not start programs."""
    with pytest.raises(BadPlayer, match="there is no such player"):
        player(f"best@{SOURCES}:1s")


def test_a_copy_that_breaks_down_raises_an_error(tmp_path):
    (tmp_path / "charkoni").mkdir()
    (tmp_path / "charkoni" / "__init__.py").write_text("raise SystemExit(1)")
    copy = contestant(f"best@{tmp_path}:1s")
    with pytest.raises(RuntimeError, match="broke down"):
        copy.prepare(game("mosty:size=3"))


def test_a_copy_ends_without_output_when_its_parent_has_ended():
    """As when a match is decided or stopped during a search of the copy."""
    child = subprocess.Popen(
        [sys.executable, "-c", contestants._CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    child.stdout.close()
    _, errors = child.communicate(b'{"spec": "random", "seed": 1, "game": "mosty"}\n', timeout=60)
    assert errors == b""
