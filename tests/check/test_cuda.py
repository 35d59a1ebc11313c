"""Random games as a GPU plays them, on a GPU or in Numba's simulator: the kept digests come out."""

import os
import subprocess
import sys

import pytest
from tests.sampling import short_run

SAMPLE = ("dash", "trio", "mangala:fortress", "focus", "chaupar", "barbakan", "gana", "banglagor", "mosty")


@pytest.mark.cuda
@pytest.mark.parametrize("name", short_run(SAMPLE, ("trio", "chaupar", "gana")))
def test_device_plays_the_same_games(name, mode):
    """In a process of its own: the simulator needs the compiler switched off, a GPU must not have it so."""
    environment = dict(os.environ)
    environment["NUMBA_DISABLE_JIT"] = "1" if mode == "cuda" else "0"
    command = [sys.executable, "-m", "charkoni.check.cuda", name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "as kept" in done.stdout
