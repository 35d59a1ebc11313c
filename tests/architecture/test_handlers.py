"""Handlers of requests are functions at module level, and each act of a tournament is a class of its own."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import charkoni
from charkoni.tournament.acts.base import Act
from charkoni.tournament.acts.log import ACTS

SOURCE = Path(charkoni.__file__).resolve().parent / "web"
METHODS = {"get", "post", "put", "patch", "delete", "head", "route", "websocket", "api_route", "exception_handler"}


def nested_handlers(tree: ast.AST, is_inside: bool = False) -> Iterator[str]:
    """Yield the names of functions within functions that a decorator such as `router.get(...)` makes handlers."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            calls = (each.func for each in node.decorator_list if isinstance(each, ast.Call))
            if is_inside and any(isinstance(call, ast.Attribute) and call.attr in METHODS for call in calls):
                yield node.name
            yield from nested_handlers(node, True)
        else:
            yield from nested_handlers(node, is_inside)


def kinds_below(kind: type[Act]) -> Iterator[type[Act]]:
    """Yield the classes of acts that are no mere bases of others: those with a kind of their own."""
    if "kind" in vars(kind):
        yield kind
    for each in kind.__subclasses__():
        yield from kinds_below(each)


def test_handlers_stand_at_module_level() -> None:
    found = {
        str(path.relative_to(SOURCE)): names
        for path in SOURCE.rglob("*.py")
        if (names := list(nested_handlers(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert found == {}


@pytest.mark.parametrize("line", ['@router.get("/x")', '@app.websocket("/ws")', "@app.exception_handler(Refused)"])
def test_a_handler_in_a_function_is_found(line: str) -> None:
    text = f"def routes(app):\n    {line}\n    async def page(request):\n        return 1\n"
    assert list(nested_handlers(ast.parse(text))) == ["page"]
    assert list(nested_handlers(ast.parse(f"{line}\nasync def page(request):\n    return 1\n"))) == []


def test_the_log_knows_every_class_of_act() -> None:
    assert set(ACTS.values()) == set(kinds_below(Act))
    assert all(kind.model_config["frozen"] and kind.model_config["strict"] for kind in ACTS.values())
