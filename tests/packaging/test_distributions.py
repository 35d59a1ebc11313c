"""The wheel and the source archive: what they hold, and that they are built the same twice."""

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser
from importlib.metadata import distributions, packages_distributions
from pathlib import Path
from typing import Any

import pytest
from tests.packaging import licences

ROOT = Path(__file__).resolve().parents[2]


def built(kind: str, folder: Path) -> Path:
    """Build the wheel or the source archive of the checkout."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "0"})
    return next(folder.iterdir())


def test_the_wheel_is_complete_and_says_what_it_is(tmp_path: Path) -> None:
    with zipfile.ZipFile(built("wheel", tmp_path)) as wheel:
        names = wheel.namelist()
        metadata = HeaderParser().parsestr(
            wheel.read(next(each for each in names if each.endswith("METADATA"))).decode()
        )
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert "# Charkoni" in metadata.get_payload()
    assert not re.search(r"\]\((?!https?:)|<img", metadata.get_payload()), "an index has no files of the repository"
    assert {"all", "postgres", "tournament", "web"} <= set(metadata.get_all("Provides-Extra"))
    assert {"LICENSE", "src/charkoni/tournament/printouts/fonts/LICENSE.txt"} == set(metadata.get_all("License-File"))
    assert not [each for each in names if each.endswith((".po", ".pot", ".pyc"))]
    for needed in ("py.typed", "locale/ru/LC_MESSAGES/charkoni.mo", "web/client/main.js", "rule_pages/gana.tr.md"):
        assert f"charkoni/{needed}" in names
    data_files = [
        path for path in (ROOT / "src").rglob("*") if path.suffix == ".toml" and path.parent.name == "teaching"
    ]
    assert data_files and {path.relative_to(ROOT / "src").as_posix() for path in data_files} <= {*names}
    assert {each.partition("/")[0] for each in names if ".dist-info" not in each} == {"charkoni"}


def test_the_default_extras_have_no_copyleft() -> None:
    """The LGPL is in the extra `postgres` alone."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = dict(re.findall(r"^(\w+) = (\[.*?\])$", text, re.MULTILINE | re.DOTALL))
    assert "psycopg" in packages_distributions()
    assert [name for name, packages in extras.items() if "psycopg" in packages] == ["postgres"]


def test_until_the_name_is_registered_everything_is_installed_from_the_wheel() -> None:
    """An index may hold somebody else's package of this name; neither is an address of the project known yet."""
    by_name = re.compile(
        r"\b(?:pipx?|uvx?)\b[^\n`|]*?\b(?:install|run|add)\b[^\n`|]*?(?<![\w./-])(?<!version\(')charkoni(?![\w./-])"
    )
    assert by_name.search("pip install 'charkoni[web]'") and not by_name.search(
        "pip install 'charkoni-1.0-none.whl[web]'"
    )
    texts = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.py")]
    texts += [path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".html", ".po")]
    assert [
        f"{path}: {found[0]}" for path in texts for found in by_name.finditer(path.read_text(encoding="utf-8"))
    ] == []
    assert "urls]" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_a_build_gives_the_same_bytes_twice(kind: str, tmp_path: Path) -> None:
    archives = [built(kind, tmp_path / each) for each in ("one", "two")]
    assert len({hashlib.sha256(each.read_bytes()).hexdigest() for each in archives}) == 1


def test_the_source_archive_holds_nothing_that_is_no_source(tmp_path: Path) -> None:
    """Neither what tests have installed below the checkout nor what they have made there."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("needs a checkout")
    with tarfile.open(built("sdist", tmp_path)) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert held - set(listed.stdout.splitlines()) == {"PKG-INFO"}
    assert "src/charkoni/games/gana/teaching/lessons.toml" in held


@pytest.mark.long
def test_the_source_archive_builds_and_passes_the_quick_tests(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", tmp_path / "built")) as archive:
        archive.extractall(tmp_path, filter="data")
    source = next(tmp_path.glob("charkoni-*"))
    environment = {**os.environ, "PYTHONPATH": str(source / "src"), "NUMBA_DISABLE_JIT": "1"}
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not compiled_only"]
    folders = ["tests/games", "tests/core", "tests/architecture", "tests/client"]
    subprocess.run([*run, *folders], cwd=source, env=environment, check=True)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "wheel")]
    subprocess.run(build, cwd=source, check=True, capture_output=True)
    with zipfile.ZipFile(next((tmp_path / "wheel").iterdir())) as wheel:
        assert "charkoni/web/strength.md" in wheel.namelist()


def test_a_bill_of_materials_gets_the_licences_that_files_are_and_misses_no_others(tmp_path: Path) -> None:
    for name, text in {
        "plain": (ROOT / "LICENSE").read_text(encoding="utf-8"),
        "own": "Everything is forbidden.",
    }.items():
        folder = tmp_path / f"{name}-1.dist-info"
        (folder / "licenses").mkdir(parents=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: 1\nLicense-File: LICENSE\n")
        (folder / "licenses" / "LICENSE").write_text(text, encoding="utf-8")
    declared = [{"license": {"id": "BSD-3-Clause"}}]
    bill: dict[str, Any] = {"components": [{"name": "plain"}, {"name": "own"}, {"name": "other", "licenses": declared}]}
    assert licences.complete(bill, distributions(path=[str(tmp_path)])) == ["own"]
    assert bill["components"][0]["licenses"] == [{"license": {"acknowledgement": "concluded", "id": "MIT"}}]
    assert bill["components"][2]["licenses"] == declared
