"""Tasks of pupils: what each has to do, where that is, and whether a phone is in the right place.

A task is a text: "game ID" (against a pupil or the computer), "guided ID", "lesson NAME/N", "puzzles NAME/FIRST-LAST",
"question" (the position that all are asked), "event ID", or "" for none.
"""

from typing import NamedTuple

from charkoni.core.teaching.courses import course_of
from charkoni.web.pages.board_pictures import game_of

WAIT = "/class"
"""Where a pupil waits."""

QUESTION = "/class/question"


class PupilTask(NamedTuple):
    """A task, see the module."""

    kind: str = ""
    what: str = ""

    @classmethod
    def parse(cls, text: str) -> "PupilTask":
        """Return the task of a text."""
        kind, _, what = text.partition(" ")
        return cls(kind, what)

    @property
    def text(self) -> str:
        """The task as it is stored."""
        return f"{self.kind} {self.what}".strip()

    @property
    def game(self) -> str:
        """The id of the game that is played, or ""."""
        return self.what if self.kind in ("game", "guided") else ""

    @property
    def puzzles(self) -> tuple[str, int, int]:
        """The name of the game, and the numbers of the first and the last puzzle."""
        name, _, numbers = self.what.rpartition("/")
        first, _, last = numbers.partition("-")
        return name, int(first), int(last)

    @property
    def steps(self) -> int:
        """How many steps or puzzles it has; 0 of a game."""
        if self.kind == "puzzles":
            _, first, last = self.puzzles
            return last - first + 1
        if self.kind == "lesson":
            name, _, number = self.what.rpartition("/")
            course = course_of(game_of(name).family, game_of(name).options)
            return len(course.lessons[int(number) - 1].steps) if course else 0
        return 0

    def key_of(self, done: int) -> str:
        """Return the key by which the pages call the present lesson or puzzle, after so many steps."""
        if self.kind == "puzzles":
            name, first, _ = self.puzzles
            return f"{name}/{first + done}"
        return self.what

    def address(self, done: int) -> str:
        """Return the address of what is to be done after so many steps."""
        pages = {"lesson": "/learn", "puzzles": "/puzzles", "game": "/g", "guided": "/g"}
        if self.kind in ("lesson", "puzzles") and done >= self.steps:
            return WAIT
        if self.kind == "question":
            return QUESTION
        query = "?guided=1" if self.kind == "guided" else ""
        if self.kind == "lesson" and done:
            query = f"?step={done + 1}"
        return f"{pages[self.kind]}/{self.key_of(done)}{query}" if self.kind in pages else WAIT

    def holds(self, path: str) -> bool:
        """Return whether a page belongs to the task: a phone that shows it is left there."""
        if self.kind == "puzzles":
            return path.startswith(f"/puzzles/{self.puzzles[0]}/")
        if self.kind == "event":
            return path.startswith((f"/t/{self.what}", "/g/"))
        return path == self.address(0).partition("?")[0]
