"""Environments as a GPU runs them, on a GPU or in Numba's simulator: the same digests as on the CPU."""

import os
import subprocess
import sys

import pytest

import charkoni

GAMES = charkoni.games()


@pytest.mark.cuda
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name != "mangala")) for name in GAMES])
def test_the_twin_shows_the_same(name, mode):
    """In a process of its own: the simulator needs the compiler switched off, a GPU must not have it so."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if mode == "cuda" else "0"}
    command = [sys.executable, "-m", "charkoni.envs.cuda", name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("as on the CPU") == 2
