"""What others may change while a request waits is not read past an `await`: neither in a loop nor beside a page."""

import ast
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import charkoni

SOURCE = Path(charkoni.__file__).resolve().parent / "web"
VIEWS = {"values", "items", "keys"}
WAITS = (ast.Await, ast.AsyncFor, ast.AsyncWith)

REVIEWED = {
    "classroom/actions.py": {"self.chosen"},
    "notices/outbox.py": {"self.sources"},
    "tournaments/arbiter/imports.py": {"final.entries"},
    "tournaments/festivals.py": {"stored.sections"},
    "tournaments/online/leagues.py": {"event.state.rounds"},
    "tournaments/online/rounds.py": {"current.boards"},
    "tournaments/public/overview.py": {"visit.own"},
}
"""Loops over an attribute that wait in their body, by file: each runs over something that nobody changes meanwhile,
because it belongs to one request or is replaced, not changed."""


def waits(nodes: Sequence[ast.AST]) -> bool:
    """Whether something in these nodes waits."""
    return any(isinstance(each, WAITS) for node in nodes for each in ast.walk(node))


def loops(tree: ast.AST) -> Iterator[str]:
    """Yield the attributes that are iterated over, themselves or their views, while the body waits.

    A copy, such as `list(room.pupils)` or `[*room.pupils]`, may be iterated over.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.For):
            bodies, iterables = list[ast.AST](node.body), [node.iter]
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            bodies, iterables = [node], [each.iter for each in node.generators]
        else:
            continue
        for each in iterables:
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in VIEWS:
                each = each.func.value
            if isinstance(each, ast.Attribute) and waits(bodies):
                yield ast.unparse(each)


def second_states(tree: ast.AST) -> Iterator[str]:
    """Yield what coroutines that show a page of an event read of the event itself instead of the visit's snapshot."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.AsyncFunctionDef) or not waits(function.body):
            continue
        attributes = [each for each in ast.walk(function) if isinstance(each, ast.Attribute)]
        if any(each.attr == "page" for each in attributes):
            yield from (
                ast.unparse(each)
                for each in attributes
                if each.attr in {"state", "public", "page_version"}
                and ast.unparse(each.value).split(".")[-1] == "event"
            )


def found_by(look: Callable[[ast.AST], Iterator[str]], below: str = "") -> dict[str, set[str]]:
    """Return what is found in the modules below a folder of charkoni.web, by file."""
    return {
        path.relative_to(SOURCE).as_posix(): found
        for path in (SOURCE / below).rglob("*.py")
        if (found := set(look(ast.parse(path.read_text(encoding="utf-8")))))
    }


def test_no_loop_waits_while_others_change_what_it_runs_over() -> None:
    assert found_by(loops) == REVIEWED, "iterate over a copy, or review it and add it here; what is gone is removed"


def test_a_page_of_an_event_shows_the_snapshot_of_its_visit() -> None:
    assert found_by(second_states, "tournaments") == {}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("for each in room.pupils: await send(each)", ["room.pupils"]),
        ("for each in room.pupils.values():\n  async with each.lock: pass", ["room.pupils"]),
        ("found = [await send(each) for each in room.pupils]", ["room.pupils"]),
        ("found = {key: await send(each) for key, each in room.pupils.items()}", ["room.pupils"]),
        ("for each in [*room.pupils]: await send(each)", []),
        ("for each in list(room.pupils.values()): await send(each)", []),
        ("for each in room.pupils: send(each)", []),
        ("for each in pupils: await send(each)", []),
    ],
)
def test_loops_that_wait_are_found(line: str, found: list[str]) -> None:
    assert list(loops(ast.parse("async def run(room):\n  " + line.replace("\n", "\n  ")))) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("await log()\n  return visit.page('x', rows=visit.event.public.rounds)", ["visit.event.public"]),
        ("await log()\n  return visit.page('x', version=event.page_version)", ["event.page_version"]),
        ("await log()\n  return visit.page('x', rows=visit.public.rounds, n=visit.state.version)", []),
        ("return visit.page('x', rows=visit.event.public.rounds)", []),
        ("await log()\n  return event.state.version", []),
    ],
)
def test_what_is_read_beside_the_snapshot_is_found(body: str, found: list[str]) -> None:
    assert list(second_states(ast.parse(f"async def show(visit, event):\n  {body}"))) == found
