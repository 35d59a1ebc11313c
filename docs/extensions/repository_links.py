"""Sphinx extension: links of the documents to files of the repository that are no pages of the site.

Documents are read in the repository, too, and link to source, tests and files of its root.  The site has no such
pages; there, the path stands as text.
"""

import re
from pathlib import Path

from sphinx.application import Sphinx

_LINK = re.compile(r"\[([^\]]+)\]\(([^)#\s]+)(#[^)\s]*)?\)")


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension."""
    app.connect("source-read", state_paths)
    return {"parallel_read_safe": True}


def state_paths(app: Sphinx, name: str, source: list[str]) -> None:
    """Replace links to files outside the site by their words and, where these are not the path itself, the path."""
    root = Path(app.srcdir)
    page = root / f"{name}.md"

    def stated(link: re.Match[str]) -> str:
        words, target = link[1], link[2]
        if "://" in target or target.startswith("mailto:"):
            return link[0]
        path = (page.parent / target).resolve()
        is_page = path.suffix == ".md" and path.is_relative_to(root) and path.exists()
        if is_page or path.suffix in (".png", ".svg", ".webp", ".html") or not path.exists():
            return link[0]
        shown = path.relative_to(root.parent).as_posix()
        return words if shown in words else f"{words} (`{shown}`)"

    source[0] = _LINK.sub(stated, source[0])
