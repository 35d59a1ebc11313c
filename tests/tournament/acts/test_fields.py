"""Fields of acts: one parser each of what people write, the same at every door."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.conftest import Make

from charkoni.tournament.actions.entries import CorrectPerson
from charkoni.tournament.actions.registry import ACTIONS
from charkoni.tournament.actions.rounds import SwapTables
from charkoni.tournament.acts import fields
from charkoni.tournament.acts.declaration import Asked, Request
from charkoni.tournament.acts.entries import Prohibit, Withdraw
from charkoni.tournament.acts.round_clock import MoveClock
from charkoni.tournament.model.errors import BadInput, BadPairing, BadResult, TournamentError, WrongPhase
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.players import Entry
from charkoni.tournament.model.settings import with_changes

EVENT = Tournament(entries=tuple(Entry(id_, "", number=10 - id_) for id_ in range(1, 10)))
"""Nine entries, pairing number 10 - id, whose names are not known."""


@given(st.permutations(range(1, 10)), st.sampled_from("-:–"), st.sampled_from([" ", ", ", "\n", "  "]))
def test_tables_are_read_however_they_are_joined(numbers: list[int], dash: str, between: str) -> None:
    pairs = [tuple(numbers[place : place + 2]) for place in range(0, 9, 2)]
    text = between.join(dash.join(map(str, pair)) for pair in pairs)
    expected = tuple((10 - pair[0], 10 - pair[1] if len(pair) > 1 else 0) for pair in pairs)
    assert fields.tables(EVENT, [text]) == fields.tables(EVENT, text.split()) == expected


@given(st.lists(st.tuples(st.integers(1, 99), st.sampled_from(["1", "0", "=", "30:18", "--", "+"])), min_size=1))
def test_results_are_read_in_turn_or_in_lines(typed: list[tuple[int, str]]) -> None:
    words = [f"{table} {result}" for table, result in typed]
    for text in (" ".join(words), "; ".join(words), "\n".join(words), ",".join(words)):
        assert fields.results(EVENT, [text]) == tuple(typed)
    assert fields.results(EVENT, " ".join(words).split()) == tuple(typed)


def test_three_numbers_are_a_table_and_counts_and_commas_may_be_halves() -> None:
    assert fields.results(EVENT, ["7", "30", "18"]) == ((7, "30:18"),)
    sets = Tournament(settings=with_changes(EVENT.settings, {"games": "sets-of-5"}))
    assert fields.results(sets, ["1 2,5:2,5, 2 3:1"]) == ((1, "2,5:2,5"), (2, "3:1"))


@pytest.mark.parametrize(
    ("parser", "texts", "error"),
    [
        (fields.tables, ["1-2-3"], BadInput),
        (fields.tables, [""], BadInput),
        (fields.tables, ["1-77"], BadPairing),
        (fields.results, ["1"], BadResult),
        (fields.results, ["one 1"], BadResult),
        (fields.results, [" "], BadResult),
        (fields.entries, ["#77"], BadInput),
        (fields.entries, ["5, nobody"], BadInput),
        (fields.entries, [""], BadInput),
    ],
)
def test_what_cannot_be_read_is_refused(parser: object, texts: list[str], error: type[TournamentError]) -> None:
    with pytest.raises(error):
        parser(EVENT, texts)  # type: ignore[operator]  # a parser of `fields`


def test_entries_are_numbers_ids_or_names(make: Make) -> None:
    state = make(4).state
    numbers = state.numbers()
    assert fields.entries(state, [f"{numbers[1]} {numbers[2]}"]) == fields.entries(state, ["#1, #2"]) == (1, 2)
    assert (
        fields.entries(state, ["Player 01", "player 03"]) == fields.entries(state, ["Player 01, player 03"]) == (1, 3)
    )


def test_texts_and_json_values_make_the_same_act(make: Make) -> None:
    state = make(4).state
    asked = Asked(state, "2026-11-21T10:00:00.000000Z", "Ada")
    texts = Prohibit.written(asked, {"entries": ["#1", "#2"], "first": "2", "off": "yes"})
    assert texts == Prohibit.written(asked, {"entries": [1, 2], "first": 2, "off": True})
    assert texts.data == {"entries": [1, 2], "first": 2, "off": True}
    assert Withdraw.written(asked, {"entry": 3}).data == {"entry": 3}
    corrected = CorrectPerson.written(asked, {"entry": 1, "categories": "U18/W", "club": ""})
    assert corrected.categories == ("U18", "W") and corrected.model_fields_set == {"entry", "categories", "club"}


@pytest.mark.parametrize(
    ("name", "texts", "field"),
    [
        ("withdraw", {}, "entry"),
        ("withdraw", {"entry": "9999"}, "entry"),
        ("withdraw", {"entry": 1, "from_round": "0"}, "from_round"),
        ("withdraw", {"entry": 1, "from_round": 100}, "from_round"),
        ("withdraw", {"entry": True}, "entry"),
        ("enter", {"name": "Ada", "rating": "high"}, "rating"),
        ("move-clock", {"minutes": "soon", "round": 1}, "minutes"),
        ("edit-tables", {"tables": "1-"}, "tables"),
    ],
)
def test_a_refusal_names_its_field(make: Make, name: str, texts: dict[str, object], field: str) -> None:
    with pytest.raises(TournamentError) as caught:
        ACTIONS[name].written(Asked(make(4).state), texts)
    assert caught.value.field == field


def test_a_round_that_is_not_named_is_the_running_one(make: Make) -> None:
    director = make(4)
    with pytest.raises(WrongPhase):
        MoveClock.written(Asked(director.state), {"minutes": "5"})
    director.draft()
    director.publish()
    assert MoveClock.written(Asked(director.state), {"minutes": "−5"}) == MoveClock(round=1, minutes=-5)


def test_two_tables_change_their_numbers(make: Make) -> None:
    director = make(6)
    director.draft()
    before = director.state.rounds[0].boards
    action = SwapTables.written(Asked(director.state), {"board": "1", "other": 3})
    assert [entry.kind for entry in action.perform(director, Request("asked for"))] == ["edit"]
    after = director.state.rounds[0].boards
    assert [(b.first, b.second, b.mover) for b in after] == [
        (b.first, b.second, b.mover) for b in (before[2], before[1], before[0])
    ]
