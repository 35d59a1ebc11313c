"""Standings of teams (clubs, regions, countries) by the sum of the points of their best members."""

from dataclasses import dataclass

from charkoni.core.errors import N_
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.standings.ranking import Line, shared_places, standings

KINDS = ("club", "region", "country")
USUAL_BEST = 4


@dataclass(frozen=True, slots=True)
class Team:
    """A team.  place, last: first and last shared place.  points: half points.  members: counted ids, best first."""

    place: int
    last: int
    name: str
    points: int
    members: tuple[int, ...]


def teams(state: Tournament, kind: str = "club", best: int = USUAL_BEST) -> list[Team]:
    """Return the teams, the best first; of each, the `best` highest placed members count.

    Ties are broken by more counted members, then the lower sum of their places.  Raise BadSetting for an unknown kind
    or `best` below 1.
    """
    if kind not in KINDS:
        raise refusal(BadSetting, kind, N_("teams are made by {choices}"), choices=", ".join(KINDS))
    if best < 1:
        raise refusal(BadSetting, best, N_("at least one member has to count"))
    by_number = state.by_number()
    groups: dict[str, list[Line]] = {}
    for line in standings(state):
        name = str(getattr(by_number[line.number], kind))
        if name and line.has_played:
            groups.setdefault(name, []).append(line)
    counted = {name: members[:best] for name, members in groups.items()}
    keys = {
        name: (-sum(line.points for line in lines), -len(lines), sum(line.place for line in lines))
        for name, lines in counted.items()
    }
    order = sorted(counted, key=lambda name: (keys[name], name))
    places = shared_places(keys[name] for name in order)
    found = []
    for name, place in zip(order, places, strict=True):
        ids = tuple(by_number[line.number].id for line in counted[name])
        found.append(Team(*place, name, sum(line.points for line in counted[name]), ids))
    return found
