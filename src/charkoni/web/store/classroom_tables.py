"""The tables of classrooms, and their rows as dataclasses."""

from dataclasses import dataclass
from typing import Annotated

import sqlalchemy as sa

from charkoni.web.store.tables import PERSON, table_of


@dataclass(frozen=True, slots=True)
class ClassroomRow:
    """A classroom, see `classroom.rooms`.

    word: by which pupils without cards find it.  teacher: "" until a browser of the server's owner opens its page.
    game: the name of the game that is played.  stopped: 1 while all pupils look at the teacher.  screen: what the hall
    screen shows, and question: what all are asked, see `classroom.screens`.  event: the id of its tournament, or "".
    start: the position from which games of the room begin, "" for the usual one.  used: when something was changed
    last, ms since 1970.
    """

    id: Annotated[str, sa.Column(sa.String(10), primary_key=True)]
    word: Annotated[str, sa.Column(sa.String(4), unique=True)]
    teacher: Annotated[str, sa.Column(PERSON)]
    game: Annotated[str, sa.Column(sa.String(120))]
    stopped: Annotated[int, sa.Column(sa.Integer)] = 0
    screen: Annotated[str, sa.Column(sa.String(120))] = ""
    question: Annotated[str, sa.Column(sa.String(120))] = ""
    event: Annotated[str, sa.Column(sa.String(32))] = ""
    used: Annotated[int, sa.Column(sa.BigInteger)] = 0
    start: Annotated[str, sa.Column(sa.Text, server_default="")] = ""


@dataclass(frozen=True, slots=True)
class PupilRow:
    """A pupil of a classroom: a person whose credential is a card.

    place: the number in the room, by which the teacher's page names him.  level: his strength, 1 to 10, 0 if not known.
    state: listed (on the teacher's list, and not there yet), asks (to be let in) or here.  task: see `classroom.tasks`;
    done: how much of it; wrong: how often he was wrong; answer: his move in the position that all are asked, or "".
    refused: how often by clause, as JSON.
    """

    person: Annotated[str, sa.Column(PERSON, primary_key=True)]
    room: Annotated[str, sa.Column(sa.String(10), sa.ForeignKey("classrooms.id", ondelete="CASCADE"))]
    name: Annotated[str, sa.Column(sa.String(60))]
    place: Annotated[int, sa.Column(sa.Integer)]
    level: Annotated[int, sa.Column(sa.Integer)] = 0
    state: Annotated[str, sa.Column(sa.String(8))] = "listed"
    task: Annotated[str, sa.Column(sa.String(120))] = ""
    done: Annotated[int, sa.Column(sa.Integer)] = 0
    wrong: Annotated[int, sa.Column(sa.Integer)] = 0
    answer: Annotated[str, sa.Column(sa.String(40))] = ""
    refused: Annotated[str, sa.Column(sa.Text)] = "{}"


classrooms = table_of("classrooms", ClassroomRow, classrooms_by_teacher="teacher")

pupils = table_of("pupils", PupilRow, pupils_by_room="room")
