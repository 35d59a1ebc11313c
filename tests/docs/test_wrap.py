"""Markdown is wrapped at 120 columns, and wrapping changes no page."""

import importlib.util
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

SPEC = importlib.util.spec_from_file_location("wrap", Path(__file__).parents[2] / "docs" / "wrap.py")
assert SPEC and SPEC.loader
wrap = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(wrap)

WORDS = st.sampled_from(
    [
        "word",
        "1.",
        "-",
        "+",
        "#",
        "**bold**",
        "`code of four words`",
        "[a link](page.md#part)",
        "longer-than-most,",
        ">",
    ]
)
PARAGRAPHS = st.lists(WORDS, max_size=60).map(lambda words: " ".join(["Text", *words]))


@given(st.sampled_from(["", "- ", "10. ", "> ", "- > "]), st.lists(PARAGRAPHS, min_size=1, max_size=3))
def test_wrapped_text_renders_the_same_fits_and_is_stable(prefix: str, paragraphs: list[str]) -> None:
    text = "".join(f"{prefix}{each}\n\n" for each in paragraphs)
    result = wrap.wrapped(text)
    render = MarkdownIt("commonmark").enable("table").render
    assert render(result).split() == render(text).split()
    assert max(map(len, result.split("\n"))) <= 120
    assert wrap.wrapped(result) == result


@pytest.mark.parametrize(
    "text",
    [
        "# A heading " + "long " * 40,
        "| a | table |\n|---|---|\n| " + "wide " * 40 + "| x |",
        "```sh\n" + "command " * 40 + "\n```",
        "::::{container} door\n[Play](play.md)\n\nText.\n::::",
        "One line that ends for good  \nand the next",
        "`" + "code " * 40 + "`",
    ],
)
def test_what_is_no_paragraph_stays(text: str) -> None:
    assert wrap.wrapped(text) == text


def test_a_long_line_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("word " * 40 + "\n", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["wrap.py", "--check", str(page)])
    assert wrap.main() == 1
    monkeypatch.setattr("sys.argv", ["wrap.py", str(page)])
    assert wrap.main() == 0
    assert page.read_text(encoding="utf-8").split("\n")[0] == ("word " * 24).strip()
