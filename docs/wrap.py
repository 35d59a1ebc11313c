"""Wraps the paragraphs of all Markdown files at 120 columns:  python docs/wrap.py [--check] [FILE ...]

Only paragraphs are touched: headings, tables, fenced blocks, comments and MyST's own lines stay as they are.  Code
spans, targets of links and HTML tags are never broken.  A file whose rendering would differ is refused.
"""

import argparse
import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[1]
WIDTH = 120

_PARSER = MarkdownIt("commonmark").enable("table")

_DIRECTIVE = re.compile(r"\s*(:::|\{[^}]*\}$|\([\w-]+\)=$|\+\+\+)")
"""Lines that mean something to MyST and stand alone: colon fences, attributes, targets, block breaks."""

_ATOM = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|\]\([^)]*\)|<[^>]*>|\{[^}]*\}|[^\s`]+?(?=`|\]\(|<|\{|\s|$)|\S")
"""A piece of text without a place to break: a code span, the target of a link, a tag, attributes, part of a word."""

_STARTS_BLOCK = re.compile(r"([-+*]|#{1,6}|=+|-+|\d+[.)])$|>|\||:::|~~~")
"""Words that would begin another block if a line began with them."""


def wrapped(text: str) -> str:
    """Return Markdown with its paragraphs wrapped; raise ValueError where this would change the rendering."""
    lines = text.split("\n")
    tokens = _PARSER.parse(text)
    for opening, inline in reversed([*itertools.pairwise(tokens)]):
        if opening.type == "paragraph_open" and inline.map:
            first, last = inline.map
            lines[first:last] = _paragraph(lines[first:last], inline.content.split("\n")[0])
    result = "\n".join(lines)
    if _rendered(result) != _rendered(text):
        raise ValueError("wrapping would change what is rendered")
    return result


def _rendered(text: str) -> list[str]:
    return _PARSER.render(text).split()


def _paragraph(lines: list[str], content: str) -> list[str]:
    """Return the lines of a paragraph wrapped; `content` is its first line without indentation and markers."""
    prefix = lines[0][: lines[0].rindex(content)] if content in lines[0] else ""
    following = re.sub(r"[^>\s]", " ", prefix)
    result: list[str] = []
    part: list[str] = []
    for number, line in enumerate(lines):
        bare = content if number == 0 else line.lstrip(" >" if ">" in prefix else " ")
        alone = _DIRECTIVE.match(bare)
        if alone:
            result += _filled(" ".join(part), following if result else prefix, following)
            result.append(line)
            part = []
            continue
        part.append(bare.rstrip() + ("\n" if bare.endswith(("  ", "\\")) else ""))
    return result + _filled(" ".join(part), following if result else prefix, following)


def _filled(text: str, prefix: str, following: str) -> list[str]:
    """Return text as lines of at most WIDTH columns where its words allow it."""
    lines: list[str] = []
    line = prefix
    for word in _words(text):
        if len(line) + len(word) + 1 > WIDTH and line not in (prefix, following):
            lines.append(line.rstrip())
            line = following + word
        else:
            line += word if line in (prefix, following) else f" {word}"
        if word.endswith("\n"):
            hard = "" if line.rstrip().endswith("\\") else "  "
            lines.append(line.rstrip() + hard)
            line = following
    return lines if line in (prefix, following) else [*lines, line.rstrip()]


def _words(text: str) -> Iterator[str]:
    """Yield the pieces between which a line may break; a piece that ends a line for good ends with a line break."""
    word, end = "", 0
    for found in _ATOM.finditer(text):
        gap = text[end : found.start()]
        if "\n" not in gap and word and gap and _STARTS_BLOCK.match(text[found.start() :].split(maxsplit=1)[0]):
            word += " "
        elif word and gap:
            yield word + ("\n" if "\n" in gap else "")
            word = ""
        word += found[0]
        end = found.end()
    if word:
        yield word


def _files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


def main() -> int:
    """Wrap the files named, or all that git knows; with --check only name those that are not wrapped."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if a file is not wrapped")
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    unwrapped = []
    for path in arguments.files or _files():
        text = path.read_text(encoding="utf-8")
        try:
            result = wrapped(text)
        except ValueError as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 1
        if result != text:
            unwrapped.append(path)
            if not arguments.check:
                path.write_text(result, encoding="utf-8")
    for path in unwrapped:
        print(f"{path}: {'not wrapped; run: python docs/wrap.py' if arguments.check else 'wrapped'}")
    return int(arguments.check and bool(unwrapped))


if __name__ == "__main__":
    sys.exit(main())
