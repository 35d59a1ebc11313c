"""Records with variations and marks, and files of many records: written and read without loss."""

import copy
import io
import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import charkoni
from charkoni import BadRecord, IllegalMove, Ply, Record, Variation, read_records
from charkoni.core.game import Position
from charkoni.core.notation import MARKS
from charkoni.core.record_files import texts_of_records

pytestmark = pytest.mark.once

NAMES = ("mangala", "mosty:size=3", "barbakan", "focus", "gana", "chaupar", "banglagor")
WORDS = ("", "good", "{in} braces", "a ) here", '[Game "x"]', "two\nlines", "back\\slash")


def line(chosen: random.Random, position: Position, length: int, depth: int) -> tuple[Ply, ...]:
    """Return random plies from a position, with variations in variations."""
    plies: list[Ply] = []
    while len(plies) < length and position.outcome is None:
        move = chosen.choice(position.moves)
        count = chosen.randrange(3) if depth < 3 and chosen.random() < 0.2 else 0
        inner = tuple(
            Variation(line(chosen, position, chosen.randint(1, 4), depth + 1), chosen.choice(WORDS))
            for _ in range(count)
        )
        clock = chosen.choice((None, None, chosen.randrange(10**7)))
        plies.append(Ply(move, chosen.choice(WORDS), clock, chosen.choice(("", "", *MARKS)), inner))
        position = position.play(move)
    return tuple(plies)


def annotated(seed: int) -> Record:
    """Return a random record with comments, clocks, marks and variations."""
    chosen = random.Random(seed)
    record = Record(charkoni.game(chosen.choice(NAMES)))
    for ply in line(chosen, record.position, chosen.randint(1, 30), 0):
        record.play(ply.move, ply.comment, ply.clock_ms, ply.mark)
        for each in ply.variations:
            record.vary(-1, each.plies, each.comment)
    return record


@given(st.integers(0, 10**6))
def test_both_forms_keep_the_whole_tree(seed: int) -> None:
    record = annotated(seed)
    text = str(record)
    assert Record.parse(text) == record == Record.from_json(record.json())
    assert str(Record.parse(text)) == text
    assert copy.copy(record) == record == pickle.loads(pickle.dumps(record))
    assert [ply for depth, _, ply in record.walk() if depth == 0] == list(record)


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=4))
def test_a_file_holds_many_records(seeds: list[int]) -> None:
    records = [annotated(seed) for seed in seeds]
    assert list(read_records(io.StringIO("\n".join(map(str, records))))) == records


def test_a_bad_record_has_its_line_in_the_file_and_hides_no_other(tmp_path: Path) -> None:
    good, bad = '[Game "mosty:size=2"]\n\nb2 {(not a ) variation} c1\n', '[Game "mosty:size=2"]\n\nb2 (b2 b2) c1\n'
    path = tmp_path / "games.txt"
    path.write_text(good + "\n" + bad + "\n" + good, encoding="utf-8-sig")
    errors: list[BadRecord] = []
    assert len(list(read_records(path, errors))) == 2
    assert [(error.line, error.column) for error in errors] == [(7, 8)]
    with pytest.raises(BadRecord, match="line 7, column 8"):
        list(read_records(str(path)))


def test_a_file_is_read_as_far_as_one_asks() -> None:
    def lines() -> object:
        yield from ('[Game "mosty:size=2"]\n', "\n", "b2\n", '[Game "mosty:size=2"]\n')
        raise AssertionError("read too far")

    assert len(next(read_records(lines()))) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("moves", "place"),
    [
        ("(b2) c1", (3, 1)), ("b2 () c1", (3, 5)), ("b2 (c1", (3, 7)), ("b2) c1", (3, 3)), ("b2 (c1))", (3, 8)),
        ("b2 ({only words})", (3, 17)), ("b2 (zz)", (3, 5)), ("b2 (c1 (a1) (a3 b2 b2)) c1", (3, 20)),
        ("b2 " + "(c1 " * 21 + ")" * 21, (3, 84)), ("b2!!! c1", (3, 1)), ("! b2", (3, 1)),
    ],
)  # fmt: skip
def test_a_variation_that_cannot_be_is_refused_at_its_place(moves: str, place: tuple[int, int]) -> None:
    with pytest.raises(BadRecord) as error:
        Record.parse(f'[Game "mosty:size=2"]\n\n{moves}\n')
    assert (error.value.line, error.value.column) == place


def test_what_cannot_be_written_is_not_taken() -> None:
    record = Record(charkoni.game("mosty:size=2"))
    record.play("b2", mark="!?")
    for wrong in ((), ("b2", "b2"), ("zz",)):
        with pytest.raises((ValueError, IllegalMove)):
            record.vary(0, wrong)
    with pytest.raises(ValueError, match="no mark"):
        record.play("c1", mark="!!!")
    with pytest.raises(ValueError, match="no mark"):
        record.vary(0, [Ply("c1", mark="+")])
    assert [str(ply.variations) for ply in record] == ["()"]
    record.vary(-1, ["c1", Ply("c3", "to the edge", 5000)], "or")
    assert "b2!? ({or} c1 c3 <0:00:05> {to the edge})" in str(record)


def test_an_undone_ply_takes_its_variations_along() -> None:
    record = Record(charkoni.game("mosty:size=2"))
    record.play("b2")
    record.vary(0, ["c1"])
    record.undo()
    record.play("b2")
    assert record.plies == (Ply("b2"),)


def test_old_records_and_what_is_none_are_one_text() -> None:
    for text in ("", "1 2\n", '{"charkoni": 1}\n', '[Game "mangala"]\n\n4 6\n'):
        assert [body for _, body in texts_of_records(io.StringIO(text))] == [text]


def test_steps_of_one_turn_are_joined_in_variations_too() -> None:
    record = Record(charkoni.game("mangala"))
    for move in ("4", "6", "3"):
        record.play(move)
    record.vary(1, ["3", "2"])
    record.vary(0, ["4", "6", "3"])
    assert str(record).splitlines()[-1] == "4 (4+6 3) +6 (+3 2) 3"


def test_a_variation_in_a_variation_is_checked() -> None:
    record = Record(charkoni.game("mosty:size=2"))
    record.play("b2")
    with pytest.raises(IllegalMove):
        record.vary(0, ["c1", Ply("c3", variations=(Variation((Ply("c1"),)),))])


def test_a_tag_in_a_comment_begins_no_record() -> None:
    text = '[Game "mosty:size=2"]\n\nb2 {as in\n[Game "mangala"]\nbut with a bracket \\} } c1\n'
    assert [len(record) for record in read_records(io.StringIO(text))] == [2]
