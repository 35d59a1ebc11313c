"""All pairing systems by their names."""

from charkoni.core.errors import N_
from charkoni.core.translations import Name
from charkoni.tournament.model.errors import BadSetting, refusal
from charkoni.tournament.model.settings import TITLES as SETTING_TITLES
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.pairing.knockout import Knockout
from charkoni.tournament.pairing.protocol import PairingSystem
from charkoni.tournament.pairing.round_robin import DoubleRoundRobin, RoundRobin
from charkoni.tournament.pairing.swiss import Swiss

_CHOICE = N_("{name} is one of {choices}")
_SYSTEMS: tuple[PairingSystem, ...] = (Swiss(), RoundRobin(), DoubleRoundRobin(), Knockout())
_BY_NAME = {system.name: system for system in _SYSTEMS}

NAMES = tuple(_BY_NAME)
"""The choices of the setting `system`, the default first."""

TITLES = {system.name: system.title for system in _SYSTEMS}
"""The English titles of all systems by their names."""


def named(name: str) -> PairingSystem:
    """Return the pairing system of a name; raise BadSetting."""
    if name not in _BY_NAME:
        raise refusal(BadSetting, name, _CHOICE, name=Name(SETTING_TITLES["system"], ""), choices=", ".join(NAMES))
    return _BY_NAME[name]


def system_of(settings: Settings) -> PairingSystem:
    """Return the pairing system of a tournament; raise BadSetting."""
    return named(settings.system)
