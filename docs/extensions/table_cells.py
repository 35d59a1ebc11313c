"""Sphinx extension: cells with much text are marked, so that they stay readable on a phone, where wide tables scroll.

A browser makes each column as narrow as its longest word when a table does not fit.
"""

from docutils import nodes
from sphinx.application import Sphinx

LONG = 40
"""From how many characters a cell has much text."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension."""
    app.connect("doctree-read", mark_long_cells)
    return {"parallel_read_safe": True}


def mark_long_cells(_app: Sphinx, document: nodes.document) -> None:
    """Give the class `long` to the cells with much text."""
    for cell in document.findall(nodes.entry):
        if len(cell.astext()) >= LONG:
            cell["classes"].append("long")
