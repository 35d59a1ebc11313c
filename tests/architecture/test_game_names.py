"""No game is named outside its folder: differences between games are in their families and catalogs."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

import charkoni

SOURCE = Path(charkoni.__file__).resolve().parent
OWN = ("games", "solve", "locale", "tablebases.py")
"""Folders and files about single games; `tablebases.py` is the public face of a package in `solve`."""

UNDOCUMENTED = ("web",)
"""Packages whose docstrings name no game either: their examples are of any."""

KINDS = (".py", ".js", ".ts", ".html", ".css")
NAMES = re.compile("|".join(name for name in charkoni.games() if name != "focus"), re.IGNORECASE)
FOCUS = re.compile(r"""\bFocus\b(?! the\b)|["'`]focus(?:["'`]|:\w)""")
"""The game, and not the English word, which pages and scripts need."""

EVENT = re.compile(r"""(?:addEventListener|dispatchEvent|new \w*Event)\(["'`]focus["'`]""")


def named(text: str) -> bool:
    """Return whether a piece of source names one of the seven games."""
    return bool(NAMES.search(text) or FOCUS.search(EVENT.sub("", text)))


def docstring_lines(tree: ast.AST) -> set[int]:
    """Return the lines of all docstrings, also those of values: they are documentation, with examples that run."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        for child in getattr(node, "body", None) or () if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant) and child.value.end_lineno:
                lines.update(range(child.value.lineno, child.value.end_lineno + 1))
    return lines


def lines_with_names(kind: str, text: str, package: str = "") -> list[int]:
    """Return the numbers of the lines that name a game, docstrings of most Python packages left out."""
    if not named(text):
        return []
    if kind != ".py" or package in UNDOCUMENTED:
        return [number for number, line in enumerate(text.splitlines(), 1) if named(line)]
    documented = docstring_lines(ast.parse(text))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sorted({token.start[0] for token in tokens if token.start[0] not in documented and named(token.string)})


def sources() -> list[Path]:
    """Return the files of the package that are about no single game."""
    files = (path for path in sorted(SOURCE.rglob("*")) if path.suffix in KINDS)
    return [path for path in files if path.relative_to(SOURCE).parts[0] not in OWN]


def test_no_game_is_named_outside_its_folder() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in sources()
        for number in lines_with_names(path.suffix, path.read_text(encoding="utf-8"), path.relative_to(SOURCE).parts[0])
    ]
    assert len(sources()) > 300
    assert not found, "these lines name a game: " + ", ".join(found)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (".py", 'if name == "mangala":\n    pass\n'),
        (".py", "def stores_of_mangala():\n    return 2\n"),
        (".py", "x = 1  # as in Chaupar\n"),
        (".py", 'TABLE = {"focus": 1}\n'),
        (".py", 'game("focus:rescue")\n'),
        (".js", 'if (game === "gana") draw();\n'),
        (".html", "<p>Mosty</p>\n"),
        (".css", ".board.barbakan { fill: red }\n"),
    ],
)
def test_a_name_is_found(kind: str, text: str) -> None:
    assert lines_with_names(kind, text) == [1]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (".py", '"""A module.\n\n>>> game("mangala")\n"""\n'),
        (".py", 'X = 1\n"""As in `mosty:size=3`."""\n'),
        (".py", 'note = "out of sight or without focus"\n'),
        (".js", 'window.addEventListener("focus", look); field.focus();\n'),
        (".css", "a:focus { outline: none }\n"),
    ],
)
def test_documentation_and_the_english_word_are_no_names(kind: str, text: str) -> None:
    assert lines_with_names(kind, text) == []


def test_the_server_names_none_in_docstrings_either() -> None:
    text = '"""A table of Mangala."""\n'
    assert lines_with_names(".py", text, "search") == []
    assert lines_with_names(".py", text, "web") == [1]
