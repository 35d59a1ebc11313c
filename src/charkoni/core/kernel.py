"""The compiler binding: the only file that knows Numba.

Rules are written in plain Python on NumPy records ("kernel Python").  `jit` compiles such a function, `Kernels`
lets a game be an ordinary argument of a compiled function, and the random numbers here are the same in plain
Python, compiled and on a GPU.

A compiled function is cached on disk.  Numba stamps a cache entry with the function's own file only, so an edit of
a callee elsewhere would go unnoticed; therefore the cache folder of a module is named after a hash of its source and of
all that it imports, and so is the type of a game.  An edit compiles anew what it can reach and nothing else.  Where no
folder is writable, functions are compiled in every process anew.
"""

import functools
import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.datamodel.models import OpaqueModel
from numba.core.typing.templates import AttributeTemplate
from numba.extending import NativeValue, infer_getattr, lower_getattr_generic, register_model, unbox
from platformdirs import user_cache_path

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_CACHES = 4


def compiled() -> bool:
    """Return whether kernels run compiled (and not as plain Python)."""
    return not numba.config.DISABLE_JIT


def bounds_checked() -> bool:
    """Return whether compiled kernels check their indices."""
    return bool(numba.config.BOUNDSCHECK)


_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w., \t]+))", re.MULTILINE
)


@functools.cache
def _imported(source: Path, root: Path, package: str) -> tuple[Path, ...]:
    """Return the modules of its own package and of this one that a module imports, also those in its functions.

    root: the folder that holds the package.  Relative imports, which this package has none of, are not followed.
    """
    names: set[str] = set()
    for origin, members, plain in _IMPORT.findall(source.read_text(encoding="utf-8")):
        names.update(name.split()[0] for name in plain.split(",") if name.strip())
        if origin:
            names.add(origin)
            names.update(f"{origin}.{name}" for name in re.findall(r"\w+", members))
    found = []
    for name in sorted(names):
        top = name.split(".")[0]
        if top in (package, PACKAGE.name):
            path = (PACKAGE.parent if top == PACKAGE.name else root).joinpath(*name.split("."))
            found += [file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()]
    return tuple(found)


def _reached(module: str, *sources: Path) -> set[Path]:
    """Return the files of a module and of all that it imports, near and far."""
    package, root = module.split(".")[0], _root(module, sources[0])
    reached: set[Path] = set()
    waiting = list(sources)
    while waiting:
        if (source := waiting.pop()) not in reached:
            reached.add(source)
            waiting += _imported(source, root, package)
    return reached


def _digest(module: str, *sources: Path) -> str:
    """Return a hash of all that the machine code of a module depends on: what it and its imports say, and versions."""
    digest = hashlib.sha256()
    for source in sorted(_reached(module, *sources)):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    versions = (numba.__version__, np.__version__, sys.version, bounds_checked())
    digest.update(repr(versions).encode())
    return digest.hexdigest()[:20]


def _root(module: str, source: Path) -> Path:
    """Return the folder that holds the package to which the file of a module belongs."""
    depth = module.count(".") + (source.name == "__init__.py")
    return source.parents[min(depth, len(source.parents) - 1)]


def cache_root() -> Path:
    """Return the folder above all compile caches of this user: `CHARKONI_CACHE` or the usual place."""
    chosen = os.environ.get("CHARKONI_CACHE")
    return Path(chosen) if chosen else user_cache_path("charkoni") / "compiled"


def _own_folder(folder: Path) -> bool:
    """Make the folder; return whether it is ours and writable.  (The cache index is a pickle.)"""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _forget_old_caches(root: Path, current: Path) -> None:
    """Remove all but the newest few folders of a module; what cannot be removed stays."""
    try:
        folders = [path for path in root.iterdir() if path.is_dir() and path != current]
        folders.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return
    for folder in folders[KEPT_CACHES - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


CACHED = compiled() and _own_folder(cache_root())


@functools.cache
def _cache_folder(module: str, source: Path) -> Path | None:
    """Return the cache folder of a module, made if it's missing; None when its kernels must stay uncached."""
    if not CACHED or not source.is_file():
        return None
    folder = cache_root() / module / _digest(module, source)
    is_new = not folder.exists()
    if not _own_folder(folder):
        return None
    if is_new:
        _forget_old_caches(folder.parent, folder)
    return folder


def jit(function: Callable[..., Any]) -> Any:
    """Compile a kernel: nothing boxed, no lock held, C arithmetic, cached where a folder is writable."""
    inner = function.__name__.startswith("_")  # called by kernels only
    folder = _cache_folder(function.__module__, Path(function.__code__.co_filename))
    others = numba.config.CACHE_DIR  # of programs that use Numba beside us
    numba.config.CACHE_DIR = str(folder or "")
    try:
        return numba.njit(
            function,
            cache=folder is not None,
            nogil=True,
            error_model="numpy",
            no_cfunc_wrapper=True,
            no_cpython_wrapper=inner,
        )
    finally:
        numba.config.CACHE_DIR = others


class Kernels:
    """The kernels of one game as a value that compiled functions take as an argument.

    Attributes are those of `<package>.rules`, then `<package>.evaluate`, then the defaults of
    `charkoni.core.playout`; they are resolved when the calling function is compiled and cost nothing at run time.
    The package must hold the instance under the name KERNELS.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    @functools.cached_property
    def _numba_type_(self) -> "KernelsType":
        """What spares Numba its slow `typeof`."""
        return KernelsType(self, _digest_of_game(self.package))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        rules = importlib.import_module(f"{self.package}.rules")
        if hasattr(rules, name):
            return getattr(rules, name)
        if importlib.util.find_spec(f"{self.package}.evaluate"):
            evaluate = importlib.import_module(f"{self.package}.evaluate")
            if hasattr(evaluate, name):
                return getattr(evaluate, name)
        return importlib.import_module("charkoni.core.playout").default(rules, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _kernels, (self.package,)


def _kernels(package: str) -> Kernels:
    found: Kernels = importlib.import_module(package).KERNELS
    return found


class KernelsType(types.Opaque):
    """Numba's type of a `Kernels` value: one type per game and state of its sources.

    In a cache index the type of other sources is another type, and that of a game that is gone harms nobody.
    """

    def __init__(self, kernels: Kernels, digest: str) -> None:
        self.kernels = kernels
        self.digest = digest
        super().__init__(f"Kernels({kernels.package} {digest})")

    def __reduce__(self) -> tuple[Any, ...]:
        return _kernels_type, (self.kernels.package, self.digest)


def _kernels_type(package: str, digest: str) -> KernelsType:
    """Return the type; Numba keeps one object of equal ones.  The game is not loaded: it may not be here."""
    return KernelsType(Kernels(package), digest)


def _digest_of_game(package: str) -> str:
    """Return the hash of all from which the kernels of a game come."""
    found = importlib.util.find_spec(package)
    if not found or not found.origin:
        return ""
    folder = Path(found.origin).parent
    own = [path for path in (folder / "rules.py", folder / "evaluate.py") if path.is_file()]
    return _digest(f"{package}.rules", *own, PACKAGE / "core" / "playout.py")


register_model(KernelsType)(OpaqueModel)


@unbox(KernelsType)
def _unbox_kernels(typ: Any, value: Any, context: Any) -> NativeValue:
    """Pass nothing at run time: the type says it all."""
    return NativeValue(context.context.get_dummy_value())


@infer_getattr
class _KernelsAttribute(AttributeTemplate):
    key = KernelsType

    def generic_resolve(self, typ: KernelsType, name: str) -> Any:
        return self.context.resolve_value_type(getattr(typ.kernels, name))


@lower_getattr_generic(KernelsType)
def _lower_attribute(context: Any, builder: Any, typ: KernelsType, value: Any, name: str) -> Any:
    """Functions and dtypes are known by their type; numbers and arrays become constants."""
    kind = context.typing_context.resolve_getattr(typ, name)
    if isinstance(kind, types.Dummy | types.Callable):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, kind, getattr(typ.kernels, name))


# --- random numbers ---------------------------------------------------------------------------------------------
# xoroshiro128+ (Blackman and Vigna, 2018, public domain), seeded by splitmix64.  Sums are built from 32-bit halves:
# plain Python would warn about the overflow, and the compiler makes one addition of it.

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MASK64 = (1 << 64) - 1


def _splitmix64(x: int) -> tuple[int, int]:
    """Return the next state and the next number."""
    x = (x + 0x9E3779B97F4A7C15) & _MASK64
    z = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK64
    return x, z ^ (z >> 31)


def seeded(seed: int, stream: int = 0) -> "np.ndarray[Any, np.dtype[np.uint64]]":
    """Return the state of a random generator, uint64[2]: equal seed and stream, equal numbers everywhere."""
    _, spread = _splitmix64(seed & _MASK64)
    state = (spread + stream) & _MASK64
    state, first = _splitmix64(state)
    state, second = _splitmix64(state)
    return np.array([first, second | 1], dtype=np.uint64)


@jit
def _add(x, y):
    low = (x & _LOW) + (y & _LOW)
    high = (x >> _HALF) + (y >> _HALF) + (low >> _HALF)
    return ((high & _LOW) << _HALF) | (low & _LOW)


@jit
def next64(rng):
    """Return the next uint64 of the generator.  rng: uint64[2], modified in place."""
    a = rng[0]
    b = rng[1]
    result = _add(a, b)
    b ^= a
    rng[0] = ((a << np.uint64(24)) | (a >> np.uint64(40))) ^ b ^ (b << np.uint64(16))
    rng[1] = (b << np.uint64(37)) | (b >> np.uint64(27))
    return result


@jit
def below(rng, n):
    """Return a random int64 in 0..n-1 (n < 2**31; uneven by less than n / 2**32).  rng: uint64[2], modified."""
    return np.int64(((next64(rng) >> _HALF) * np.uint64(n)) >> _HALF)
