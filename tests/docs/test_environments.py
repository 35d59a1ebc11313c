"""docs/environments.md: its tables are those of the games, its examples run."""

import re
from pathlib import Path

import pytest

import charkoni
from charkoni.envs import Spaces

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
GAMES = charkoni.games()


@pytest.mark.once
@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_the_numbers_of_actions(name):
    title = charkoni.game(name).family.catalog.title
    assert f"| {title} | {Spaces(name, 'codes').actions} | {Spaces(name, 'taps').actions} |" in PAGE


@pytest.mark.once
@pytest.mark.parametrize("name", GAMES)
def test_the_page_describes_every_plane(name):
    game = charkoni.game(name)
    section = PAGE[PAGE.index(f"### {game.family.catalog.title}\n") :]
    first = 0
    for what, number in game.family.encoding.features(game.flags):
        places = f"{first}" if number == 1 else f"{first} to {first + number - 1}"
        assert f"| {places} | {what} |" in section
        first += number


EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.compiled_only
def test_the_first_examples_run():
    for example in (*EXAMPLES[:2], EXAMPLES[-1]):
        exec(example, {})


@pytest.mark.long
@pytest.mark.compiled_only
def test_all_examples_run():
    for example in EXAMPLES:
        exec(example, {})
