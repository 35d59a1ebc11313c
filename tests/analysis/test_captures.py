"""Captures that a move allows: what the opponents could take in answer."""

import random
from fractions import Fraction

import pytest

import charkoni
from charkoni.analysis.captures import Threats, sentence, threats_after
from charkoni.core.translations import LANGUAGES, Words

pytestmark = pytest.mark.compiled_only


def at(text, name):
    return charkoni.game(name).parse(text)


def test_threats_are_the_captures_of_the_opponent():
    position = at("0,1,0,0,0,1:21/1,1,0,1,1,2:19 b", "mangala")
    assert threats_after(position, "2") == Threats(("b4",), Fraction(1))


def test_there_are_no_threats_after_an_extra_turn():
    position = charkoni.game("mangala").start()
    assert position.play("4").turn == position.turn
    assert threats_after(position, "4") is None


def test_there_are_no_threats_at_the_end_of_a_game():
    position = at("4,k,3/3,P,K,3/8/8/8/8/8/8 a 0", "gana")
    assert position.play("e7n:k").outcome and threats_after(position, "e7n:k") is None


def test_a_threat_that_depends_on_a_throw_has_a_probability():
    position = at("13,24x3/c2,5,19/c2,9,25/1,10,21x2 b b 6", "chaupar")
    found = threats_after(position, "c:6")
    assert found is not None and found.zones and 0 < found.chance < 1
    assert f"{round(100 * found.chance)}%" in sentence(found, Words("en"))


def test_threats_agree_with_the_gain_of_the_stores():
    """A capture brings two stones or more; sowing brings one to the player's store each time it passes it."""
    luck, position, seen = random.Random(4), charkoni.game("mangala").start(), set()
    for _ in range(120):
        move = luck.choice(position.moves)
        after = position.play(move)
        found = threats_after(position, move)
        if found is not None:
            replies = [after.play(reply) for reply in after.moves]
            gains = [int(r.state[0].store[after.turn]) - int(after.state[0].store[after.turn]) for r in replies]
            is_plain = all(r.outcome is None for r in replies) and max(map(max, after.state[0].holes.tolist())) < 13
            if is_plain:
                assert bool(found.zones) == (max(gains) > 1)
                seen.add(bool(found.zones))
        position = after if after.outcome is None else charkoni.game("mangala").start()
    assert seen == {False, True}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_threats_are_described_in_every_language(lang):
    for threats in (Threats((), Fraction(1)), Threats(("b4",), Fraction(1)), Threats(("p4",), Fraction(1, 3))):
        text = sentence(threats, Words(lang))
        assert "{" not in text and all(zone in text for zone in threats.zones)
