"""Errors and their reasons."""

import pickle

import pytest

from charkoni import BadGame, BadMove, BadPosition, BadRecord, BadText, IllegalMove
from charkoni.core.errors import N_, Reason, Refusal, shorten, untranslated

EMPTY = Reason("EMPTY_HOLE", "M2", N_("hole {hole} is empty"), {"hole": 3})
POSITION = "4,4,0,4,4,4:4/4,4,4,4,4,4:0 a"
RUSSIAN = {
    "hole {hole} is empty": "лунка {hole} пуста",
    "in": "в",
    "line {line}, column {column}": "строка {line}, столбец {column}",
}


def russian(message):
    return RUSSIAN[message]


@pytest.mark.parametrize("kind", [BadGame, BadMove, BadPosition, BadRecord, BadText, IllegalMove])
def test_every_error_is_a_value_error(kind):
    assert issubclass(kind, Refusal) and issubclass(kind, ValueError)


@pytest.mark.parametrize("kind", [BadGame, BadMove, BadPosition, BadRecord])
def test_unreadable_texts_share_an_error(kind):
    assert issubclass(kind, BadText)


def test_illegal_move_is_readable_so_it_is_no_bad_text():
    assert not issubclass(IllegalMove, BadText)


def test_message_is_the_text_where_it_stood_and_why_with_its_clause():
    assert str(IllegalMove("3", EMPTY, POSITION)) == f"'3' in '{POSITION}': hole 3 is empty (M2)"


def test_message_without_a_place_leaves_it_out():
    assert str(BadMove("x", EMPTY)) == "'x': hole 3 is empty (M2)"


def test_message_of_a_record_begins_with_line_and_column():
    assert str(BadRecord("7", EMPTY, "", 2, 5)) == "line 2, column 5: '7': hole 3 is empty (M2)"


def test_reason_without_a_clause_is_the_sentence_alone():
    assert Reason("UNKNOWN_GAME", "", "no such game").message() == "no such game"


def test_braces_in_an_argument_are_not_fields():
    assert Reason("X", "", "not {word}", {"word": "{hole}"}).message() == "not {hole}"


def test_messages_are_translated_piece_by_piece():
    assert IllegalMove("3", EMPTY, POSITION).message(russian) == f"'3' в '{POSITION}': лунка 3 пуста (M2)"
    assert BadRecord("7", EMPTY, "", 2, 5).message(russian) == "строка 2, столбец 5: '7': лунка 3 пуста (M2)"


def test_marking_changes_nothing():
    assert N_("as it is") == untranslated("as it is") == "as it is"


def test_at_adds_the_place_to_the_same_kind_of_error():
    error = BadMove("x", EMPTY).at(POSITION)
    assert type(error) is BadMove
    assert (error.text, error.reason, error.where) == ("x", EMPTY, POSITION)


@pytest.mark.parametrize("error", [IllegalMove("3", EMPTY, POSITION), BadRecord("7", EMPTY, "here", 2, 5)])
def test_errors_come_back_from_a_pickle(error):
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [("abcdef", 6, "abcdef"), ("abcdefghijkl", 11, "abc ... jkl"), ("x" * 401, 400, f"{'x' * 197} ... {'x' * 197}")],
)
def test_long_texts_are_shortened_in_the_middle(text, most, short):
    assert shorten(text, most) == short


def test_long_texts_are_shortened_in_messages():
    assert len(str(BadPosition("9" * 10_000, EMPTY))) < 500
