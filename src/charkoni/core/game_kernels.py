"""A game's kernels as an argument of compiled functions: a value whose attributes are that game's functions.

Compiled functions know it by its type, `charkoni.core.machine_code.kernels_type`.
"""

import functools
import importlib
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from charkoni.core import playout
from charkoni.core.compiler import PACKAGE, source_digest

if TYPE_CHECKING:
    from charkoni.core.machine_code.kernels_type import KernelsType

_OPTIONAL = ("evaluate", "playout")
"""Modules of kernels that a game may omit."""


class Kernels:
    """The kernels of one game as a value that compiled functions take as an argument.

    Attributes are those of `<package>.rules`, then `evaluate` and `playout`, where there are such modules, then of the
    further modules named, then the defaults of `charkoni.core.playout`; they are resolved when the calling function is
    compiled and cost nothing at run time.  One instance per package and further modules: `kernels_of`.
    """

    def __init__(self, package: str, *further: str) -> None:
        self.package = package
        self.further = further

    @functools.cached_property
    def _numba_type_(self) -> "KernelsType":
        """The Numba type of this value; Numba reads it instead of calling its slow `typeof`."""
        return kernels_type(self.package, _digest_of_game(self.package, *self.further), *self.further)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        for module in self._modules:
            if hasattr(module, name):
                return getattr(module, name)
        return playout.default(self._modules[0], name)

    @functools.cached_property
    def _modules(self) -> tuple[ModuleType, ...]:
        """The modules with the kernels, in the order in which a name is looked up."""
        optional = (each for each in _OPTIONAL if importlib.util.find_spec(f"{self.package}.{each}"))
        return tuple(importlib.import_module(f"{self.package}.{each}") for each in ("rules", *optional, *self.further))

    def __reduce__(self) -> tuple[object, ...]:
        return kernels_of, (self.package, *self.further)


@functools.cache
def kernels_of(package: str, *further: str) -> Kernels:
    """Return the kernels of a game's package, which is imported on first use.

    further: modules of the package whose functions are attributes, too.
    """
    return Kernels(package, *further)


def kernels_type(package: str, digest: str, *further: str) -> "KernelsType":
    """Return the type, which Numba interns.  The game is not imported: it may not be installed."""
    from charkoni.core.machine_code.kernels_type import KernelsType

    return KernelsType(kernels_of(package, *further), digest, (kernels_type, (package, digest, *further)))


def _digest_of_game(package: str, *further: str) -> str:
    """Return the source digest of a game's kernels; "" for a package that is not installed."""
    spec = importlib.util.find_spec(package)
    if not spec or not spec.origin:
        return ""
    folder = Path(spec.origin).parent
    own = [path for name in ("rules", *_OPTIONAL, *further) if (path := folder / f"{name}.py").is_file()]
    return source_digest(f"{package}.rules", *own, PACKAGE / "core" / "playout.py")
