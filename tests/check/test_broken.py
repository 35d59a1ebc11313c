"""The kit can fail: for every named check there is a toy game broken in such a way that the check tells it."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from tests.check.patched import Broken, Patched

from charkoni.check import CHECKS, check_game, toy
from charkoni.core.catalog import Catalog
from charkoni.core.compiler import compiled
from charkoni.core.constants import OVER
from charkoni.core.errors import Reason
from charkoni.core.family import Family

pytestmark = pytest.mark.long_unless_compiled

DASH, TRIO = (toy(name).family for name in ("dash", "trio"))


def broken(family: Family, rules=None, text=None, reasons=None, **fields) -> Broken:
    copy = replace(family, **fields)
    copy.__dict__["rules"] = Patched(family.rules, rules or {})
    copy.__dict__["text"] = Patched(family.text, text or {})
    copy.__dict__["reasons"] = Patched(family.reasons, reasons or {})
    return Broken(copy, rules or {})


def with_catalog(family: Family, catalog: Catalog) -> Broken:
    game = broken(family)
    game.family.__dict__.update(catalog=catalog, has=lambda module: True)
    return game


def then(function, change):
    """Return the kernel with a change of the state behind it."""

    def kernel(s, *arguments):
        result = function(s, *arguments)
        change(s)
        return result

    return kernel


def start_at_home(s):
    s.mover = 0
    s.runners[0] = 4


def never_over(s):
    if s.turn == OVER:
        s.turn = 0


def pass_turn(s):
    s.turn = (s.turn + 1) % 3


def stay_where_met(s):
    if s.mover >= 0 and s.runners[s.mover][0] == 0:
        s.runners[s.mover][0] = s.runners[1 - s.mover][1] % 4
        s.runners[s.mover].sort()


def first_twice(s, out):
    n = DASH.rules.legal(s, out)
    out[n] = out[0]
    return n + 1


def also_pass(s, out):
    n = DASH.rules.legal(s, out)
    if out[0] == 15:
        return n
    out[n] = 15
    return n + 1


def all_but_last(s, out):
    return max(1, TRIO.rules.legal(s, out) - 1)


def from_the_left(s, i):
    return TRIO.rules.nth(s, TRIO.rules.count(s) - 1 - i)


def weightless(s, codes, weights):
    n = DASH.rules.throws(s, codes, weights)
    weights[0] = 0
    return n


def both_win(s, out):
    out[:] = 12
    return 0


FLIPS = itertools.count()


def changing_score(s, out):
    out[0] = 12 * (next(FLIPS) % 2)
    out[1] = 12 - out[0]
    return 0


def changing_pick(game, s, rng, codes):
    return codes[next(FLIPS) % game.legal(s, codes)]


def hopeful(s, out):
    out[:] = 1.0


def without_die(s, flags):
    text = DASH.text.write_state(s, flags)
    return text if text.endswith(".") else text[:-1] + "?"


def careless_reader(text, s, flags):
    text.split()[1]
    TRIO.text.read_state(text, s, flags)


def lenient_reader(text, flags):
    return TRIO.read_move(text.strip(), flags) + 100 * text.startswith(" ")


def joined_moves(code, flags):
    return DASH.write_move(code, flags).replace(":", "+")


def read_joined(text, flags):
    return DASH.read_move(text.replace("+", ":"), flags)


def shifted(code, flags):
    return str((code + 1) % 7 + 1)


def no_clause(s, code, flags):
    return Reason("TAKEN", "", "taken")


def too_wide(s, flags):
    return [[("x" * 80, "board")], [("y", "colour")], [("", "label")], [("\a", "")]] * 6


def blind(s, flags):
    return [[(". . .", "board")]]


FAULTS = {
    "start": [broken(DASH, {"start": start_at_home})],
    "position-text": [broken(DASH, text={"write_state": without_die})],
    "move-text": [broken(TRIO, text={"write_move": shifted})],
    "codes": [broken(DASH, {"legal": first_twice}), broken(DASH, {"WIDEST": 1}), broken(DASH, codes=lambda flags: 5)],
    "counted": [broken(TRIO, {"count": lambda s: np.int64(2)}), broken(TRIO, {"nth": lambda s, i: np.int64(3)})],
    "over": [broken(TRIO, {"play": then(TRIO.rules.play, never_over)})],
    "parent": [broken(TRIO, {"legal": then(TRIO.rules.legal, pass_turn)})],
    "invariants": [broken(DASH, {"play": then(DASH.rules.play, stay_where_met)})],
    "passing": [broken(DASH, {"legal": also_pass})],
    "chance": [broken(DASH, {"throws": weightless})],
    "has-dice": [broken(DASH, has_dice=False), broken(TRIO, has_dice=True)],
    "garbage": [
        broken(TRIO, text={"read_state": careless_reader}),
        broken(TRIO, text={"read_move": lenient_reader}),
    ],
    "illegal": [broken(TRIO, reasons={"illegal": no_clause})],
    "scores": [broken(DASH, {"score": both_win})],
    "outcome-text": [broken(DASH, {"score": changing_score})],
    "outcome-names": [with_catalog(TRIO, Catalog(title="Trio"))],
    "value": [broken(TRIO, {"value": hopeful})],
    "diagram": [broken(TRIO, text={"diagram": too_wide}), broken(TRIO, text={"diagram": blind})],
    "seed": [broken(TRIO, {"pick": changing_pick})],
    "record": [broken(DASH, text={"write_move": joined_moves, "read_move": read_joined})],
    "leaf-counts": [broken(TRIO, {"legal": all_but_last})],
    "goldens": [broken(TRIO, text={"diagram": blind})],
    "known-digest": [broken(TRIO, {"nth": from_the_left})],
    "modes": [broken(TRIO, {"nth": from_the_left})],
}


@pytest.mark.parametrize(
    ("check", "game"), [(check, game) for check, games in FAULTS.items() for game in games], ids=lambda each: str(each)
)
def test_broken_game_fails_the_check(check, game):
    if compiled() and "kernels" in game.__dict__:
        pytest.skip("compiled functions take no patched kernels")
    report = check_game(game, only=[check])
    assert report.of(check), f"{check} saw nothing"


@pytest.mark.parametrize("family", [DASH, TRIO], ids=["dash", "trio"])
def test_unbroken_copy_passes(family):
    report = check_game(broken(family), games=2, skip=["modes"])
    assert report.ok, str(report)


def test_game_that_cannot_be_played_is_told_and_does_not_stop_the_kit():
    def burn(s, flags):
        raise ZeroDivisionError("no text today")

    report = check_game(broken(TRIO, text={"write_state": burn}), games=1, skip=["modes"])
    assert report.of("position-text") and "ZeroDivisionError" in str(report)
    assert set(report.ran) == set(CHECKS) - {"modes"}
