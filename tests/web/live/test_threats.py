"""Threats: what the opponents could take after a move."""

import random
from fractions import Fraction

import pytest

import charkoni
from charkoni.core.translations import LANGUAGES, Words
from charkoni.web.live.threats import Threats, sentence, threats_after


def at(text, name):
    return charkoni.game(name).parse(text)


def test_danger_names_what_could_be_captured():
    position = at("0,1,0,0,0,1:21/1,1,0,1,1,2:19 b", "mangala")
    assert threats_after(position, "2") == Threats(("b4",), Fraction(1))


def test_an_extra_turn_leaves_nothing_to_fear():
    position = charkoni.game("mangala").start()
    assert position.play("4").turn == position.turn
    assert threats_after(position, "4") is None


def test_the_end_of_a_game_holds_no_danger():
    position = at("4,k,3/3,P,K,3/8/8/8/8/8/8 a 0", "gana")
    assert position.play("e7n:k").outcome and threats_after(position, "e7n:k") is None


def test_a_danger_that_depends_on_a_throw_says_how_likely_it_is():
    position = at("13,24x3/c2,5,19/c2,9,25/1,10,21x2 b b 6", "chaupar")
    found = threats_after(position, "c:6")
    assert found is not None and found.zones and 0 < found.chance < 1
    assert f"{round(100 * found.chance)}%" in sentence(found, Words("en"))


def test_danger_agrees_with_what_the_stores_gain():
    """A capture brings two stones or more; sowing brings one to the own store each time it comes by."""
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
def test_dangers_are_told_in_every_language(lang):
    for found in (Threats((), Fraction(1)), Threats(("b4",), Fraction(1)), Threats(("p4",), Fraction(1, 3))):
        said = sentence(found, Words(lang))
        assert "{" not in said and all(zone in said for zone in found.zones)
