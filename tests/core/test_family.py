"""Families: names of variants, canonical flags, combinations of flags, and the modules of the folder."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from charkoni import BadGame
from charkoni.check import toy
from charkoni.core.errors import Reason
from charkoni.core.family import split_name
from charkoni.core.game_types import Flag

FAMILY = replace(toy("trio").family, name="pounce", flags=(Flag("size", ("5", "2", "9")), Flag("misere")))
EXCLUSIVE = replace(
    FAMILY, incompatible_flags=lambda flags: Reason("TOO_LARGE", "", "too large") if flags["size"] == "9" else None
)


@pytest.mark.parametrize(
    ("options", "canonical"),
    [("", ""), ("size=5", ""), ("size=2,misere", "misere,size=2"), ("misere,size=5", "misere"), ("size=9", "size=9")],
)
def test_flags_are_written_without_defaults_in_alphabetical_order(options, canonical):
    assert FAMILY.canonical(options) == canonical


def test_all_flags_have_values():
    assert FAMILY.flag_values("misere") == {"size": "5", "misere": "on"}


@pytest.mark.parametrize(
    ("options", "code"),
    [("big", "UNKNOWN_FLAG"), ("size=3", "UNKNOWN_VALUE"), ("size", "UNKNOWN_VALUE"), ("misere=on", "UNKNOWN_VALUE")],
)
def test_unknown_flags_and_values_are_refused(options, code):
    with pytest.raises(BadGame) as caught:
        FAMILY.canonical(options)
    assert (caught.value.text, caught.value.reason.code) == (f"pounce:{options}", code)


def test_flags_that_exclude_each_other_are_refused():
    assert EXCLUSIVE.canonical("size=2") == "size=2"
    with pytest.raises(BadGame, match="'pounce:size=9': too large"):
        EXCLUSIVE.canonical("size=9")


def test_combinations_have_the_fewest_changes_first_and_leave_out_what_is_excluded():
    every = ("", "size=2", "size=9", "misere", "misere,size=2", "misere,size=9")
    assert FAMILY.combinations() == FAMILY.combinations(6) == every
    assert EXCLUSIVE.combinations() == ("", "size=2", "misere", "misere,size=2")


def test_of_many_combinations_those_with_one_flag_changed_are_left():
    assert FAMILY.combinations(5) == ("", "size=2", "size=9", "misere")


def test_modules_of_the_folder_are_found_without_an_import():
    assert FAMILY.has("rules") and not FAMILY.has("teaching") and not FAMILY.has("teaching.lessons")
    assert FAMILY.module("text") is FAMILY.text
    assert (FAMILY.locale.parent.name, FAMILY.catalog.title) == ("trio", "pounce")


def test_a_broken_invariant_is_listed_or_returned_by_a_function_as_in_version_1():
    copy = replace(FAMILY)
    assert copy.invalid(2).code == FAMILY.reasons.INVALID[1].code
    copy.__dict__["reasons"] = SimpleNamespace(invalid=lambda number: Reason(f"BROKEN_{number}", "", ""))
    assert copy.invalid(2).code == "BROKEN_2"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("mangala", ("mangala", [])),
        ("mangala:fortress", ("mangala", [("fortress", None)])),
        ("mosty:size=7,links=2", ("mosty", [("size", "7"), ("links", "2")])),
        ("go9:a=1b,c", ("go9", [("a", "1b"), ("c", None)])),
    ],
)
def test_split_name(name, parts):
    assert split_name(name) == parts


@pytest.mark.parametrize("name", ["", "go:", ":a", "9go", "go:a,", "go:a=", "go:A", "go:a,b,a", "go:a=1,a=2"])
def test_a_name_outside_the_grammar_is_refused_and_quoted(name):
    with pytest.raises(BadGame) as caught:
        split_name(name)
    assert (caught.value.text, caught.value.reason.code) == (name, "BAD_NAME")


def test_the_refusal_shows_an_example_or_the_repeated_flag():
    for name, words in (("go:", "as in name:flag,other=value"), ("go:a,b,a", "the flag a is named twice")):
        with pytest.raises(BadGame, match=words):
            split_name(name)
