"""Games with some parts replaced: modules, kernels, properties of the family."""

from types import SimpleNamespace

from charkoni.check import toy
from charkoni.core.family import Family
from charkoni.core.game import Game


class Patched(SimpleNamespace):
    """A module or `Kernels` with some names replaced."""

    def __init__(self, base: object, names: dict[str, object]) -> None:
        super().__init__(**names)
        self._base = base

    def __getattr__(self, name: str) -> object:
        return getattr(self._base, name)


MADE: "dict[int, Broken]" = {}


def made(number: int) -> "Broken":
    return MADE[number]


class Broken(Game):
    """A game whose parts are replaced; a pickle of its positions finds it again."""

    def __init__(self, family: Family, rules: dict[str, object], options: str = "") -> None:
        super().__init__(family, options)
        if rules:  # compiled functions take no patched kernels: these tests run in plain Python only
            self.__dict__["kernels"] = Patched(toy(family.name).kernels, rules)
        MADE[id(self)] = self

    def __reduce__(self):
        return made, (id(self),)
