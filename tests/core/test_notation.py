"""The written form of a record: tags, turns, clocks and comments, there and back, and what is refused where."""

import pytest

from charkoni import BadRecord
from charkoni.core.notation import (
    LONGEST_MS,
    WIDTH,
    WrittenLine,
    WrittenMove,
    clock_text,
    read_json,
    read_text,
    write_json,
    write_text,
)

TAGS = {"Game": "mangala", "A": 'Anna "the fox" \\', "Event": "two\nlines"}
STEPS = [
    WrittenMove("4", clock_ms=872_000),
    WrittenMove("6", True, "two {in} a row"),
    WrittenMove("3"),
    WrittenMove("6+:5"),
]
LINE = WrittenLine("opening", STEPS)
TEXT = """\
[Game "mangala"]
[A "Anna \\"the fox\\" \\\\"]
[Event "two\\nlines"]

{opening} 4 <0:14:32> +6 {two \\{in\\} a row} 3 6+:5
"""


def parts(sheet):
    """Return all of a sheet but where things stand."""
    return sheet.tags, sheet.comment, [(step.move, step.comment, step.clock_ms) for step in sheet.steps]


@pytest.mark.parametrize(
    ("clock_ms", "text"),
    [(0, "0:00:00"), (872_000, "0:14:32"), (61_007, "0:01:01.007"), (LONGEST_MS - 1, "9999:59:59.999")],
)
def test_a_clock_shows_hours_minutes_seconds_and_perhaps_milliseconds(clock_ms, text):
    assert clock_text(clock_ms) == text
    assert read_text(f'[Game "x"]\n\n1 <{text}>').steps[0].clock_ms == clock_ms


def test_t6_a_sheet_is_written_as_tags_and_turns():
    assert write_text(TAGS, LINE) == TEXT


def test_a_text_is_read_back_with_its_places():
    sheet = read_text(TEXT)
    assert parts(sheet) == (TAGS, "opening", [(step.move, step.comment, step.clock_ms) for step in STEPS])
    assert [step.joined for step in sheet.steps] == [False, True, False, False]
    assert sheet.places["A"] == (2, 1)
    assert [(step.line, step.column) for step in sheet.steps] == [(5, 11), (5, 24), (5, 45), (5, 47)]


def test_both_forms_hold_the_same():
    assert parts(read_json(write_json(TAGS, LINE))) == parts(read_text(TEXT))


def test_lines_are_broken_between_words_only():
    lines = write_text({"Game": "x"}, WrittenLine("", [WrittenMove("a" * 30) for _ in range(5)])).splitlines()
    assert [len(line) for line in lines[2:]] == [61, 61, 30] and WIDTH == 80


def test_several_comments_are_joined_by_a_space():
    assert read_text('[Game "x"]\n\n{one} {two} 1 {three}{four}').comment == "one two"
    assert read_text('[Game "x"]\n\n1 {three}{four}').steps[0].comment == "three four"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("1 2", "NO_GAME", (1, 1)),
        ('[Game "x]', "BAD_TAG", (1, 1)),
        ('[Game "x"]\n [Game "y"]', "BAD_TAG", (2, 2)),
        ('[Game "x"]\n\n1 {open', "BAD_COMMENT", (3, 3)),
        ('[Game "x"]\n\n1 <1:2:3>', "BAD_CLOCK", (3, 3)),
        ('[Game "x"]\n\n<0:00:01> 1', "BAD_CLOCK", (3, 1)),
        ('[Game "x"]\n\n1 2++3', "BAD_STEP", (3, 5)),
        ('[Game "x"]\n\n+1', "BAD_STEP", (3, 1)),
    ],
)
def test_a_text_outside_the_grammar_is_refused_at_its_place(text, code, place):
    with pytest.raises(BadRecord) as caught:
        read_text(text)
    assert (caught.value.reason.code, (caught.value.line, caught.value.column)) == (code, place)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"charkoni": 2}', '{"charkoni": 1, "game": "x", "plies": [{}]}'])
def test_json_of_another_shape_is_refused(text):
    with pytest.raises(BadRecord) as caught:
        read_json(text)
    assert caught.value.reason.code == "BAD_JSON"
