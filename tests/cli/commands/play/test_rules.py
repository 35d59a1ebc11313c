"""`charkoni rules`."""

from pathlib import Path

import pytest
from tests.cli.conftest import Cli


def test_the_rules_of_a_variant_in_one_minute(cli: Cli) -> None:
    done = cli("rules", "gana:solo", "--lang", "tr")
    assert done.code == 0
    title, _, aim, _, first, *rest = done.out.splitlines()
    assert title == "Gana: tek piyon da alır"
    assert aim.endswith("(G15)") and first.endswith("(G4)")
    assert any("Tek piyon da" in line for line in rest) and not any("piyon alamaz" in line for line in rest)


def test_the_whole_page(cli: Cli, pytestconfig: pytest.Config) -> None:
    folder: Path = pytestconfig.rootpath / "docs" / "games"
    assert cli("rules", "mosty:size=7", "--full", "--lang", "ru").out == (folder / "mosty.ru.md").read_text("utf-8")


def test_a_game_that_is_not_there(cli: Cli) -> None:
    done = cli("rules", "chess")
    assert done.code == 2 and done.err.count("\n") == 1
