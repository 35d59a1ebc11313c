"""The trie of click scripts."""

import pytest

from charkoni.graphics import click_trie

SCRIPTS = {"d4-d5:1": [("d4", "d5"), ("d4", "k-1", "d5")], "-": [("d4", "return")], "@e5": [("drop", "e5")]}


def test_every_script_leads_to_its_move():
    built = click_trie.build(SCRIPTS)
    assert dict(click_trie.leaves(built)) == {script: move for move, ways in SCRIPTS.items() for script in ways}
    assert click_trie.zones(built) == {"d4", "d5", "k-1", "return", "drop", "e5"}


def test_a_prefix_leads_to_the_subtrie():
    built = click_trie.build(SCRIPTS)
    assert set(click_trie.follow(built, ["d4"])) == {"d5", "k-1", "return"}
    assert click_trie.follow(built, ["d4", "d5"]) == "d4-d5:1"
    assert click_trie.follow(built, ["d4", "d5", "d6"]) is None and click_trie.follow(built, ["x"]) is None
    assert click_trie.follow(built, []) is built


@pytest.mark.parametrize(
    "scripts",
    [
        {"1": [("a",)], "2": [("a", "b")]},
        {"1": [("a", "b")], "2": [("a",)]},
        {"1": [("a",)], "2": [("a",)]},
        {"1": [()]},
    ],
)
def test_scripts_that_contradict_each_other_are_refused(scripts):
    with pytest.raises(click_trie.BadTaps):
        click_trie.build(scripts)


def test_one_move_may_repeat_a_script():
    assert click_trie.build({"1": [("a",), ("a",)]}) == {"a": "1"}


def is_chip(zone):
    return zone.startswith("k-") or zone == "return"


@pytest.mark.parametrize(
    ("scripts", "wanted"),
    [
        ({"1": [("d4", "d5")]}, False),
        ({"1": [("d4", "k-1")], "2": [("d4", "k-2")]}, False),  # all chips belong to a piece and are shown beside it
        ({"1": [("d4", "k-1")], "2": [("d4", "d5")]}, True),
        ({"1": [("k-1", "d5")], "2": [("d4", "d5")]}, True),
        ({"-": [("return",)]}, True),
    ],
)
def test_a_row_is_for_chips_among_zones_or_before_any(scripts, wanted):
    assert click_trie.needs_row(click_trie.build(scripts), is_chip) is wanted
