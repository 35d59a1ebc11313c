"""The client's files: they know no game, their types hold, and they are small."""

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import charkoni
from charkoni.draw.scene import View
from charkoni.web.site import CLIENT, HERE

SCRIPTS = sorted(CLIENT.glob("*.js"))
TOOLS = Path(__file__).resolve().parents[1] / "browser" / "tools"
TABLE = (HERE / "templates" / "table.html").read_text(encoding="utf-8")
LARGEST_SCRIPT = 25_000
LONGEST_FILE = 450


@pytest.fixture(scope="session")
def tools() -> Path:
    """The folder with the checkers, set up as package-lock.json says."""
    if shutil.which("npm") is None:
        pytest.skip("needs Node and npm")
    if not (TOOLS / "node_modules" / "typescript").is_dir():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=TOOLS, check=True, capture_output=True)
    return TOOLS


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_client_names_no_game(path):
    words = set(re.findall(r"[a-z]+", text_of(path).lower()))
    assert not words & set(charkoni.games())


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_client_names_no_cell_and_no_chip(path):
    strings = set(re.findall(r"""["'`]([a-z0-9-]+)["'`]""", text_of(path)))
    found = set()
    for name in charkoni.games():
        game = charkoni.game(name)
        if hasattr(game.family, "board"):
            found |= strings & set(View(game).layout.spots)
    assert not {zone for zone in found if len(zone) > 1}, "zones come from the server"
    assert not {each for each in strings if re.fullmatch(r"[a-z]{1,5}-?\d{1,2}", each)} - {"b1-"}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_client_files_are_short_and_need_nothing_from_elsewhere(path):
    text = text_of(path)
    assert len(text.splitlines()) <= LONGEST_FILE
    imported = re.findall(r'^import .* from "(.*)";', text, re.MULTILINE)
    assert all(re.fullmatch(r"\./\w+\.js", each) for each in imported)
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "") and "https://" not in text
    assert "eval(" not in text and "document.write" not in text


def test_client_is_small():
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in SCRIPTS}
    assert sum(sizes.values()) <= LARGEST_SCRIPT, json.dumps(sizes)


def test_page_preloads_every_module():
    assert {path.stem for path in SCRIPTS} == set(re.search(r"for name in \((.*)\)", TABLE)[1].replace('"', "").split(", "))


def test_words_of_the_client_are_on_the_page():
    block = TABLE[TABLE.index('"words": {') :]
    given = set(re.findall(r'^ {2}"([\w-]+)":', block, re.MULTILINE))
    used = set()
    for path in SCRIPTS:
        used |= set(re.findall(r"""words\.([a-z]\w*)""", text_of(path)))
        used |= set(re.findall(r"""words\["([\w-]+)"\]""", text_of(path)))
    used |= {f"{way}-{kind}" for way in ("offer", "offered") for kind in ("draw", "takeback", "rematch")}
    assert used - given == set()
    assert given - used <= {"lost", "lost-clock"}


@pytest.mark.parametrize("name", ["page", "coach", "board", "chips", "log", "menu"])
def test_parts_that_the_client_needs_are_on_the_page(name):
    assert f'id="{name}"' in TABLE


def test_all_named_parts_exist():
    wanted = set()
    for path in SCRIPTS:
        wanted |= set(re.findall(r"""part\("([\w-]+)"\)""", text_of(path)))
    assert {name for name in wanted if f'id="{name}"' not in TABLE} == set()


def test_types_hold(tools):
    found = subprocess.run(
        [tools / "node_modules" / ".bin" / "tsc", "-p", tools], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout
