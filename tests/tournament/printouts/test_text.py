"""Print-outs as text."""

from charkoni.core.translations import Words
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.printouts.registry import PrintOptions, sheet
from charkoni.tournament.printouts.text import text


def test_long_names_break_and_nothing_is_lost(hard_event: Tournament) -> None:
    shown = text(sheet(Words("en"), hard_event, "standings", PrintOptions()))
    assert shown.replace("\n", "").count("Ан") >= 55
