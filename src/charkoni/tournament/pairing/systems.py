"""All pairing systems by their names, and the Swiss system, paired by the Dutch rules (FIDE C.04.3)."""

from collections.abc import Sequence

from charkoni.core.errors import N_
from charkoni.core.translations import Name
from charkoni.tournament.model import schedule
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.settings import TITLES as SETTING_TITLES
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.pairing.input import PairingInput
from charkoni.tournament.pairing.knockout import Knockout
from charkoni.tournament.pairing.ladder import Ladder
from charkoni.tournament.pairing.protocol import Advice, Engine, Pairing, PairingSystem
from charkoni.tournament.pairing.round_robin import DoubleRoundRobin, RoundRobin

SMALL, LARGE, HUGE = 6, 100, 1024
"""Numbers of entries: a round robin is better up to SMALL, acceleration from LARGE on, sections above HUGE."""


class Swiss(PairingSystem):
    """Pairs by score and colour preferences."""

    name = "swiss"
    title = N_("Swiss system")
    regulation = N_("Pairs are made by the Dutch system of FIDE as in force since {edition}")
    trf_type = "Individual: Swiss-System"
    trf_code = "FIDE_DUTCH"
    keeps_withdrawn = False
    is_checked = True
    takes_late_entries = True
    has_round_choice = True
    has_acceleration = True

    def rounds(self, count: int, wanted: int = 0) -> int:
        """Return the wanted number of rounds, or the usual one; raise BadSetting for more than a round robin has."""
        schedule.demand_two(count)
        most = min(schedule.round_robin_rounds(count), schedule.MOST_ROUNDS)
        if wanted and not 1 <= wanted <= most:
            raise refusal(BadSetting, wanted, "round-count", most=most, count=count)
        return wanted or schedule.usual_rounds(count)

    def round_choices(self, count: int) -> tuple[int, int, int]:
        """Return the least, usual and long number of rounds."""
        return schedule.fewest_rounds(count), schedule.usual_rounds(count), schedule.long_rounds(count)

    def is_risky(self, count: int, rounds: int) -> bool:
        """Return whether there are more rounds than three quarters of the entries."""
        return 4 * rounds > 3 * count

    def allows_tiebreak(self, name: str) -> bool:
        """Return whether a tie-break is not Koya, which is for round robins."""
        return name != "KS"

    def advice(self, count: int, *, accelerated: bool) -> Advice | None:
        """Return advice for small and large numbers of entries."""
        if count <= SMALL:
            return Advice.ROUND_ROBIN if count > 1 else None
        if count > HUGE:
            return Advice.SECTIONS
        return Advice.ACCELERATION if count >= LARGE and not accelerated else None

    def pair(self, before: PairingInput, previous: Sequence[tuple[int, int]], engine: Engine) -> Pairing:
        """Return the engine's pairing."""
        return engine(before)


class TeamSwiss(Swiss):
    """Pairs teams, which meet on boards, by match points, and by game points for the sides (FIDE C.04.6)."""

    name = "team-swiss"
    title = N_("Swiss system of teams")
    regulation = N_("Pairs are made by the Swiss system of FIDE for teams (C.04.6, type A) as in force since {edition}")
    trf_type = "Team: Swiss-System"
    trf_code = "FIDE_TEAM_TYPEA_MP_GP"
    of_teams = True
    has_acceleration = False

    def advice(self, count: int, *, accelerated: bool) -> Advice | None:
        """Return advice for a small number of teams."""
        return Advice.ROUND_ROBIN if 1 < count <= SMALL else None


_SYSTEMS: tuple[PairingSystem, ...] = (Swiss(), RoundRobin(), DoubleRoundRobin(), Knockout(), TeamSwiss(), Ladder())
_BY_NAME = {system.name: system for system in _SYSTEMS}

NAMES = tuple(_BY_NAME)
"""The choices of the setting `system`, the default first."""

TITLES = {system.name: system.title for system in _SYSTEMS}
"""The English titles of all systems by their names."""


def named(name: str) -> PairingSystem:
    """Return the pairing system of a name; raise BadSetting."""
    if name not in _BY_NAME:
        raise refusal(BadSetting, name, "choice", name=Name(SETTING_TITLES["system"], ""), choices=", ".join(NAMES))
    return _BY_NAME[name]


def system_of(settings: Settings) -> PairingSystem:
    """Return the pairing system of a tournament; raise BadSetting."""
    return named(settings.system)
