"""Categories: one grammar of lists, rules, membership by data and by marks, what does not fit together."""

from dataclasses import replace

import pytest

from charkoni.core.translations import Words
from charkoni.tournament.model.categories import (
    category_text,
    fits,
    fund_texts,
    is_member,
    parse_category,
    parts,
    rule_in_words,
    rule_texts,
    sex_of,
)
from charkoni.tournament.model.category_members import by_entry, members, remarks
from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry, Person
from charkoni.tournament.model.settings import parse_setting, with_changes


def event(people: list[tuple[str, str, str, tuple[str, ...]]], *rules: str, prizes: str = "") -> Tournament:
    """Return an event of people: name, birth, sex, marks."""
    state = Tournament()
    changes = {"categories": list(rules), "prizes": fund_texts(prizes)}
    entries = tuple(Entry(id_, f"p{id_}", categories=marks) for id_, (_, _, _, marks) in enumerate(people, 1))
    persons = {f"p{id_}": Person(name, birth=birth, sex=sex) for id_, (name, birth, sex, _) in enumerate(people, 1)}
    return replace(state, settings=with_changes(state.settings, changes), entries=entries, people=persons)


@pytest.mark.parametrize("text", ["W,U18", "W;U18", "W/U18", "W | U18", " W ,, U18 / "])
def test_one_grammar_of_separators(text: str) -> None:
    assert parts(text) == ["W", "U18"]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Women: f; U18: 2009+", ["Women: f", "U18: 2009+"]),
        ("Girls: ж, >=2009 / Veterans: <=1965", ["Girls: f, 2009+", "Veterans: 1965-"]),
        ("U12: 2014–2016; Osh: club=Osh; Guests:", ["U12: 2014-2016", "Osh: club=Osh", "Guests: mark=Guests"]),
        ("Girls:, f, 2009 +", ["Girls: f, 2009+"]),
    ],
)
def test_rules_are_read_and_written(text: str, rules: list[str]) -> None:
    assert rule_texts(text) == rules == parse_setting("categories", text)
    assert [category_text(parse_category(rule)) for rule in rules] == rules


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("f", "with its rule"),
        ("U18: young", "with its rule"),
        ("U18: 2009-2005", "the earlier one first"),
        ("U18: 1009+", "1900 to 2100"),
        ("U=8: 2009+", "has up to 40 signs"),
        ("Girls: f, m", "two rules about the same thing"),
    ],
)
def test_rules_that_cannot_be_read(text: str, why: str) -> None:
    with pytest.raises(BadSetting, match=why):
        rule_texts(text)


def test_two_categories_of_one_name_are_refused() -> None:
    with pytest.raises(BadSetting, match="two categories u18"):
        event([], "U18: 2009+", "u18: 2010+")


def test_funds_go_by_the_same_separators() -> None:
    assert fund_texts("300/200/100; U18: 50, 20") == ["300,200,100", "U18:50,20"] == fund_texts("300,200,100,U18:50,20")
    with pytest.raises(BadSetting, match="a fund is written"):
        fund_texts("U18:")


def test_a_mark_counts_only_where_data_are_missing() -> None:
    girls = parse_category("Girls: f, 2009+")
    marked, plain = Entry(1, "p", categories=("girls",)), Entry(1, "p")
    assert fits(girls, plain, Person("A", birth="2010-05-01", sex="ж")) is True
    assert fits(girls, marked, Person("A", birth="2001", sex="f")) is False
    assert fits(girls, plain, Person("A", birth="2010")) is None
    assert is_member(girls, marked, Person("A", birth="2010"))
    assert not is_member(girls, plain, Person("A", birth="2010"))
    assert not is_member(girls, marked, Person("A", birth="2010", sex="m"))


def test_members_are_derived_from_the_data_of_the_entry() -> None:
    people = [("Anna", "2010", "f", ()), ("Boris", "1960", "m", ()), ("Ece", "1990", "K", ("W,U18",))]
    state = event(people, "Women: f", "U18: 2009+")
    assert members(state) == {"Women": (1, 3), "U18": (1,)}
    assert by_entry(state) == {1: ("Women", "U18"), 2: (), 3: ("Women",)}
    assert members(event(people)) == {"U18": (3,), "W": (3,)}  # without rules the marks, each of its own


def test_what_does_not_fit_together_is_told() -> None:
    people = [("Anna", "", "f", ("U81",)), ("Boris", "1960", "x", ("U18",))]
    state = event(people, "U18: 2009+", "Women: f", "Osh: club=Osh", prizes="100; U20: 50; u18: 20")
    assert [remark.message(Words("en")) for remark in remarks(state)] == [
        "the prizes name a category U20, which does not exist; there are U18, Women, Osh",
        "no entry belongs to the category U18 (born 2009 or later)",
        "no entry belongs to the category Osh (club Osh)",
        "Boris: marked U18, but the data say otherwise (born 2009 or later)",
        "Boris: the sex x cannot be read; write f or m",
        "no category uses the mark U81; there are U18, Women, Osh: Anna",
        "not in categories by age, because the year of birth is missing: Anna",
        "not in categories by sex, because the sex is missing: Boris",
    ]
    assert remarks(event([("Anna", "2010", "f", ())], "Women: f", "U18: 2009+", prizes="5; U18: 5")) == []


def test_rules_in_words_and_sexes_in_three_languages() -> None:
    assert rule_in_words(Words("en"), parse_category("A: f, 2009-2011, club=Osh")) == (
        "women and girls, born 2009 to 2011, club Osh"
    )
    assert [sex_of(text) for text in ("F", "Ж", "Kadın", "м.", "Erkek", "w", "?")] == ["f", "f", "f", "m", "m", "f", ""]
