"""Composite actions on the whole event: settings, undo."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games import DEFAULT_GAME
from charkoni.tournament.acts.declaration import Action, Command, Request, Written
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.acts.fields import POSITIVE, SETTINGS
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.acts.settings_change import with_knockout_tiebreaks
from charkoni.tournament.director import Director
from charkoni.tournament.model import schedule
from charkoni.tournament.model.category_members import remarks
from charkoni.tournament.model.event import CHIEF, Tournament
from charkoni.tournament.model.settings import setting_text, setting_types
from charkoni.tournament.pairing import lots

_UNDONE = N_("act {number}: act {undone} ({kind}) does not count any more")
SETTINGS_HELP = f"name=Open game={DEFAULT_GAME} rounds=7 ..."


class SetSettings(Action):
    """Change settings, or show all.  settings: JSON values by name, see `acts.event.ChangeSettings`."""

    command = Command("set", N_("Show the settings, or change some."), CHIEF)

    settings: Annotated[Mapping[str, object], Written(SETTINGS, help=SETTINGS_HELP, is_word=True)] = {}

    def perform(self, director: Director, request: Request) -> Iterator[LogEntry]:
        """Change them, if some are given."""
        if self.settings:
            act = ChangeSettings(settings=with_knockout_tiebreaks(director.state.settings, self.settings))
            yield director.do(act, reason=request.reason, seen=request.seen, key=request.key)

    def report(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over all settings as NAME=VALUE; the seed only once the list is closed, before it its SHA-256."""
        state = director.state
        for name in () if self.settings else setting_types():
            is_hidden = name == "seed" and not state.is_over
            value = lots.seed_hash(state.settings.seed) if is_hidden else setting_text(state.settings, name)
            yield f"{'seed-sha256' if is_hidden else name}={value}"

    def warnings(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over warnings: a round that may be too short for its games, categories that do not fit."""
        settings = director.state.settings
        if self.settings:
            if short := schedule.shortage(words, settings.clock, settings.games, settings.round_minutes):
                yield short
            if {"categories", "prizes"} & set(self.settings):
                yield from (remark.message(words) for remark in remarks(director.state))


class UndoAct(Action):
    """Undo an act, by default the last one that counts."""

    command = Command("undo", N_("Undo an act, by default the last one."), CHIEF)

    act: Annotated[int | None, Written(POSITIVE, help=N_("its number in the log"), metavar="ACT", is_word=True)] = None

    def perform(self, director: Director, request: Request) -> Iterator[LogEntry]:
        """Undo it."""
        yield director.undo(self.act, reason=request.reason)

    def report(self, words: Words, director: Director, before: Tournament) -> Iterator[str]:
        """Iterate over one line: which act does not count any more."""
        done = director.log[-1]
        undone = director.log[int(done.data["act"]) - 1]
        yield words._(_UNDONE, number=done.number, undone=undone.number, kind=words._(undone.act.label))
