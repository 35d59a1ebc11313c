"""Processes and copies of the same sources share what is compiled: each kernel is compiled once."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from charkoni.core.compiler import PACKAGE

pytestmark = pytest.mark.once

PROGRAM = """
import json, sys
from numba.core.registry import CPUDispatcher
from charkoni.check import toy
toy("dash").start()
missed = [
    f"{module}.{kernel.py_func.__name__}{signature}"
    for module, loaded in sorted(sys.modules.items()) if module.startswith("charkoni.")
    for kernel in vars(loaded).values() if isinstance(kernel, CPUDispatcher) and kernel.__module__ == module
    for signature in kernel.stats.cache_misses
]
print(json.dumps(missed))
"""


def misses(sources: Path, cache: Path) -> subprocess.Popen[str]:
    """Run the program on a copy of the sources; it prints the kernels that it compiled."""
    environment = {"PYTHONPATH": str(sources), "CHARKONI_CACHE": str(cache), "NUMBA_DISABLE_JIT": "0"}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM], env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    )


def test_each_kernel_is_compiled_by_one_process_and_by_no_copy_of_the_sources(tmp_path: Path) -> None:
    cache, copy = tmp_path / "cache", tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__", "web"))
    programs = [misses(PACKAGE.parent, cache) for _ in range(2)]
    compiled = Counter(name for each in programs for name in json.loads(each.communicate(timeout=300)[0]))
    assert compiled
    assert [name for name, times in compiled.items() if times > 1] == []
    assert json.loads(misses(copy, cache).communicate(timeout=300)[0]) == []
