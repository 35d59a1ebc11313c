"""The rule pages: their examples and leaf counts are executed, and nothing is left out in translation."""

import re
from pathlib import Path

import pytest

from charkoni import BadGame, games
from charkoni.check import perft
from charkoni.check.examples import Example, LeafCounts, examples
from charkoni.core.compiler import compiled

PAGES = Path(__file__).resolve().parents[2] / "docs" / "games"
TRANSLATIONS = (".ru", ".tr")
MARKS = (
    {},
    {"источник": "source", "прочтение": "reading", "известно": "known", "добавлено": "added"},
    {"kaynak": "source", "yorum": "reading", "bilinen": "known", "ek": "added"},
)
NO_DIAGRAM = r"```\n(game|position|позиция|move|ход|leaves|o\(2j)"
MOST_LEAVES = 2_000_000 if compiled() else 500

PAGE = """\
# A page

```
game mangala
4,4,4,4,4,4:0/4,4,4,4,4,4:0 a | * | 1 2 3 4 5 6        # all six holes
4,4,4,4,4,4:0/4,4,4,4,4,4:0 a | 4 | 4,4,4,1,5,5:1/4,4,4,4,4,4:0 a
0,0,0,0,0,1:24/0,0,0,0,0,1:22 a | 6 | 0,0,0,0,0,0:26/0,0,0,0,0,0:22 .; over: stones, 1:0
0,0,0,0,0,1:24/0,0,0,0,0,1:22 a | 1 | illegal: it is empty
0,0,0,0,0,1:24/0,0,0,0,0,1:22 a | x | illegal: no move

game mosty:size=2
....  a | * | 1 2
2/1/2 a | * | wrong
```

```python
print("game chess")
```

```
leaves
mangala | start | 6, 36
mangala | 0,0,0,0,0,1:24/0,0,0,0,0,1:22 a | 1, 1        # wrong
```
"""


def page(name, language):
    return (PAGES / f"{name}{language}.md").read_text("utf-8")


@pytest.mark.parametrize("name", games())
def test_leaf_counts_of_the_page_hold(name):
    for counts in leaf_counts(name):
        for depth, count in enumerate(counts.counts, 1):
            if count <= MOST_LEAVES:
                assert perft.leaves(counts.root, depth) == count, f"line {counts.line}, depth {depth}"


@pytest.mark.parametrize("name", games())
def test_leaf_counts_of_the_page_are_the_known_ones(name):
    known = {line for line in perft.all_known() if line.game.split(":")[0] == name}
    found = {(each.game.name, each.position, each.counts) for each in leaf_counts(name)}
    assert found == {(line.game, line.position, line.counts) for line in known}


def leaf_counts(name):
    return [each for each in examples(page(name, "")) if isinstance(each, LeafCounts)]


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("name", games())
def test_translations_say_in_their_language_why_a_move_is_illegal(name, language):
    english, translated = (
        {each.wanted for each in examples(page(name, lang)) if getattr(each, "wanted", "").startswith("illegal:")}
        for lang in ("", language)
    )
    assert not english & translated


def content(each):
    """Return what must be alike in all languages: all but the words that say why a move is illegal."""
    if isinstance(each, LeafCounts):
        return each.game.name, each.position, each.counts
    wanted = "illegal" if each.wanted.startswith("illegal:") else each.wanted
    return each.game.name, each.position, each.move, wanted


@pytest.mark.parametrize("name", games())
def test_every_section_has_the_same_clauses_marks_diagrams_and_moves_in_all_languages(name):
    english, *translated = (
        [section(text, marks) for text in re.split(r"^(?=#+ )", page(name, language), flags=re.MULTILINE)]
        for language, marks in zip(("", *TRANSLATIONS), MARKS, strict=True)
    )
    for found in translated:
        assert [each["level"] for each in found] == [each["level"] for each in english]
        for own, other in zip(found, english, strict=True):
            assert own == other


def section(text, marks):
    """Return what is alike in all languages: heading level, clauses, marks of their origin, diagrams, quoted moves."""
    blocks = re.findall(r"^```[^\n]*\n.*?^```", text, re.MULTILINE | re.DOTALL)
    words = re.sub(r"`[^`]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    return {
        "level": text.partition(" ")[0],
        "clauses": sorted(re.findall(r"\b[A-Z]{1,2}[0-9]{1,2}\b", words)),
        "marks": sorted(marks.get(word, word) for word in re.findall(r"\[(\w+)\]", words)),
        "diagrams": [
            re.sub(r"(?![KPkprg]+\b)(?:[^\W\d_]{2,}|[а-яё])(?:'[^\W\d_]+)?,?| ", "", block)
            for block in blocks
            if not re.match(NO_DIAGRAM, block)
        ],
        "moves": sorted(re.findall(r"\*\*([a-h][0-9][nesw]?(?::\w)?)\*\*", text)),
    }


def test_every_game_has_its_pages():
    names = {path.name for path in PAGES.iterdir()}
    assert {f"{name}{language}.md" for name in games() for language in ("", *TRANSLATIONS)} <= names


def test_blocks_are_found_and_run_line_by_line():
    found = list(examples(PAGE))
    assert [(each.line, each.agrees()) for each in found if isinstance(each, Example)] == [
        (5, True),
        (6, True),
        (7, True),
        (8, True),
        (9, True),
        (12, False),
        (13, False),
    ]
    assert [(each.line, each.agrees()) for each in found if isinstance(each, LeafCounts)] == [(22, True), (23, False)]


def test_what_happens_is_told_in_the_words_of_the_page():
    found = [each for each in examples(PAGE) if isinstance(each, Example)]
    assert found[3].run() == "illegal: hole 1 is empty (M2)"
    assert found[5].run().startswith("malformed: ")
    assert found[2].run() == "0,0,0,0,0,0:26/0,0,0,0,0,0:22 .; over: stones, 1:0"


def test_legal_move_that_a_page_calls_illegal_does_not_agree():
    text = "```\ngame mangala\n4,4,4,4,4,4:0/4,4,4,4,4,4:0 a | 4 | illegal: no\n```"
    assert [each.agrees() for each in examples(text)] == [False]


def test_unknown_game_in_a_page_is_refused():
    with pytest.raises(BadGame):
        list(examples("```\ngame chess\ne2 | e4 | e5\n```"))
