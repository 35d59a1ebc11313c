"""Countries: names in five languages and all codes lead to FIDE's code."""

import re

import pytest
from babel import Locale

from charkoni.tournament.model.countries import choices, country_code
from charkoni.tournament.model.errors import BadField


def letters(name: str) -> str:
    """Return a name without its dashes, of which this program has one kind."""
    return re.sub(r"\W+", " ", name)


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("KGZ", "KG kgz Kyrgyzstan Киргизия Кыргызстан Kırgızistan Қырғызстан"),
        ("GER", "DE deu GER Germany Германия Almanya"),
        ("TUR", "tr Türkiye Turkey TURKIYE Турция"),
        ("BRN", "BH BRN Bahrain"),  # Brunei's code of ISO is that of Bahrain by FIDE
        ("BRU", "bn Brunei"),
        ("RSA", "ZA zaf rsa"),
        ("ENG", "eng England Англия"),
        ("ABC", "abc"),
        ("MAR", "Fas Morocco"),
    ],
)
def test_codes_and_names_lead_to_the_code(code: str, written: str) -> None:
    assert {country_code(text) for text in written.split()} == {code}


@pytest.mark.parametrize("language", ["en", "ru", "tr", "kk", "ky"])
def test_every_name_of_the_list_is_read(language: str) -> None:
    names = choices(language)
    assert len(names) > 240
    assert {code: country_code(name) for code, name in names.items()} == {code: code for code in names}
    assert set(map(letters, names.values())) <= set(map(letters, Locale(language).territories.values()))


def test_what_is_no_country_is_refused_with_near_names() -> None:
    with pytest.raises(BadField, match=r"Kyrgyzstan \(KGZ\)\?"):
        country_code("Kyrgistan")
    with pytest.raises(BadField, match="write its code"):
        country_code("Ruritania")
    assert country_code(" ") == ""
