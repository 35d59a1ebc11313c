"""Publication to a folder, an SFTP host and a git repository: only what changed, whole or as before."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from charkoni.tournament.model.errors import BadSetting
from charkoni.tournament.publication import MANIFEST, Changes, publish

SERVERS = ("/usr/lib/openssh/sftp-server", "/usr/libexec/openssh/sftp-server", "/usr/lib/ssh/sftp-server")
SFTP = """#!{python}
'''The commands of a batch of `sftp`, on this machine; a - in front lets a command fail.'''
import pathlib, shlex, shutil, sys
for line in sys.stdin:
    is_free, words = line.startswith("-"), shlex.split(line.lstrip("-"))
    paths = [pathlib.Path(word) for word in words[1:]]
    print("sftp>", line.strip())
    try:
        match words[0]:
            case "mkdir": paths[0].mkdir()
            case "rmdir": paths[0].rmdir()
            case "rm": paths[0].unlink()
            case "rename": paths[0].replace(paths[1])
            case "put" | "get": shutil.copyfile(*paths)
            case "ls": print(*sorted(path.name for path in paths[1].iterdir()), sep="\\n")
            case _: sys.exit(f"unknown: {{words[0]}}")
    except OSError as error:
        if not is_free:
            sys.exit(str(error))
"""


def site(folder: Path, files: dict[str, str]) -> Path:
    """Return a new folder with these files."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def held(folder: Path) -> dict[str, str]:
    """Return the files of a folder besides the manifest."""
    paths = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts]
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in paths if p.name != MANIFEST}


def git(*words: object) -> str:
    return subprocess.run(["git", *map(str, words)], check=True, capture_output=True, text=True).stdout.strip()


Place = tuple[str, Callable[[], dict[str, str]]]


@pytest.fixture(params=["folder", "git", "sftp", "real sftp"])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Return an address, and a function that returns what is there."""
    there = tmp_path / "there" / "cup"
    if request.param == "folder":
        return str(there), lambda: held(there)
    if request.param == "git":
        git("init", "-q", "--bare", tmp_path / "there.git")

        def cloned() -> dict[str, str]:
            shutil.rmtree(tmp_path / "clone", ignore_errors=True)
            git("clone", "-q", "-b", "pages", tmp_path / "there.git", tmp_path / "clone")
            return held(tmp_path / "clone" / "cup")

        return f"git+file://{tmp_path}/there.git#pages:cup", cloned
    program = tmp_path / "bin" / "sftp"
    program.parent.mkdir()
    if request.param == "sftp":
        program.write_text(SFTP.format(python=sys.executable))
    else:
        server, client = next(filter(os.path.exists, SERVERS), ""), shutil.which("sftp")
        if not server or not client:
            pytest.skip("needs the client and the server of OpenSSH")
        program.write_text(f"#!/bin/sh\nexec {client} -b - -D {server}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    return f"sftp://me@example.org{there}", lambda: held(there)


def test_only_what_changed_is_sent(place: Place, tmp_path: Path) -> None:
    address, there = place
    first = {"index.html": "1", "look/style.css": "x", "round-1.html": "a"}
    assert publish(site(tmp_path / "site", first), address, "one", is_rehearsal=True).removed == ()
    changes = publish(site(tmp_path / "site", first), address, "one")
    assert changes == Changes(tuple(sorted(first)), (), ()) and there() == first
    second = {"index.html": "2", "look/style.css": "x", "ru/round-2.html": "b"}
    wanted = Changes(("ru/round-2.html",), ("index.html",), ("round-1.html",))
    assert publish(site(tmp_path / "site", second), address, "two", is_rehearsal=True) == wanted
    assert there() == first
    assert publish(site(tmp_path / "site", second), address, "two") == wanted and there() == second
    assert publish(site(tmp_path / "site", second), address, "two") == ((), (), ()) and there() == second


FILES = st.dictionaries(st.sampled_from(["index.html", "a.html", "b/c.html", "b/d.svg"]), st.text("xyz", max_size=2))


@given(states=st.lists(FILES, min_size=1, max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
def test_any_sequence_of_publications_ends_in_the_last_one(tmp_path: Path, states: list[dict[str, str]]) -> None:
    shutil.rmtree(tmp_path / "there", ignore_errors=True)
    (tmp_path / "there").mkdir()
    for files in states:
        site(tmp_path / "site", {**files, "always.html": ""})
        publish(tmp_path / "site", str(tmp_path / "there"), "-")
        assert held(tmp_path / "there") == {**files, "always.html": ""}


def test_a_branch_of_others_and_their_files_are_kept(tmp_path: Path) -> None:
    git("init", "-q", "-b", "main", tmp_path / "work")
    (tmp_path / "work" / "README").write_text("theirs")
    git("-C", tmp_path / "work", "add", "-A")
    git("-C", tmp_path / "work", "-c", "user.name=a", "-c", "user.email=b", "commit", "-q", "-m", "theirs")
    git("clone", "-q", "--bare", tmp_path / "work", tmp_path / "there.git")
    address = f"git+{tmp_path}/there.git"
    files = site(tmp_path / "site", {"index.html": "1"})
    with pytest.raises(BadSetting, match="other files are there"):
        publish(files, address, "one")
    publish(files, f"{address}#main:cup", "one")
    publish(site(tmp_path / "site", {"index.html": "2"}), f"{address}#fresh", "two")
    assert git("-C", tmp_path / "there.git", "show", "main:README") == "theirs"
    assert git("-C", tmp_path / "there.git", "show", "main:cup/index.html") == "1"
    assert git("-C", tmp_path / "there.git", "ls-tree", "--name-only", "fresh").split() == [MANIFEST, "index.html"]
    assert git("-C", tmp_path / "there.git", "log", "-1", "--format=%s", "main") == "one"


def test_files_of_others_are_refused_and_kept(place: Place, tmp_path: Path) -> None:
    address, _ = place
    if address.startswith("git"):
        pytest.skip("see the test of branches")
    there = tmp_path / "there" / "cup"
    site(there, {"mine.html": "x"})
    with pytest.raises(BadSetting, match="other files are there"):
        publish(site(tmp_path / "site", {"index.html": "1"}), address, "-")
    assert held(there) == {"mine.html": "x"}


@pytest.mark.parametrize("names", ["../secret", "/etc/passwd", "a/../../b", ".ssh/keys", "a//b"])
def test_a_manifest_that_leaves_its_folder_is_refused(tmp_path: Path, names: str) -> None:
    site(tmp_path / "there" / "cup", {MANIFEST: json.dumps({"files": {names: "0"}})})
    (tmp_path / "there" / "secret").write_text("x")
    with pytest.raises(BadSetting, match="is not the list of files"):
        publish(site(tmp_path / "site", {"index.html": "1"}), str(tmp_path / "there" / "cup"), "-")
    assert (tmp_path / "there" / "secret").exists()


def test_a_transfer_that_breaks_off_leaves_the_old_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = tmp_path / "there"
    publish(site(tmp_path / "site", {"index.html": "1", "a.html": "1"}), str(there), "-")
    copied = []

    def broken(source: Path, target: Path) -> None:
        copied.append(source)
        if len(copied) == 2:
            raise OSError(28, "No space left on device")
        Path(target).write_bytes(Path(source).read_bytes())

    monkeypatch.setattr("charkoni.tournament.publication.shutil.copyfile", broken)
    with pytest.raises(OSError, match="No space"):
        publish(site(tmp_path / "site", {"index.html": "2", "a.html": "2"}), str(there), "-")
    assert held(there) == {"index.html": "1", "a.html": "1"}


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("sftp://me:secret@example.org/x", "no password"), ("git+https://me:secret@example.org/x", "no password"),
        ("git+ext::sh -c id", "publish to a folder"), ("git+-u/x", "publish to a folder"),
        ("git+file:///x#-f", "publish to a folder"), ("git+file:///x#a:../b", "publish to a folder"),
        ("sftp://-oProxyCommand=id/x", "publish to a folder"), ("sftp://h/a*", "publish to a folder"),
        ("ftp://h/x", "publish to a folder"), ("git+file:///nowhere/at/all", "fatal"),
    ],
)  # fmt: skip
def test_bad_addresses_are_refused_in_one_line(tmp_path: Path, address: str, why: str) -> None:
    with pytest.raises(BadSetting, match=why) as refused:
        publish(site(tmp_path / "site", {"index.html": "1"}), address, "-")
    assert "secret" not in str(refused.value) and "\n" not in str(refused.value)
