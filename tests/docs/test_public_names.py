"""What is promised exists: each promised package has `__all__`, its names exist, and the reference shows them."""

import importlib
import inspect
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "program"
PROMISE = re.search(r"- the public names: those in `__all__` of (.*?);", (DOCS / "index.md").read_text(), re.DOTALL)
assert PROMISE
PROMISED = re.findall(r"`(charkoni[.\w]*)`", PROMISE[1])
REFERENCE = (DOCS / "api.md").read_text()


def test_the_promise_and_the_reference_name_the_same_packages() -> None:
    shown = re.findall(r"^## (charkoni[.\w]*)$", REFERENCE, re.MULTILINE)
    assert len(PROMISED) > 8
    assert sorted(PROMISED) == sorted(shown)


@pytest.mark.parametrize("package", PROMISED)
def test_a_promised_package_has_its_names(package: str) -> None:
    module = importlib.import_module(package)
    assert len(module.__all__) == len(set(module.__all__)) > 0
    assert set(module.__all__) <= set(dir(module)) or hasattr(module, "__getattr__")
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert (value.__doc__ or "").strip(), f"{package}.{name} has no docstring"
    with pytest.raises(AttributeError):
        module.no_such_name  # noqa: B018


@pytest.mark.parametrize("package", PROMISED)
def test_the_reference_shows_all_names_of_a_promised_package(package: str) -> None:
    section = re.search(rf"^## {re.escape(package)}$(.*?)(^## |\Z)", REFERENCE, re.MULTILINE | re.DOTALL)
    assert section
    if re.search(rf"\.\. automodule:: {re.escape(package)}\n   :imported-members:", section[1]):
        return
    shown = set(re.findall(rf":: {re.escape(package)}\.(\w+)$", section[1], re.MULTILINE))
    assert shown == set(importlib.import_module(package).__all__)


def test_the_names_of_the_package_are_what_its_listing_shows() -> None:
    import charkoni

    assert dir(charkoni) == sorted([*charkoni.__all__, "__version__"])
    assert charkoni.Record.__name__ == "Record"
