"""Extraction of texts for the catalogues of public pages of tournaments, from modules that hold other texts, too.

A method of babel-events.toml: of the texts in `N_(...)` only those are taken that belong to the names which the
option `names` lists, names of assigned values, of keyword arguments or of functions; of data those of these keys.
"""

import ast
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import IO

from charkoni.core.files.data_files import texts


def extract(
    source: IO[bytes], _keywords: Collection[str], _comment_tags: Collection[str], options: Mapping[str, str]
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield line, function, message and comments of each text that belongs to the names, as Babel asks for them."""
    names = set(options["names"].split())
    for node in ast.walk(ast.parse(source.read())):
        if isinstance(node, ast.keyword):
            is_wanted = node.arg in names
        elif isinstance(node, ast.Assign):
            targets = (part for target in node.targets for part in ast.walk(target))
            is_wanted = any(isinstance(part, ast.Name) and part.id in names for part in targets)
        else:
            is_wanted = isinstance(node, ast.FunctionDef) and node.name in names
        if is_wanted:
            yield from ((line, "N_", text, []) for line, text in _marked(node))


def extract_data(
    source: IO[bytes], _keywords: Collection[str], _comment_tags: Collection[str], options: Mapping[str, str]
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the texts of the keys that the option `names` lists, at any depth, as Babel asks for them."""
    names = set(options["names"].split())
    yield from ((0, "N_", text, []) for text in _texts(tomllib.load(source), names))


def _texts(table: Mapping[str, object], names: Collection[str]) -> Iterator[str]:
    for key, value in table.items():
        if key in names:
            yield from (" ".join(text.split()) for text in texts({key: value}))
        else:
            for each in value if isinstance(value, list) else [value]:
                yield from _texts(each, names) if isinstance(each, dict) else ()


def _marked(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and text of each `N_("...")` below a node."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "N_":
            yield call.lineno, str(ast.literal_eval(call.args[0]))
