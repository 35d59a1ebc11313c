"""The documentation site: its sessions run, its commands exist, its links lead somewhere, every page has a place."""

import doctest
import importlib
import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
import typer
from markdown_it import MarkdownIt
from tests.cli.conftest import Cli
from tests.docs.test_public_names import PROMISED

from charkoni import graphics
from charkoni.cli.main import app
from charkoni.cli.terminal.seats import is_seat
from charkoni.core.translations import Words

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "generated" not in path.parts)
READERS = [path for path in PAGES if not {"notebook", "games", "write-a-game.md"} & set(path.parts)]
"""Pages that hold today; rule pages and the page for authors have tests of their own, the notebook is dated."""


def name_of(path: Path) -> str:
    return path.relative_to(DOCS).as_posix()


def blocks(path: Path, kind: str) -> list[str]:
    return [
        token.content
        for token in MarkdownIt("commonmark").parse(path.read_text(encoding="utf-8"))
        if token.type == "fence" and token.info.strip() == kind
    ]


@pytest.mark.compiled_only
@pytest.mark.parametrize("path", [path for path in PAGES if blocks(path, "pycon")], ids=name_of)
def test_sessions_print_what_is_shown(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = doctest.DocTestParser().get_doctest("\n".join(blocks(path, "pycon")), {}, name_of(path), str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(session)
    assert runner.summarize(verbose=False).failed == 0, capsys.readouterr().out


@pytest.mark.parametrize("path", [path for path in READERS if blocks(path, "console")], ids=name_of)
def test_terminal_sessions_print_what_is_shown(
    path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for block in blocks(path, "console"):
        for line, wanted in re.findall(r"^\$ charkoni (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            result = cli(*shlex.split(line))
            assert result.code == 0, result.err
            got = "".join(f"{row.rstrip()}\n" for row in result.out.splitlines())
            assert doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS), f"{line}\n{got}"


def shown_commands() -> dict[str, str]:
    """Return the commands of all pages for readers with the page that shows each."""
    lines = {}
    for path in READERS:
        for block in blocks(path, "sh"):
            for line in block.replace("\\\n", " ").splitlines():
                if line.startswith("charkoni "):
                    lines.setdefault(line, name_of(path))
    return lines


@pytest.mark.parametrize("line", shown_commands())
def test_commands_are_understood(line: str) -> None:
    """Every command shown has the options that it is shown with; nothing is run."""
    words = shlex.split(re.sub(r" --lang \w+", "", line), comments=True)[1:]  # which may stand anywhere
    words = words[: next((place for place, word in enumerate(words) if word in ("<", ">", "|")), len(words))]
    command: Any = typer.main.get_command(app)
    context = command.context_class(command, obj=Words("en"))
    while hasattr(command, "resolve_command") and words and not words[0].startswith("-"):
        _, command, words = command.resolve_command(context, words)
        context = command.context_class(command, parent=context)
    command.make_parser(context).parse_args(list(words))


def test_a_command_that_is_not_there_is_noticed() -> None:
    for line in ("charkoni serve --prot 1", "charkoni tournament pear cup", "charkoni play --seed"):
        with pytest.raises(Exception, match=r"No such|requires an argument"):
            test_commands_are_understood(line)


def test_the_seats_shown_are_seats() -> None:
    seats = {word for line in shown_commands() for word in line.split() if re.fullmatch(r"[a-d]=\S+|dice=human", word)}
    assert seats and all(map(is_seat, seats))


def links(path: Path) -> list[str]:
    """Return where the links and pictures of a page lead."""
    tokens = MarkdownIt("commonmark").enable("table").parse(path.read_text(encoding="utf-8"))
    inner = [child for token in tokens for child in token.children or ()]
    return [str(child.attrs[key]) for child in inner for key in ("href", "src") if key in child.attrs]


def anchors(path: Path) -> set[str]:
    """Return the anchors that headings have, as GitHub and MyST make them."""
    heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.strip().lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_lead_to_pages_that_are_there(path: Path) -> None:
    for link in links(path):
        target, _, anchor = link.partition("#")
        if "://" in target or target.startswith("/generated/"):
            continue
        page = (path.parent / target).resolve() if target else path
        assert page.exists(), link
        if anchor and page.suffix == ".md":
            assert anchor in anchors(page) or re.fullmatch(r"[a-z]{1,2}\d+", anchor, re.IGNORECASE), link


def test_every_page_has_a_place_in_the_contents() -> None:
    placed = {"index.md"}
    for path in PAGES:
        for block in re.findall(r"```\{toctree\}\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
            entries = [line.strip() for line in block.splitlines() if line.strip() and not line.startswith(":")]
            placed |= {name_of((path.parent / f"{entry}.md").resolve()) for entry in entries}
    outside = re.compile(r"games/(sources|printed|summary)/")  # pages of the server
    assert {name_of(path) for path in PAGES if not outside.match(name_of(path))} == placed


def test_words_to_search_for_belong_to_pages() -> None:
    pytest.importorskip("sphinx", reason="needs the extra docs: make docs")
    words = runpy.run_path(str(DOCS / "extensions" / "search_terms.py"))["WORDS"]
    assert set(words) <= {name_of(path).removesuffix(".md") for path in PAGES}
    assert {"PGN", "FEN", "UCI", "sub-path"} <= set(" ".join(words.values()).split())


def test_the_reference_finds_names_that_are_imported_on_demand() -> None:
    pytest.importorskip("sphinx", reason="needs the extra docs: make docs")
    page = (DOCS / "program" / "api.md").read_text(encoding="utf-8")
    for name in graphics.__all__:
        vars(graphics).pop(name, None)
    runpy.run_path(str(DOCS / "extensions" / "reference_members.py"))["load_names"](None, "", [page])
    assert {*graphics.__all__} <= {*vars(graphics)}


def test_the_reference_shows_errors_last() -> None:
    pytest.importorskip("sphinx", reason="needs the extra docs: make docs")
    from docutils import nodes
    from docutils.utils import new_document
    from sphinx.addnodes import desc, index

    kinds = ("exception", "class", "exception", "function")
    document = new_document("")
    document += nodes.section("", nodes.title(), *(node(objtype=kind) for kind in kinds for node in (index, desc)))
    runpy.run_path(str(DOCS / "extensions" / "reference_members.py"))["move_errors"](None, document)
    shown = [(type(node), node["objtype"]) for node in [*document[0]][1:]]
    assert shown == [(node, kind) for kind in ("class", "function", "exception", "exception") for node in (index, desc)]


@pytest.mark.long
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="needs the extra docs: make docs")
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "-q", "-b", "html", DOCS, tmp_path]
    built = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"NUMBA_DISABLE_JIT": "1"})
    assert (built.returncode, built.stderr) == (0, "")
    assert (tmp_path / "searchindex.js").stat().st_size > 100_000
    reference = (tmp_path / "program" / "api.html").read_text(encoding="utf-8")
    for package in PROMISED:
        module = importlib.import_module(package)
        shown = [name for name in module.__all__ if f'id="{package}.{name}"' in reference]
        assert not [
            name for name in {*module.__all__} - {*shown} if isinstance(getattr(module, name), type | FunctionType)
        ], package
    for page, language, words in (("ru/play", "ru", "На этой странице"), ("games/gana.tr", "tr", "Bu sayfada")):
        html = (tmp_path / f"{page}.html").read_text(encoding="utf-8")
        assert f'lang="{language}"' in html and words in html and "On this page" not in html
        assert "Made with" not in html and "color theme" not in html and "Light mode" not in html
    assert 'lang="en"' in (tmp_path / "index.html").read_text(encoding="utf-8")
