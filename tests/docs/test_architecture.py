"""The map in docs/architecture.md: a line for every package, no line for none, in the order of the import contract."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "charkoni"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([\w/]+)` \| (.+) \|$", re.MULTILINE)


def mapped() -> list[str]:
    """Return the packages of the map, in its order."""
    return [name for name, _ in ROW.findall(PAGE[PAGE.index("## Map") :])]


def layers() -> list[set[str]]:
    """Return the packages of each layer of the import contract, the lowest layer first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    rows = next(contract["layers"] for contract in contracts if contract["id"] == "layers")
    return [set(re.findall(r"\w+", row)) for row in reversed(rows)]


def test_every_package_has_one_line() -> None:
    packages = {path.parent.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("__init__.py")} - {"."}
    scripts = {path.parent.relative_to(SOURCE).as_posix() for path in (SOURCE / "web" / "client").rglob("*.js")}
    names = mapped()
    assert sorted((packages | scripts) - set(names)) == [], "packages without a line in docs/architecture.md"
    assert len(names) == len(set(names))


def test_no_line_names_what_is_not_there() -> None:
    assert [name for name in mapped() if not (SOURCE / name).is_dir()] == []


def test_every_package_of_a_layer_is_named() -> None:
    assert [name for layer in layers() for name in layer if (SOURCE / name).is_dir() and name not in mapped()] == []


def test_the_order_is_that_of_the_layers() -> None:
    height = {name: number for number, layer in enumerate(layers()) for name in layer}
    heights = [height[name] for name in mapped() if name in height]
    assert heights == sorted(heights), "a package stands above one that it may import"


def test_a_package_follows_the_one_around_it() -> None:
    before = ""
    for name in mapped():
        parent = name.rpartition("/")[0]
        assert not parent or before == parent or before.startswith(f"{parent}/"), f"{name} stands away from {parent}"
        before = name


def test_a_line_of_commands_names_them_all() -> None:
    written = tomllib.loads((SOURCE / "cli" / "commands" / "commands.toml").read_text(encoding="utf-8"))["commands"]
    rows = dict(ROW.findall(PAGE[PAGE.index("## Map") :]))
    for package in ("analysis", "arena", "development", "play", "server", "solve"):
        named = set(re.findall(r"`([\w-]+)`", rows[f"cli/commands/{package}"]))
        assert named == {name for name, command in written.items() if command["module"].partition(".")[0] == package}
