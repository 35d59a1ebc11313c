"""Several processes that need the same kernels at once compile each of them in one process only."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

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
