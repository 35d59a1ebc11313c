"""The table of all actions, by the name that every door uses."""

from collections.abc import Mapping

from charkoni.tournament.actions import entries, event, rounds
from charkoni.tournament.acts import challenges, protests, results, round_clock
from charkoni.tournament.acts import entries as entry_acts
from charkoni.tournament.acts import event as event_acts
from charkoni.tournament.acts import rounds as round_acts
from charkoni.tournament.acts.declaration import Action, declared

_MODULES = (entries, entry_acts, challenges, rounds, round_acts, round_clock, results, protests, event, event_acts)

ACTIONS: Mapping[str, type[Action]] = {action.command.name: action for action in declared("command", _MODULES)}
"""The actions by name, in the order of help and reference."""
