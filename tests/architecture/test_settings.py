"""Text becomes settings of an event in one place, `parse_settings`, whoever sends it: command line, desk or file."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "charkoni"
DOORS = [
    path
    for folder in ("cli/commands/tournament", "web/tournaments", "web/api")
    for path in (SOURCE / folder).rglob("*.py")
]
"""The modules that take what people write."""
FREE = {"name", "seed"}
"""Settings whose value is any text: they need no parser."""


def _made(source: str) -> list[str]:
    """Return the calls that make or change settings by values of their own."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        ast.unparse(call) for call in calls if _is_of_settings(call) and {word.arg for word in call.keywords} - FREE
    ]


def _is_of_settings(call: ast.Call) -> bool:
    """Return whether a call is `Settings(...)`, or `replace(...)` of some settings."""
    name = ast.unparse(call.func)
    return name == "Settings" or (name == "replace" and bool(call.args) and "settings" in ast.unparse(call.args[0]))


def test_no_door_makes_settings_by_itself() -> None:
    found = {str(path.relative_to(SOURCE)): calls for path in DOORS if (calls := _made(path.read_text("utf-8")))}
    assert DOORS and not found


@pytest.mark.parametrize(
    "line", ["Settings(rounds=int(text))", "replace(event.settings, clock=int(form.clock))", "Settings(**form)"]
)
def test_settings_made_at_a_door_are_found(line: str) -> None:
    assert _made(line)
