"""Names of members: which ones are one name to the eye, and which are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import LONGEST_NAME
from charkoni.web.people.names import checked, key_of

LETTERS = st.text(st.characters(categories=("L", "M", "N", "P", "S", "Z", "Cf", "Cc")), max_size=40)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "Аdа"),
        ("Ada", "ADA"),
        ("Ada", "a d.a"),
        ("Ilya", "llya"),
        ("Zoë", "Zoe"),
        ("Пётр", "ПЕТР"),
        ("Bob", "B0b"),
        ("Arno", "Amo"),
        ("Işıl", "ISIL"),
        ("Ηοmеr", "Homer"),
        ("Ada", "Ａｄａ"),
    ],
)
def test_names_that_look_alike_are_one(name: str, other: str) -> None:
    assert key_of(name) == key_of(other)


def test_other_names_are_others() -> None:
    names = ["Ada", "Ben", "Пётр", "Анна", "Ивaн", "Иван Петров", "Zeynep", "Ayşe", "Ali", "Ayse 2", "Петя"]
    assert len({key_of(name) for name in names}) == len(names)


@given(LETTERS)
def test_a_name_is_stored_as_it_is_compared(text: str) -> None:
    try:
        name = checked(text)
    except Refused as error:
        assert error.code == "BAD_NAME"
        return
    assert 0 < len(name) <= LONGEST_NAME
    assert checked(name) == name and key_of(name)


@pytest.mark.parametrize("text", ["", "   ", "!?", "\u202e\u200b", "Аda", "Guest", "Гость", "Former member"])
def test_names_that_deceive_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="BAD_NAME"):
        checked(text)


@pytest.mark.parametrize("text", ["Анна Smith", "Ada 2", "Ο Γιάννης", "<svg onload=x>", "Ayşe Yılmaz", "李娜"])
def test_names_of_several_words_may_have_several_alphabets(text: str) -> None:
    assert checked(text) == text
