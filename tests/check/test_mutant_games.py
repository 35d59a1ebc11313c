"""Mangala and Focus with one fault each in board, encoding, lessons, guide or page: the kit finds all of them."""

import shutil
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from tests.check.patched import Broken, Patched
from tests.check.test_broken import FAULTS

import charkoni
from charkoni.check import CHECKS, check_game
from charkoni.core.board_types import Materials
from charkoni.core.family import Family
from charkoni.core.moves.declaration import Moves
from charkoni.core.teaching import rule_pages
from charkoni.core.teaching.summary import summary_of

pytestmark = pytest.mark.plain_only

MANGALA, FOCUS = (charkoni.game(name).family for name in ("mangala", "focus"))


def mutant(family: Family, options: str = "", **modules: dict[str, object]) -> Broken:
    """Return a copy of a game with names of its modules replaced; `__` in the name of a module is a dot."""
    copy = replace(family)
    patched = {
        name.replace("__", "."): Patched(family.module(name.replace("__", ".")), new) for name, new in modules.items()
    }
    copy.__dict__["module"] = lambda name: patched.get(name) or family.module(name)
    if "encoding" in modules:
        copy.__dict__["encoding_kernels"] = Patched(family.encoding_kernels, modules["encoding"])
    return Broken(copy, {}, options)


def observe_then(change):
    """Return Mangala's `observe` with a change of the row behind it."""

    def observe(s, viewer, rows, index):
        MANGALA.encoding.observe(s, viewer, rows, index)
        change(s, viewer, rows[index])

    return observe


def swap_two(s, viewer, row):
    row[[2, 3]] = row[[3, 2]]


def swap_two_of_one_viewer(s, viewer, row):
    if viewer == 1:
        swap_two(s, viewer, row)


def swap_two_kinds(s, viewer, row):
    row[[12, 13]] = row[[13, 12]]


def triple_store(s, viewer, row):
    row[12] *= 3


def forget_store(s, viewer, row):
    row[12:14] = 0


def shifted(rows, places=1):
    """Return a declaration in which the holes are other zones, or taps, than they are."""
    hole = MANGALA.moves({}).kinds[0].parts["hole"]
    kind = replace(MANGALA.moves({}).kinds[0], parts={"hole": replace(hole, zones=np.roll(hole.zones, rows).tolist())})
    seen = np.roll(range(1, 7), places)
    return Moves(kind, unreadable=MANGALA.moves({}).unreadable, taps=lambda seat: [f"{'ab'[seat]}{i}" for i in seen])


def without_last_event(before, move, after, flags):
    return MANGALA.board.events(before, move, after, flags)[1:]


def strange_pieces(s, flags, layout):
    first, *others = MANGALA.board.pieces(s, flags, layout)
    return [first._replace(symbol="pebble"), *others, others[0]]


def open_sentence(before, move, after, flags, words):
    return "{side} sows"


def rolled_symmetries(flags):
    places, taps = FOCUS.encoding.symmetries(flags)[0]
    return [(np.roll(places, 1), taps)]


FOLDERS = TemporaryDirectory()


def data_mutant(name: str, old: str, new: str, options: str = "") -> Broken:
    """Return Mangala with a text replaced where it first stands in a data file."""
    game = mutant(MANGALA, options)
    folder = Path(FOLDERS.name, str(id(game)))
    shutil.copytree(MANGALA.folder / "teaching", folder / "teaching", ignore=shutil.ignore_patterns("*.py*", "__*"))
    file = folder / "teaching" / name
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    game.family.__dict__["folder"] = folder
    return game


def in_colours_of_others() -> Broken:
    """Return Mangala with a class of Focus's board in its own material."""
    game = mutant(MANGALA)
    cls = next(iter(FOCUS.materials.classes.keys() - MANGALA.materials.classes.keys()))
    game.family.__dict__["materials"] = Materials({cls: {"fill": "#123456"}})
    return game


GUIDE = (MANGALA.folder / "teaching" / "guide.toml").read_text("utf-8")

MUTANTS = {
    "board": [mutant(MANGALA, board={"pieces": strange_pieces}), in_colours_of_others()],
    "taps": [mutant(MANGALA, moves={"moves": lambda flags: shifted(1, 0)})],
    "events": [mutant(MANGALA, board={"events": without_last_event})],
    "sentences": [mutant(MANGALA, board={"describe": open_sentence})],
    "encoding-shape": [
        mutant(MANGALA, encoding={"features": lambda flags: (("stones", 23),)}),
        mutant(
            MANGALA,
            moves={
                "moves": lambda flags: Moves(*MANGALA.moves({}).kinds, unreadable=None, taps=lambda seat: ["a1"] * 6)
            },
        ),
    ],
    "tap-codes": [
        mutant(MANGALA, encoding={"full_taps": lambda game, s, code: code + 2}),
        mutant(MANGALA, moves={"moves": lambda flags: shifted(0, 1)}),
        mutant(MANGALA, encoding={"decode": lambda game, s, taps, codes: taps}),
        mutant(FOCUS, encoding={"candidates": lambda game, s, tap, out: 0}),
    ],
    "observations": [
        mutant(MANGALA, encoding={"observe": observe_then(swap_two)}),
        mutant(MANGALA, encoding={"observe": observe_then(swap_two_kinds)}),
        mutant(MANGALA, encoding={"observe": observe_then(triple_store)}),
        mutant(MANGALA, encoding={"observe": observe_then(forget_store)}),
    ],
    "sides": [mutant(MANGALA, encoding={"observe": observe_then(swap_two_of_one_viewer)})],
    "symmetries": [mutant(FOCUS, encoding={"symmetries": rolled_symmetries})],
    "lessons": [
        data_mutant("lessons.toml", 'example = "M4 1"', 'example = "M4 1"\nmoves = ["2"]'),
        data_mutant("lessons.toml", 'after = "3,4,2,5,3,0:7/', 'after = "3,4,2,5,3,0:8/'),
        data_mutant("lessons.toml", 'leads_to = "1,5,5,5,4,4:*"', 'leads_to = "1,5,5,5,4,5:*"'),
        data_mutant("lessons.toml", 'expects = ["extra"]', 'expects = ["capture"]'),
        data_mutant("lessons.toml", '{ "1" = "EMPTY_HOLE" }', '{ "4" = "EMPTY_HOLE" }'),
        data_mutant("lessons.toml", '"rest=keep" = ["M11"]', '"rest=keep" = []', "rest=keep"),
        data_mutant("lessons.toml", 'example = "M4 1"', 'example = "M4 7"'),
        data_mutant("lessons.toml", 'like = "single"', 'like = "double"'),
    ],
    "guide": [
        data_mutant("guide.toml", 'kind = "sow"', 'kind = "move"'),
        data_mutant("guide.toml", 'symbols = ["stone*"]', 'symbols = ["pawn*"]'),
        data_mutant("guide.toml", 'label = "store"', 'label = "barn"'),
        data_mutant("guide.toml", GUIDE[GUIDE.index("[[advice]]") : GUIDE.index("[[rules]]")], ""),
        data_mutant("guide.toml", 'when = "is_first_turn"', 'when = "is_first"'),
    ],
    "presentation": [data_mutant("presentation.toml", 'moves = "6 4 1 5', 'moves = "6 4 4 4')],
}


@pytest.mark.parametrize(
    ("check", "game"), [(check, game) for check, games in MUTANTS.items() for game in games], ids=lambda each: str(each)
)
def test_a_mutant_is_found(check, game):
    report = check_game(game, only=[check], games=1)
    assert report.of(check), f"{check} saw nothing"


@pytest.mark.parametrize("family", [MANGALA, FOCUS], ids=["mangala", "focus"])
def test_unchanged_copies_pass(family):
    report = check_game(mutant(family, board={}, encoding={}), games=1, only=MUTANTS)
    assert report.ok, str(report)


@pytest.fixture
def changed_page(tmp_path, monkeypatch):
    """A function that lets the rule pages be those of a folder, one of them changed."""

    def change(old: str = "", new: str = "", language: str = "") -> None:
        for path in Path("docs/games").glob("mangala*.md"):
            text, is_meant = path.read_text("utf-8"), path.name == f"mangala{language}.md"
            assert not is_meant or old in text
            (tmp_path / path.name).write_text(text.replace(old, new) if is_meant and old else text, "utf-8")
        monkeypatch.setattr(rule_pages, "_SOURCES", tmp_path)
        summary_of.cache_clear()

    yield change
    summary_of.cache_clear()


def test_unchanged_rule_pages_pass(changed_page):
    changed_page()
    assert check_game(charkoni.game("mangala"), games=1, only=["rule-page", "summary"]).ok


@pytest.mark.parametrize(
    ("check", "change"),
    [
        ("rule-page", ("| 4 | 4,4,4,1,5,5:1/4,4,4,4,4,4:0 a", "| 4 | 4,4,4,1,5,5:1/4,4,4,4,4,4:0 b")),
        ("rule-page", ("mangala | start | 6, 36, 213", "mangala | start | 6, 36, 214")),
        ("rule-page", ("a | 5 | illegal:", "a | 6 | illegal:", ".ru")),
        ("rule-page", ("M13", "M99", ".tr")),
        ("summary", ("| 4 | 4,4,4,1,5,5:1/4,4,4,4,4,4:0 a   # M6", "| 4 | 4,4,4,1,5,5:1/4,4,4,4,4,4:0 b   # M6")),
        ("summary", ("### `mangala:rest=keep`", "### `mangala:first=on,rest=keep`")),
    ],
)
def test_a_false_page_is_found(changed_page, check, change):
    changed_page(*change)
    reports = [check_game(charkoni.game(name), games=1, only=[check]) for name in ("mangala", "mangala:rest=keep")]
    assert any(report.of(check) for report in reports), "nothing seen"


def test_mutants_and_broken_games_are_of_every_check():
    assert {*FAULTS, *MUTANTS, "summary", "rule-page"} == {*CHECKS}
