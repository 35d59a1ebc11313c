"""`charkoni perft`: counts alone or by move."""

import pytest
from tests.cli.conftest import Cli


@pytest.mark.parametrize(
    ("game", "depth", "count"),
    [("mangala", 3, 213), ("mosty:size=3", 2, 156), ("chaupar", 2, 40), ("gana", 0, 1)],
)
def test_perft_ends_with_the_count_alone(cli: Cli, game: str, depth: int, count: int) -> None:
    assert cli("perft", game, depth) == (0, f"{count}\n", "")


def test_perft_divided_adds_up(cli: Cli) -> None:
    lines = cli("perft", "mangala", 2, "--divide").out.splitlines()
    assert lines == ["1: 6", "2: 6", "3: 6", "4: 6", "5: 6", "6: 6", "36"]


def test_perft_from_a_position(cli: Cli) -> None:
    text = "3,2,3,4,2,3:8/2,0,2,3,1,1:14 a"
    assert cli("perft", "mangala", 2, "--from", text).out == "31\n"
