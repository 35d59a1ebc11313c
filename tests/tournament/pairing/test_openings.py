"""Openings of a book in an event: drawn by lot, the same at all tables, said with the pairings."""

import hashlib
import re

import pytest
from tests.tournament.conftest import Make

from charkoni.core.registry import named
from charkoni.core.translations import Words
from charkoni.players.opening_book import opening_book
from charkoni.tournament.acts.settings_change import changed_settings
from charkoni.tournament.model.errors import BadSetting, WrongPhase
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.pairing.openings import opening_of, position_text, sentence
from charkoni.tournament.printouts.registry import PrintOptions, sheet
from charkoni.tournament.printouts.text import text

WORDS = Words("en")


def test_rounds_have_different_openings_that_anybody_can_draw_again() -> None:
    settings = Settings(game="gana", seed="SEED", openings="book")
    drawn = [opening_of(settings, number) for number in range(1, 25)]
    assert len(set(drawn)) == 24 and opening_of(settings, 25) == drawn[0]
    moves = [" ".join(opening.moves) for opening in drawn if opening]
    assert moves == sorted(moves, key=lambda each: hashlib.sha256(f"SEED|opening|{each}".encode()).hexdigest())
    assert sentence(WORDS, settings, 1).endswith(moves[0])
    position = named("gana").start()
    for move in moves[0].split():
        position = position.play(move)
    assert position_text(settings, 1) == str(position)


def test_games_begin_as_the_rules_say_unless_the_book_is_wanted() -> None:
    settings = Settings(game="gana", seed="SEED")
    assert opening_of(settings, 1) is None
    assert sentence(WORDS, settings, 1) == position_text(settings, 1) == ""


def test_only_openings_from_the_usual_start_are_drawn() -> None:
    starts = {opening.start for opening in opening_book(named("mangala"))}
    assert len(starts) > 1
    settings = Settings(game="mangala", seed="SEED", openings="book")
    for number in range(1, 30):
        opening = opening_of(settings, number)
        assert opening and not opening.start and opening.value == 0.5


def test_a_game_without_a_book_is_refused() -> None:
    with pytest.raises(BadSetting, match="book"):
        changed_settings(Tournament(), {"game": "mangala:fortress", "openings": "book"})


def test_the_opening_is_printed_with_the_pairings_and_cannot_change_then(make: Make) -> None:
    director = make(4, game="focus", openings="book", rounds=1)
    director.draft()
    director.publish()
    moves = sentence(WORDS, director.state.settings, 1)

    def printed(name: str) -> str:
        return re.sub(r"\s+", " ", text(sheet(WORDS, director.state, name, PrintOptions(1))))

    assert moves and moves in printed("pairings")
    assert "The lot decides which one; it is published with the pairings." in printed("regulations")
    assert moves.split()[-1] not in printed("regulations")
    with pytest.raises(WrongPhase):
        changed_settings(director.state, {"openings": "rules"})
