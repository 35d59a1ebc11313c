"""The compiler: `jit` for rules written in plain Python on NumPy records ("kernel Python"), and its on-disk cache.

A compiled function is cached on disk.  Numba stamps a cache entry with the function's own file only, so an edit of
a callee elsewhere would go unnoticed; therefore the cache folder of a module is named after a hash of its source and of
all that it imports, and so is the type of a game.  An edit compiles anew what it can reach and nothing else, and all
copies of the same sources on a machine share one cache.  Where no folder is writable, functions are compiled in every
process anew.

Numba, which the extra `fast` installs, is imported with the first kernel.  A process that runs kernels as plain Python
does without it, which saves half a second of its start.
"""

import functools
import hashlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from charkoni.core.files.user_folders import user_folder

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_CACHES = 4
"""How many cache folders of one module are kept: those of the newest versions of its sources."""

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w., \t]+))", re.MULTILINE
)

SWITCH = "NUMBA_DISABLE_JIT"
"""The environment variable that switches Numba's compiler off; it is read when this module is imported."""

HAS_COMPILER = importlib.util.find_spec("numba") is not None
"""Whether Numba is installed."""

_is_on = HAS_COMPILER and os.environ.get(SWITCH, "0") in ("", "0")
_has_kernels = False
"""Whether a kernel has been made to be compiled."""


def compiled() -> bool:
    """Return whether kernels run compiled (and not as plain Python)."""
    return _is_on


def compiler_version() -> str | None:
    """Return the version of Numba, None where it is not installed."""
    return version("numba") if HAS_COMPILER else None


def switch_off() -> bool:
    """Let this process run all kernels as plain Python, and return whether they would be compiled without this call.

    Once a kernel has been imported it is too late, and nothing is changed.  Processes that this one starts compile as
    usual.
    """
    global _is_on, CACHED
    if not _is_on or _has_kernels:
        return False
    _is_on = CACHED = False
    return True


def plain() -> None:
    """Let this process run all rules and searches as plain Python: nothing waits for a compiler, and all is slower.

    For scripts that look at some positions; a search takes 30 to 300 times as long (docs/research/speed.md).  Without
    Numba (the extra `fast`) this is so anyway.  Raise RuntimeError once a game has been loaded: call it first.
    """
    switch_off()
    if compiled():
        raise RuntimeError("charkoni.plain() comes too late: call it before the first game is loaded")


def recompiles() -> bool:
    """Return whether this process compiles kernels that no folder keeps for the next one."""
    return _has_kernels and not CACHED


def bounds_checked() -> bool:
    """Return whether compiled kernels check their indices."""
    return _is_on and os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


def jit(function: Callable[..., Any] | None = None, *, counted: bool = True) -> Any:
    """Compile a kernel: no Python objects, no GIL, no ZeroDivisionError; cached where a folder is writable.

    counted: whether references to arrays are counted.  A kernel that makes no array can do without, which saves two
    atomic operations in each call with an array.
    """
    if function is None:
        return functools.partial(jit, counted=counted)
    if not compiled():
        return function
    global _has_kernels
    _has_kernels = True
    from charkoni.core.machine_code.cache import compiled_kernel

    folder = _cache_folder(function.__module__, Path(function.__code__.co_filename)) if CACHED else None
    return compiled_kernel(function, folder, counted)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a kernel that becomes a part of each kernel that calls it: every array costs a call seven arguments."""
    kernel = jit(function, counted=False)
    if compiled():
        kernel.targetoptions["forceinline"] = True
    return kernel


def driver(function: Callable[..., Any] | None = None, *, by_library: Callable[..., Any] | None = None) -> Any:
    """Mark a function of few steps around kernels: the interpreter runs it, since compiling takes longer than it saves.

    by_library: what the interpreter runs in its place, with the same result.  A kernel that calls either one (a module
    for WebAssembly) compiles `function`.
    """
    if function is None:
        return functools.partial(driver, by_library=by_library)
    interpreted = by_library or function
    if compiled():
        from charkoni.core.machine_code.cache import compile_in_kernels

        compile_in_kernels(interpreted, function)
    return interpreted


def source_digest(module: str, *sources: Path, versions: bool = True) -> str:
    """Return a hash of what determines a module's machine code: its source, its transitive imports, and versions."""
    digest = hashlib.sha256()
    for source in sorted(_reached(module, *sources)):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    if versions:
        digest.update(repr((compiler_version(), np.__version__, sys.version, bounds_checked())).encode())
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """Return the root of this user's compile caches: `CHARKONI_CACHE`, or the folder that the platform prescribes."""
    chosen = os.environ.get("CHARKONI_CACHE")
    return Path(chosen) if chosen else user_folder(lambda: user_cache_path("charkoni")) / "compiled"


@functools.cache
def _imported(source: Path, root: Path, package: str) -> tuple[Path, ...]:
    """Return the files that a module imports from its own package and from this one, in functions, too.

    root: the folder that holds the package.  Relative imports, which this package has none of, are not followed.
    """
    names: set[str] = set()
    for origin, members, plain in _IMPORT.findall(source.read_text(encoding="utf-8")):
        names.update(name.split()[0] for name in plain.split(",") if name.strip())
        if origin:
            names.add(origin)
            names.update(f"{origin}.{name}" for name in re.findall(r"\w+", members))
    files: list[Path] = []
    for name in sorted(names):
        top = name.split(".")[0]
        if top in (package, PACKAGE.name):
            path = (PACKAGE.parent if top == PACKAGE.name else root).joinpath(*name.split("."))
            files += [file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()]
    return tuple(files)


def _reached(module: str, *sources: Path) -> set[Path]:
    """Return the files of a module and of its transitive imports."""
    package = module.split(".")[0]
    depth = module.count(".") + (sources[0].name == "__init__.py")
    root = sources[0].parents[min(depth, len(sources[0].parents) - 1)]  # the folder that holds the package
    reached: set[Path] = set()
    waiting = list(sources)
    while waiting:
        if (source := waiting.pop()) not in reached:
            reached.add(source)
            waiting += _imported(source, root, package)
    return reached


def own_folder(folder: Path) -> bool:
    """Create the folder; return whether this user owns it and can write to it.  (The cache index is a pickle.)"""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


CACHED = compiled() and own_folder(cache_root())


def remove_old_caches(root: Path, current: Path) -> None:
    """Remove all but the newest KEPT_CACHES folders of a module; errors are ignored."""
    try:
        folders = [path for path in root.iterdir() if path.is_dir() and path != current]
        folders.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return
    for folder in folders[KEPT_CACHES - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def _cache_folder(module: str, source: Path) -> Path | None:
    """Return the cache folder of a module, created if missing; None when its kernels must stay uncached."""
    if not CACHED or not source.is_file():
        return None
    folder = cache_root() / module / source_digest(module, source)
    is_new = not folder.exists()
    if not own_folder(folder):
        return None
    if is_new:
        remove_old_caches(folder.parent, folder)
    return folder
