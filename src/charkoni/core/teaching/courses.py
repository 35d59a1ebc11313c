"""Courses: the lessons of games and variants, read from the data files of their folders.

`teaching/lessons.toml` holds the course of a game, `teaching/lessons.FLAG.toml` that of a variant with other lessons:

    tagline = "..."
    picture = "..."

    [changes]
    "links=2" = ["S1", "S6"]    # the clauses that a flag changes, for each flag with lessons of its own

    [[lessons]]
    title = "..."
    flag = "links=2"            # of a lesson that only the variant with this flag has
    board = "size=3"            # the flags of its board
    clauses = ["S6"]            # of the steps that do not name theirs

    [[lessons.steps]]
    example = "S6 d6"           # the first example of the rule page with this clause and move: position, result
    ask = "..."                 # this, and others as needed: the fields of `LessonStep`

A step may have a `name`; the fields of a step that is `like` it are the same but for those it holds itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from charkoni.core.family import Family
from charkoni.core.files.data_files import BadDataFile, Table, read_as, read_file
from charkoni.core.teaching.lesson import Course, FlagLessons, Lesson, LessonStep
from charkoni.core.teaching.rule_text import rule_text


def course_of(family: Family, options: str = "") -> Course | None:
    """Return the lessons of a game, or of a variant by its flags; None when they do not cover one of the flags."""
    if taught_options(family, options) != options:
        return None
    base = _base_of(family, options)
    courses = courses_of(family)
    further = [flag for flag in options.split(",") if flag not in ("", base)]
    return courses[base].with_flags(further) if courses else None


def taught_options(family: Family, options: str) -> str:
    """Return those of the flags that the lessons of a game cover, as they are written."""
    courses = courses_of(family)
    if not courses:
        return ""
    base = _base_of(family, options)
    covered = {*base.split(","), *courses[base].flag_lessons}
    return ",".join(flag for flag in options.split(",") if flag in covered)


def _base_of(family: Family, options: str) -> str:
    """Return the flags of the course on which the lessons of a variant are built."""
    return next((key for key in courses_of(family) if key and key in options.split(",")), "")


def courses_of(family: Family) -> Mapping[str, Course]:
    """Return the courses of a game: "" is the game without flags, the others are those of a flag each."""
    return _courses(family, family.folder / "teaching")


@dataclass(frozen=True, slots=True)
class _WrittenLesson:
    title: str
    steps: tuple[Table, ...]
    clauses: tuple[str, ...] = ()
    flag: str = ""
    board: str = ""


@dataclass(frozen=True, slots=True)
class _WrittenCourse:
    tagline: str
    picture: str
    lessons: tuple[_WrittenLesson, ...]
    changes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@lru_cache(maxsize=64)
def _courses(family: Family, folder: Path) -> Mapping[str, Course]:
    paths = sorted(folder.glob("lessons*.toml"), key=lambda path: len(path.name))
    return {base: _course(family, base, path) for path in paths for base in [path.stem.partition(".")[2]]}


def _course(family: Family, base: str, path: Path) -> Course:
    written = read_file(_WrittenCourse, path)
    steps: dict[object, Table] = {}
    lessons: dict[str, list[Lesson]] = {flag: [] for flag in ("", *written.changes)}
    for number, lesson in enumerate(written.lessons, 1):
        where = f"{path}, lessons {number}"
        if lesson.flag not in lessons:
            raise BadDataFile(f"{where}: the changes of {lesson.flag!r} are missing")
        options = family.canonical(",".join(filter(None, (base, lesson.flag, lesson.board))))
        name = f"{family.name}:{options}" if options else family.name
        complete = [
            {"clauses": [*lesson.clauses]} | _completed(step, steps, family, name, f"{where}, steps {n}")
            for n, step in enumerate(lesson.steps, 1)
        ]
        lessons[lesson.flag].append(
            Lesson(lesson.title, read_as(tuple[LessonStep, ...], complete, f"{where}, steps"), name)
        )
    usual = lessons.pop("")
    flag_lessons = {flag: FlagLessons(frozenset(written.changes[flag]), tuple(own)) for flag, own in lessons.items()}
    return Course(written.tagline, written.picture, tuple(usual), flag_lessons)


def _completed(written: Table, steps: dict[object, Table], family: Family, name: str, where: str) -> Table:
    """Return a step with the fields of its example or of the step it is like.  steps: by name; this one is added."""
    own = dict(written)
    label, like, example = own.pop("name", None), own.pop("like", None), own.pop("example", None)
    if like is not None and like not in steps:
        raise BadDataFile(f"{where}: no step before has the name {like!r}")
    stated = {} if example is None else _example(family, name, str(example), where)
    step = steps.get(like, {}) | stated | own
    if label is not None:
        steps[label] = step
    return step


def _example(family: Family, name: str, written: str, where: str) -> Table:
    """Return position, move, result and clause of the first example of the rule page with a clause and a move."""
    clause, _, move = written.rpartition(" ")
    for line in rule_text(family, "en").examples:
        if (line.game, line.clause, line.move) == (name, clause, move) and not line.wanted.startswith("illegal"):
            after, clauses = line.wanted.partition(";")[0], {"clauses": [clause]} if clause else {}
            return {"position": line.position, "moves": [move], "after": after, **clauses}
    raise BadDataFile(f"{where}: the rule page of {name} has no example {written!r}")
