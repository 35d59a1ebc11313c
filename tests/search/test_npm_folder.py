"""The folder for npm that `make wasm` makes."""

import json
import subprocess
from pathlib import Path

import pytest

from charkoni.core.compiler import PACKAGE

SEARCH = PACKAGE / "search"


@pytest.mark.once
def test_the_types_of_the_driver_are_those_of_its_comments(tools: Path, tmp_path: Path) -> None:
    options = ["--allowJs", "--declaration", "--emitDeclarationOnly", "--target", "es2022", "--outDir", tmp_path]
    subprocess.run([tools / "node_modules" / ".bin" / "tsc", SEARCH / "engine.js", *options], check=True)
    found = (tmp_path / "engine.d.ts").read_text(encoding="utf-8")
    assert found == (SEARCH / "npm" / "engine.d.ts").read_text(encoding="utf-8"), "make driver-types"


def test_the_folder_brings_what_its_description_names() -> None:
    description = json.loads((SEARCH / "npm" / "package.json").read_text(encoding="utf-8"))
    driver = description["exports"]["."]
    assert driver == {"types": "./engine.d.ts", "default": "./engine.js"}
    assert set(description["files"]) >= {"engine.js", "engine.d.ts", "*.wasm"}
