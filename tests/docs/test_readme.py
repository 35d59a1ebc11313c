"""What the README shows is so: its sessions run, its picture is drawn, its commands and games exist."""

import doctest
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

import charkoni
from charkoni.cli.commands.play.play import is_seat

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
TOWERS = "4/r,r,gg,1,r,1/5,g,r,1/1,r,grrgg,2,r,r,r/1,rg,gg,3,rr,1/1,r,4,g,1/g,g,r,g,1,gr/gggr,3 a 0:0"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_python_sessions_run() -> None:
    session = doctest.DocTestParser().get_doctest("\n".join(blocks("pycon")), {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(session)
    assert session.examples
    assert runner.summarize(verbose=False).failed == 0


def test_the_picture_is_drawn_by_the_program() -> None:
    assert blocks("text") == [charkoni.game("focus").parse(TOWERS).diagram + "\n"]


def test_the_table_holds_all_games_and_only_variants_that_exist() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", README, re.MULTILINE))
    assert sorted(rows) == list(charkoni.games())
    for name, variants in rows.items():
        for flag in re.findall(r"`([^`]+)`", variants):
            assert charkoni.game(f"{name}:{flag}").name == f"{name}:{flag}"


def test_the_rule_pages_are_there() -> None:
    for page, _, heading in (each.partition("#") for each in re.findall(r"\]\((docs/[^)]+)\)", README)):
        text = (Path(__file__).parents[2] / page).read_text(encoding="utf-8")
        headings = [line.strip("# ").lower().replace(" ", "-") for line in text.splitlines() if line.startswith("#")]
        assert not heading or heading in headings


@pytest.mark.parametrize("command", re.findall(r"^\| `charkoni ([a-z -]+)", README, re.MULTILINE))
def test_the_commands_exist(cli: Cli, command: str) -> None:
    assert cli(*command.split(), "--help").code == 0


def test_the_seats_shown_are_seats() -> None:
    seats = re.findall(r"\b[a-d]=\S+|dice=human", "\n".join(blocks("sh")))
    assert seats and all(map(is_seat, seats))
