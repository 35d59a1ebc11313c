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
import charkoni
charkoni.game("mosty:size=2").start()
missed = [
    f"{module}.{kernel.py_func.__name__}{signature}"
    for module, loaded in sorted(sys.modules.items()) if module.startswith("charkoni.")
    for kernel in vars(loaded).values() if isinstance(kernel, CPUDispatcher) and kernel.__module__ == module
    for signature in kernel.stats.cache_misses
]
print(json.dumps(missed))
"""


@pytest.mark.compiled_only
def test_no_kernel_is_compiled_by_two_processes(tmp_path: Path) -> None:
    environment = {**os.environ, "CHARKONI_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    programs = [
        subprocess.Popen([sys.executable, "-c", PROGRAM], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    compiled = Counter(name for each in programs for name in json.loads(each.communicate(timeout=300)[0]))
    assert compiled
    assert [name for name, times in compiled.items() if times > 1] == []


@pytest.mark.compiled_only
def test_copies_of_the_same_sources_share_what_is_compiled(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__", "web"))
    environment = {**os.environ, "CHARKONI_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    missed = []
    for path in (PACKAGE.parent, copy):
        command = [sys.executable, "-c", PROGRAM]
        found = subprocess.run(
            command, env={**environment, "PYTHONPATH": str(path)}, stdout=subprocess.PIPE, text=True, check=True
        )
        missed.append(json.loads(found.stdout))
    assert missed[0]
    assert missed[1] == []
