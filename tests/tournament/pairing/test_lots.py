"""Lots, which anybody can recompute."""

import pytest

from charkoni.games.match_format import FORMATS
from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.settings import checked_seed
from charkoni.tournament.pairing import lots


def test_lots_can_be_drawn_again_by_anybody() -> None:
    import hashlib

    assert lots.lot("SEED", "first", 1, 7) == int(hashlib.sha256(b"SEED|first|1|7").hexdigest(), 16)
    for place in range(1, 9):
        drawn = int(hashlib.sha256(f"SEED|first|2|{place}".encode()).hexdigest(), 16) % 2
        assert lots.mover("SEED", 2, place, 10, 20) == (20 if drawn else 10)
    even = int(hashlib.sha256(b"SEED|initial").hexdigest(), 16) % 2 == 0
    assert lots.initial_side("SEED") == ("w" if even else "b")
    assert lots.seed_hash("SEED") == hashlib.sha256(b"SEED").hexdigest()
    assert "SEED|first|1|7" in lots.command("first", 1, 7)
    assert len(lots.new_seed()) == 32
    for seed in ("", "a b", "a|b", "x" * 65, "a\n"):
        with pytest.raises(BadSetting):
            checked_seed(seed)


def test_the_seed_is_public_once_the_event_is_over() -> None:
    phases = ("planned", "registration", "playing", "finished", "archived")
    assert [Tournament(phase=phase).is_over for phase in phases] == [False, False, False, True, True]


def test_the_first_movers_of_the_games_of_a_match() -> None:
    drawn = [lots.beginner("s", 2, 3, (8, 9), 9, game, FORMATS["2"]) for game in range(1, 40)]
    assert drawn[:2] == [9, 8] and {8, 9} == set(drawn[2:])
    assert drawn[4] == (8 if lots.lot("s", "first", 2, 3, 5) % 2 == 0 else 9)
    sets = [lots.beginner("s", 2, 3, (8, 9), 9, game, FORMATS["sets-of-5"]) for game in range(1, 40)]
    assert sets[:5] == [9, 8, 9, 8, 9] and sets[5:] == drawn[5:]
