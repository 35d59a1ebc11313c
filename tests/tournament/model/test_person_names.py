"""Names of persons."""

import pytest

from charkoni.tournament.model.errors import BadEntry
from charkoni.tournament.model.person_names import checked_name, folded, is_near, latin, sort_key


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "needed"),
        ("  ", "needed"),
        ("x" * 200, "at most"),
        ("A\u202eB", "U+202E"),
        ("A\x00B", "U+0000"),
        ("A\u200bB", "U+200B"),
    ],
)
def test_names_that_are_refused(name: str, problem: str) -> None:
    with pytest.raises(BadEntry) as error:
        checked_name(name)
    assert problem in str(error.value)


def test_names_of_any_script() -> None:
    assert checked_name("  Әбдірахманов   Нұрғиса ") == "Әбдірахманов Нұрғиса"
    assert checked_name("<b>Robert'); DROP TABLE</b>") == "<b>Robert'); DROP TABLE</b>"
    assert folded("İBRAHİM Işıl") == folded("Işıl İbrahim")
    assert folded("Артём") == folded("АРТЕМ")
    assert sorted(["Zeki", "Çağ", "Cem", "Işıl", "İnan", "Igdir"], key=lambda n: sort_key(n, "tr")) == [
        "Cem", "Çağ", "Igdir", "Işıl", "İnan", "Zeki",
    ]  # fmt: skip
    mixed = ["Яна", "Şükrü", "Zeynep", "Çağla", "İnci", "Ahmet", "Łukasz", "Иван", "Ødegaard", "Nil", "Işıl"]
    latin_order = ["Ahmet", "Çağla", "İnci", "Işıl", "Łukasz", "Nil", "Ødegaard", "Şükrü", "Zeynep"]
    for language in ("ru", "kk", "ky"):
        assert sorted(mixed, key=lambda n: sort_key(n, language)) == ["Иван", "Яна", *latin_order]
    assert sorted(mixed, key=lambda n: sort_key(n, "en")) == [*latin_order, "Иван", "Яна"]
    assert sorted(["Яна", "Ёлка", "Егор", "Жан"], key=lambda n: sort_key(n, "ru")) == ["Егор", "Ёлка", "Жан", "Яна"]
    assert latin("Щукин Қайрат") == "Shchukin Qayrat"


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("Иванов Иван", "Ivanov Ivan", True),
        ("Касымбекова Айгуль", "Касымбекова Айгул", True),
        ("Yılmaz Mehmet", "Yilmas Mehmet", True),
        ("Ivanov Ivan 1", "Ivanov Ivan 2", False),
        ("Ng", "Ny", False),
        ("Ivanov Ivan", "Petrov Ivan", False),
    ],
)
def test_near_names(one: str, other: str, near: bool) -> None:
    assert is_near(one, other) == near == is_near(other, one)
