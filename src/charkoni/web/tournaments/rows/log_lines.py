"""Acts as lines of a log, in words."""

from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.acts.reducer import undone
from charkoni.tournament.model.times import local_time, time_of
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.visits import Visit


def log_line(visit: Visit, act: LogEntry) -> dict[str, object]:
    """Return an act as a line of a log.

    number; at (UTC); time (hh:mm by the clock of the event); who; kind; what (the kind in words); about (see
    `Act.about`); reason; severity (1 to 5); undone (whether a later act undoes it).
    """
    return {
        "number": act.number,
        "at": act.at,
        "time": f"{local_time(visit.event.state.settings.zone, time_of(act.at)):%H:%M}",
        "who": act.who,
        "kind": act.kind,
        "what": visit.words._(act.act.label),
        "about": act.act.about(visit.words, visit.event.state),
        "reason": act.reason or str(act.data.get("reason", "")),
        "severity": act.severity,
        "undone": act.number in _undone(visit.event),
    }


def _undone(event: OpenEvent) -> frozenset[int]:
    """Return the numbers of the acts that are undone, computed once for each version of the event."""
    version, known = event.cache.get("undone", (-1, frozenset()))
    numbers: frozenset[int] = known if version == event.state.version else undone(event.director.log)
    event.cache["undone"] = (event.state.version, numbers)
    return numbers
