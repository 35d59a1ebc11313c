"""Settings and acts in words: each has a title, values are said as people say them."""

import dataclasses

from charkoni.core.translations import Words
from charkoni.tournament.acts.log import ACTS
from charkoni.tournament.model import settings
from charkoni.tournament.setting_texts import setting_names, settings_text


def test_every_setting_choice_and_act_has_a_title() -> None:
    assert set(settings.TITLES) == {field.name for field in dataclasses.fields(settings.Settings)}
    for name, titles in settings.CHOICE_TITLES.items():
        assert set(titles) == set(settings.CHOICES[name])
    assert all(act.label for act in ACTS.values())


def test_changes_are_told_in_words() -> None:
    changes = {
        "rounds": 5,
        "games": "best-of-3",
        "accelerated": True,
        "tiebreaks": ["BH", "SB"],
        "game": "gana",
        "place": "",
    }
    assert settings_text(Words("en"), changes) == (
        "Rounds: 5; Games of a round: best of three; Accelerated first rounds (Baku): yes; Tie-breaks: BH, SB; "
        "Game: Gana; Venue: –"
    )
    assert settings_text(Words("en"), {"points": {"win": 3, "draw": 1}, "game": "chess"}) == (
        "Points of a win, a draw, a loss and a bye: 1.5, 0.5; Game: chess"
    )
    assert setting_names(Words("ru"), ("rounds", "place")) == "Туры, Место проведения"
