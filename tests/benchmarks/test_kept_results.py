"""The tables of docs/strength.md are what the kept games say, and the commands that stand above them write them."""

import re
import runpy
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Cli, cli
from tests.sampling import short_run

__all__ = ["cli"]

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "strength.md"
RESULTS = ROOT / "bench" / "results"
LADDERS = re.findall(r"<!-- ladder (?!matches)\S+ -->\n`charkoni (ladder .*)`", PAGE.read_text(encoding="utf-8"))


def game_of(ladder: str) -> str:
    """Return the name of the game in a command for a ladder."""
    return ladder.split()[1]


def test_there_is_a_ladder_of_each_game() -> None:
    assert len(LADDERS) == 8  # Mangala has one with fortresses, too


@pytest.mark.compiled_only  # luck and openings are looked at again, which takes minutes without the compiler
@pytest.mark.parametrize(
    "command", short_run(LADDERS, [ladder for ladder in LADDERS if game_of(ladder) == "mangala"]), ids=game_of
)
def test_ladders_are_those_of_the_kept_games(cli: Cli, tmp_path: Path, command: str) -> None:
    page = tmp_path / "strength.md"
    page.write_text(_spoiled(), encoding="utf-8")
    name = game_of(command)
    start = name.replace(":", "-")
    games = tmp_path / "games"
    shutil.copytree(
        RESULTS / "ladders",
        games,
        ignore=lambda _, names: [n for n in names if not n.startswith(start)],
    )
    code, _, err = cli(*shlex.split(command), "--out", games, "--table", "--page", page)
    assert (code, err) == (0, "")
    assert _part(page, name) == _part(PAGE, name)


@pytest.mark.long
@pytest.mark.compiled_only  # as above
def test_matches_are_those_of_the_kept_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "strength.md"
    page.write_text(_spoiled(), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["matches.py", "--page", str(page)])
    runpy.run_path(str(ROOT / "bench" / "matches.py"), run_name="__main__")
    assert _part(page, "matches") == _part(PAGE, "matches")


def _spoiled() -> str:
    """Return the page with other figures in all tables."""
    return re.sub(r"\d", "0", PAGE.read_text(encoding="utf-8"))


def _part(page: Path, name: str) -> str:
    text = page.read_text(encoding="utf-8")
    return text.partition(f"<!-- ladder {name} -->")[2].partition(f"<!-- end {name} -->")[0]
