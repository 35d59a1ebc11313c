"""Compiled kernels, kept in a folder and compiled by one process at a time."""

import contextlib
import functools
import hashlib
import importlib
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numba.experimental.function_type  # else it adds types when a thread calls the first kernel
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import overload

DIGEST = 16
"""Bytes of the digest at the beginning of a file."""

_compiling: set[Path] = set()
"""The lock files of kernels that this process compiles now."""

_folders: dict[Callable[..., object], Path] = {}
"""Where each kernel is kept."""


def compiled_kernel(function: Callable[..., object], folder: Path | None, counted: bool) -> Any:
    """Return a function that is compiled when it is called; folder: where its machine code is kept, None for nowhere.

    counted: whether references to arrays are counted.
    """
    inner = function.__name__.startswith("_")  # called by kernels only
    options = {"no_cfunc_wrapper": True, "no_cpython_wrapper": inner, "_nrt": counted}
    kernel = numba.njit(function, nogil=True, error_model="numpy", **options)
    if folder and is_compiled(kernel):
        _folders[function] = folder
        kernel._cache = _FunctionCache(function)
        kernel.compile = functools.partial(_compile_once, kernel.compile, folder / f"{function.__name__}.lock")
    return kernel


def compile_in_kernels(interpreted: Callable[..., object], function: Callable[..., object]) -> None:
    """Let kernels that call an interpreted function compile `function` in its place, without a cache of its own."""
    overload(interpreted, {"error_model": "numpy", "_nrt": False}, strict=False)(lambda *arguments: function)


def is_compiled(kernel: object) -> bool:
    """Return whether Numba compiles a kernel: its file of settings may switch the compiler off, too."""
    return hasattr(kernel, "py_func")


class _SourceLocator:
    """A cache locator of Numba: a function is cached in the folder of its module, named by the digest of all sources.

    Neither the path of the file nor its time counts, so that all copies of the same sources share compiled code.
    """

    def __init__(self, folder: Path, line: int) -> None:
        self._folder = folder
        self._line = line

    @classmethod
    def from_function(cls, function: Callable[..., object], file: str) -> "_SourceLocator":
        """Return the locator of a function."""
        return cls(_folders[function], function.__code__.co_firstlineno)

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


class _CheckedFiles(IndexDataCacheFile):
    """The index of a function and its machine code, each with a digest; a damaged file counts as missing.

    A power cut leaves empty or cut files, and a flipped bit in machine code would run.
    """

    def _load_index(self) -> object:
        with contextlib.suppress(OSError):
            return pickle.loads(_checked(Path(self._index_path)))
        return {}

    def _save_index(self, overloads: object) -> None:
        self._save(self._index_path, overloads)

    def _load_data(self, name: str) -> object:
        return pickle.loads(_checked(Path(self._data_path(name))))

    def _save_data(self, name: str, data: object) -> None:
        self._save(self._data_path(name), data)

    def _save(self, path: str, value: object) -> None:
        content = self._dump(value)
        with self._open_for_write(path) as file:
            file.write(_digest(content) + content)


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST).digest()


def _checked(path: Path) -> bytes:
    """Return the content of a file without its digest; raise OSError where there is none, or another one."""
    content = path.read_bytes()
    if content[:DIGEST] != _digest(content[DIGEST:]):
        raise OSError(f"{path} is damaged")
    return content[DIGEST:]


class _FunctionCache(FunctionCache):
    _impl_class = _CacheFiles

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)
        self._cache_file = _CheckedFiles(self._cache_path, self._impl.filename_base, "")

    @contextlib.contextmanager
    def _guard_against_spurious_io_errors(self) -> Iterator[None]:
        """Compile what cannot be read, and do without what cannot be written: a full disk ends no command."""
        with contextlib.suppress(OSError):
            yield


def _compile_once(compile_kernel: Callable[[object], object], path: Path, signature: object) -> object:
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
            fcntl = importlib.import_module("fcntl")
            fcntl.flock(stack.enter_context(path.open("wb")), fcntl.LOCK_EX)
        _compiling.add(path)
        try:
            yield
        finally:
            _compiling.discard(path)
