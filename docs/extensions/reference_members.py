"""Sphinx extension: the reference shows all names of a package, its errors last.

autodoc lists what a module holds; some packages import their names only when they are asked for.
"""

import importlib
import itertools
import re

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

_PACKAGE = re.compile(r"^\.\. automodule:: (\S+)\n   :imported-members:", re.MULTILINE)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension."""
    app.connect("source-read", load_names)
    app.connect("doctree-read", move_errors)
    return {"parallel_read_safe": True}


def load_names(_app: object, _page: str, source: list[str]) -> None:
    """Load the names of the packages that a page describes."""
    for package in map(importlib.import_module, _PACKAGE.findall(source[0])):
        vars(package).update({name: getattr(package, name) for name in package.__all__})


def move_errors(_app: Sphinx, document: nodes.document) -> None:
    """Move the descriptions of exceptions, with their index entries, behind those beside them."""
    for parent in {each.parent: None for each in document.findall(addnodes.desc)}:
        for is_described, run in itertools.groupby(
            [*parent], lambda node: isinstance(node, addnodes.index | addnodes.desc)
        ):
            members = [*run] if is_described else []
            pairs = [members[at : at + 2] for at in range(0, len(members), 2)]
            if pairs and all([*map(type, pair)] == [addnodes.index, addnodes.desc] for pair in pairs):
                start = parent.index(members[0])
                pairs.sort(key=lambda pair: pair[1]["objtype"] == "exception")
                parent[start : start + len(members)] = [*itertools.chain.from_iterable(pairs)]
