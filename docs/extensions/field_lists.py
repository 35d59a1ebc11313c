"""Sphinx extension: docstrings of the reference show their fields as a list, and indented lines as code.

Docstrings describe parameters and attributes in running text, `seed: of the games.  games: the maximum.`; a name at
the beginning of a sentence, followed by a colon, starts a field.
"""

import inspect
import re
from collections.abc import Iterator

from sphinx.application import Sphinx

_FIELD = re.compile(r"(?:^|(?<=[.?!:])\s+)([a-z_]\w*(?:, [a-z_]\w*)*):\s")
_AFTERWARDS = re.compile(r"(?<=\.)\s+(?=(?:Raises?|After|Shape) )")


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension."""
    app.connect("autodoc-process-docstring", list_fields)
    return {"parallel_read_safe": True}


def list_fields(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Replace the paragraphs of a docstring, in place, by those that the reference shows."""
    names = _parameters(value)
    lines[:] = [line for paragraph in _paragraphs(lines) for line in (*_shown(paragraph, names), "")]


def _parameters(value: object) -> set[str] | None:
    """Return the names that a docstring may describe: the parameters; None for a class, whose attributes count, too."""
    if inspect.isclass(value):
        return None
    try:
        return set(inspect.signature(value).parameters) if callable(value) else set()
    except ValueError:
        return set()


def _paragraphs(lines: list[str]) -> Iterator[list[str]]:
    """Yield the paragraphs; indented ones that follow each other are one."""
    paragraph: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.strip():
            paragraph.append(line)
        elif paragraph and not (paragraph[-1].startswith("    ") and following.startswith("    ")):
            yield paragraph
            paragraph = []
        elif paragraph:
            paragraph.append(line)
    if paragraph:
        yield paragraph


def _shown(paragraph: list[str], names: set[str] | None) -> list[str]:
    """Return the lines of reStructuredText for a paragraph."""
    if paragraph[0].startswith("    "):
        return ["::", "", *paragraph]
    if paragraph[0].startswith((">>>", "..", "- ")):
        return paragraph
    text = " ".join(paragraph)
    starts = [found for found in _FIELD.finditer(text) if names is None or names.issuperset(found[1].split(", "))]
    if not starts:
        return paragraph
    shown = [text[: starts[0].start()], ""]
    ends = [found.start() for found in starts[1:]] + [len(text)]
    for found, end in zip(starts, ends, strict=True):
        described, *afterwards = _AFTERWARDS.split(text[found.end() : end], maxsplit=1)
        shown += [f"- **{found[1]}**: {described}", "", *afterwards, ""]
    return shown
