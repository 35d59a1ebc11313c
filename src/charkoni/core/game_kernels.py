"""A game's kernels as an argument of compiled functions: the Numba type whose attributes are that game's functions."""

import functools
import importlib
import importlib.util
from pathlib import Path
from typing import Any

from numba.core import types
from numba.core.datamodel.models import OpaqueModel
from numba.core.typing.templates import AttributeTemplate
from numba.extending import NativeValue, infer_getattr, lower_getattr_generic, register_model, unbox

from charkoni.core import playout
from charkoni.core.compiler import PACKAGE, source_digest

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
        return KernelsType(self, _digest_of_game(self.package, *self.further))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        rules = importlib.import_module(f"{self.package}.rules")
        if hasattr(rules, name):
            return getattr(rules, name)
        optional = (each for each in _OPTIONAL if importlib.util.find_spec(f"{self.package}.{each}"))
        for each in (*optional, *self.further):
            module = importlib.import_module(f"{self.package}.{each}")
            if hasattr(module, name):
                return getattr(module, name)
        return playout.default(rules, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return kernels_of, (self.package, *self.further)


@functools.cache
def kernels_of(package: str, *further: str) -> Kernels:
    """Return the kernels of a game's package, which is imported on first use.

    further: modules of the package whose functions are attributes, too.
    """
    return Kernels(package, *further)


class KernelsType(types.Opaque):
    """Numba's type of a `Kernels` value: one type per game and state of its sources.

    A game whose sources have changed has another type in a cache index; the type of a game that is no longer installed
    can still be unpickled.
    """

    def __init__(self, kernels: Kernels, digest: str) -> None:
        self.kernels = kernels
        self.digest = digest
        super().__init__(f"Kernels({' '.join((kernels.package, *kernels.further, digest))})")

    def __reduce__(self) -> tuple[Any, ...]:
        return _kernels_type, (self.kernels.package, self.digest, *self.kernels.further)


def _kernels_type(package: str, digest: str, *further: str) -> KernelsType:
    """Return the type, which Numba interns.  The game is not imported: it may not be installed."""
    return KernelsType(Kernels(package, *further), digest)


def _digest_of_game(package: str, *further: str) -> str:
    """Return the source digest of a game's kernels; "" for a package that is not installed."""
    spec = importlib.util.find_spec(package)
    if not spec or not spec.origin:
        return ""
    folder = Path(spec.origin).parent
    own = [path for name in ("rules", *_OPTIONAL, *further) if (path := folder / f"{name}.py").is_file()]
    return source_digest(f"{package}.rules", *own, PACKAGE / "core" / "playout.py")


register_model(KernelsType)(OpaqueModel)


@unbox(KernelsType)
def _unbox_kernels(typ: Any, value: Any, context: Any) -> NativeValue:
    """Pass a dummy value at run time: the type identifies the game."""
    return NativeValue(context.context.get_dummy_value())


@infer_getattr
class _KernelsAttribute(AttributeTemplate):
    key = KernelsType

    def generic_resolve(self, typ: KernelsType, name: str) -> Any:
        return self.context.resolve_value_type(getattr(typ.kernels, name))


@lower_getattr_generic(KernelsType)
def _lower_attribute(context: Any, builder: Any, typ: KernelsType, value: Any, name: str) -> Any:
    """Lower functions and dtypes to dummy values, numbers and arrays to constants."""
    kind = context.typing_context.resolve_getattr(typ, name)
    if isinstance(kind, types.Dummy | types.Callable):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, kind, getattr(typ.kernels, name))
