"""The readers take any text: what is accepted comes back exactly, everything else is refused with the right error.

Texts are drawn from the golden playthroughs and changed piece by piece, so that many of them nearly obey the grammar.
`fuzz/readers.py` does the same by coverage; what either has found is kept in tests/corpus.
"""

import functools
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from charkoni import BadGame, BadRecord, Record, game, games
from charkoni.check import any_game, golden, readers, toy, variants
from charkoni.core.compiler import bounds_checked, compiled

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
NAMES = (*games(), "mangala:fortress", "mosty:links=2,size=3", "dash", "trio")
pytestmark = pytest.mark.trials

IS_LONG = settings().max_examples > 100
EXAMPLES = 500 if IS_LONG else 40 if compiled() and not bounds_checked() else 10
TOKEN = re.compile(r"[0-9]+|.", re.DOTALL)
PIECES = st.one_of(
    st.sampled_from(list(" /,:*.-+?>~[](){}<>0123456789aAbBcCdDkKlLhHeEnNsSwWpPrRgGxX")),
    st.integers(0, 300).map(str),
    st.sampled_from(["00", "-0", "999999999999999999999", "\n", "\t", "\0", "\u0661", "\u0430", "\u2028", "\\", '"']),
)


@functools.cache
def real_texts(name):
    """Return positions and moves of the golden playthroughs of a game."""
    positions, moves = [], []
    for path in golden.files(any_game(name)):
        text = path.read_text("utf-8")
        lines = text.splitlines()
        positions += [lines[2], *(lines[at + 1] for at, line in enumerate(lines) if line.startswith("> "))]
        moves += golden.moves_of(text)[1]
    return sorted(set(positions)), sorted(set(moves))


@functools.cache
def real_records(name):
    """Return records of the golden playthroughs in both written forms."""
    texts = []
    for path in golden.files(any_game(name)):
        start, moves = golden.moves_of(path.read_text("utf-8"))
        record = Record(any_game(name), any_game(name).parse(start), {"Event": 'a "cup"'})
        for place, move in enumerate(moves[:12]):
            record.play(move, "well {played}" if place == 3 else "", 61_000 if place == 2 else None)
        texts += [str(record), record.json()]
    return texts


@st.composite
def nearly(draw, texts):
    """Draw a text with some pieces left out, put in, replaced or exchanged."""
    tokens = TOKEN.findall(draw(st.sampled_from(texts)))
    for _ in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from(["leave out", "put in", "replace", "exchange", "repeat"]))
        at = draw(st.integers(0, max(0, len(tokens) - 1)))
        if kind == "put in" or not tokens:
            tokens.insert(at, draw(PIECES))
        elif kind == "leave out":
            del tokens[at]
        elif kind == "replace":
            tokens[at] = draw(PIECES)
        else:
            other = draw(st.integers(0, len(tokens) - 1))
            if kind == "exchange":
                tokens[at], tokens[other] = tokens[other], tokens[at]
            else:
                tokens.insert(at, tokens[other])
    return "".join(tokens)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_position_reader(name, data):
    readers.read_position(any_game(name), data.draw(nearly(real_texts(name)[0])))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_move_reader(name, data):
    readers.read_move(any_game(name), data.draw(nearly(real_texts(name)[1])))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=max(10, EXAMPLES // 5))
@given(data=st.data())
def test_record_readers(name, data):
    readers.read_record(data.draw(nearly(real_records(name))), any_game)


@given(text=st.one_of(st.text(), nearly([*variants(), "mosty:size=3,links=1"])))
def test_name_reader(text):
    readers.read_name(text)


@settings(max_examples=EXAMPLES)
@given(text=st.text())
def test_any_text_at_all(text):
    for name in ("mangala", "dash"):
        readers.read_position(any_game(name), text)
        readers.read_move(any_game(name), text)
    readers.read_record(text, any_game)


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@settings(max_examples=EXAMPLES)
@given(
    event=WORDS,
    opening=WORDS,
    comments=st.lists(WORDS, max_size=4),
    clock=st.one_of(st.none(), st.integers(0, 9999 * 3_600_000)),
)
def test_record_keeps_every_text_it_is_given(event, opening, comments, clock):
    record = Record(toy("trio"), tags={"Event": event})
    record.comment = opening
    for move, comment in zip("1357", comments, strict=False):
        record.play(move, comment, clock)
    assert Record.parse(str(record), any_game) == record
    assert Record.from_json(record.json(), any_game) == record


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.txt")), ids=lambda path: path.stem)
def test_what_was_found_once_stays_repaired(path):
    """A file holds the kind of text, the game, and the text as a JSON string, a line each."""
    kind, name, text = path.read_text("utf-8").splitlines()
    readers.READERS[kind](any_game(name), json.loads(text))


def test_code_that_does_not_exist_is_told(monkeypatch):
    for name, broken in [("read_move", lambda text, flags: 77), ("write_move", lambda code, flags: "1")]:
        monkeypatch.setattr(toy("trio").family.text, name, broken, raising=False)
    monkeypatch.setattr(toy("trio"), "_codes_by_text", {})
    monkeypatch.setattr(toy("trio"), "_texts_by_code", {})
    with pytest.raises(AssertionError, match="code 77 of 7"):
        readers.read_move(toy("trio"), "1")


def test_other_errors_come_through(monkeypatch):
    monkeypatch.setattr(toy("trio").family.text, "read_state", lambda text, s, flags: int(text))
    with pytest.raises(ValueError, match="invalid literal"):
        readers.read_position(toy("trio"), "a")


def test_errors_are_of_the_reader_s_own_kind():
    with pytest.raises(BadGame):
        game("x")
    with pytest.raises(BadRecord):
        Record.parse("x")
