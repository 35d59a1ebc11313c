"""What a teacher does in his room, by the values of the buttons on his page."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from starlette.datastructures import FormData

from charkoni.analysis.puzzles import count
from charkoni.core.registry import named
from charkoni.web.classroom import leaving, lesson_games, questions
from charkoni.web.classroom.pairs import WAYS
from charkoni.web.classroom.rooms import OpenClassroom, listed_names
from charkoni.web.classroom.tasks import PupilTask
from charkoni.web.http.errors import Problem, Refused
from charkoni.web.pages.board_pictures import game_of, reached
from charkoni.web.pages.lessons import course_named
from charkoni.web.pages.new_game import setup_of
from charkoni.web.pages.visits import Visit
from charkoni.web.people.names import key_of
from charkoni.web.store import PupilRow
from charkoni.web.tournaments.service import Tournaments

LONGEST_LIST = 20_000
"""The most characters of a pasted list of names."""


@dataclass(frozen=True, slots=True)
class TeacherRequest:
    """What a teacher has sent.  chosen: the pupils it is about.  is_named: they are ticked, and not just all."""

    visit: Visit
    tournaments: Tournaments
    room: OpenClassroom
    form: FormData
    chosen: Sequence[PupilRow]
    is_named: bool

    def text(self, name: str) -> str:
        """Return a field of the form, "" without it; raise Problem 400 TOO_LONG."""
        text = str(self.form.get(name, "")).strip()
        if len(text) > LONGEST_LIST:
            raise Problem(400, "TOO_LONG")
        return text

    def number(self, name: str, least: int, most: int) -> int:
        """Return a whole number of the form; raise Problem 400 BAD_MESSAGE for another one."""
        text = self.text(name)
        if not (text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most):
            raise Problem(400, "BAD_MESSAGE")
        return int(text)

    @property
    def present(self) -> list[PupilRow]:
        """Those of the chosen who have come, to whom tasks are given; raise Refused: NOT_NOW without any."""
        present = [pupil for pupil in self.chosen if pupil.state == "here"]
        if not present:
            raise Refused("NOT_NOW")
        return present

    @property
    def author(self) -> str:
        """The name of the teacher in the log of a tournament."""
        return self.visit.visitor.name or self.visit.words._("Teacher")

    # --- pupils -------------------------------------------------------------------------------------------------------

    async def names(self) -> None:
        """Put a pasted list of names into the room, without those that it has.  Form: names, see `listed_names`."""
        known, new = Counter(key_of(pupil.name) for pupil in self.room.pupils.values()), []
        for name, level in listed_names(self.text("names")):
            if known[key_of(name)] == 0:
                new.append((name, level))
            known[key_of(name)] = max(0, known[key_of(name)] - 1)
        await self.room.add(new, "listed")

    async def admit(self) -> None:
        """Let in those who ask."""
        await self.room.admit([pupil for pupil in self.chosen if pupil.state == "asks"])

    async def dismiss(self) -> None:
        """Take those who are ticked out of the room."""
        if self.is_named:
            await lesson_games.give(self.room, self.chosen, PupilTask())
            event = await lesson_games.tournament_of(self.tournaments, self.room)
            for pupil in self.chosen:
                if event:
                    from charkoni.web.classroom.tournament import withdraw  # as above: few lessons need it

                    await withdraw(event, pupil, self.author)
                await leaving.remove_pupil(self.room.hub, pupil.person)
            await self.room.drop(self.chosen)

    async def level(self) -> None:
        """Set the level of pupils.  Form: level (0: not known)."""
        await self.room.change_pupils(self.chosen, level=self.number("level", 0, 10))

    # --- tasks --------------------------------------------------------------------------------------------------------

    async def game(self) -> None:
        """Choose the game of the room.  Form: game (a name, perhaps with flags)."""
        await self._set_up(game_of(self.text("game")).name, "")

    async def position(self) -> None:
        """Set up the position from which games begin.  Form: game, start; act "usual" for the start of the game."""
        if self.text("act") == "usual":
            await self._set_up(self.room.row.game, "")
        else:
            game, start = self.text("game"), self.text("start")
            await reached(game_of(game), start, "")  # says what is wrong with it
            setup = setup_of({"game": game, "start": start})
            await self._set_up(setup.game.name, setup.start)

    async def _set_up(self, game: str, start: str) -> None:
        """Choose game and position, and end the question about another position."""
        ended = {"question": "", "screen": ""} if self.room.row.question == "position" else {}
        await self.room.change(game=game, start=start, **ended)

    async def pair(self) -> None:
        """Let pupils play each other, from the position of the room.  Form: way (see `pairs.WAYS`)."""
        if self.text("way") not in WAYS:
            raise Problem(400, "BAD_MESSAGE")
        await lesson_games.begin_pairs(self.room, self.present, self.text("way"), self.room.row.start)

    async def computer(self) -> None:
        """Let each play the computer, from the position of the room.

        Form: strength (0: that of the pupil), act (computer or guided).
        """
        kind = "guided" if self.text("act") == "guided" else "game"
        strength = self.number("strength", 0, 10)
        await lesson_games.begin_alone(self.room, self.present, self.room.row.start, strength, kind)

    async def lesson(self) -> None:
        """Give a lesson.  Form: lesson (NAME/N)."""
        name, _, number = self.text("lesson").rpartition("/")
        if number not in map(str, range(1, len(course_named(name).lessons) + 1)):
            raise Problem(400, "BAD_MESSAGE")
        await lesson_games.give(self.room, self.present, PupilTask("lesson", f"{name}/{number}"))

    async def puzzles(self) -> None:
        """Give puzzles of the room's game.  Form: first, last (their numbers)."""
        name = named(self.room.row.game).family.name
        first = self.number("first", 1, count(name))
        task = PupilTask("puzzles", f"{name}/{first}-{self.number('last', first, count(name))}")
        await lesson_games.give(self.room, self.present, task)

    async def tournament(self) -> None:
        """Begin a tournament of pupils; those who are ticked, and not all at the one that goes on, enter that.

        Form: minutes (of each player), sets ("" for single games).
        """
        # With the tournaments, which few lessons need.
        from charkoni.web.classroom.tournament import begin, enter

        running = await lesson_games.tournament_of(self.tournaments, self.room)
        at_it = [pupil.task == f"event {self.room.row.event}" for pupil in self.present]
        if running and self.is_named and not all(at_it):
            await enter(running, self.present, self.author)
            await lesson_games.give(self.room, self.present, PupilTask("event", running.id))
            return
        minutes, sets = self.number("minutes", 1, 60), self.text("sets")
        if sets not in ("", "3", "5"):
            raise Problem(400, "BAD_MESSAGE")
        event = await begin(self.visit, self.tournaments, self.room, self.present, minutes, sets, self.author)
        await lesson_games.give(self.room, self.present, PupilTask("event", event))

    # --- all ----------------------------------------------------------------------------------------------------------

    async def stop(self) -> None:
        """Let all look at the teacher, with their games stopped; or let them go on.  Form: act (stop or start)."""
        is_stopped = self.text("act") == "stop"
        shown = await lesson_games.shown_games(self.tournaments, self.room)
        if is_stopped:
            await self.room.change(stopped=1)
        # Whatever a failure leaves undone, the same button does it again.
        await lesson_games.pause(self.room.hub, shown, is_stopped)
        if not is_stopped:
            await self.room.change(stopped=0)

    async def clear(self) -> None:
        """Take the tasks of pupils, and what the rules have refused them."""
        await lesson_games.give(self.room, self.chosen, PupilTask())
        await self.room.change_pupils(self.chosen, refused="{}")

    async def ask(self) -> None:
        """Ask all a position, and show it on the hall screen.  Form: source.

        source: "game ID", "position" (that of the room), or of `questions.sources`.
        """
        source = self.text("source")
        if source.startswith("game "):
            room = await self.room.hub.room(source.removeprefix("game "))
            source = f"{source} {len(room.live.record)}" if room and room.live.turn >= 0 else ""
        elif source == "position":
            position = named(self.room.row.game).parse(self.room.row.start) if self.room.row.start else None
            source = source if position and position.turn >= 0 else ""
        elif source not in dict(questions.sources(self.visit.words, named(self.room.row.game).family.name)):
            source = ""
        if not source:
            raise Problem(400, "BAD_MESSAGE")
        await self.room.ask_all(source)

    async def tell(self) -> None:
        """Show the right answer; or end the question, so that pupils go on.  Form: act (tell or end-question)."""
        if self.text("act") == "end-question":
            await self.room.change(question="", screen="")
        elif self.room.row.question:
            await self.room.change(screen="answer")

    async def screen(self) -> None:
        """Choose what the hall screen shows.  Form: screen (see `teacher_pages.screen`)."""
        mode, _, what = self.text("screen").partition(" ")
        boards = await lesson_games.shown_games(self.tournaments, self.room)
        if mode == "rule":
            game_of(what.partition("/")[0])
        elif mode not in ("", "standings") and (mode != "board" or what not in boards):
            raise Problem(400, "BAD_MESSAGE")
        await self.room.change(screen=f"{mode} {what}".strip()[:120])

    async def end(self) -> None:
        """Remove everything of the lesson."""
        await leaving.remove(self.tournaments, self.room)


ALIASES = {"guided": "computer", "start": "stop", "end-question": "tell", "usual": "position"}
"""The buttons that share an action with another one, which looks at the field `act`."""

_BUTTONS = (
    *("names", "admit", "dismiss", "level", "game", "position", "pair", "computer", "lesson", "puzzles", "tournament"),
    *("stop", "clear", "ask", "tell", "screen", "end", *ALIASES),
)

ACTIONS: Mapping[str, Callable[[TeacherRequest], Awaitable[None]]] = {
    name: getattr(TeacherRequest, ALIASES.get(name, name)) for name in _BUTTONS
}
"""The actions by the values of the field `act`."""
