"""Every game and variant goes through the conformance kit; the kit is as it is described."""

import pytest

from charkoni import game, games
from charkoni.check import (
    CHECKS,
    Finding,
    Report,
    Trouble,
    all_games,
    any_game,
    check_game,
    toy,
    toys,
    variants,
)
from charkoni.core.compiler import compiled
from charkoni.core.game import variants_of
from charkoni.core.registry import family

ELSEWHERE = ("modes",)  # in test_fingerprint.py, for a sample: it starts another process
ENCODING = ("encoding-shape", "tap-codes", "observations", "sides", "symmetries")
"""Checks in plain Python only: they would compile kernels that no other test needs."""
TOYS = ("dash", "trio")

TEACHING = ("summary", "lessons", "guide", "presentation", "rule-page")

IN_SHORT = ("mangala:fortress", "gana:shield,solo", "barbakan:board=mini3,players=3", "mosty:links=2")
"""The variants that are checked in the short run where kernels are compiled; in other modes only the games are."""


def variants_marked() -> list[object]:
    """Return all games, variants and toys, marked for the short or the long run."""
    marks = {name: pytest.mark.long for name in variants() if ":" in name}
    marks |= dict.fromkeys(IN_SHORT, pytest.mark.long_unless_compiled)
    return [*(pytest.param(name, marks=marks.get(name, ())) for name in variants()), *TOYS]


@pytest.mark.parametrize("name", variants_marked())
def test_game_conforms(name, trials):
    skipped = ELSEWHERE + ENCODING * compiled()
    report = check_game(any_game(name), games=trials(12), skip=skipped)
    assert report.ok, str(report)


@pytest.mark.once
@pytest.mark.parametrize("name", games())
def test_what_newcomers_are_told_of_any_variant_is_true(name):
    for variant in variants_of(family(name)):
        report = check_game(variant, games=1, only=TEACHING)
        assert report.ok, str(report)


def test_variants_are_canonical_names_and_each_stands_once():
    assert [game(name).name for name in variants()] == list(variants())
    assert len(set(variants())) == len(variants())


@pytest.mark.parametrize("name", games())
def test_every_value_of_every_flag_is_put_through_the_kit(name):
    chosen = [game(variant) for variant in variants() if game(variant).family.name == name]
    for flag in chosen[0].family.flags:
        left_out = {"4", "6", "7", "8", "9"} if (name, flag.name) == ("mosty", "size") else set()
        assert {variant.flags[flag.name] for variant in chosen} == set(flag.values) - left_out


def test_all_games_are_the_variants_and_the_toys():
    assert [each.name for each in all_games()] == [*variants(), *TOYS]
    assert toys() == (toy("dash"), toy("trio"))


def test_report_says_what_is_wrong_and_where():
    trouble = Trouble("two lists differ", "a..b..c a", "2")
    report = Report("trio", ("start", "codes"), (Finding("trio", "codes", trouble),), 7)
    assert not report.ok
    assert report.of("codes") == (Finding("trio", "codes", trouble),)
    assert report.of("start") == ()
    assert str(report).splitlines() == [
        "trio: 2 checks on 7 positions, 1 findings",
        "trio, codes: two lists differ, at 'a..b..c a', move '2'",
    ]


def test_report_shows_the_first_findings_of_a_check_and_counts_the_others():
    findings = tuple(Finding("trio", "codes", Trouble(f"trouble {number}")) for number in range(8))
    lines = str(Report("trio", ("codes",), findings, 7)).splitlines()
    assert lines[1:] == [*(f"trio, codes: trouble {number}" for number in range(5)), "trio, codes: and 3 more"]


def test_checks_can_be_chosen_and_left_out():
    assert check_game(toy("trio"), games=1, only=["codes", "start"]).ran == ("start", "codes")
    assert check_game(toy("trio"), games=1, only=["codes", "start"], skip=["start"]).ran == ("codes",)


def test_unknown_check_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="no such checks: dice; there are start, position-text"):
        check_game(toy("trio"), skip=["dice"])


def test_f9_null_move_of_focus_is_no_pass():
    assert "passing" not in check_game(game("focus"), games=1, only=["passing", "start"]).ran


def test_every_check_says_what_it_checks():
    for check in CHECKS.values():
        assert check.__doc__ and check.__doc__.endswith(".")
