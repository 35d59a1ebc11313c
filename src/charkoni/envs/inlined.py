"""Kernels that become a part of each kernel that calls them: every array costs a call seven arguments."""

from collections.abc import Callable
from typing import Any

from charkoni.core.compiler import compiled, jit


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a kernel that becomes a part of its callers."""
    kernel = jit(function, counted=False)
    if compiled():
        kernel.targetoptions["forceinline"] = True
    return kernel
