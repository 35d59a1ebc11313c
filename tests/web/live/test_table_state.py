"""The status of a table in words: the viewer's own turn, the opponent's, the computer's, or that of a named side."""

import pytest

from charkoni.core.translations import Words
from charkoni.web.live.game.live_game import LiveGame
from charkoni.web.live.table_state import status
from charkoni.web.store import GameRow, SeatRow

pytestmark = pytest.mark.once

FINISHED = "0,0,0,0,0,0:28/0,0,0,0,0,0:20 ."
TEAM_HOME = "h4/c4/h4/c4 c . -"


def said(name: str, kinds: str, mine: set[int], lang: str = "en", start: str = "") -> str:
    """Return the status.  kinds: of the seats, h human, c computer.  mine: the seats of the viewer."""
    row = GameRow("x", name, "none", 0, 0, "i", 0, "k", 0, 0, state="open", start=start)
    seats = [SeatRow("x", seat, {"h": "human", "c": "computer"}[kind]) for seat, kind in enumerate(kinds)]
    live = LiveGame(row, seats)
    live.dice.key, live.dice.commitments = "known", dict.fromkeys(range(live.game.players), "")
    return status(live, Words(lang), mine)["text"]


@pytest.mark.parametrize(
    ("name", "kinds", "mine", "lang", "text"),
    [
        ("gana", "hh", {0}, "en", "Your move"),
        ("gana", "hh", {1}, "ru", "Ход соперника"),
        ("gana", "hh", set(), "ru", "Ход белых"),
        ("gana", "hh", set(), "tr", "Sıra Beyazda"),
        ("gana", "hh", {0, 1}, "en", "White to move"),  # side by side at one device
        ("gana", "ch", {1}, "en", "The computer is thinking"),
        ("barbakan:players=3", "chh", {1}, "ru", "Красные: компьютер думает"),
        ("barbakan:players=3", "hhh", {1}, "ru", "Ход красных"),
        ("chaupar", "hhhh", {0, 2}, "en", "Your throw with Black"),
        ("chaupar", "hhhh", {1}, "ru", "Бросают чёрные"),
        ("chaupar", "chhh", {1}, "en", "Black to throw"),
    ],
)
def test_whose_turn_it_is(name: str, kinds: str, mine: set[int], lang: str, text: str) -> None:
    assert said(name, kinds, mine, lang) == text


@pytest.mark.parametrize(
    ("kinds", "mine", "text"),
    [
        ("hh", {0}, "You won: more stones in the store."),
        ("hh", {1}, "Red wins: more stones in the store."),
        ("ch", {1}, "The computer won: more stones in the store."),
        ("ch", set(), "Red wins: more stones in the store."),
        ("hh", {0, 1}, "Red wins: more stones in the store."),
    ],
)
def test_who_has_won(kinds: str, mine: set[int], text: str) -> None:
    assert said("mangala", kinds, mine, start=FINISHED) == text


def test_a_team_has_won() -> None:
    assert said("chaupar", "hhhh", {0, 2}, start=TEAM_HOME) == "Your team won: the whole team is Home."
