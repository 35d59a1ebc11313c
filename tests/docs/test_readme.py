"""What the README shows is so: its sessions run, its commands and games exist."""

import doctest
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Cli

import charkoni

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
COMMANDS = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_python_sessions_run() -> None:
    session = doctest.DocTestParser().get_doctest("\n".join(blocks("pycon")), {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(session)
    assert session.examples
    assert runner.summarize(verbose=False).failed == 0


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


@pytest.mark.parametrize("command", re.findall(r"^\| `charkoni ([a-z -]+)", COMMANDS, re.MULTILINE))
def test_the_commands_exist(cli: Cli, command: str) -> None:
    assert cli(*command.split(), "--help").code == 0


def test_every_command_has_a_row(cli: Cli) -> None:
    known = re.findall(r"^  ([a-z-]+) ", cli("--help").out.partition("-h, --help")[2], re.MULTILINE)
    assert (
        known
        and [name for name in known if f"`charkoni {name}" not in COMMANDS and f", `{name}`" not in COMMANDS] == []
    )
