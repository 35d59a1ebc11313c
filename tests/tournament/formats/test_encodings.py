"""The encoding of lists: what reads plausibly, and what is refused."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charkoni.tournament.formats.encodings import GUESSES, decode, lost_words
from charkoni.tournament.model.errors import BadFile

NAMES = {
    "cp1251": ("Иванов Иван", "Ёлкин", "Щукина Ольга", "Петров-Водкин"),
    "cp1254": ("Güneş Işıl;Muğla", "Çağlayan İbrahim", "Doğan Şeyma;Kırşehir", "Şükrü", "İnci Ömer"),
    "cp1252": ("Muñoz;León", "François Lévêque", "João Guimarães", "Straße", "Jørgen Ångström"),
    "cp1250": ("Dvořák;Plzeň", "Świątek;Łódź", "Šťastný", "Erdős Gyűrű", "Đoković Šabac"),
}


@pytest.mark.parametrize(("encoding", "name"), [(key, name) for key, names in NAMES.items() for name in names])
def test_a_list_of_windows_is_read_in_its_language(encoding: str, name: str) -> None:
    found = decode(f"name;club\r\n{name}\r\n".encode(encoding))
    assert found.text.splitlines()[1] == name
    assert found.is_guess and found.encoding in GUESSES
    assert found.changed_word() in name


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["Güneş Işıl", "Ada", "Иванов", "Жаңыл"])
def test_unicode_is_certain(encoding: str, name: str) -> None:
    found = decode(f"name\trating\tclub\tborn\r\n{name}\t1850\tA\t2007\r\n".encode(encoding))
    assert found.text.splitlines() == ["name\trating\tclub\tborn", f"{name}\t1850\tA\t2007"]
    assert not found.is_guess


def test_a_named_encoding_is_taken_and_one_that_does_not_fit_is_refused() -> None:
    assert decode("Güneş".encode("cp1254"), "cp1252").text == "Güneþ"
    assert decode("Ada".encode("utf-16"), "utf-16").text == "Ada"
    for content, name in ((b"Ada", "utf-16"), ("Güneş".encode("cp1254"), "utf-8"), (b"A\0a", "utf-8"), (b" ", "")):
        with pytest.raises(BadFile):
            decode(content, name)


@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    try:
        found = decode(content)
    except BadFile:
        return
    assert codecs.lookup(found.encoding)


def test_words_whose_letters_are_lost() -> None:
    assert lost_words("name\nG?ne? I?\nWho?\n\ufffdükrü\n") == ["G?ne?", "\ufffdükrü"]
    assert lost_words("name\nAda Lovelace\nwhy? how?\n") == []
