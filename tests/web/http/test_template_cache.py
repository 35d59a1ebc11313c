"""Compiled templates on disk: used again, made anew after a change, and never in the way of a page."""

import errno
import os
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader
from jinja2.bccache import Bucket
from jinja2.environment import Environment as CompilingEnvironment

from charkoni.web.http.site import template_cache

OPTIONS = {"autoescape": True}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARKONI_CACHE", str(tmp_path / "cache"))


def rendered(folder: Path) -> str:
    """Return a page of a new process: nothing is in memory."""
    loader = FileSystemLoader(folder)
    return (
        Environment(loader=loader, bytecode_cache=template_cache(OPTIONS), autoescape=True).get_template("a").render()
    )


def test_a_template_is_compiled_once_until_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    compile_ = CompilingEnvironment.compile
    monkeypatch.setattr(
        CompilingEnvironment, "compile", lambda self, *a, **k: (compiled.append(a), compile_(self, *a, **k))[1]
    )
    (tmp_path / "a").write_text("one {{ 1 }}")
    assert [rendered(tmp_path), rendered(tmp_path), len(compiled)] == ["one 1", "one 1", 1]
    (tmp_path / "a").write_text("two {{ 2 }}")
    assert [rendered(tmp_path), len(compiled)] == ["two 2", 2]


def test_pages_come_where_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Bucket, "write_bytecode", write)
    (tmp_path / "a").write_text("one")
    assert rendered(tmp_path) == "one"


def test_environments_with_other_options_have_other_folders() -> None:
    caches = template_cache(OPTIONS), template_cache(OPTIONS | {"trim_blocks": True})
    assert all(caches) and len({each.directory for each in caches if each}) == 2


def test_no_cache_is_kept_where_the_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    assert template_cache(OPTIONS) is None
