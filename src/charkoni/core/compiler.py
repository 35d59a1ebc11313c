"""The compiler: `jit` for rules written in plain Python on NumPy records ("kernel Python"), and its on-disk cache.

A compiled function is cached on disk.  Numba stamps a cache entry with the function's own file only, so an edit of
a callee elsewhere would go unnoticed; therefore the cache folder of a module is named after a hash of its source and of
all that it imports, and so is the type of a game.  An edit compiles anew what it can reach and nothing else, and all
copies of the same sources on a machine share one cache.  Where no folder is writable, functions are compiled in every
process anew.
"""

import contextlib
import functools
import hashlib
import importlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.compiler_lock import global_compiler_lock
from platformdirs import user_cache_path

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_CACHES = 4
"""How many cache folders of one module are kept: those of the newest versions of its sources."""

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w., \t]+))", re.MULTILINE
)

_compiling: set[Path] = set()
"""The lock files of kernels that this process compiles now."""


def compiled() -> bool:
    """Return whether kernels run compiled (and not as plain Python)."""
    return not numba.config.DISABLE_JIT


def bounds_checked() -> bool:
    """Return whether compiled kernels check their indices."""
    return bool(numba.config.BOUNDSCHECK)


def jit(function: Callable[..., Any] | None = None, *, counted: bool = True) -> Any:
    """Compile a kernel: no Python objects, no GIL, no ZeroDivisionError; cached where a folder is writable.

    counted: whether references to arrays are counted.  A kernel that makes no array can do without, which saves two
    atomic operations in each call with an array.
    """
    if function is None:
        return functools.partial(jit, counted=counted)
    inner = function.__name__.startswith("_")  # called by kernels only
    options = {"no_cfunc_wrapper": True, "no_cpython_wrapper": inner, "_nrt": counted}
    kernel = numba.njit(function, nogil=True, error_model="numpy", **options)
    folder = _cache_folder(function.__module__, Path(function.__code__.co_filename)) if compiled() else None
    if folder:
        kernel._cache = _FunctionCache(function)
        kernel.compile = functools.partial(_compile_once, kernel.compile, folder / f"{function.__name__}.lock")
    return kernel


def is_kept(kernel: Any) -> bool:
    """Return whether compiled code of a kernel lies in the cache, or can never lie there."""
    if not isinstance(getattr(kernel, "_cache", None), _FunctionCache):
        return True
    function = kernel.py_func
    folder = _cache_folder(function.__module__, Path(function.__code__.co_filename))
    return folder is None or any(folder.glob(f"*{function.__name__}-*.nbi"))


def source_digest(module: str, *sources: Path) -> str:
    """Return a hash of what determines a module's machine code: its source, its transitive imports, and versions."""
    digest = hashlib.sha256()
    for source in sorted(_reached(module, *sources)):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    versions = (numba.__version__, np.__version__, sys.version, bounds_checked())
    digest.update(repr(versions).encode())
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """Return the root of this user's compile caches: `CHARKONI_CACHE`, or the folder that the platform prescribes."""
    chosen = os.environ.get("CHARKONI_CACHE")
    return Path(chosen) if chosen else user_cache_path("charkoni") / "compiled"


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
    package, root = module.split(".")[0], _root(module, sources[0])
    reached: set[Path] = set()
    waiting = list(sources)
    while waiting:
        if (source := waiting.pop()) not in reached:
            reached.add(source)
            waiting += _imported(source, root, package)
    return reached


def _root(module: str, source: Path) -> Path:
    """Return the folder that holds the package to which the file of a module belongs."""
    depth = module.count(".") + (source.name == "__init__.py")
    return source.parents[min(depth, len(source.parents) - 1)]


def _own_folder(folder: Path) -> bool:
    """Create the folder; return whether this user owns it and can write to it.  (The cache index is a pickle.)"""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


CACHED = compiled() and _own_folder(cache_root())


def _remove_old_caches(root: Path, current: Path) -> None:
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
    if not _own_folder(folder):
        return None
    if is_new:
        _remove_old_caches(folder.parent, folder)
    return folder


class _SourceLocator:
    """A cache locator of Numba: a function is cached in the folder of its module, named by the digest of all sources.

    Neither the path of the file nor its time counts, so that all copies of the same sources share compiled code.
    """

    def __init__(self, folder: Path, line: int) -> None:
        self._folder = folder
        self._line = line

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "_SourceLocator | None":
        """Return the locator of a function, or None where nothing can be cached."""
        folder = _cache_folder(function.__module__, Path(file))
        return cls(folder, function.__code__.co_firstlineno) if folder else None

    def ensure_cache_path(self) -> None:
        """Create the folder again if it has been removed."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return an empty stamp: the folder's name holds the digest of all sources."""
        return ""

    def get_disambiguator(self) -> str:
        """Return the line of the definition, which distinguishes functions of one name."""
        return str(self._line)


class _CacheFiles(CompileResultCacheImpl):
    _locator_classes = (_SourceLocator,)


class _FunctionCache(FunctionCache):
    _impl_class = _CacheFiles


def _compile_once(compile_kernel: Callable[[Any], Any], path: Path, signature: Any) -> Any:
    """Compile a kernel while no other process does: a second process waits and then loads it from the cache.

    Kernels call each other without cycles, so processes cannot deadlock.  Numba's own lock is acquired first: a thread
    that compiles a caller must not wait for one that waits for that lock.
    """
    with global_compiler_lock, contextlib.ExitStack() as stack:
        if path not in _compiling:
            stack.enter_context(_locked(path))
        return compile_kernel(signature)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock on a file; without one where the system has no such locks or the file is not writable."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):
            fcntl: Any = importlib.import_module("fcntl")
            fcntl.flock(stack.enter_context(path.open("wb")), fcntl.LOCK_EX)
        _compiling.add(path)
        try:
            yield
        finally:
            _compiling.discard(path)
