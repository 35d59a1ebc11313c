"""The structure of the source (`make map`): no cycle, no upward import, no function that only holds others."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx
import pytest
from tests.architecture.source_map import SourceMap, cycles, package_cycles, report, upward_imports

ROOT = Path(__file__).resolve().parents[2]


@cache
def source() -> SourceMap:
    return SourceMap(ROOT)


@cache
def graph() -> "networkx.DiGraph[str]":
    return source().import_graph()


def test_modules_import_each_other_in_one_direction() -> None:
    assert cycles(graph()) == []


def test_packages_import_each_other_in_one_direction() -> None:
    assert package_cycles(graph()) == []


def test_scripts_of_the_client_import_each_other_in_one_direction() -> None:
    assert cycles(source().script_graph()) == []


def test_no_module_imports_a_higher_layer_by_name_or_by_string() -> None:
    assert upward_imports(source()) == []


def test_no_function_only_holds_others() -> None:
    assert source().wrapped_functions() == {}


MOST_CLASSES_OF_A_NAME = 2
"""Promised names may meet one another (`analysis.Report`, `check.Report`) or one on the wire (`arena.Match`)."""


def test_a_class_is_found_by_its_name() -> None:
    places = source().class_places()
    assert len(places) > 500
    assert {name: where for name, where in places.items() if len(where) > MOST_CLASSES_OF_A_NAME} == {}


def test_every_function_and_class_is_named_somewhere_else() -> None:
    assert source().uncalled_functions() == []


def test_every_export_of_a_script_is_used() -> None:
    assert source().unused_scripts() == []


def test_every_template_is_named() -> None:
    assert source().unused_templates() == []


MOST_FILES = 20
"""About fifteen are wanted; the core and the tablebases of Mangala have more."""


def test_folders_are_not_overfull() -> None:
    assert {folder: count for folder, count in source().files_per_folder().items() if count > MOST_FILES} == {}


def test_folders_of_tests_are_not_overfull() -> None:
    counts = Counter(path.parent.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py"))
    assert len(counts) > 50
    assert {folder: count for folder, count in counts.items() if count > MOST_FILES} == {}


# --- the tests above can fail

MODULES = {
    "core/low.py": "import charkoni.games.high\n",
    "core/text.py": "NAME = 'charkoni.games.high'\n",
    "games/high.py": (
        "def routes():\n    def one():\n        pass\n\n    def two():\n        pass\n\n    return one, two\n\n\n"
        "class Lone:\n    pass\n"
    ),
    "core/__init__.py": "",
    "games/__init__.py": "",
    "__init__.py": "",
}
LAYERS = """
[[tool.importlinter.contracts]]
id = "layers"
layers = ["(games)", "core"]
"""


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[SourceMap]:
    for name, text in MODULES.items():
        path = tmp_path / "src" / "charkoni" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "pyproject.toml").write_text(LAYERS)
    client = tmp_path / "src" / "charkoni" / "web" / "client"
    client.mkdir(parents=True)
    (client / "a.js").write_text('import { b } from "./b.js";\nexport const lone = b;\n')
    (client.parent / "templates").mkdir()
    (client.parent / "templates" / "lone.html").write_text("<p>\n")
    (client / "b.js").write_text('/** @typedef {import("./a.js").A} A */\n')
    yield SourceMap(tmp_path)


def test_cycles_are_found() -> None:
    edges = [("p.a", "p.b"), ("p.b", "p.c"), ("p.c", "p.a"), ("p.c", "p.d")]
    assert cycles(networkx.DiGraph(edges)) == [("p.a", "p.b", "p.c")]
    assert cycles(networkx.DiGraph(edges[:2])) == []


def test_cycles_of_packages_are_found_though_no_module_is_in_one() -> None:
    edges = [("p.a.one", "p.b.one"), ("p.b.two", "p.a.two")]
    assert cycles(networkx.DiGraph(edges)) == []
    assert package_cycles(networkx.DiGraph(edges)) == [("p.a", "p.b")]
    assert package_cycles(networkx.DiGraph(edges[:1])) == []


def test_upward_imports_are_found(broken: SourceMap) -> None:
    assert upward_imports(broken) == [
        "src/charkoni/core/low.py:1 charkoni.games.high",
        "src/charkoni/core/text.py:1 charkoni.games.high",
    ]


def test_cycles_of_scripts_are_found_in_their_types_too(broken: SourceMap) -> None:
    assert cycles(broken.script_graph()) == [("a.js", "b.js")]


def test_functions_that_only_hold_others_are_found(broken: SourceMap) -> None:
    assert broken.wrapped_functions() == {"charkoni.games.high:routes": 2}


def test_the_modules_of_a_class_are_found_by_its_name(broken: SourceMap) -> None:
    again = broken.package / "core" / "again.py"
    again.write_text("class Lone:\n    class Lone:\n        pass\n")
    assert SourceMap(broken.root).class_places() == {"Lone": [*["charkoni.core.again"] * 2, "charkoni.games.high"]}


def test_functions_and_classes_that_nothing_names_are_found(broken: SourceMap) -> None:
    assert broken.uncalled_functions() == ["charkoni.games.high:routes", "charkoni.games.high:Lone"]


def test_scripts_and_templates_that_nothing_names_are_found(broken: SourceMap) -> None:
    assert broken.unused_scripts() == ["a.js:lone"]
    assert broken.unused_templates() == ["lone.html"]


def test_the_map_prints_all_figures(broken: SourceMap) -> None:
    lines = "\n".join(report(broken))
    for word in (
        "files per folder",
        "median",
        "comments and docstrings",
        "cycles",
        "higher layers",
        "only hold others",
    ):
        assert word in lines
