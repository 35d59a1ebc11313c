"""The reasons of each game: its modules name those of its catalog, and all of them."""

import ast

import pytest

import charkoni
from charkoni.core.registry import family


def named(tree: ast.AST) -> set[str]:
    """Return the names of reasons in the calls of a module."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute))
    firsts = [call.args[0] for call in calls if ast.unparse(call.func).endswith("CATALOG.reason")]
    chosen = [[first.body, first.orelse] if isinstance(first, ast.IfExp) else [first] for first in firsts]
    return {ast.literal_eval(each) for pair in chosen for each in pair}


@pytest.mark.once
@pytest.mark.parametrize("name", charkoni.games())
def test_the_reasons_of_the_catalog_are_those_that_modules_name(name: str) -> None:
    folder = family(name).folder
    found = set().union(*(named(ast.parse(path.read_text("utf-8"))) for path in folder.rglob("*.py")))
    assert found == set(family(name).catalog.reasons) and found
