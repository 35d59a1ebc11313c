"""The client's files: they name no cell of a game, their types hold, and they are small."""

import gzip
import json
import re
import subprocess
from pathlib import Path

import pytest

import charkoni
from charkoni.graphics import move_highlights
from charkoni.graphics.scene import BoardView
from charkoni.tournament import known_people
from charkoni.web.engine.warm import playable
from charkoni.web.http.assets import CLIENT, boards_css, without_comments, without_spaces
from charkoni.web.http.site import TEMPLATES
from charkoni.web.live.observers import visitor_device
from charkoni.web.pages.table import guide, page
from charkoni.web.tournaments.online import fair_play

SCRIPTS = sorted(CLIENT.rglob("*.js"))
TABLE = (TEMPLATES / "table" / "table.html").read_text(encoding="utf-8")
FETCHED = "".join((TEMPLATES / "table" / name).read_text(encoding="utf-8") for name in ("ending.html", "chances.html"))
"""The parts of a table's page that are fetched when the game is over."""
LARGEST_SCRIPT = 25_000
LONGEST_FILE = 400
COLD = {"start.js", "main.js"} | {
    f"{name}.js" for name in re.findall(r'"([\w/]+)"', re.search(r"set modules = \[(.*)\] %", TABLE)[1])
}
"""The modules that every table loads, by their path; the others are fetched on demand."""
IMPORTS = r'(?:from |import\()"(\.[\w./]+\.js)"'
STATIC_IMPORTS = r'^import .* from "(\.[\w./]+\.js)";'


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    """Return the path of a script below the folder of the client."""
    return path.relative_to(CLIENT).as_posix()


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_client_names_no_cell_and_no_chip(path):
    strings = set(re.findall(r"""["'`]([a-z0-9-]+)["'`]""", text_of(path)))
    found = set()
    for name in playable():
        found |= strings & set(BoardView(charkoni.game(name)).layout.spots)
    kinds = {"drop", "home", "free"}  # of events
    assert not {zone for zone in found - kinds if len(zone) > 1}, "zones come from the server"
    assert not {each for each in strings if re.fullmatch(r"[a-z]{1,5}-?\d{1,2}", each)} - {"b1-", "utf-8"}


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_client_files_are_short_and_load_nothing_from_other_hosts(path):
    text = text_of(path)
    assert len(text.splitlines()) <= LONGEST_FILE
    own = re.findall(r'^import .* from "(.*)";', text, re.MULTILINE)
    assert all(re.fullmatch(r"(?:\./|(?:\.\./)+)[\w/]+\.js", each) for each in own)
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "") and "https://" not in text
    assert "eval(" not in text and "document.write" not in text


def test_client_is_small():
    sizes = {name: len(gzip.compress(without_comments(text_of(CLIENT / name)).encode())) for name in sorted(COLD)}
    assert sum(sizes.values()) <= LARGEST_SCRIPT, json.dumps(sizes)


def test_boards_on_paper_are_those_of_high_contrast_in_every_theme():
    sheet = boards_css()
    shown = re.search(r':root\[data-theme="contrast"\]\{(.*)\}', sheet)
    printed = re.search(r"@media print \{\n:root,:root\[data-theme\]\{(.*)\}", sheet)
    assert shown and printed and shown[1] == printed[1]
    assert printed.start() > sheet.rindex(":root[data-theme=")  # of equal selectors the last one wins


def test_style_sheets_are_sent_without_spaces():
    style = "/* a */\na, b > c { d: e f; g: h;\n}\n@media (x) {\n  y:not(z) { d: i }\n}\n"
    assert without_spaces(style) == "a, b > c{d: e f;g: h}@media (x){y:not(z){d: i}}"
    strings = [
        text for path in CLIENT.rglob("*.css") for text in re.findall(r'"[^"\n]*"|url\([^)\n]*\)', text_of(path))
    ]
    assert strings and not [text for text in strings if re.search(r"[{}]|;\s", text)]


def test_code_without_comments_keeps_its_lines():
    code = "/** A.\n * B.\n */\nlet a = 1; // stays\n  // goes\nlet b = '// stays';\n/** @x */ f();\n/** G */\n"
    assert without_comments(code) == "\n\n\nlet a = 1; // stays\n\nlet b = '// stays';\n/** @x */ f();\n\n"
    assert without_comments("{\n  f((/** @type {A} */ a) => a);\n\tg();\n}\n") == "{\nf((a) => a);\ng();\n}\n"


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
def test_stripping_comments_changes_nothing_else(tools, step):
    """Both texts printed without comments are the same program: in a sample, and in all."""
    program = r"""
        const ts = require("typescript");
        const options = { compilerOptions: { target: "es2022", removeComments: true } };
        const bare = (code) => ts.transpileModule(code, options).outputText.replace(/\s*\n\s*/g, "\n");
        const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
        console.log(JSON.stringify(pairs.filter(([, one, two]) => bare(one) !== bare(two)).map(([name]) => name)));
    """
    pairs = json.dumps([(name_of(path), text_of(path), without_comments(text_of(path))) for path in SCRIPTS[::step]])
    found = subprocess.run(
        ["node", "-e", program], cwd=tools, input=pairs, text=True, check=True, stdout=subprocess.PIPE
    )
    assert json.loads(found.stdout) == []


def imported(name: str, pattern: str) -> set[str]:
    """Return the modules that one imports by a pattern."""
    folder = (CLIENT / name).parent
    return {name_of((folder / each).resolve()) for each in re.findall(pattern, text_of(CLIENT / name), re.MULTILINE)}


def closure(pattern: str, *entries: str) -> set[str]:
    """Return the transitive closure of some modules under imports of a pattern."""
    needed, new = set(), set(entries)
    while new:
        needed |= new
        new = {other for name in new for other in imported(name, pattern)} - needed
    return needed


OF_THE_TABLE = closure(IMPORTS, "main.js")


TABLE_SCRIPTS = [path for path in SCRIPTS if name_of(path) in OF_THE_TABLE]


def test_page_names_the_modules_that_it_needs_and_no_others():
    assert closure(STATIC_IMPORTS, "main.js") | {"start.js"} == COLD


@pytest.mark.parametrize("page", ["lessons/lesson", "puzzles/puzzle", "study/study", "analysis/analysis"])
def test_pages_with_a_board_preload_the_viewer_and_their_own_module(page):
    text = text_of(TEMPLATES / f"{page}.html")
    names = re.search(r"for \w+ in \((.*)\) %\}\n<link rel=\"modulepreload\"", text)[1]
    entry = re.search(r'src="\{\{ client \}\}/([\w/]+\.js)"', text)[1]
    wanted = closure(STATIC_IMPORTS, entry, "board/position_viewer.js")
    assert {f"{name}.js" for name in re.findall(r'"([\w/]+)"', names)} == wanted


def test_every_module_is_imported():
    pages = "".join(text_of(path) for path in (TEMPLATES).rglob("*.html"))
    fetched = {"lib/service_worker.js", "engine/worker.js"}  # by their addresses
    fetched |= {name_of(path) for path in SCRIPTS if f'/{path.name}"' in pages or f'"{name_of(path)[:-3]}"' in pages}
    for path in SCRIPTS:
        fetched |= imported(name_of(path), IMPORTS)
    assert {name_of(path) for path in SCRIPTS} <= fetched


CONSTANTS = [
    ("tournament/known_people.js", "const FEWEST_LETTERS = (.+);", known_people.FEWEST_LETTERS),
    ("table/device.js", "const DEADLINE_S = (.+);", visitor_device.DEADLINE_S),
    ("table/premove.js", "const MOST_TAPS = (.+);", page.MOST_TAPS),
    ("table/focus_loss.js", "const SHORTEST_MS = (.+);", fair_play.SHORTEST_MS),
    ("table/guide/first_meeting.js", "const COOKIE = (.+);", guide.MET_COOKIE),
    ("board/timeline.js", "const WALK_MS = (.+);", move_highlights.STEP_MS["move"]),
    ("board/timeline.js", "const STONE_MS = (.+);", move_highlights.STEP_MS["sow"]),
    ("board/timeline.js", "const STONE_MS = (.+);", move_highlights.STEP_MS["drop"]),
    ("board/timeline.js", r'kind === "throw"\) return \{ from, to: from \+ (\d+),', move_highlights.STEP_MS["throw"]),
]
"""Constants of scripts, and those of the server that must have the same values."""


@pytest.mark.parametrize(("script", "pattern", "value"), CONSTANTS)
def test_a_constant_of_a_script_is_that_of_the_server(script, pattern, value):
    [found] = re.findall(pattern, text_of(CLIENT / script))
    assert json.loads(found) == value


def test_words_of_the_client_are_on_the_page():
    block = TABLE[TABLE.index('"words": ') :]
    given = set(re.findall(r'^ {2}"([\w-]+)":', block, re.MULTILINE))
    used = set()
    for path in TABLE_SCRIPTS:
        used |= set(re.findall(r"""\bwords\.([a-z]\w*)\b(?! =)""", text_of(path)))
        for chosen in re.findall(r"""\bwords\[([^\]]*)\]""", text_of(path)):
            used |= set(re.findall(r"""["`]([a-z][\w-]*)["`]""", chosen))
    used -= {"textContent"}  # of an element named words
    used |= {f"{way}-{kind}" for way in ("offer", "offered") for kind in ("draw", "takeback", "rematch")}
    assert used - given == set()
    assert given - used <= {"lost", "lost-clock"}


@pytest.mark.parametrize("name", ["page", "coach", "board", "chips", "log", "menu"])
def test_parts_that_the_client_needs_are_on_the_page(name):
    assert f'id="{name}"' in TABLE


def test_all_named_parts_exist():
    wanted = set()
    for path in TABLE_SCRIPTS:
        wanted |= set(re.findall(r"""part\("([\w-]+)"\)""", text_of(path)))
    assert {name for name in wanted if f'id="{name}"' not in TABLE + FETCHED} == set()


def test_types_hold(tools):
    found = subprocess.run(
        [tools / "node_modules" / ".bin" / "tsc", "-p", tools], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout
