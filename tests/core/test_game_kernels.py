"""The kernels of a game as an argument of compiled functions: names, types, pickles, digests."""

import pickle

import pytest

from charkoni import game
from charkoni.core import game_kernels
from charkoni.core.compiler import jit
from charkoni.core.game_kernels import kernels_type


@jit
def add_columns(game, s):
    return game.turn(s[0]) + game.WIDEST


def test_kernels_resolve_names_of_rules_then_of_evaluate_then_the_defaults():
    kernels = game("mangala").kernels
    from charkoni.core.playout import no_throws
    from charkoni.games.mangala import evaluate, rules

    assert kernels.play is rules.play
    assert kernels.WIDEST == 6
    assert kernels.value is evaluate.value
    assert kernels.throws is no_throws


def test_kernels_know_no_other_names():
    with pytest.raises(AttributeError, match="has no kernel 'fly'"):
        game("mangala").kernels.fly  # noqa: B018
    assert not hasattr(game("mangala").kernels, "__array__")


def test_function_with_a_game_argument_resolves_it():
    assert add_columns(game("mangala").kernels, game("mangala").start().state) == 6


def test_kernels_and_their_type_come_back_from_a_pickle_as_the_same_objects():
    kernels = game("mangala").kernels
    assert pickle.loads(pickle.dumps(kernels)) is kernels
    assert pickle.loads(pickle.dumps(kernels._numba_type_)) is kernels._numba_type_


def test_type_of_a_game_that_is_not_here_can_still_be_read():
    absent = pickle.loads(pickle.dumps(kernels_type("no.such.package", "ab12")))
    assert absent.kernels.package == "no.such.package"
    assert absent.name == "Kernels(no.such.package ab12)"


def test_type_of_a_game_with_other_sources_is_another_type():
    kernels = game("mangala").kernels
    now = kernels._numba_type_
    assert kernels_type(kernels.package, now.digest) is now
    assert kernels_type(kernels.package, "of former sources") != now


def test_digest_of_a_game_changes_with_its_knowledge_and_the_defaults(monkeypatch):
    reached = []
    monkeypatch.setattr(game_kernels, "source_digest", lambda module, *sources: reached.extend(sources))
    game_kernels._digest_of_game("charkoni.games.mangala")
    assert [path.name for path in reached] == ["rules.py", "evaluate.py", "playout.py", "playout.py"]
