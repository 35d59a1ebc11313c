"""The structure of the source in figures: `make map` prints them, the architecture tests assert the zeros.

    python -m tests.architecture.source_map [ROOT]      ROOT: a checkout, this one if it is not named

Python imports are those that grimp finds, in functions and under TYPE_CHECKING included; imports of the scripts
in the browser are found by their text, types in JSDoc included.
"""

import ast
import io
import re
import statistics
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import networkx

Function = ast.FunctionDef | ast.AsyncFunctionDef
Cycle = tuple[str, ...]

_JS_IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)["'](\.[^"']+)["']""", re.MULTILINE)
_MODULE_STRING = re.compile(r"^charkoni(\.\w+)+$")
_JS_EXPORT = re.compile(r"\bexport\s+(?:async\s+)?(?:function|class|const|let)\s+(\w+)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_LEAST_HELD = 2
"""A wrapper holds at least this many functions; a decorator holds one."""

_DECLARES = ("kind", "command")
"""What an act of the log or an action has: `tournament.acts.declaration.declared` collects them by it."""

_CALLED_FROM_OUTSIDE = frozenset(
    [
        *("ensure_cache_path", "generic_resolve", "get_cache_path", "get_disambiguator", "get_source_stamp"),  # Numba
        *("_load_data", "_load_index", "_save_data", "_save_index"),  # the files of its cache
        *("add_llvm_module", "finalize", "get_pointer_to_function"),  # its libraries of code
        "_repr_svg_",  # notebooks
        "format_usage",  # Typer
        *("make_py_observer", "max_chance_nodes_in_history", "chance_outcomes", "_apply_action", "_action_to_struct"),
        *("_legal_actions", "_struct_to_actions", "_to_observation_struct", "set_from", "string_from"),  # OpenSpiel
        "annotate",  # people who write records
    ]
)


class Spread(NamedTuple):
    """Numbers of lines: how many things there are, their median, 90th percentile and maximum, and the longest one."""

    count: int
    median: int
    ninety: int
    longest: int
    name: str

    @classmethod
    def of(cls, lengths: dict[str, int]) -> "Spread":
        """Return the spread of lengths by name."""
        ordered = sorted(lengths.values())
        name = max(lengths, key=lambda each: lengths[each])
        ninety = ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]
        return cls(len(ordered), int(statistics.median(ordered)), ninety, ordered[-1], name)

    def __str__(self) -> str:
        return f"{self.count:6} {self.median:7} {self.ninety:7} {self.longest:8}  {self.name}"


@dataclass(frozen=True)
class PythonFile:
    """A parsed Python module.  name: dotted.  path: below the checkout."""

    name: str
    path: Path
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the syntax tree."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def lines(self) -> int:
        """The number of lines."""
        return self.text.count("\n")

    def functions(self) -> Iterator[tuple[Function, Function | None]]:
        """Yield every function with the function around it, if any."""
        yield from _functions(self.tree, None)

    def prose_lines(self) -> int:
        """Return how many lines are comments or docstrings."""
        found = set()
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.COMMENT:
                found.add(token.start[0])
        for node in self.nodes:
            body = getattr(node, "body", None)
            for statement in body if isinstance(body, list) else ():
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    found.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
        return len(found)

    def module_strings(self) -> Iterator[tuple[int, str]]:
        """Yield (line, name) of every string that names a module of this package; names of entry points are none."""
        groups = {
            node.value
            for node in self.tree.body
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "").endswith("GROUP")
        }
        for node in self.nodes:
            is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in groups
            if is_text and _MODULE_STRING.match(node.value):
                yield node.lineno, node.value


def _registrars(node: ast.ClassDef) -> Iterator[ast.AST]:
    """Yield what may register a class: decorators other than those of dataclasses, the names of acts and actions."""
    for line in node.body:
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name) and line.targets[0].id in _DECLARES:
            yield line.targets[0]
    for each in node.decorator_list:
        name = each.func if isinstance(each, ast.Call) else each
        if getattr(name, "id", getattr(name, "attr", "")) not in ("dataclass", "final", "runtime_checkable"):
            yield each


def _functions(node: ast.AST, around: Function | None) -> Iterator[tuple[Function, Function | None]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child, around
            yield from _functions(child, child)
        elif isinstance(child, ast.ClassDef) and around is not None:
            yield from _functions(child, None)  # a class made in a function: its methods wrap nothing
        else:
            yield from _functions(child, around)


class SourceMap:
    """The source of a checkout.  root: its folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.package = root / "src" / "charkoni"
        self.python = tuple(self._python_files())

    def _python_files(self) -> Iterator[PythonFile]:
        for path in sorted(self.package.rglob("*.py")):
            parts = list(path.relative_to(self.package.parent).with_suffix("").parts)
            if parts[-1] == "__init__":
                parts.pop()
            yield PythonFile(".".join(parts), path.relative_to(self.root), path.read_text(encoding="utf-8"))

    @cached_property
    def scripts(self) -> dict[str, str]:
        """The browser's modules: their text by their path below the client's folder."""
        folder = self.package / "web" / "client"
        return {
            str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.js"))
        }

    def catalogues(self) -> dict[str, str]:
        """Return the text of each catalogue of messages by its language."""
        return {path.parts[-3]: path.read_text(encoding="utf-8") for path in self.package.glob("locale/**/*.po")}

    def count_of_any(self) -> int:
        """Return how often the annotation `Any` is used."""
        nodes = (node for file in self.python for node in file.nodes)
        return sum(isinstance(node, ast.Name) and node.id == "Any" for node in nodes)

    def files_per_folder(self) -> dict[str, int]:
        """Return the number of Python modules or scripts in each folder, `__init__.py` left out."""
        paths = [file.path for file in self.python if file.path.name != "__init__.py"]
        paths += [Path("src/charkoni/web/client") / name for name in self.scripts]
        return dict(sorted(Counter(str(path.parent) for path in paths).items()))

    def function_lengths(self) -> dict[str, int]:
        """Return the lines of every function by module and name."""
        return {
            f"{file.name}:{function.name}:{function.lineno}": (function.end_lineno or 0) - function.lineno + 1
            for file in self.python
            for function, _ in file.functions()
        }

    def class_places(self) -> dict[str, list[str]]:
        """Return the modules in which a class stands by the name of the class, once for each class."""
        places: dict[str, list[str]] = {}
        for file in self.python:
            for node in file.nodes:
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(file.name)
        return places

    def wrapped_functions(self) -> dict[str, int]:
        """Return how many functions stand in each function that does little but hold them.

        Such a function has at least two others in it, and they make up at least half of its lines.
        """
        found = {}
        for file in self.python:
            held: dict[Function, list[Function]] = {}
            for function, around in file.functions():
                if around is not None:
                    held.setdefault(around, []).append(function)
            for around, inner in held.items():
                lines = sum((each.end_lineno or 0) - each.lineno + 1 for each in inner)
                if len(inner) >= _LEAST_HELD and 2 * lines >= (around.end_lineno or 0) - around.lineno + 1:
                    found[f"{file.name}:{around.name}"] = len(inner)
        return found

    def nested_functions(self) -> int:
        """Return how many functions stand in functions."""
        return sum(around is not None for file in self.python for _, around in file.functions())

    def import_graph(self) -> "networkx.DiGraph[str]":
        """Return the modules and their imports, by grimp; the package has to be the one that is imported here."""
        import grimp

        graph: networkx.DiGraph[str] = networkx.DiGraph()
        found = grimp.build_graph("charkoni", cache_dir=None)
        graph.add_nodes_from(found.modules)
        for module in found.modules:
            graph.add_edges_from((module, other) for other in found.find_modules_directly_imported_by(module))
        return graph

    def script_graph(self) -> "networkx.DiGraph[str]":
        """Return the browser's modules and their imports."""
        graph: networkx.DiGraph[str] = networkx.DiGraph()
        graph.add_nodes_from(self.scripts)
        folder = (self.package / "web" / "client").resolve()
        for name, text in self.scripts.items():
            for target in _JS_IMPORT.findall(text):
                path = (folder / name).parent.joinpath(target).resolve()
                path = path if path.suffix == ".js" else path.with_name(f"{path.name}.js")
                if path.is_file() and path.is_relative_to(folder):
                    graph.add_edge(name, str(path.relative_to(folder)))
        return graph

    def uncalled_functions(self) -> list[str]:
        """Return the functions and classes of the package that are named nowhere but at their definition.

        Decorated functions are registered somewhere, special methods are called by Python, others by libraries.
        """
        named = Counter(word for text in self._texts() for word in _WORD.findall(text))
        found = [
            f"{file.name}:{function.name}"
            for file in self.python
            for function, _ in file.functions()
            if named[function.name] == 1
            and not function.decorator_list
            and not function.name.startswith("__")
            and function.name not in _CALLED_FROM_OUTSIDE
        ]
        classes = ((file, node) for file in self.python for node in file.nodes if isinstance(node, ast.ClassDef))
        registered = (
            f"{file.name}:{node.name}"
            for file, node in classes
            if named[node.name] == 1 and not any(isinstance(each, ast.Name | ast.Call) for each in _registrars(node))
        )
        return [*found, *registered]

    def unused_scripts(self) -> list[str]:
        """Return what a script of the client exports and neither another script nor one of its tests names."""
        tests = [path.read_text(encoding="utf-8") for path in self.root.glob("tests/client/*.js")]
        words = {name: set(_WORD.findall(text)) for name, text in self.scripts.items()}
        tested = {word for text in tests for word in _WORD.findall(text)}
        return [
            f"{name}:{word}"
            for name, text in self.scripts.items()
            for word in _JS_EXPORT.findall(text)
            if word not in tested and not any(word in found for other, found in words.items() if other != name)
        ]

    def unused_templates(self) -> list[str]:
        """Return the templates that neither Python nor another template names, by their file names."""
        folder = self.package / "web" / "templates"
        texts = [file.text for file in self.python] + [path.read_text("utf-8") for path in folder.rglob("*.html")]
        named = {word for text in texts for word in re.findall(r"[\w-]+\.html", text)}
        return sorted(path.name for path in folder.rglob("*.html") if path.name not in named)

    def _texts(self) -> Iterator[str]:
        for file in self.python:
            yield file.text
        for pattern in (
            "bench/**/*.py",
            "docs/**/*.md",
            "docs/**/*.py",
            "fuzz/*.py",
            "src/**/*.html",
            "src/**/*.toml",
            "pyproject.toml",
        ):
            for path in self.root.glob(pattern):
                yield path.read_text(encoding="utf-8")


def cycles(graph: "networkx.DiGraph[str]") -> list[Cycle]:
    """Return the strongly connected components of more than one node, and nodes that import themselves."""
    components = networkx.strongly_connected_components(graph)
    found = [tuple(sorted(each)) for each in components if len(each) > 1]
    return sorted(found + [(node,) for node in networkx.nodes_with_selfloops(graph)])


def package_cycles(graph: "networkx.DiGraph[str]") -> list[Cycle]:
    """Return the cycles between siblings: modules and packages that stand in one package, each with all below it."""
    siblings: dict[str, networkx.DiGraph[str]] = {}
    for importer, imported in graph.edges:
        mine, theirs = importer.split("."), imported.split(".")
        shared = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), None)
        if shared:
            parent = ".".join(mine[:shared])
            siblings.setdefault(parent, networkx.DiGraph()).add_edge(
                ".".join(mine[: shared + 1]), ".".join(theirs[: shared + 1])
            )
    return sorted(cycle for each in siblings.values() for cycle in cycles(each))


def layers(pyproject: str) -> tuple[frozenset[str], ...]:
    """Return the layers of the package from pyproject.toml, highest first: the names of the packages on each line."""
    import tomllib

    contracts = tomllib.loads(pyproject)["tool"]["importlinter"]["contracts"]
    lines: Sequence[str] = next(each["layers"] for each in contracts if each["id"] == "layers")
    return tuple(frozenset(re.findall(r"\w+", line)) for line in lines)


def upward_imports(source: SourceMap) -> list[str]:
    """Return the imports of higher layers, those that are written as strings included, as `file:line name`."""
    order = layers((source.root / "pyproject.toml").read_text(encoding="utf-8"))
    height = {name: -i for i, line in enumerate(order) for name in line}
    found = []
    for file in source.python:
        own = height.get(_package(file.name))
        for line, name in (*_imports(file), *file.module_strings()):
            theirs = height.get(_package(name))
            if own is not None and theirs is not None and theirs > own:
                found.append(f"{file.path}:{line} {name}")
    return found


def _package(module: str) -> str:
    return [*module.split("."), ""][1]


def _imports(file: PythonFile) -> Iterator[tuple[int, str]]:
    for node in file.nodes:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("charkoni"):
            for name in node.names:
                yield node.lineno, f"{node.module}.{name.name}"
        elif isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name


def report(source: SourceMap) -> Iterator[str]:
    """Yield the lines of the map."""
    folders = source.files_per_folder()
    yield "files per folder"
    yield from (f"{count:6}  {folder}" for folder, count in folders.items())
    yield f"{max(folders.values()):6}  the fullest folder, of {len(folders)}"
    yield ""
    yield "lines      count  median    90 %  longest"
    yield f"modules  {Spread.of({file.name: file.lines for file in source.python if file.lines})}"
    yield f"functions{Spread.of(source.function_lengths())}"
    yield f"scripts  {Spread.of({name: text.count(chr(10)) for name, text in source.scripts.items()})}"
    lines = sum(file.lines for file in source.python)
    prose = sum(file.prose_lines() for file in source.python)
    yield f"comments and docstrings: {prose} of {lines} lines of Python, {100 * prose / lines:.0f} %"
    catalogues = sum(text.count("\n") for text in source.catalogues().values())
    yield f"catalogues: {catalogues} lines;  Any: {source.count_of_any()} times"
    yield ""
    graph = source.import_graph()
    wrapped = source.wrapped_functions()
    yield from _listed("cycles among Python modules", map(str, cycles(graph)))
    yield from _listed("cycles among Python packages and their siblings", map(str, package_cycles(graph)))
    yield from _listed("cycles among the browser's modules", map(str, cycles(source.script_graph())))
    yield from _listed("imports of higher layers", upward_imports(source))
    yield f"{source.nested_functions():6}  functions in functions"
    yield f"{sum(wrapped.values()):6}  of them in {len(wrapped)} functions that only hold others"
    yield from (f"        {count:3} {name}" for name, count in sorted(wrapped.items(), key=lambda item: -item[1]))
    yield from _listed("functions and classes named nowhere but at their definition", source.uncalled_functions())
    yield from _listed("exports of scripts that no other script uses", source.unused_scripts())
    yield from _listed("templates that nothing names", source.unused_templates())


def _listed(title: str, things: Iterable[str]) -> Iterator[str]:
    found = list(things)
    yield f"{len(found):6}  {title}"
    yield from (f"        {thing}" for thing in found)


if __name__ == "__main__":
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    sys.path.insert(0, str(root / "src"))
    print("\n".join(report(SourceMap(root))))
