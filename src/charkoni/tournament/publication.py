"""Publication: a folder of files is brought to a folder, an SFTP host or a git repository; only what changed is sent.

    /srv/www/cup                                 a folder
    sftp://user@example.org/srv/www/cup          OpenSSH's program `sftp`, with the keys and hosts of its configuration
    git+https://example.org/cup.git#pages:cup    `git`; branch pages, folder cup, by default the branch and root there

`MANIFEST`, beside the files, holds their SHA-256.  Files are first sent under other names and renamed when all are
there, the first page and the manifest last; a transfer that breaks off leaves what was there.  Passwords are refused:
keys belong to the programs of the host.
"""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Protocol
from urllib.parse import SplitResult, urlsplit

from charkoni.tournament.model.errors import BadSetting, refusal

MANIFEST = "charkoni-pages.json"
PLAN = "publication"
PUBLISHED_AFTER = ("publish", "close", "finish")
"""Acts after which pages are published by themselves, where the plan of the event says so."""

_PARTS = ".charkoni-parts"
_TIMEOUT_S = 600
_TELLING = re.compile("fatal|rejected|[Dd]enied|refused|resolve|timed out|verification failed|No such")
"""The line of a program's errors that says why it failed."""

_FAILED = "{program}: {why}"


class Changes(NamedTuple):
    """What a publication changes: names of files."""

    new: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the pages of an event are published; kept beside the log, as the value PLAN: it is of this machine.

    address: see the module.  is_always: after every publish and every closed round.  acts: of the event
    when it was last published.  problem: why the last publication failed.
    """

    address: str = ""
    languages: tuple[str, ...] = ("en",)
    is_always: bool = False
    acts: int = 0
    problem: str = ""

    @classmethod
    def read(cls, text: str) -> "Plan":
        """Return the plan of a stored value; an empty one without it."""
        return cls(**{**(values := json.loads(text or "{}")), "languages": tuple(values.get("languages", ("en",)))})

    def text(self) -> str:
        """Return the value that `read` reads."""
        return json.dumps(asdict(self))


class Target(Protocol):
    """Where files are published."""

    def manifest(self) -> str:
        """Return the text of the manifest there, empty where there are no files yet; raise BadSetting, OSError."""

    def apply(self, site: Path, sent: Sequence[str], removed: Sequence[str], title: str) -> None:
        """Send files of the folder `site` in this order, then remove others; raise BadSetting, OSError."""


def publish(site: Path, address: str, title: str, *, is_rehearsal: bool = False) -> Changes:
    """Bring the files of a folder to an address, and return what changed; raise BadSetting, OSError.

    title: of the change, for a repository.  is_rehearsal: nothing is sent.
    """
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    found = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    with _target(address) as target:
        there = _files(target.manifest())
        changes = Changes(
            tuple(sorted(found.keys() - there.keys())),
            tuple(sorted(name for name in found.keys() & there.keys() if found[name] != there[name])),
            tuple(sorted(there.keys() - found.keys())),
        )
        if any(changes) and not is_rehearsal:
            text = json.dumps({"files": found}, indent=0, sort_keys=True)
            (site / MANIFEST).write_text(text + "\n", encoding="utf-8")
            sent = sorted(
                (*changes.new, *changes.changed, MANIFEST),
                key=lambda name: (name == MANIFEST, PurePosixPath(name).name == "index.html", name),
            )
            target.apply(site, sent, changes.removed, title)
    return changes


def _files(manifest: str) -> Mapping[str, str]:
    """Return the digests of a manifest by names; raise BadSetting for one that is not ours, or leaves its folder."""
    if not manifest:
        return {}
    try:
        files = {str(name): str(digest) for name, digest in json.loads(manifest)["files"].items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise refusal(BadSetting, MANIFEST, "manifest", name=MANIFEST) from None
    if not all(re.fullmatch(r"(?!\.)[\w.-]+(/(?!\.)[\w.-]+)*", name, re.ASCII) for name in files):
        raise refusal(BadSetting, MANIFEST, "manifest", name=MANIFEST)
    return files


@contextlib.contextmanager
def _target(address: str) -> Iterator[Target]:
    """Yield the target of an address; raise BadSetting."""
    parts = urlsplit(address.removeprefix("git+"))
    if parts.password is not None:
        raise refusal(BadSetting, f"{parts.scheme}://...", "password")
    with tempfile.TemporaryDirectory() as draft:
        if address.startswith("git+"):
            yield _Repository(address.removeprefix("git+"), Path(draft))
        elif parts.scheme == "sftp":
            yield _Sftp(parts, Path(draft))
        elif "://" in address:
            raise refusal(BadSetting, address, "publish-address")
        else:
            yield _Folder(Path(address).expanduser())


@dataclass(frozen=True)
class _Folder:
    """A folder.  kept: names in it that are no files of ours."""

    path: Path
    kept: tuple[str, ...] = ()

    def manifest(self) -> str:
        if (self.path / MANIFEST).is_file():
            return (self.path / MANIFEST).read_text(encoding="utf-8", errors="replace")
        if self.path.exists() and {path.name for path in self.path.iterdir()} - {_PARTS, *self.kept}:
            raise refusal(BadSetting, self.path, "other-files")
        return ""

    def apply(self, site: Path, sent: Sequence[str], removed: Sequence[str], title: str) -> None:
        parts = self.path / _PARTS
        shutil.rmtree(parts, ignore_errors=True)
        parts.mkdir(parents=True)
        try:
            for number, name in enumerate(sent):
                shutil.copyfile(site / name, parts / str(number))
            for number, name in enumerate(sent):
                (self.path / name).parent.mkdir(parents=True, exist_ok=True)
                (parts / str(number)).replace(self.path / name)
        finally:
            shutil.rmtree(parts, ignore_errors=True)
        for name in removed:
            (self.path / name).unlink(missing_ok=True)


class _Sftp:
    """A folder of a host, by the program `sftp`."""

    def __init__(self, address: SplitResult, draft: Path) -> None:
        host, self.path = address.hostname or "", address.path or "."
        if not re.fullmatch(r"[\w.:-]+", host) or host.startswith("-") or re.search(r"[^ -~]|[*?\[\]]", self.path):
            raise refusal(BadSetting, address.geturl(), "publish-address")
        user = f"{address.username}@" if address.username else ""
        self._command = ["sftp", "-b", "-", "-oBatchMode=yes", "-oConnectTimeout=20"]
        self._command += ["-P", str(address.port)] if address.port else []
        self._command += ["--", f"{user}{host}"]
        self._draft = draft

    def _at(self, name: str) -> str:
        """Return the quoted path of a file there."""
        return _quoted(str(PurePosixPath(self.path) / name))

    def _run(self, lines: Sequence[str]) -> str:
        return _run(self._command, "\n".join(lines) + "\n")

    def manifest(self) -> str:
        own = self._draft / MANIFEST
        listed = self._run([f"-ls -1 {self._at('.')}", f"-get {self._at(MANIFEST)} {_quoted(str(own))}"])
        if own.is_file():
            return own.read_text(encoding="utf-8", errors="replace")
        if [line for line in listed.splitlines() if line.strip() and not line.startswith("sftp>")]:
            raise refusal(BadSetting, self.path, "other-files")
        return ""

    def apply(self, site: Path, sent: Sequence[str], removed: Sequence[str], title: str) -> None:
        parents = {str(parent) for name in sent for parent in PurePosixPath(name).parents}
        above = [str(parent) for parent in reversed(PurePosixPath(self.path).parents) if str(parent) not in "/."]
        lines = [f"-mkdir {_quoted(path)}" for path in (*above, self.path)]
        lines += [f"-mkdir {self._at(name)}" for name in (*sorted(parents - {"."}), _PARTS)]
        lines += [f"put {_quoted(str(site / name))} {self._at(f'{_PARTS}/{n}')}" for n, name in enumerate(sent)]
        lines += [f"rename {self._at(f'{_PARTS}/{n}')} {self._at(name)}" for n, name in enumerate(sent)]
        lines += [f"-rm {self._at(name)}" for name in removed]
        self._run([*lines, f"-rmdir {self._at(_PARTS)}"])


class _Repository:
    """A branch of a git repository, or a folder in it.  address: as git writes it, #BRANCH:FOLDER after it."""

    def __init__(self, address: str, draft: Path) -> None:
        url, _, place = address.partition("#")
        self._branch, _, folder = place.partition(":")
        inside = PurePosixPath(folder)
        is_known = re.match(r"(https?|ssh|file)://|(?:[\w.-]+@)?[\w.-]+:(?!:)|/|~|\.", url, re.ASCII)
        if not is_known or ".." in inside.parts or inside.is_absolute() or self._branch.startswith("-"):
            raise refusal(BadSetting, address, "publish-address")
        self._url, self._draft = os.path.expanduser(url), draft
        self._folder = _Folder(draft / "clone" / inside, (".git",))

    def _git(self, *words: str) -> str:
        return _run(["git", "-C", str(self._draft / "clone"), *words])

    def manifest(self) -> str:
        _run(["git", "clone", "-q", "--depth", "1", "--", self._url, str(self._draft / "clone")])
        branch = self._branch
        if branch and self._git("ls-remote", "--heads", "origin", f"refs/heads/{branch}"):
            self._git("fetch", "-q", "--depth", "1", "origin", f"refs/heads/{branch}")
            self._git("checkout", "-q", "-B", branch, "FETCH_HEAD")
        elif branch:
            self._git("checkout", "-q", "--orphan", branch)
            self._git("rm", "-q", "-r", "-f", "--ignore-unmatch", ".")
        return self._folder.manifest()

    def apply(self, site: Path, sent: Sequence[str], removed: Sequence[str], title: str) -> None:
        self._folder.apply(site, sent, removed, title)
        self._git("add", "-A", "-f", ".")
        author = () if _output(["git", "config", "user.email"]) else ("-c", "user.name=Charkoni", "-c", "user.email=@")
        self._git(*author, "commit", "-q", "-m", title)
        self._git("push", "-q", "origin", "HEAD" if not self._branch else f"HEAD:refs/heads/{self._branch}")


def _quoted(path: str) -> str:
    """Return a path as sftp reads it in a batch."""
    return '"' + re.sub(r'(["\\])', r"\\\1", path) + '"'


def _run(command: Sequence[str], given: str = "") -> str:
    """Return the output of a program; raise BadSetting with the last line of its errors."""
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    environment.setdefault("GIT_SSH_COMMAND", "ssh -oBatchMode=yes")
    try:
        done = subprocess.run(
            command, input=given, capture_output=True, text=True, errors="replace", timeout=_TIMEOUT_S, env=environment
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise refusal(BadSetting, command[0], _FAILED, program=command[0], why=str(error)) from None
    if done.returncode:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()] or [str(done.returncode)]
        why = next(filter(_TELLING.search, lines), lines[-1])
        raise refusal(BadSetting, command[0], _FAILED, program=command[0], why=why)
    return done.stdout


def _output(command: Sequence[str]) -> str:
    with contextlib.suppress(BadSetting):
        return _run(command).strip()
    return ""
