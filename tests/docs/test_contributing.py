"""The first exercise in CONTRIBUTING.md: the function, the test and the texts that it names are where it says."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
EXERCISE = PAGE.partition("## A first exercise")[2].partition("\n## ")[0]


def function(source: str, name: str) -> str:
    """Return the text of a function at module level."""
    found = re.search(rf"^def {name}\(.*?(?=^\S)", f"{source}\n.", re.MULTILINE | re.DOTALL)
    assert found, name
    return found[0]


def named_in(number: int) -> list[str]:
    """Return what a step of the exercise names in backquotes."""
    step = EXERCISE.partition(f"\n{number}. ")[2].partition(f"\n{number + 1}. ")[0]
    return re.findall(r"`([^`]+)`", step)


def test_the_first_exercise_can_be_done() -> None:
    path, test, old, new = named_in(2)
    tested = function((ROOT / path).read_text("utf-8"), test)
    assert tested.count(f'"{old}"') == 1 and new not in tested
    (command,) = named_in(3)
    assert f"{path} -k m8" in command and test.startswith("test_m8_")
    name, condition = named_in(4)
    clause = function((ROOT / "src/charkoni/games/mangala/rules.py").read_text("utf-8"), name)
    assert clause.count(condition) == 1 and "(M8" in clause
