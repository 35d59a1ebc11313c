"""The Numba type of a game's kernels, whose attributes are that game's functions."""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.base import BaseContext
from numba.core.datamodel.models import OpaqueModel
from numba.core.typing.templates import AttributeTemplate
from numba.extending import NativeValue, infer_getattr, lower_getattr_generic, register_model, unbox


class KernelsType(types.Opaque):
    """Numba's type of a `charkoni.core.game_kernels.Kernels` value: one type per game and state of its sources.

    A game whose sources have changed has another type in a cache index; the type of a game that is no longer installed
    can still be unpickled.
    """

    def __init__(self, kernels: Any, digest: str, made_by: tuple[object, ...]) -> None:
        """Take the value, the digest of its sources, and the function and arguments that make the type again."""
        self.kernels = kernels
        self.digest = digest
        self.made_by = made_by
        super().__init__(f"Kernels({' '.join((kernels.package, *kernels.further, digest))})")

    def __reduce__(self) -> tuple[object, ...]:
        return self.made_by


register_model(KernelsType)(OpaqueModel)


@unbox(KernelsType)
def _unbox_kernels(typ: KernelsType, value: object, context: Any) -> NativeValue:
    """Pass a dummy value at run time: the type identifies the game."""
    return NativeValue(context.context.get_dummy_value())


@infer_getattr
class _KernelsAttribute(AttributeTemplate):
    key = KernelsType

    def generic_resolve(self, typ: KernelsType, name: str) -> object:
        return self.context.resolve_value_type(getattr(typ.kernels, name))


@lower_getattr_generic(KernelsType)
def _lower_attribute(context: BaseContext, builder: ir.IRBuilder, typ: KernelsType, value: object, name: str) -> object:
    """Lower functions and dtypes to dummy values, numbers and arrays to constants."""
    kind = context.typing_context.resolve_getattr(typ, name)
    if isinstance(kind, types.Dummy | types.Callable):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, kind, getattr(typ.kernels, name))
