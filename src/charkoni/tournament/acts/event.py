"""Acts on the whole event: settings, import, pause, finish, undo."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field, field_serializer

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import Act, Severity
from charkoni.tournament.acts.declaration import Command, Performer, Written
from charkoni.tournament.acts.fields import FLAG, ON_OFF
from charkoni.tournament.acts.settings_change import changed_settings
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.tournament.model.event import CHIEF, Tournament
from charkoni.tournament.model.games import departures
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.model.settings import demand_consistent
from charkoni.tournament.pairing.systems import system_of
from charkoni.tournament.setting_texts import settings_text

_ACT = N_("act {number}")
_PAUSED = {True: N_("begins"), False: N_("ends")}


class ChangeSettings(Act):
    """Change settings.

    settings: new values by name, as JSON values of `model.settings.Settings`; all others stay.  phase: only in old
    logs, the new phase.
    """

    kind = "set"
    path = "settings"
    label = N_("Settings")
    is_always_allowed = True

    settings: Mapping[str, Any] = Field(default_factory=dict)
    phase: str | None = None

    def severity(self, state: Tournament) -> Severity:
        """Return REASON for rounds or tie-breaks after round 1, NOTICE for many rounds or a new deviation."""
        changes, old = self.settings, dump(state.settings)
        if state.rounds and any(changes[name] != old.get(name) for name in ("rounds", "tiebreaks") if name in changes):
            return Severity.REASON
        count = sum(1 for entry in state.entries if entry.number) or len(state.entries)
        wanted = changes.get("rounds", 0)
        if wanted and count and system_of(state.settings).is_risky(count, wanted):
            return Severity.NOTICE
        new = departures({**old, **changes})
        return Severity.NOTICE if new and departures(old) != new else Severity.INFO

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with changed settings; raise BadSetting, WrongPhase, NotTwoSided."""
        if self.phase is not None:
            return replace(state, phase=self.phase)
        new = changed_settings(state, self.settings)
        if fresh:
            demand_consistent(new, self.settings)
        return replace(state, settings=new)

    def about(self, words: Words, state: Tournament) -> str:
        """Return the new settings, without the seed."""
        return settings_text(words, {name: value for name, value in self.settings.items() if name != "seed"})


class Import(Act):
    """Begin an event with a tournament from a file.

    tournament: the state, in the log as `model.serialization.dump` writes it, without its people.
    """

    kind = "import"
    label = N_("Imported from a file")

    tournament: Tournament

    @field_serializer("tournament")
    def _dumped(self, tournament: Tournament) -> dict[str, object]:
        return dump(tournament)

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the tournament; raise WrongPhase unless it is the first act."""
        if state.version or state.entries:
            raise refusal(WrongPhase, "import", N_("a file can only be taken as the beginning"))
        return replace(self.tournament, people=state.people)


class Pause(Act):
    """Pause or resume the automatic games, results and rounds of the server.  on: pause."""

    kind = "pause"
    label = N_("Pause")
    usual = Severity.NOTICE
    command = Command(
        "pause", N_("Pause the server's automatic actions (games, results, rounds), or resume them."), CHIEF
    )

    on: Annotated[bool, Written(ON_OFF, missing="on", is_word=True)]

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state paused or not."""
        return replace(state, paused=self.on)

    def about(self, words: Words, state: Tournament) -> str:
        """Return pause, or resume."""
        return words._(_PAUSED[self.on])


class Finish(Act):
    """Finish the tournament.  early: with rounds left to play.  archive: archive it as well."""

    kind = "finish"
    path = "phase"
    label = N_("End of the event")
    is_always_allowed = True
    command = Command("finish", N_("Finish the tournament."), CHIEF, asks=N_("finish although protests are open"))

    early: Annotated[bool, Written(FLAG, help=N_("rounds are left; give the reason"))] = False
    archive: Annotated[bool, Written(FLAG, help=N_("archive a finished event"))] = False

    def severity(self, state: Tournament) -> Severity:
        """Return REASON when rounds are left, CONFIRM while protests are open."""
        if self.early:
            return Severity.REASON
        return Severity.CONFIRM if any(protest.is_open for protest in state.protests) else Severity.INFO

    def question(self, state: Tournament) -> tuple[str, dict[str, object]] | None:
        """Return the question that names the open protests."""
        protests = ", ".join(f"{each.number} ({state.name(each.entry)})" for each in state.protests if each.is_open)
        return ("finish-protests", {"protests": protests}) if protests else None

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state finished or archived; raise WrongPhase for open rounds, adjourned games or rounds left."""
        for round_ in state.rounds:
            if round_.state != "closed":
                raise refusal(WrongPhase, "finish", N_("round {round} is not closed yet"), round=round_.number)
            if any(board.result and board.result.adjourned for board in round_.boards):
                raise refusal(WrongPhase, "finish", N_("adjourned games are left"))
        left = state.settings.rounds - len(state.rounds)
        if (left or not state.rounds) and not self.early:
            raise refusal(WrongPhase, "finish", "rounds-left", left=left)
        return replace(state, phase="archived" if self.archive else "finished")

    def report(self, words: Words, director: Performer, before: Tournament) -> Iterator[str]:
        """Iterate over one line, with the seed that may be known now."""
        yield f"seed={director.state.settings.seed}"


class Undo(Act):
    """Undo an act on which no later one depends.  act: its number in the log."""

    kind = "undo"
    path = ""
    label = N_("Undone")
    usual = Severity.NOTICE

    act: int

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state unchanged: `reducer.fold` leaves the undone act out."""
        return state

    def about(self, words: Words, state: Tournament) -> str:
        """Return which act it is."""
        return words._(_ACT, number=self.act)
