"""Hints in three steps."""

import re
from dataclasses import replace

import pytest
from tests.analysis.scripted_searcher import SMALL, Scripted, finds, finds_two

import charkoni
from charkoni.analysis.hints import hint
from charkoni.analysis.record_search import RecordSearcher
from charkoni.core.record import Record
from charkoni.core.translations import Words
from charkoni.search import Choice, SearchResult


def test_a_hint_has_three_steps_that_tell_more_and_more() -> None:
    record = Record(charkoni.game("mangala"))
    found = hint(Words("en"), record, 0, RecordSearcher(), SMALL)
    aim, place, move = found.lines
    assert found.move in record.position.moves
    assert aim.startswith(("The game is open.", "You are"))
    assert re.fullmatch(r"Look at Red's hole \d \(\d stones\)\.", place)
    assert move.startswith(f"Play {found.move}; chances: ")
    assert found.move not in aim


@pytest.mark.parametrize("name", ["chaupar", "mosty:size=2"])
def test_no_hint_where_no_player_decides(name: str) -> None:
    record = Record(charkoni.game(name))
    if name != "chaupar":
        record.resign(0)
    found = hint(Words("en"), record, 0, RecordSearcher(), SMALL)
    assert found.move is None
    assert len(found.lines) == 1


def hint_lines(found: SearchResult, *answers: SearchResult, game: str = "mangala") -> tuple[str, ...]:
    """Return the steps of a hint with these results of the search and of the searches after other moves."""
    return hint(Words("en"), Record(charkoni.game(game)), 0, Scripted(found, *answers), SMALL).lines


QUIET = finds(None, 0.5, 0.5)


def test_a_hint_states_whether_only_one_move_is_good() -> None:
    assert hint_lines(finds_two("1", 0.5, 0.35), QUIET)[0].endswith("Only one move is good.")
    assert hint_lines(finds_two("1", 0.5, 0.36), QUIET)[0].endswith("Several moves are about as good.")


def test_it_warns_of_a_threat() -> None:
    warning = "Watch for the opponent's threat."
    assert warning in hint_lines(finds_two("1", 0.5, 0.4), finds("3", 0.1, 0.9))[0]
    assert warning not in hint_lines(finds_two("1", 0.5, 0.4), finds("3", 0.45, 0.55))[0]


def test_the_outlook_is_relative_to_an_equal_share() -> None:
    """With three sides an equal share is a third, so that a little more than half is a clear lead."""
    three = "barbakan:board=mini3,players=3"
    assert hint_lines(finds("@o1", 0.55, 0.25, 0.2), finds(None, 0.3, 0.3, 0.3), game=three)[0].startswith(
        "You are well"
    )
    assert hint_lines(finds("@o1", 0.5, 0.3, 0.2), finds(None, 0.3, 0.3, 0.3), game=three)[0].startswith(
        "The game is open"
    )
    assert hint_lines(finds_two("1", 0.69, 0.1), QUIET)[0].startswith("The game is open.")
    assert hint_lines(finds_two("1", 0.29, 0.1), QUIET)[0].startswith("You are behind")


def test_only_a_proved_win_is_forced() -> None:
    sure = finds_two("1", 1.0, 0.5)
    assert hint_lines(sure, QUIET)[0].startswith("You are well ahead.")
    assert hint_lines(replace(sure, exact=True), QUIET)[0].startswith("You can win by force.")


def test_best_play_is_shown_for_six_moves() -> None:
    line = tuple("123456123")
    found = SearchResult("1", (Choice("1", 0.5, 1, line),), (0.5, 0.5), 1, 1, 0.0)
    assert hint_lines(found, QUIET)[2].endswith("Best play: 1 2 3 4 5 6")
