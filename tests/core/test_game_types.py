"""Flags: how they are written, and the number that stands for a value in the state; fields of a record."""

import pickle

import numpy as np
import pytest

from charkoni.core.game_types import Flag, record_dtype


def test_fields_of_a_record_are_attributes_and_its_memory_is_that_of_the_array():
    states = np.zeros(2, record_dtype(("turn", np.int8), ("board", np.uint8, (3,))))
    one = pickle.loads(pickle.dumps(states))[1]
    states[1].turn, states[1].board[2] = -1, 7
    assert (states[1].turn, states["turn"].tolist()) == (-1, [0, -1])
    assert states["board"].tolist() == [[0, 0, 0], [0, 0, 7]]
    assert (one.turn, one.copy().board.tolist()) == (0, [0, 0, 0])
    with pytest.raises(AttributeError, match="no field 'trun'"):
        _ = one.trun
    with pytest.raises(ValueError, match="trun"):
        one.trun = 1


def test_flag_of_two_values_off_and_on_is_a_switch():
    assert Flag("fortress").is_switch
    assert not Flag("steps", ("exact", "upto")).is_switch


def test_flag_stands_in_the_state_as_its_place_or_as_its_own_number():
    assert [Flag("steps", ("exact", "upto")).number(value) for value in ("exact", "upto")] == [0, 1]
    assert Flag("size", ("5", "2"), (5, 2)).number("2") == 2


def test_the_default_is_the_first_value():
    assert (Flag("fortress").default, Flag("size", ("5", "2")).default) == ("off", "5")


def test_a_value_that_a_flag_does_not_have_has_no_number():
    with pytest.raises(ValueError, match="not in tuple"):
        Flag("size", ("5", "2")).number("3")
