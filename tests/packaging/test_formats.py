"""Dates and numbers in five languages: as Babel writes them, by a table built from it."""

from datetime import date, timedelta

import pytest
from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal, format_percent
from hypothesis import given
from hypothesis import strategies as st

from charkoni.core.translations import EVENT_LANGUAGES, Words

languages = st.sampled_from(sorted(EVENT_LANGUAGES))


@given(languages, st.dates())
def test_dates_are_those_of_babel(language: str, at: date) -> None:
    words = Words(language)
    assert words.long_date(at) == format_date(at, "long", locale=language)
    assert words.day_and_month(at) == format_skeleton("MMMMd", at, locale=language)


@given(languages, st.integers(-999_999, 999_999), st.integers(0, 2))
def test_numbers_below_a_thousand_are_those_of_babel(language: str, thousandths: int, digits: int) -> None:
    words, value = Words(language), thousandths / 1000
    assert words.number(value) == format_decimal(value, locale=language)
    share = round(abs(value) / 1000, 2 + digits)
    assert words.percent(share, digits) == format_percent(share, locale=language, decimal_quantization=False)


@pytest.mark.parametrize("language", sorted(EVENT_LANGUAGES))
def test_every_month_has_its_name(language: str) -> None:
    first = date(2026, 1, 15)
    assert len({Words(language).day_and_month(first + timedelta(days=30 * month)) for month in range(12)}) == 12
