"""`charkoni explore`: the values of a position and its moves."""

import pytest
from tests.cli.conftest import Cli

pytestmark = [pytest.mark.compiled_only, pytest.mark.usefixtures("folder")]

FEW = "0,0,0,1,0,2:20/1,0,0,0,0,0:24 a"


def test_explore_shows_every_move(cli: Cli) -> None:
    code, out, err = cli("explore", "mangala", FEW)
    assert (code, err) == (0, "")
    assert out.splitlines() == [FEW, "0:1, Red leads by -4", "  4: 0:1, Red leads by -8", "* 6: 0:1, Red leads by -4"]


def test_explore_agrees_with_the_published_openings(cli: Cli) -> None:
    lines = cli("explore", "mangala").out.splitlines()
    assert lines[1] == "1/2:1/2, Red leads by +0" and lines[2] == "  1: 0:1, Red leads by -8"
    assert [line for line in lines if line.startswith("*")] == ["* 5: 1/2:1/2, Red leads by +0"]


def test_explore_marks_unproved_values(cli: Cli) -> None:
    lines = cli("explore", "mangala", "5,3,4,4,4,4:0/4,4,4,4,4,4:0 a").out.splitlines()
    assert lines[1:3] == ["not known", "  1: not known"]
    over = "0,0,0,0,0,0:30/0,0,0,0,0,0:18 ."
    assert cli("explore", "mangala", over).out.splitlines() == [over, "1:0, Red leads by +12, 0 plies"]
    assert cli("explore", "chess").code == 2
