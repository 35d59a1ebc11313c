"""Modules named in strings obey the layers, too: `import_module` and entry points are imports."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import charkoni

SOURCE = Path(charkoni.__file__).resolve().parent
PROJECT = SOURCE.parents[1] / "pyproject.toml"
DOTTED = re.compile(r"charkoni(?:\.\w+)+")
STATEMENT = re.compile(r"^\s*(?:from|import) .*", re.MULTILINE)
GROUPS = ("charkoni.games", "charkoni.renderers", "charkoni.solvers")
"""Entry-point groups: names of metadata, of no module.  What they name is loaded at run time."""


def settings() -> dict[str, Any]:
    """Return pyproject.toml."""
    return tomllib.loads(PROJECT.read_text(encoding="utf-8"))


@cache
def layers() -> dict[str, int]:
    """Return the rank of each package in the contract "layers", the highest layer first."""
    contracts = settings()["tool"]["importlinter"]["contracts"]
    (contract,) = (one for one in contracts if one["type"] == "layers" and one["containers"] == ["charkoni"])
    names = [re.findall(r"\w+", line) for line in contract["layers"]]
    return {name: rank for rank, line in enumerate(names) for name in line}


def is_module(name: str) -> bool:
    """Return whether a dotted name is a module or package of this source."""
    path = SOURCE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def module_strings(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and module of each string that names one, parts of f-strings included, docstrings left out."""
    if not DOTTED.search(STATEMENT.sub("", text)):
        return
    tree = ast.parse(text)
    documented = {
        id(child.value)
        for node in ast.walk(tree)
        if isinstance(getattr(node, "body", None), list)
        for child in node.body
        if isinstance(child, ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            for name in DOTTED.findall(node.value):
                while "." in name and not is_module(name):  # an attribute of a module, or the beginning of an f-string
                    name = name.rpartition(".")[0]
                if "." in name:
                    yield node.lineno, name


def upward(module: str, text: str) -> list[str]:
    """Return what a module names in strings that lies in a higher layer than itself, or beside it in the same."""
    return [f"{module}:{line} names {name}" for line, name in module_strings(text) if is_upward(module, name)]


def is_upward(module: str, name: str) -> bool:
    """Return whether a module that is named in another one lies in a higher layer, or in the same and apart."""
    ranks, own, other = layers(), module.split(".")[1], name.split(".")[1]
    return own in ranks and other in ranks and own != other and ranks[other] <= ranks[own] and name not in GROUPS


def test_no_string_names_a_module_of_a_higher_layer() -> None:
    found, looked_at = [], 0
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        strings = list(module_strings(path.read_text(encoding="utf-8")))
        looked_at += len(strings)
        found += [f"{module}:{line} names {name}" for line, name in strings if is_upward(module, name)]
    assert looked_at > 5
    assert not found, found


def test_entry_points_name_what_is_there() -> None:
    points = settings()["project"]["entry-points"]
    assert set(points) == set(GROUPS)
    for group in points.values():
        for value in group.values():
            module, _, attribute = value.partition(":")
            assert is_module(module)
            assert hasattr(__import__(module, fromlist=[attribute]), attribute)


@pytest.mark.parametrize(
    "text",
    [
        'importlib.import_module("charkoni.games.mangala")\n',
        'importlib.import_module(f"charkoni.solve.{name}")\n',
        '_LAZY = {"View": "charkoni.graphics.scene"}\n',
        'run("from charkoni.web.app import app")\n',
    ],
)
def test_an_upward_string_is_found(text: str) -> None:
    assert len(upward("charkoni.core.record", text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        'importlib.import_module("charkoni.core.record")\n',
        '"""See `charkoni.web.app`."""\n',
        'entry_points(group="charkoni.games")\n',
        'print("charkoni.example.org")\n',
    ],
)
def test_other_strings_are_allowed(text: str) -> None:
    assert upward("charkoni.core.registry", text) == []
