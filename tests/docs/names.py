"""The objects that documents name by dotted names."""

import importlib
from inspect import getattr_static
from typing import Any


def resolved(name: str) -> Any:
    """Return the module, class or function of a dotted name below charkoni; raise AttributeError or ImportError.

    A method is returned as its class holds it: a property as the property.
    """
    words = ["charkoni", *name.split(".")]
    for count in range(len(words), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(words[:count]))
        except ModuleNotFoundError:
            continue
        for word in words[count:]:
            found = getattr_static(found, word) if isinstance(found, type) else getattr(found, word)
        return found
    raise ImportError(name)
