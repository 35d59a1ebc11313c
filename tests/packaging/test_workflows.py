"""Workflows, image and compose file name what there is: targets, paths, extras, versions, settings, volumes.

Their grammar is checked by `make workflows`, the image by `make image`.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

from charkoni.web.config import NAMES, PREFIX

ROOT = Path(__file__).resolve().parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = {path.name: yaml.safe_load(path.read_text()) for path in (ROOT / ".github" / "workflows").glob("*.yml")}
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
OTHERS = {f"{PREFIX}{name}" for name in ("CACHE", "LANG", "PASSWORD")}
"""Variables that are no settings of a server."""


def steps() -> list[dict[str, Any]]:
    return [step for flow in WORKFLOWS.values() for job in flow["jobs"].values() for step in job["steps"]]


def test_every_command_of_a_workflow_finds_what_it_names() -> None:
    commands = [step["run"] for step in steps() if "run" in step]
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    wanted = [name for command in commands for name in re.findall(r"\bmake ([\w-]+)", command)]
    assert {"quick", "test", "test-long", "docs", "release"} <= set(wanted) <= set(targets)
    paths = [path for command in commands for path in re.findall(r"\b(?:tests|bench)/[\w/.-]+", command)]
    assert paths and [path for path in paths if not (ROOT / path).exists()] == []
    extras = {name for command in commands for name in re.findall(r'"\.\[(\w+)\]"', command)}
    assert extras <= set(PROJECT["optional-dependencies"])


def test_the_tested_versions_of_python_are_those_that_are_promised() -> None:
    tested = WORKFLOWS["checks.yml"]["jobs"]["quick"]["strategy"]["matrix"]["python"]
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert tested == promised
    assert PROJECT["requires-python"] == f">={promised[0]}"


def test_jobs_may_only_read_unless_they_publish_and_end_in_time() -> None:
    for name, flow in WORKFLOWS.items():
        assert flow["permissions"] == {"contents": "read"}, name
        for job, told in flow["jobs"].items():
            assert ("permissions" in told) == (job == "publish"), job
            assert "timeout-minutes" in told or job == "publish", job


def test_image_and_compose_file_set_what_the_program_knows() -> None:
    known = {f"{PREFIX}{name.upper()}" for name in NAMES} | OTHERS
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    server = compose["services"]["charkoni"]
    named = set(re.findall(r"CHARKONI_\w+", CONTAINERFILE)) | set(server["environment"])
    assert named <= known
    assert re.findall(r'"(/var[\w/]+)"', CONTAINERFILE) == [each.split(":")[1] for each in server["volumes"]]
    assert {each.split(":")[0] for service in compose["services"].values() for each in service["volumes"]} == set(
        compose["volumes"]
    )
    compile(server["healthcheck"]["test"][-1], "healthcheck", "exec")
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINERFILE, re.MULTILINE)
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    assert [path for each in copied for path in each.split() if f"!{path}\n" not in kept] == []
