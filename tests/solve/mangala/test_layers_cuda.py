"""Tables built on a GPU or in Numba's simulator: the same checksums."""

import os
import subprocess
import sys

import pytest


@pytest.mark.cuda
def test_device_makes_the_same_table(mode, tmp_path):
    """In a process of its own: the simulator needs the compiler switched off, a GPU needs it on."""
    environment = dict(os.environ)
    environment["NUMBA_DISABLE_JIT"] = "1" if mode == "cuda" else "0"
    script = """
import sys
from pathlib import Path
from charkoni.solve.mangala.tablebase import build_file, build_in_memory
from charkoni.solve.mangala.layers_cuda import GpuBuilder
folder = Path(sys.argv[1])
whole = build_in_memory(3, device="cuda")
print(*(f"{total:08x}" for total in whole.tablebase.sums))
cells = whole.tablebase.cells.copy()
cells[91:] = 0
GpuBuilder(3, 1).build_layer(cells, 3)  # the smaller layers come from the host, as when a build goes on
print((cells == whole.tablebase.cells).all())
print(build_file(2, "keep", folder, device="cuda").tablebase.sums == build_in_memory(2, "keep").tablebase.sums)
"""
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["98dd4acc", "4f31a70c", "a089b947", "0a788bbe", "True", "True"], done.stderr
