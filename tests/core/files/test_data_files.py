"""Data files: what is wrong in one is said with its place, and their texts come into the catalogues."""

import io
from pathlib import Path

import pytest

import charkoni
from charkoni.core.catalog import AT_MOVES, GREEN, LEVEL_DESCRIPTIONS, RED, LevelParameters, Provenance, read_catalog
from charkoni.core.files.data_files import BadDataFile, extract
from charkoni.core.game import Game
from charkoni.core.teaching.courses import courses_of
from charkoni.core.teaching.guide import guide_of

COURSE = """
tagline = "Stones."
picture = "p"

[changes]
nine = ["T5"]

[[lessons]]
title = "One"
clauses = ["T1"]

[[lessons.steps]]
ask = '''
First line,
second line.'''
moves = ["1"]
praise = "Good."
after = "a"
position = "b"

[[lessons.steps]]
ask = "Again."
moves = ["2"]
praise = "Good."
after = "c"
"""


@pytest.fixture
def family(tmp_path: Path):
    family = charkoni.game("focus").family
    copy = type(family)(**{name: getattr(family, name) for name in family.__dataclass_fields__})
    copy.__dict__["folder"] = tmp_path
    (tmp_path / "teaching").mkdir()
    return copy


def test_a_course_is_read(family):
    (family.folder / "teaching" / "lessons.toml").write_text(COURSE.replace("nine", "rescue"), "utf-8")
    course = courses_of(family)[""]
    first, second = course.lessons[0].steps
    assert (first.ask, first.moves, second.clauses) == ("First line, second line.", ("1",), ("T1",))
    assert course.lessons[0].texts == ("b", "a")
    assert course.flag_lessons["rescue"].changes == {"T5"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('tagline = "Stones."', "", "lessons.toml: tagline is missing"),
        ('tagline = "Stones."', "tagline = 1", "lessons.toml, tagline: 1 is no text"),
        ('title = "One"', 'titel = "One"', "lessons.toml, lessons 1: there is no key 'titel'; there are title"),
        ('moves = ["2"]', "", "lessons.toml, lessons 1, steps 2: moves is missing"),
        ('moves = ["2"]', 'moves = "2"', "lessons.toml, lessons 1, steps 2, moves: '2' is no array"),
        ('moves = ["2"]', "moves = [2]", "lessons.toml, lessons 1, steps 2, moves 1: 2 is no text"),
        ('ask = "Again."', 'like = "x"', "lessons.toml, lessons 1, steps 2: no step before has the name 'x'"),
        ('ask = "Again."', 'example = "F5 x"', "steps 2: the rule page of focus has no example 'F5 x'"),
        ('title = "One"', 'title = "One"\nflag = "x"', "lessons.toml, lessons 1: the changes of 'x' are missing"),
        ("[changes]", "[changes", "lessons.toml: Expected"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(family, old, new, said):
    assert old in COURSE
    (family.folder / "teaching" / "lessons.toml").write_text(COURSE.replace(old, new, 1), "utf-8")
    with pytest.raises(BadDataFile) as error:
        courses_of(family)
    assert said in str(error.value)


CATALOG = """
title = "Focus"
players = ["red", "green"]

[levels.""]
1 = ["moves", 0.1, 0.05, 0.35]
2 = [510, 0.118, 0.059, 0.325]

[level_descriptions]
2 = "level 5"

[[profiles]]
name = "cup"
title = "The cup"
settings = { clock = 15 }
clauses = { M1 = "said" }
"""


def test_a_catalog_is_read(tmp_path):
    (tmp_path / "catalog.toml").write_text(CATALOG, "utf-8")
    catalog = read_catalog(str(tmp_path / "catalog.py"))
    assert (catalog.players, catalog.sets, catalog.final_count) == ((RED, GREEN), 3, None)
    assert catalog.levels[""] == {
        1: LevelParameters(AT_MOVES, 0.1, 0.05, 0.35),
        2: LevelParameters(510, 0.118, 0.059, 0.325),
    }
    assert catalog.level_descriptions == {2: LEVEL_DESCRIPTIONS[4]}
    assert catalog.profiles[0].clauses == {"M1": Provenance.SAID}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"green"]', '"grene"]', "catalog.toml, players 2: 'grene' is no table"),
        ('"moves", 0.1, ', '"mvoes", 0.1, ', "catalog.toml, levels '' '1', nodes: 'mvoes' is no int"),
        (", 0.325]", "]", "catalog.toml, levels '' '2': cap is missing"),
        ('2 = "level 5"', 'two = "level 5"', "catalog.toml, level_descriptions: invalid literal"),
        ('M1 = "said"', 'M1 = "told"', "catalog.toml, profiles 1, clauses 'M1': 'told' is not a valid Provenance"),
    ],
)
def test_what_is_wrong_in_a_catalog_is_said_with_its_place(tmp_path, old, new, said):
    assert old in CATALOG
    (tmp_path / "catalog.toml").write_text(CATALOG.replace(old, new, 1), "utf-8")
    with pytest.raises(BadDataFile) as error:
        read_catalog(str(tmp_path / "catalog.py"))
    assert said in str(error.value)


GUIDE = """
[[aims]]
text = "Win by the reserve, too."
clause = "F11"
flags = { rescue = "on" }

[[aims]]
text = "Win."
clause = "F11"

[[demonstrations]]
name = "focus"
moves = []

[[rules]]
text = "The end."
clause = "F11"
kind = "end"

[[replacements]]
clause = "F11"
by = "F12"
flags = { rescue = "on" }
"""


def test_what_a_guide_says_depends_on_the_flags(family):
    (family.folder / "teaching" / "guide.toml").write_text(GUIDE, "utf-8")
    usual, rescue = (guide_of(Game(family, options)) for options in ("", "rescue"))
    assert (usual.aim, usual.clause, usual.rules[0].clause) == ("Win.", "F11", "F11")
    assert (rescue.aim, rescue.clause, rescue.rules[0].clause) == ("Win by the reserve, too.", "F12", "F12")


def test_a_condition_that_is_not_there_is_named(family):
    (family.folder / "teaching" / "guide.toml").write_text(GUIDE.replace('kind = "end"', 'when = "is_over"'), "utf-8")
    with pytest.raises(BadDataFile, match="no condition 'is_over', of 'The end"):
        guide_of(Game(family, ""))


def test_texts_are_extracted_with_their_lines():
    found = list(extract(io.BytesIO(COURSE.encode()), (), (), {}))
    texts = ["Stones.", "One", "First line, second line.", "Good.", "Again.", "Good."]
    assert [text for _, _, text, _ in found] == texts
    lines = COURSE.splitlines()
    assert all(text[:5] in lines[number - 1] for number, _, text, _ in found)


def test_texts_with_a_number_are_extracted_in_both_forms():
    catalog = b'title = "Stones"\n\n[counted]\nleft = ["{n} stone", "{n} stones"]\n'
    assert list(extract(io.BytesIO(catalog), (), (), {})) == [
        (1, None, "Stones", []),
        (4, "ngettext", ["{n} stone", "{n} stones"], []),
    ]
