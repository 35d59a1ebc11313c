"""The client's files as they go over the wire: without comments and indentation; every line keeps its number."""

import re

_COMMENTS = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)$", re.DOTALL | re.MULTILINE)
_CASTS = re.compile(r"/\*\* @type [^\n]*?\*/ ?")
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


def lean(code: str) -> str:
    """Return JavaScript without types, indentation and the comments that have lines of their own.

    The code holds no text of several lines: that would lose its indentation, too.
    """
    bare = _COMMENTS.sub(lambda found: "\n" * found[0].count("\n"), code)
    return _INDENTATION.sub("", _CASTS.sub("", bare))
