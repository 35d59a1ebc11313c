"""Texts that are nearly right."""

import numpy as np

from charkoni.check.mutants import mutants

TEXT = "4,4,4,4,4,4:0/4,4,4,4,4,4:0 a"
POOL = ("4,4,4,1,5,5:1/4,4,4,4,4,4:0 a", "12")


def made(text, pool, number=300, seed=1):
    return list(mutants(text, pool, np.random.default_rng(seed), number))


def test_as_many_as_wanted_and_the_same_for_a_seed():
    assert len(made(TEXT, POOL)) == 300
    assert made(TEXT, POOL) == made(TEXT, POOL) != made(TEXT, POOL, seed=2)


def test_most_differ_from_the_text_and_from_each_other():
    assert len({*made(TEXT, POOL)} - {TEXT}) > 150


def test_some_keep_their_sums():
    assert {"11/19", "9/21"} <= {*made("10/20", ())}


def test_texts_without_anything_to_change_survive():
    assert len(made("", (), 50)) == 50
    assert len(made("", ("",), 50)) == 50
